/// Days that recur by a rule: what RFC 5545 section 3.3.10 says of days, without hours, week numbers and days of the
/// year.
///
/// The start is the rule's anchor: periods are counted from it, and what the rule leaves open is taken from it. It is
/// itself one of the days only if the rule fits it.
public struct Recurrence: Hashable, Sendable {
    private let rule: RecurrenceRule
    private let start: Int
    /// The last day that may count, from UNTIL or found by counting to COUNT.
    private var end: Int
    /// What `start` lies in; those that count are INTERVAL apart.
    private let startPeriod: Int

    /// - Parameters:
    ///   - text: a rule such as `FREQ=MONTHLY;BYDAY=2TU`.
    ///   - start: the day from which on it counts.
    public init(rule text: String, from start: CivilDate) throws(RecurrenceError) {
        self.init(try RecurrenceRule(text: text), from: start)
    }

    private init(_ written: RecurrenceRule, from start: CivilDate) {
        rule = written.completed(from: start)
        self.start = start.dayNumber
        end = min(rule.until?.dayNumber ?? .max, CivilDate.dayNumbers.upperBound)
        startPeriod = rule.period(of: self.start)
        if let count = rule.count { end = lastDay(ofFirst: count) }
    }

    public func contains(_ date: CivilDate) -> Bool { contains(date.dayNumber) }

    /// Nil if there is none in the hundred years from then on.
    public func first(onOrAfter date: CivilDate) -> CivilDate? {
        let first = max(date.dayNumber, start)
        guard first <= end else { return nil }
        for days in WideningSearch(from: first, through: min(end, first + Self.reach)) {
            if let day = self.days(in: days).first { return CivilDate(dayNumber: day) }
        }
        return nil
    }

    /// Nil if there is none in the hundred years up to then.
    public func last(onOrBefore date: CivilDate) -> CivilDate? {
        let last = min(date.dayNumber, end)
        guard start <= last else { return nil }
        for days in WideningSearch(from: last, through: max(start, last - Self.reach)) {
            if let day = self.days(in: days).last { return CivilDate(dayNumber: day) }
        }
        return nil
    }

    func contains(_ day: Int) -> Bool {
        guard start <= day, day <= end, rule.fits(day),
            floorModulo(rule.period(of: day) - startPeriod, rule.interval) == 0
        else { return false }
        return rule.positions.isEmpty || !days(in: day...day).isEmpty
    }

    /// The days that count within a range, ascending. Looks at no other days than those of the range, except with
    /// BYSETPOS, which needs each period as a whole.
    func days(in range: ClosedRange<Int>) -> [Int] {
        guard start <= end, start <= range.upperBound, range.lowerBound <= end else { return [] }
        let range = range.clamped(to: start...end)
        // The first period from the range's start on that is a multiple of the interval away.
        let first = rule.period(of: range.lowerBound)
        let skipped = floorModulo(startPeriod - first, rule.interval)
        return stride(from: first + skipped, through: rule.period(of: range.upperBound), by: rule.interval)
            .flatMap { days(ofPeriod: $0, in: range) }
    }

    private func days(ofPeriod period: Int, in range: ClosedRange<Int>) -> [Int] {
        let whole = rule.days(ofPeriod: period)
        guard !rule.positions.isEmpty else { return whole.clamped(to: range).filter(rule.fits) }
        let set = whole.filter(rule.fits)
        return set.indices.filter { index in
            rule.positions.contains(index + 1) || rule.positions.contains(index - set.count)
        }
        .map { set[$0] }.filter(range.contains)
    }

    /// COUNT is followed for 400 years, after which the calendar repeats: a rule that has days left then ends there.
    private func lastDay(ofFirst count: Int) -> Int {
        var left = count
        let limit = min(end, start + GregorianCalendar.cycleDays)
        guard start <= limit else { return end }
        for range in WideningSearch(from: start, through: limit) {
            let days = days(in: range)
            if days.count >= left { return days[left - 1] }
            left -= days.count
        }
        return limit
    }

    private static let reach = 36525
}

/// Ranges of days that follow each other from one day to another, forwards or backwards, each twice as long as the one
/// before: what is near is found with little work, and what is far without many steps.
struct WideningSearch: Sequence, IteratorProtocol {
    private var nearest: Int
    private let last: Int
    private let step: Int
    private var length = 8

    init(from first: Int, through last: Int) {
        nearest = first
        self.last = last
        step = last < first ? -1 : 1
    }

    mutating func next() -> ClosedRange<Int>? {
        guard (last - nearest) * step >= 0 else { return nil }
        let near = nearest
        let far = step > 0 ? Swift.min(near + length - 1, last) : Swift.max(near - length + 1, last)
        nearest = far + step
        length *= 2
        return Swift.min(near, far)...Swift.max(near, far)
    }
}
