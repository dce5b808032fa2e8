/// What a clock on the wall shows, to the second, with the end of the day as 24:00.
public struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Seconds on the clock since midnight: 0 to 86400.
    public let seconds: Int

    /// Nil outside of 0 to 86400.
    public init?(seconds: Int) {
        guard 0...86400 ~= seconds else { return nil }
        self.seconds = seconds
    }

    /// Reads `9:30`, `09:30`, `09:30:15` and `24:00`.
    public init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, 1...2 ~= parts[0].count, parts.dropFirst().allSatisfy({ $0.count == 2 }) else {
            return nil
        }
        let numbers = parts.compactMap { number($0) }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        self.init(seconds: numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
    }

    static let midnight = TimeOfDay(checked: 0)
    static let endOfDay = TimeOfDay(checked: 86400)

    private init(checked seconds: Int) { self.seconds = seconds }

    public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.seconds < b.seconds }
}

extension TimeOfDay: CustomStringConvertible {
    /// `09:30`, and `09:30:15` where there are seconds.
    public var description: String {
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return [hour, minute].map { padded($0, 2) }.joined(separator: ":")
            + (second == 0 ? "" : ":\(padded(second, 2))")
    }
}

/// A interval of the day by the clock on the wall. It belongs to the day on which it begins.
public struct DailyWindow: Hashable, Sendable {
    public var from: TimeOfDay
    /// Where it ends, itself no part of it: on the following day if it is not later than `from`.
    public var to: TimeOfDay

    public init(from: TimeOfDay, to: TimeOfDay) {
        self.from = from
        self.to = to
    }

    /// Reads `11:30-14:00`, with blanks around the dash or without.
    public init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(trimmed)
        guard parts.count == 2, let from = TimeOfDay(text: parts[0]), let to = TimeOfDay(text: parts[1]) else {
            return nil
        }
        self.init(from: from, to: to)
    }

    static let wholeDay = DailyWindow(from: .midnight, to: .endOfDay)
}

/// Days from one to another, both of them included. Nil where there is no first or no last one.
public struct DateRange: Hashable, Sendable {
    public var first: CivilDate?
    public var last: CivilDate?

    public init(first: CivilDate?, last: CivilDate?) {
        self.first = first
        self.last = last
    }

    /// Reads `2026-12-01..2026-12-24`, `2026-12-01..`, `..2026-12-24` and `2026-12-24`, a single day. Nil for anything
    /// else, also for a range that ends before it begins.
    public init?(text: String) {
        let texts = rangeEnds(text)
        if texts.count == 1, let date = CivilDate(text: texts[0]) {
            self.init(first: date, last: date)
            return
        }
        guard texts.count == 2 else { return nil }
        let dates = texts.map { CivilDate(text: $0) }
        let isSound = zip(texts, dates).allSatisfy { $0.isEmpty || $1 != nil }
        guard isSound, let named = dates.compactMap(\.self).first, dates[0] ?? named <= dates[1] ?? named else {
            return nil
        }
        self.init(first: dates[0], last: dates[1])
    }
}

/// Without blanks at its ends.
func trimmed(_ text: Substring) -> String {
    let rest = text.drop { $0 == " " }
    let end = rest.lastIndex { $0 != " " }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
}
