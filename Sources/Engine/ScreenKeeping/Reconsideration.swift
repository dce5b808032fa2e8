import Timing

/// When a keeper looks at its device again.
struct Reconsideration {
    /// When it looks, if nothing happens before.
    private(set) var at: MonotonicTime?
    /// When the first of the changes came that ``at`` waits to settle.
    private var unsettledSince: MonotonicTime?
    /// How often in a row planning has led to a refusal.
    private var retries = 0

    /// How many settle times of changes that follow one another are waited for at most.
    private static let mostBounces = 6
    private static let firstRetry = Duration.milliseconds(250)
    private static let longestRetry = Duration.seconds(5)

    /// The connectors changed; they are looked at when no other change comes for a while.
    mutating func settle(for time: Duration, _ now: MonotonicTime) {
        // A bounce within the settle time starts it anew, but not for ever.
        let since = unsettledSince ?? now
        unsettledSince = since
        at = min(now + time, since + time * Self.mostBounces)
    }

    mutating func look(at now: MonotonicTime) { at = now }

    /// Plans once more after something was refused: soon at first, then every few seconds.
    mutating func retryLater(_ now: MonotonicTime) {
        let delay = min(Self.longestRetry, Self.firstRetry * (1 << min(retries, 5)))
        retries += 1
        at = min(at ?? .distantFuture, now + delay)
    }

    /// - Returns: whether it is time to look.
    mutating func take(_ now: MonotonicTime) -> Bool {
        guard let time = at, time <= now else { return false }
        at = nil
        unsettledSince = nil
        return true
    }

    /// Nothing is left to be tried again.
    mutating func succeeded() { retries = 0 }
}
