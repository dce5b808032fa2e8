import LiveData
import Scheduling
import Timing

/// How the time until an instant, or since one, is written: `d` days, `H` hours, `m` minutes, `s` seconds. The first of them
/// takes all of the time, each other one what is left.
struct CounterPattern: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        case field(ClockStep, Int)
    }

    private var parts: [Part] = []
    private let steps: Set<ClockStep>

    static let clock = CounterPattern(parts: [
        .field(.hour, 1), .literal(":"), .field(.minute, 2), .literal(":"), .field(.second, 2),
    ])
    static let days = CounterPattern(parts: [.field(.day, 1)])

    private init(parts: [Part]) {
        self.parts = parts
        steps = Set(parts.compactMap { if case .field(let step, _) = $0 { step } else { nil } })
    }

    init(_ text: [Unicode.Scalar], at offset: Int) throws(DataMistake) {
        let letters: [Unicode.Scalar: ClockStep] = ["d": .day, "H": .hour, "m": .minute, "s": .second]
        var parts: [Part] = []
        var index = 0
        while index < text.count {
            let character = text[index]
            if character == "'" {
                guard let end = text[(index + 1)...].firstIndex(of: "'") else {
                    throw DataMistake(at: offset + index, "this quotation mark has no end")
                }
                parts.append(.literal(String(String.UnicodeScalarView(text[index + 1..<end]))))
                index = end + 1
            } else if let step = letters[character] {
                let count = text[index...].prefix { $0 == character }.count
                guard count <= 2 else {
                    throw DataMistake(at: offset + index, "write '\(character)' or '\(character)\(character)'")
                }
                parts.append(.field(step, count))
                index += count
            } else {
                guard !DatePattern.isLetter(character) else {
                    throw DataMistake(
                        at: offset + index,
                        "'\(character)' is no unit; write d, H, m or s, and words in single quotation marks")
                }
                parts.append(.literal("\(character)"))
                index += 1
            }
        }
        self.init(parts: parts)
        guard !steps.isEmpty else { throw DataMistake(at: offset, "write d, H, m or s, such as 'H:mm:ss'") }
    }

    var showsDays: Bool { steps.contains(.day) }
    /// The smallest unit, below a day.
    var smallest: ClockStep { steps.min() ?? .second }

    /// - Parameter seconds: without those of the days, where days are shown.
    func text(days: Int, seconds: Int, in locale: DisplayLocale) -> String {
        parts.map { part -> String in
            switch part {
            case .literal(let text): return text
            case .field(.day, let width): return locale.digits(padded(days, width))
            case .field(let step, let width):
                let larger = steps.filter { $0 > step && $0 < .day }.min { $0 < $1 }
                let rest = larger.map { seconds % $0.rawValue } ?? seconds
                return locale.digits(padded(rest / step.rawValue, width))
            }
        }
        .joined()
    }
}

/// The time until an instant or since one.
///
/// A countdown rounds up, so that its zero means now and lasts one unit; the time since rounds down. Days are those of the
/// calendar: they begin at the instant's time of day, whatever the clocks were put forward or back meanwhile.
struct Counter: Hashable, Sendable {
    enum Direction: String, CaseIterable, Sendable { case until, since }

    var direction: Direction
    var pattern: CounterPattern

    /// What is shown at a moment, and until when.
    struct Reading {
        /// Nil before the time since begins, and after a countdown.
        var text: String?
        /// Nil where it stays so for ever.
        var until: WallTime?
    }

    func reading(of target: WallTime, at now: WallTime, in zone: TimeZoneRules, _ locale: DisplayLocale) -> Reading {
        let isOver = direction == .until ? now >= zero(after: target, zone) : now < target
        if isOver { return Reading(text: nil, until: direction == .since ? target : nil) }
        return pattern.showsDays ? withDays(target, now, zone, locale) : withoutDays(target, now, locale)
    }

    /// When a countdown's zero ends.
    private func zero(after target: WallTime, _ zone: TimeZoneRules) -> WallTime {
        pattern.smallest == .day ? DayMarks(target, zone).instant(1) : target + .seconds(pattern.smallest.rawValue)
    }

    private func withoutDays(_ target: WallTime, _ now: WallTime, _ locale: DisplayLocale) -> Reading {
        let unit = pattern.smallest.rawValue
        func text(_ units: Int) -> String { pattern.text(days: 0, seconds: units * unit, in: locale) }
        if direction == .since {
            let units = floorUnits(now - target, unit)
            return Reading(text: text(units), until: target + .seconds((units + 1) * unit))
        }
        // Up: seven and a half minutes before it are eight.
        let units = -floorUnits(now - target, unit)
        return Reading(text: text(max(0, units)), until: target - .seconds((units - 1) * unit))
    }

    private func withDays(_ target: WallTime, _ now: WallTime, _ zone: TimeZoneRules, _ locale: DisplayLocale)
        -> Reading
    {
        let marks = DayMarks(target, zone)
        // The day that it is, counted from the instant's.
        let day = marks.index(of: now)
        let (begin, end) = (marks.instant(day), marks.instant(day + 1))
        let unit = pattern.smallest.rawValue
        if direction == .since {
            guard pattern.smallest != .day else {
                return Reading(text: pattern.text(days: day, seconds: 0, in: locale), until: end)
            }
            let units = floorUnits(now - begin, unit)
            return Reading(
                text: pattern.text(days: day, seconds: units * unit, in: locale),
                until: min(end, begin + .seconds((units + 1) * unit)))
        }
        // After the instant it is its zero that shows.
        let left = max(0, -day - 1)
        guard pattern.smallest != .day else {
            return Reading(text: pattern.text(days: max(0, -day), seconds: 0, in: locale), until: end)
        }
        if day >= 0 {
            return Reading(text: pattern.text(days: 0, seconds: 0, in: locale), until: zero(after: target, zone))
        }
        let units = -floorUnits(now - end, unit)
        let isWholeDay = .seconds(units * unit) >= end - begin
        return Reading(
            text: pattern.text(days: isWholeDay ? left + 1 : left, seconds: isWholeDay ? 0 : units * unit, in: locale),
            until: end - .seconds((units - 1) * unit))
    }

    private func floorUnits(_ length: Duration, _ unit: Int) -> Int {
        let (seconds, attoseconds) = length.components
        let whole = Int(seconds) - (attoseconds < 0 ? 1 : 0)
        return whole / unit - (whole % unit < 0 ? 1 : 0)
    }
}

/// The instants on the days around one at which the clocks show the same.
private struct DayMarks {
    private let day: Int
    private let time: TimeOfDay?
    private let zone: TimeZoneRules
    private let target: WallTime

    init(_ target: WallTime, _ zone: TimeZoneRules) {
        let moment = zone.civil(target)
        (day, time, self.zone, self.target) = (
            moment.date.dayNumber, TimeOfDay(seconds: moment.secondOfDay), zone, target
        )
    }

    /// - Parameter index: in days from the instant.
    func instant(_ index: Int) -> WallTime {
        guard index != 0, let time else { return target }
        return zone.instant(of: CivilDate(dayNumber: day + index), time)
    }

    /// Of the last mark that is not after an instant.
    func index(of now: WallTime) -> Int {
        var index = zone.civil(now).date.dayNumber - day + 1
        // At most two steps, but for the ends of the calendar, where marks stand still.
        for _ in 0..<4 where instant(index) > now { index -= 1 }
        return index
    }
}
