public import Timing

/// How far a place's local time is from UTC, and when: one TZif file, RFC 8536, versions 1 to 4.
///
/// Inside of this module instants are whole seconds since 1970-01-01T00:00:00Z, since the calendar's years reach further
/// than 64 bits of nanoseconds.
public final class TimeZoneRules: Sendable {
    /// As it was asked for: `Europe/Berlin`.
    public let name: String

    /// From the least to the greatest offset there ever is.
    let offsets: ClosedRange<Int>

    private let table: OffsetTable

    /// Without daylight saving, for ever.
    public static let utc = TimeZoneRules(name: "UTC", OffsetTable(TZif()))

    /// - Parameter tzif: the bytes of the file.
    public convenience init(name: String, tzif: [UInt8]) throws(TimeZoneError) {
        self.init(name: name, OffsetTable(try TZif(bytes: tzif)))
    }

    /// - Parameter posix: what the variable `TZ` may hold instead of a name: `CET-1CEST,M3.5.0,M10.5.0/3`.
    convenience init?(posix: String) {
        guard let rules = POSIXTimeZone(text: Array(posix.utf8)[...]) else { return nil }
        self.init(name: posix, OffsetTable(TZif(rest: rules)))
    }

    private init(name: String, _ table: OffsetTable) {
        self.name = name
        self.table = table
        offsets = table.bounds
    }

    /// Seconds east of UTC.
    public func offset(at instant: WallTime) -> Int { offset(atSecond: instant.seconds) }

    func offset(atSecond second: Int) -> Int { table.period(at: second.clampedToCalendar).offset }

    /// When the clocks of this place show this. As RFC 5545 section 3.3.5 has it: a time that occurs twice is the first
    /// of the two, and one that does not occur is taken with the offset before the gap. 24:00 is the following midnight.
    public func instant(of date: CivilDate, _ time: TimeOfDay) -> WallTime {
        WallTime(seconds: second(ofDay: date.dayNumber, seconds: time.seconds))
    }

    /// - Parameters:
    ///   - day: days since the local 1970-01-01.
    ///   - seconds: on the clock since midnight.
    func second(ofDay day: Int, seconds: Int) -> Int {
        let local = day * 86400 + seconds
        // No offset is greater, so that nothing before this can be the answer.
        var period = table.period(at: local - offsets.upperBound)
        while local - period.offset >= period.end {
            let next = table.period(at: period.end)
            // The clocks went from before this time to after it.
            if local - next.offset < period.end { return local - period.offset }
            period = next
        }
        return local - period.offset
    }

    /// What the clocks of this place show. Instants outside of the calendar's years are its first or its last day.
    public func civil(_ instant: WallTime) -> (date: CivilDate, secondOfDay: Int) {
        let second = instant.seconds.clampedToCalendar
        let local = second + offset(atSecond: second)
        return (CivilDate(dayNumber: floorDivide(local, 86400)), floorModulo(local, 86400))
    }
}

extension TimeZoneRules: Hashable {
    public static func == (a: TimeZoneRules, b: TimeZoneRules) -> Bool {
        a === b || a.name == b.name && a.table == b.table
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Int {
    /// This second, or the nearest that is so well inside of the years 1 to 9999 that it is there in every zone.
    var clampedToCalendar: Int {
        let margin = 3
        let days = CivilDate.dayNumbers
        return Swift.min(
            Swift.max(self, (days.lowerBound + margin) * 86400), (days.upperBound - margin) * 86400)
    }
}

/// Offsets by instant, in a form in which they are found by one binary search: the rule for the time after the file's
/// transitions is written out for 400 years, after which the calendar repeats.
private struct OffsetTable: Hashable {
    /// Ascending; `offsets` has one more: the one before the first transition.
    private var transitions: [Int]
    private var offsets: [Int]
    /// What repeats: nil without summer time in the future.
    private var cycle: Range<Int>?
    /// The cycle goes on into the past as well, since there is nothing else.
    private var isCycleOnly = false

    /// A time without a change, from before the instant that was asked for until `end`, which may itself not change
    /// anything.
    struct OffsetPeriod {
        var offset: Int
        var end: Int
    }

    init(_ zone: TZif) {
        transitions = zone.transitions
        offsets = [zone.firstOffset] + zone.offsets
        guard let rest = zone.rest else { return }
        guard rest.summer != nil else {
            if transitions.isEmpty { offsets = [rest.standardOffset] }
            return
        }
        isCycleOnly = transitions.isEmpty
        let last = transitions.last ?? 0
        let year = GregorianCalendar.date(ofDay: floorDivide(last, 86400)).year
        // From a year that the file says nothing of; the one before belongs to both.
        let start = GregorianCalendar.dayNumber(year + 2, 1, 1) * 86400
        cycle = start..<start + GregorianCalendar.cycleDays * 86400
        let future = (year - 1...year + 2 + GregorianCalendar.cycleYears).flatMap { rest.transitions(in: $0) }
        for transition in future.sorted(by: { $0.instant < $1.instant })
        where isCycleOnly || transition.instant > last {
            // Summer time all the year round is written as an end and a start at one instant, of which the later counts.
            if transitions.last == transition.instant {
                offsets[offsets.count - 1] = transition.offset
            } else {
                transitions.append(transition.instant)
                offsets.append(transition.offset)
            }
        }
    }

    var bounds: ClosedRange<Int> {
        offsets.dropFirst().reduce(offsets[0]...offsets[0]) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
    }

    func period(at instant: Int) -> OffsetPeriod {
        var shift = 0
        if let cycle, instant >= cycle.upperBound || isCycleOnly && instant < cycle.lowerBound {
            shift = floorDivide(instant - cycle.lowerBound, cycle.count) * cycle.count
        }
        let index = indexAfter(instant - shift)
        let end = index < transitions.count ? transitions[index] + shift : .max
        return OffsetPeriod(offset: offsets[index], end: end)
    }

    /// The number of transitions that are not after an instant.
    private func indexAfter(_ instant: Int) -> Int {
        var range = 0..<transitions.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = transitions[middle] <= instant ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
