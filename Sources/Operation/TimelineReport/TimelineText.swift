import DisplayModel
import Paths
import Playlist
import Scheduling
import TextLayout
import Timing

extension TimelineReport {
    /// For people: a line for each period, days and zones apart. Periods that follow one another with the same content
    /// are one line.
    public var text: String {
        let (from, to) = (LocalTime(begins, in: zone), LocalTime(ends, in: zone))
        var lines = [
            "\(subject.playlist) on \(subject.output.connector), \(subject.output.size)",
            "\(from.day) \(from.clock) to \(to.day) \(to.clock), \(zone.name)",
        ]
        if zones.isEmpty { lines += ["", "no zone is for this screen; it stays black"] }
        if !off.isEmpty {
            lines += ["", "off by schedule"] + self.lines(of: off.map { ($0.lowerBound, $0.upperBound, nil) })
        }
        for (number, report) in zones.enumerated() {
            lines.append("")
            if zones.count > 1 {
                let name = report.zone.name.map { " \"\($0)\"" } ?? ""
                lines.append("zone \(number + 1) of \(zones.count)\(name)")
            }
            lines += self.lines(of: report.periods)
        }
        return lines.map(\.escaped).joined(separator: "\n") + "\n"
    }

    private func lines(of periods: [Timeline.Period]) -> [String] {
        var spans: [(WallTime, WallTime, String?)] = []
        var begin = begins
        for (index, period) in periods.enumerated() {
            if index + 1 < periods.count, period.hasSameRound(as: periods[index + 1]) { continue }
            let end = min(period.ends?.wholeSecond ?? ends, ends)
            spans.append((begin, end, content(of: period)))
            begin = end
        }
        return lines(of: spans)
    }

    /// A line for each span of time, with the days between them.
    private func lines(of spans: [(begin: WallTime, end: WallTime, what: String?)]) -> [String] {
        var lines: [String] = []
        var day = LocalTime(begins, in: zone).date
        for (begin, end, what) in spans {
            let (from, to) = (LocalTime(begin, in: zone), LocalTime(end, in: zone))
            if from.date != day {
                day = from.date
                lines.append("  \(from.day)")
            }
            let isMidnight = to.time?.seconds == 0 && to.date.dayNumber == day.dayNumber + 1
            let ending = isMidnight ? "24:00" : to.date == day ? to.clock : "\(to.day) \(to.clock)"
            lines.append("  \(from.clock) to \(ending)\(what.map { "  \($0)" } ?? "")")
        }
        return lines
    }

    /// How many slides are listed by name.
    private static let mostNames = 8

    /// `menu.png, soup.png (2 slides, 16 s a round); news.png every 10 min, advert.png 20 % of the time`
    private func content(of period: Timeline.Period) -> String {
        let between = period.between.map { item in
            let names = item.slides.map { name(of: $0) }
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let often = item.share.map { "\(Duration.seconds($0 * 100).tenths) % of the time" }
            return names.prefix(3).joined(separator: ", ") + more + " " + (often ?? "every \(item.interval.spelled)")
        }
        return ([turns(of: period)] + (between.isEmpty ? [] : [between.joined(separator: ", ")])).joined(
            separator: "; ")
    }

    private func turns(of period: Timeline.Period) -> String {
        let round = period.round
        guard !round.isEmpty else { return "nothing" }
        var counts: [String: Int] = [:]
        var names: [String] = []
        for (slide, _) in round {
            let name = name(of: slide)
            if counts.updateValue(counts[name, default: 0] + 1, forKey: name) == nil { names.append(name) }
        }
        guard names.count > 1 else { return names[0] }
        let listed = names.prefix(Self.mostNames).map { name in
            counts[name].map { $0 > 1 ? "\(name) (\($0) times)" : name } ?? name
        }
        let more = names.count - listed.count
        let length = round.reduce(.zero) { $0 + $1.length }
        return listed.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            + " (\(count(round.count, "slide")), \(length.spelled) a round\(period.isShuffled ? ", shuffled" : ""))"
    }

    /// A file as seen from the playlist.
    private func name(of slide: Slide) -> String {
        guard let path = slide.path?.description else { return "\(slide)" }
        let folder =
            path.hasPrefix(subject.playlist + "/")
            ? subject.playlist + "/" : subject.playlist.lastIndex(of: "/").map { String(subject.playlist[...$0]) }
        return folder.map { path.hasPrefix($0) ? String(path.dropFirst($0.count)) : path } ?? path
    }
}

extension Duration {
    /// In seconds, with a tenth where it matters.
    fileprivate var tenths: String {
        let tenths = Int((inSeconds * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// `16 s`, `4.5 s`, `12 min 30 s`, `3 h 20 min`
    fileprivate var spelled: String {
        if Int((inSeconds * 10).rounded()) < 1200 { return "\(tenths) s" }
        let seconds = Int(inSeconds.rounded())
        let (large, small, names) =
            seconds < 7200
            ? (seconds / 60, seconds % 60, ("min", "s")) : (seconds / 3600, seconds / 60 % 60, ("h", "min"))
        return "\(large) \(names.0)" + (small == 0 ? "" : " \(small) \(names.1)")
    }
}
