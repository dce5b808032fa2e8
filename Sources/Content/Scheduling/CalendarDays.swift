/// Days of the calendar: some from one to another, some of every year, some that recur by a rule.
public struct CalendarDays: Hashable, Sendable {
    /// Apart from one another, ascending, as days since 1970-01-01.
    private var ranges: [ClosedRange<Int>] = []
    private var yearly: [YearlyRange] = []
    private var recurring: [RecurringDays] = []

    /// - Parameters:
    ///   - ranges: of single years; a day in any of them is one of the days.
    ///   - yearly: of every year.
    public init(_ ranges: [DateRange] = [], yearly: [YearlyRange] = [], recurring: [RecurringDays] = []) {
        self.ranges = Self.merged(
            ranges.map { range in
                let (first, last) = (range.first?.dayNumber ?? .min, range.last?.dayNumber ?? .max)
                return first...max(first, last)
            })
        self.yearly = yearly
        self.recurring = recurring
    }

    public mutating func formUnion(_ others: CalendarDays) {
        ranges = Self.merged(ranges + others.ranges)
        yearly += others.yearly
        recurring += others.recurring
    }

    /// - Parameter day: since 1970-01-01.
    func contains(_ day: Int) -> Bool {
        isInRange(day) || !yearly.isEmpty && yearly.contains { $0.contains(day) }
            || recurring.contains { $0.contains(day) }
    }

    /// Nothing outside of it is one of them. Nil where there are none.
    var span: ClosedRange<Int>? {
        guard yearly.isEmpty, recurring.isEmpty else { return .min ... .max }
        return ranges.first.map { $0.lowerBound...(ranges.last?.upperBound ?? $0.upperBound) }
    }

    /// Days after another one from which on there may be more than are near it: the beginnings of what is far.
    func beginnings(after day: Int) -> [Int] {
        ranges.map(\.lowerBound).filter { $0 > day }
            + recurring.compactMap { $0.rule.first(onOrAfter: CivilDate(dayNumber: day))?.dayNumber }
    }

    /// A file of holidays has hundreds of them, and each of thousands of days is asked about.
    private func isInRange(_ day: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < day { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(day)
    }

    private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            guard let last = merged.last, range.lowerBound <= last.upperBound else {
                merged.append(range)
                return
            }
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
    }
}

/// Days that recur by a rule, each with those that follow it.
public struct RecurringDays: Hashable, Sendable {
    var rule: Recurrence
    /// How many there are in a row, at least 1.
    var length = 1
    /// First days that are left out, since 1970-01-01.
    var exceptions: Set<Int> = []

    public init(_ rule: Recurrence) {
        self.rule = rule
    }

    init(_ rule: Recurrence, length: Int, exceptions: Set<Int>) {
        self.rule = rule
        self.length = length
        self.exceptions = exceptions
    }

    func contains(_ day: Int) -> Bool {
        (0..<length).contains { rule.contains(day - $0) && !exceptions.contains(day - $0) }
    }
}

/// Days of every year, from one to another, both of them included: `12-01..12-26`. If the last one is earlier in the year
/// than the first, it is that of the following year.
public struct YearlyRange: Hashable, Sendable {
    /// A hundred times the month, and the day.
    private let first, last: Int

    /// Reads `12-01..12-26`, `12-24..01-06` and `12-24`.
    public init?(text: String) {
        let ends = rangeEnds(text).map { Self.dayOfYear($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
        (self.first, self.last) = (first, last)
    }

    func contains(_ day: Int) -> Bool {
        let date = GregorianCalendar.date(ofDay: day)
        let number = date.month * 100 + date.day
        return first <= last ? first <= number && number <= last : first <= number || number <= last
    }

    /// February 29 is one, of the years that have it.
    private static func dayOfYear(_ text: String) -> Int? {
        CivilDate(text: "2000-" + text).map { $0.month * 100 + $0.day }
    }
}

/// From one moment to another, as clocks show them: `2026-06-01T18:00..2026-06-14T06:00`. The last one is no part of it.
public struct MomentRange: Hashable, Sendable {
    /// A date, and what a clock shows on it.
    struct Moment: Hashable, Comparable, Sendable {
        var date: CivilDate
        var time: TimeOfDay

        static func < (a: Moment, b: Moment) -> Bool { (a.date, a.time) < (b.date, b.time) }
    }

    /// Nil where there is no first or no last one.
    private let from, to: Moment?

    /// Reads a range of which at least one end has a time of day: `2026-06-01T18:00..2026-06-14T06:00`,
    /// `2026-06-01T18:00..`, `2026-06-01..2026-06-14T06:00`. Of an end without one, the whole day is in it.
    public init?(text: String) {
        let ends = rangeEnds(text)
        guard ends.count == 2, ends.contains(where: { $0.contains("T") }) else { return nil }
        from = Self.moment(ends[0], without: .midnight)
        to = Self.moment(ends[1], without: .endOfDay)
        guard ends[0].isEmpty || from != nil, ends[1].isEmpty || to != nil else { return nil }
        if let from, let to, from >= to { return nil }
    }

    /// - Parameter other: the time of day of a date without one.
    private static func moment(_ text: String, without other: TimeOfDay) -> Moment? {
        guard let separator = text.firstIndex(of: "T") else {
            return CivilDate(text: text).map { Moment(date: $0, time: other) }
        }
        guard let date = CivilDate(text: String(text[..<separator])),
            let time = TimeOfDay(text: String(text[text.index(after: separator)...]))
        else { return nil }
        return Moment(date: date, time: time)
    }

    /// Empty where the clocks skip all of it.
    func instants(in zone: TimeZoneRules) -> Range<Int> {
        func second(_ moment: Moment?, _ other: Int) -> Int {
            moment.map { zone.second(ofDay: $0.date.dayNumber, seconds: $0.time.seconds) } ?? other
        }
        let first = second(from, .min)
        return first..<max(first, second(to, .max))
    }

    /// The days that it touches, since 1970-01-01, and one to each side: windows that begin on the day before may reach in.
    var days: ClosedRange<Int> {
        (from.map { $0.date.dayNumber - 1 } ?? .min)...(to.map { $0.date.dayNumber + 1 } ?? .max)
    }

    /// The day of the first moment, since 1970-01-01.
    var firstDay: Int? { from?.date.dayNumber }
}

/// What can be written as dates: days, days of every year, or moments.
public enum DateExpression: Hashable, Sendable {
    case days(DateRange)
    case yearly(YearlyRange)
    case moments(MomentRange)

    public init?(text: String) {
        if let range = DateRange(text: text) {
            self = .days(range)
        } else if let range = YearlyRange(text: text) {
            self = .yearly(range)
        } else if let range = MomentRange(text: text) {
            self = .moments(range)
        } else {
            return nil
        }
    }
}

/// The one or two ends of `FIRST..LAST`, without blanks around them. Empty where there is another number of points.
func rangeEnds(_ text: String) -> [String] {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return [trimmed(parts[0])]
    case 3 where parts[1].isEmpty: return [trimmed(parts[0]), trimmed(parts[2])]
    default: return []
    }
}
