import Timing

/// Hot-plug events that follow one another: contacts bounce, and a dock has several for each of its monitors.
///
/// The first one is acted upon at once. Those that follow are gathered until none came for the settle time; then the
/// device is looked at once more.
struct HotPlugBurst {
    /// When it is over, if nothing else happens. Nil while nothing does.
    private(set) var endsAt: MonotonicTime?
    /// When the first event came that was not acted upon yet.
    private var gathersSince: MonotonicTime?
    private var settleTime = Duration.zero
    /// Until when events are gathered without acting upon the first: the last burst was longer than one event, so that
    /// what comes next belongs to it.
    private var restsUntil = MonotonicTime.zero

    /// How many settle times of events that follow one another are waited for at most.
    private static let mostBounces = 6

    /// - Returns: whether to act upon it at once.
    mutating func happened(_ now: MonotonicTime, settling time: Duration) -> Bool {
        guard time > .zero else { return true }
        settleTime = time
        if endsAt == nil, restsUntil <= now {
            endsAt = now + time
            return true
        }
        // Each event makes it longer, but not for ever.
        let since = gathersSince ?? now
        gathersSince = since
        endsAt = min(now + time, since + time * Self.mostBounces)
        return false
    }

    /// - Returns: once, whether it is over.
    mutating func end(_ now: MonotonicTime) -> Bool {
        guard let end = endsAt, end <= now else { return false }
        if gathersSince != nil { restsUntil = now + settleTime }
        (endsAt, gathersSince) = (nil, nil)
        return true
    }
}
