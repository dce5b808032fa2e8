public import Timing

/// When something holds: on certain days, at certain times of them. All parts that are given must fit.
///
/// A day counts if it fits `days`, `dates` and `recurrence` and is none of the `exceptions`; the windows of `times` begin
/// on it. Of `moments` only what lies in them counts. Instants outside of the years 1 to 9999 are taken for the nearest
/// inside.
public struct Schedule: Hashable, Sendable {
    /// Nil for every day.
    public var days: Set<Weekday>?
    /// By the clock on the wall; empty for the whole day. What the clocks skip is left out.
    public var times: [DailyWindow]
    /// The days of the calendar that count. Nil for every day.
    public var dates: CalendarDays?
    /// Beside the days of ``dates``, what lies in one of these counts.
    public var moments: [MomentRange] = []
    public var recurrence: Recurrence?
    /// The days that do not count, whatever else fits them.
    public var exceptions = CalendarDays()
    /// What lies in one of these does not count either.
    public var gaps: [MomentRange] = []
    /// Whose clocks and days are meant.
    public var zone: TimeZoneRules

    public init(
        days: Set<Weekday>? = nil, times: [DailyWindow] = [], dates: [DateRange] = [], recurrence: Recurrence? = nil,
        zone: TimeZoneRules
    ) {
        self.days = days
        self.times = times
        self.dates = dates.isEmpty ? nil : CalendarDays(dates)
        self.recurrence = recurrence
        self.zone = zone
    }

    /// Whether a schedule is in force, and how long it is so without a break.
    public struct State: Hashable, Sendable {
        public var isActive: Bool
        /// The instant from which on. Nil for more than ten years.
        public var since: WallTime?
        /// The instant at which it is so no more. Nil for more than ten years.
        public var until: WallTime?

        public init(isActive: Bool, since: WallTime? = nil, until: WallTime? = nil) {
            self.isActive = isActive
            self.since = since
            self.until = until
        }
    }

    public func isActive(at instant: WallTime) -> Bool { isActive(atSecond: instant.seconds.clampedToCalendar) }

    private func isActive(atSecond instant: Int) -> Bool {
        // To look at the clock is less work than to ask a rule.
        let windows = self.windows
        return days(around: instant).contains { day in
            windows.contains { self.instants(of: $0, on: day).contains(instant) } && counts(day)
                && (isDated(day) || moments.contains { $0.instants(in: zone).contains(instant) })
        } && !gaps.contains { $0.instants(in: zone).contains(instant) }
    }

    /// Whether it is not in force, and never will be. What a rule has after a hundred years does not count.
    public func isOver(at instant: WallTime) -> Bool {
        let state = state(at: instant)
        guard !state.isActive, state.until == nil else { return false }
        // What begins later than it was looked for.
        let far = days(around: instant.seconds.clampedToCalendar).upperBound + Self.reach
        let beginnings =
            (dates?.beginnings(after: far) ?? []) + moments.compactMap(\.firstDay).filter { $0 > far }
            + [recurrence?.first(onOrAfter: CivilDate(dayNumber: far))?.dayNumber].compactMap(\.self)
        return !beginnings.contains { day in
            let state = self.state(at: WallTime(seconds: (day - 3) * 86400))
            return state.isActive || state.until != nil
        }
    }

    /// Looks at ten years of days in each direction, at most.
    public func state(at instant: WallTime) -> State {
        let second = instant.seconds.clampedToCalendar
        let isActive = isActive(atSecond: second)
        return State(
            isActive: isActive, since: since(second, isActive: isActive).map(WallTime.init(seconds:)),
            until: until(second, isActive: isActive).map(WallTime.init(seconds:)))
    }

    /// When it is in force, as far as that lies in a range: in order, apart from one another. In seconds since
    /// 1970-01-01T00:00:00Z. For many changes in a row it costs less than to ask for the state at each.
    public func intervals(in range: Range<Int>) -> [Range<Int>] {
        guard !range.isEmpty else { return [] }
        var first = days(around: range.lowerBound.clampedToCalendar).lowerBound - 2
        var last = days(around: range.upperBound.clampedToCalendar).upperBound + 2
        // Of a thousand items with dates, most are far away.
        if dates != nil || !moments.isEmpty {
            let spans = moments.map(\.days) + [dates?.span].compactMap(\.self)
            first = max(first, spans.map(\.lowerBound).min() ?? .max)
            last = min(last, spans.map(\.upperBound).max() ?? .min)
        }
        guard first <= last else { return [] }
        return intervals(of: first...last).map { $0.clamped(to: range) }.filter { !$0.isEmpty }
    }

