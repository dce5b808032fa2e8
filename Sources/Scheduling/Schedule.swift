/// When something holds: on certain days, at certain times of them. All parts that are given must fit.
///
/// A day counts if it fits `days`, `dates` and `recurrence`; the windows of `times` begin on it. Instants are whole
/// seconds since 1970-01-01T00:00:00Z; those outside of the years 1 to 9999 are taken for the nearest inside.
public struct Schedule: Hashable, Sendable {
    /// Nil for every day.
    public var days: Set<Weekday>?
    /// By the clock on the wall; empty for the whole day. What the clocks skip is left out.
    public var times: [DailyWindow]
    /// A day of any of them counts; empty for every day.
    public var dates: [DateRange]
    public var recurrence: Recurrence?
    /// Whose clocks and days are meant.
    public var zone: TimeZoneRules

    public init(
        days: Set<Weekday>? = nil, times: [DailyWindow] = [], dates: [DateRange] = [], recurrence: Recurrence? = nil,
        zone: TimeZoneRules
    ) {
        self.days = days
        self.times = times
        self.dates = dates
        self.recurrence = recurrence
        self.zone = zone
    }

    /// Whether a schedule is in force, and how long it is so without a break.
    public struct State: Hashable, Sendable {
        public var isActive: Bool
        /// The instant from which on. Nil for more than ten years.
        public var since: Int?
        /// The instant at which it is so no more. Nil for more than ten years.
        public var until: Int?

        public init(isActive: Bool, since: Int? = nil, until: Int? = nil) {
            self.isActive = isActive
            self.since = since
            self.until = until
        }
    }

    public func isActive(at instant: Int) -> Bool {
        let instant = instant.clampedToCalendar
        // To look at the clock is less work than to ask a rule.
        let windows = self.windows
        return days(around: instant).contains { day in
            windows.contains { self.instants(of: $0, on: day).contains(instant) } && counts(day)
        }
    }

    /// Looks at ten years of days in each direction, at most.
    public func state(at instant: Int) -> State {
        let instant = instant.clampedToCalendar
        let isActive = isActive(at: instant)
        return State(
            isActive: isActive, since: since(instant, isActive: isActive), until: until(instant, isActive: isActive))
    }

    // MARK: Changes

    private static let reach = 3653

    /// The end of the stretch that goes on at an instant, or the beginning of the next.
    private func until(_ instant: Int, isActive: Bool) -> Int? {
        var change = isActive ? instant : nil
        let first = days(around: instant).lowerBound
        for days in WideningSearch(from: first, through: days(around: instant).upperBound + Self.reach) {
            // Where the clocks jump, a window of an earlier day may begin after one of a later day.
            for stretch in stretches(of: days.lowerBound - 3...days.upperBound) {
                if isActive {
                    if let end = change, stretch.lowerBound <= end { change = max(end, stretch.upperBound) }
                } else if stretch.lowerBound > instant {
                    change = min(change ?? .max, stretch.lowerBound)
                }
            }
            // The windows of later days begin later, and it is decided.
            if let change, change < earliest(of: days.upperBound + 1) { return change }
        }
        return nil
    }

    /// The same into the past, where a stretch that ends with the instant is the one before.
    private func since(_ instant: Int, isActive: Bool) -> Int? {
        var change = isActive ? instant : nil
        let last = days(around: instant).upperBound
        for days in WideningSearch(from: last, through: days(around: instant).lowerBound - Self.reach) {
            for stretch in stretches(of: days.lowerBound...days.upperBound + 3).reversed() {
                if isActive {
                    if let start = change, stretch.upperBound >= start { change = min(start, stretch.lowerBound) }
                } else if stretch.upperBound <= instant {
                    change = max(change ?? .min, stretch.upperBound)
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
        (days?.contains(Weekday(dayNumber: day)) ?? true) && (dates.isEmpty || dates.contains { $0.contains(day) })
            && (recurrence?.contains(day) ?? true)
    }

    /// When the windows of the days of a range are open, in order, without those that touch or overlap.
    private func stretches(of days: ClosedRange<Int>) -> [Range<Int>] {
        let candidates = recurrence?.days(in: days) ?? Array(days)
        var simple = self
        simple.recurrence = nil
        let windows = self.windows
        let open = candidates.filter(simple.counts).flatMap { day in windows.map { instants(of: $0, on: day) } }
            .filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        var result: [Range<Int>] = []
        for range in open {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Empty where the clocks skip all of it.
    private func instants(of window: DailyWindow, on day: Int) -> Range<Int> {
        let start = zone.instant(ofDay: day, seconds: window.from.seconds)
        let isPastMidnight = window.to <= window.from
        let end = zone.instant(ofDay: isPastMidnight ? day + 1 : day, seconds: window.to.seconds)
        return start..<max(start, end)
    }
}
