import Timing

/// When a keeper looks at its device again.
struct Reconsideration {
    /// When it looks, if nothing happens before and no hot-plug events are gathered.
    private var lookAt: MonotonicTime?
    private var burst = HotPlugBurst()
    /// How often in a row planning has led to a refusal.
    private var retries = 0

    private static let firstRetry = Duration.milliseconds(250)
    private static let longestRetry = Duration.seconds(5)

    /// When it looks, if nothing happens before.
    var at: MonotonicTime? { [lookAt, burst.endsAt].compactMap(\.self).min() }

    /// Whether the connectors may still be bouncing. Then another look follows for certain.
    var isSettling: Bool { burst.endsAt != nil }

    /// The connectors changed: they are looked at now, and again when no other change came for a while.
    mutating func changed(settling time: Duration, _ now: MonotonicTime) {
        if burst.happened(now, settling: time) { look(at: now) }
    }

    mutating func look(at now: MonotonicTime) { lookAt = now }

    /// Plans once more after something was refused: soon at first, then every few seconds.
    mutating func retryLater(_ now: MonotonicTime) {
        let delay = min(Self.longestRetry, Self.firstRetry * (1 << min(retries, 5)))
        retries += 1
        lookAt = min(lookAt ?? .distantFuture, now + delay)
    }

    /// - Returns: whether it is time to look.
    mutating func take(_ now: MonotonicTime) -> Bool {
        let isOver = burst.end(now)
        guard isOver || lookAt.map({ $0 <= now }) == true else { return false }
        lookAt = nil
        return true
    }

    /// Nothing is left to be tried again.
    mutating func succeeded() { retries = 0 }
}
