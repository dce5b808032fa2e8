import TextLayout

extension RunningStatus {
    /// The page of `vitrine status`.
    /// - Parameter width: in columns.
    public func text(width: Int = 80) -> String {
        let screens = devices.flatMap(\.screens)
        let waiting = devices.filter { $0.waiting != nil }
        let column = ((screens.map(\.connector) + waiting.map(\.path)).map(\.count).max() ?? 0) + 2
        func paragraph(_ subject: String, _ sentences: [String]) -> [String] {
            sentences.enumerated().flatMap { index, sentence in
                wrapped(
                    sentence, first: (index == 0 ? subject : "").padded(to: column), indentation: column, hanging: 2,
                    width: max(width, 48))
            }
        }
        let began = started.map { ", since \($0)" } ?? ""
        var lines = ["vitrine \(version ?? ""), process \(process ?? 0)\(began)"]
        if let session, !session.isActive {
            lines.append("Another session has the screens; Vitrine waits (\(session.kind)).")
        }
        lines.append("")
        for screen in screens { lines += paragraph(screen.connector, screen.sentences) }
        for device in waiting { lines += paragraph(device.path, ["waits: \(device.waiting ?? "")"]) }
        if screens.isEmpty, waiting.isEmpty { lines.append("no display device") }
        lines.append("")
        for playlist in playlists {
            lines += wrapped("plays \(playlist.playingText)", indentation: 0, hanging: 2, width: width)
        }
        for problem in problems {
            lines += wrapped("PROBLEM  \(problem)", indentation: 0, hanging: 9, width: width)
        }
        for notice in notices {
            lines += wrapped("notice   \(notice)", indentation: 0, hanging: 9, width: width)
        }
        lines += problems.isEmpty ? ["no problems"] : ["", "What to do about them:", "    sudo vitrine doctor"]
        return lines.map(\.escaped).joined(separator: "\n") + "\n"
    }
}

extension RunningStatus.Screen {
    fileprivate var sentences: [String] {
        let title = monitor.map { "\($0), " } ?? ""
        let began = since.map { " since \($0.clockTime)" } ?? ""
        return switch state {
        case .lit: ["\(title)lit\(mode.map { " at \($0)" } ?? "")\(began)"] + zones.flatMap(\.sentences)
        case .dark: ["\(title)dark\(began): \(reason ?? "no reason is known")"]
        case .disconnected:
            switch expected {
            case .litBefore: ["\(title)unplugged\(began)"]
            case .configured: ["no monitor, though it is configured"]
            case nil: ["no monitor"]
            }
        case .off: ["\(title)\(reason ?? "off by schedule")\(began.isEmpty ? "" : ";\(began)")"]
        case .notWanted: ["\(title)dark on purpose: \(reason ?? "no reason is known")"]
        case nil: ["unknown"]
        }
    }
}

extension RunningStatus.Zone {
    fileprivate var sentences: [String] { [sentence] + (video.map { [$0.sentence] } ?? []) }

    fileprivate var sentence: String {
        let place = name.map { "\($0): " } ?? ""
        let began = since.map { " since \($0.clockTime)" } ?? ""
        let now = shows.map { "shows \($0)" } ?? (isUnscheduled ? "nothing is scheduled" : "shows nothing")
        let then = next.map { next in
            ", then \(next.shows ?? "nothing") at \(RunningStatus.shortTime(next.at, seenOn: since))"
        }
        return "\(place)\(now)\(began)\(then ?? "")"
    }
}

extension RunningStatus.Zone.Video {
    fileprivate var sentence: String {
        let rate = rate.map { " at \($0) frames/s" } ?? ""
        let way = path == "gl" ? "drawn by GL" : "drawn by the processor"
        return "\(codec) \(size)\(rate), decoded in \(decoder), \(way): \(shown) frames shown, \(late) late, "
            + "\(dropped) dropped"
    }
}

extension RunningStatus.Playlist {
    fileprivate var playingText: String {
        switch mode {
        case .fallback: "\(playing ?? "the fallback"), in place of \(path)"
        case .builtIn: "the built-in picture, in place of \(path)"
        case .lastGood: "\(path), as it was when it could be played last"
        case .playlist, nil: playing ?? path
        }
    }
}

extension String {
    /// Of a time in the file: `09:00:30 on 2026-12-24`.
    fileprivate var clockTime: String {
        let parts = split(separator: "T", maxSplits: 1)
        return parts.count == 2 ? "\(parts[1].prefix(8)) on \(parts[0])" : self
    }
}