    // MARK: Changes

    private static let reach = 3653

    /// The end of the interval that goes on at an instant, or the beginning of the next.
    private func until(_ instant: Int, isActive: Bool) -> Int? {
        var change = isActive ? instant : nil
        let first = days(around: instant).lowerBound
        for days in WideningSearch(from: first, through: days(around: instant).upperBound + Self.reach) {
            // Where the clocks jump, a window of an earlier day may begin after one of a later day.
            for interval in intervals(of: days.lowerBound - 3...days.upperBound) {
                if isActive {
                    if let end = change, interval.lowerBound <= end { change = max(end, interval.upperBound) }
                } else if interval.lowerBound > instant {
                    change = min(change ?? .max, interval.lowerBound)
                }
            }
            // The windows of later days begin later, and it is decided.
            if let change, change < earliest(of: days.upperBound + 1) { return change }
        }
        return nil
    }

    /// The same into the past, where a interval that ends with the instant is the one before.
    private func since(_ instant: Int, isActive: Bool) -> Int? {
        var change = isActive ? instant : nil
        let last = days(around: instant).upperBound
        for days in WideningSearch(from: last, through: days(around: instant).lowerBound - Self.reach) {
            for interval in intervals(of: days.lowerBound...days.upperBound + 3).reversed() {
                if isActive {
                    if let start = change, interval.upperBound >= start { change = min(start, interval.lowerBound) }
                } else if interval.upperBound <= instant {
                    change = max(change ?? .min, interval.upperBound)
                }
            }
            if let change, change > latest(of: days.lowerBound - 1) { return change }
        }
        return nil
    }

    // MARK: Days and their windows

    /// The days whose windows an instant may lie in, whichever offset is in force, as days since 1970-01-01.
    private func days(around instant: Int) -> ClosedRange<Int> {
        let least = floorDivide(instant + zone.offsets.lowerBound, 86400)
        // Those of the day before may go on until this one ends.
        return least - 1...floorDivide(instant + zone.offsets.upperBound, 86400)
    }

    /// No window of this day or a later one begins before this instant.
    private func earliest(of day: Int) -> Int { day * 86400 - zone.offsets.upperBound }

    /// No window of this day or an earlier one ends after this instant: the last ends when the following day does.
    private func latest(of day: Int) -> Int { (day + 2) * 86400 - zone.offsets.lowerBound }

    private var windows: [DailyWindow] { times.isEmpty ? [.wholeDay] : times }

    private func counts(_ day: Int) -> Bool {
        (days?.contains(Weekday(dayNumber: day)) ?? true) && (recurrence?.contains(day) ?? true)
            && !exceptions.contains(day)
    }

    /// Whether all of the windows of a day count, as far as dates go.
    private func isDated(_ day: Int) -> Bool { dates?.contains(day) ?? moments.isEmpty }

    /// When the windows of the days of a range are open, in order, without those that touch or overlap.
    private func intervals(of days: ClosedRange<Int>) -> [Range<Int>] {
        let candidates = recurrence?.days(in: days) ?? Array(days)
        var simple = self
        simple.recurrence = nil
        let windows = self.windows
        let moments = self.moments.map { $0.instants(in: zone) }
        let open = candidates.filter(simple.counts).flatMap { day in
            let whole = windows.map { instants(of: $0, on: day) }
            return isDated(day) ? whole : moments.flatMap { moments in whole.map { $0.clamped(to: moments) } }
        }
        .filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        var result: [Range<Int>] = []
        for range in without(gaps, of: open) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Ranges without what lies in gaps, in the same order.
    private func without(_ gaps: [MomentRange], of ranges: [Range<Int>]) -> [Range<Int>] {
        gaps.reduce(ranges) { ranges, gap in
            let gap = gap.instants(in: zone)
            return ranges.flatMap { range -> [Range<Int>] in
                guard range.overlaps(gap) else { return [range] }
                return [
                    range.lowerBound..<max(range.lowerBound, gap.lowerBound),
                    min(range.upperBound, gap.upperBound)..<range.upperBound,
                ]
                .filter { !$0.isEmpty }
            }
        }
        .sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Empty where the clocks skip all of it.
    private func instants(of window: DailyWindow, on day: Int) -> Range<Int> {
        let start = zone.second(ofDay: day, seconds: window.from.seconds)
        let isPastMidnight = window.to <= window.from
        let end = zone.second(ofDay: isPastMidnight ? day + 1 : day, seconds: window.to.seconds)
        return start..<max(start, end)
    }
}
