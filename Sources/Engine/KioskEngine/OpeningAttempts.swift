import DisplayModel
import Rendering
import Timing

/// When a device is opened again that could not be had, or was lost.
struct OpeningAttempts {
    /// When opening is tried again. Nil while the device is in use, or where that is hopeless.
    private(set) var retryAt: MonotonicTime?
    /// The reason for waiting that was reported.
    private(set) var waiting: String?
    private(set) var exhaustion: String?
    /// How often in a row it could not be had.
    private var failures = 0
    /// When it was opened last, and how often in a row it was lost soon after.
    private var openedAt: MonotonicTime?
    private var shortLives = 0
    /// When it was reopened because something did not work.
    private var reopenings: [MonotonicTime] = []

    /// So often in so long is too often.
    private static let mostReopenings = 3
    private static let reopeningMemory = Duration.seconds(300)
    private static let shortLife = Duration.seconds(10)
    /// So often a renderer may fail to be made before tries become rare.
    private static let patience = 5

    mutating func postpone(until time: MonotonicTime) { retryAt = time }

    /// There is nothing to be had, and nothing to be waited for.
    mutating func giveUp() { retryAt = nil }

    /// It is open, and its monitors are asked.
    mutating func begin() { retryAt = nil }

    mutating func opened(at now: MonotonicTime) {
        (retryAt, waiting, exhaustion, failures, openedAt) = (nil, nil, nil, 0, now)
    }

    /// It could not be opened.
    /// - Returns: the reason, where it is news.
    mutating func failed(_ error: any Error, at now: MonotonicTime) -> String? {
        failures += 1
        let failure = error as? DisplayError
        let reason = failure?.reason ?? "\(error)"
        // A driver that cannot do it will not learn it.
        let isHopeless = failure?.code == DisplayError.Code.notSupported
        // Each try asks all monitors and takes the screens' time. A driver whose GL does not work will rarely learn it.
        let isBroken = error is RenderingError && failures > Self.patience
        let wait: Duration =
            isBroken
            ? .seconds(1 << min(failures - Self.patience, 7)) : .milliseconds(min(50 << min(failures - 1, 5), 1000))
        retryAt = isHopeless ? nil : now + wait
        // The kernel announces a card a moment before it can be opened: ENODEV at first is nothing to report.
        let isArriving = failure?.recovery == .deviceGone && failures <= 3
        guard !isArriving, waiting != reason else { return nil }
        waiting = reason
        return reason
    }

    /// It was in use and is gone. It may be there again under the same number before anybody says so; one that is lost
    /// again and again is tried ever more rarely.
    mutating func lost(_ reason: String, at now: MonotonicTime) {
        waiting = reason
        let isShort = openedAt.map { now - $0 < Self.shortLife } ?? false
        shortLives = isShort ? shortLives + 1 : 0
        retryAt = now + .seconds(min(1 << max(0, min(shortLives - 4, 6)), 60))
    }

    /// It is reopened because that may help.
    mutating func reopen(_ reason: String, at now: MonotonicTime) {
        waiting = reason
        reopenings.removeAll { now - $0 > Self.reopeningMemory }
        reopenings.append(now)
        guard reopenings.count > Self.mostReopenings else { return retryAt = now }
        exhaustion = "\(reason); reopening the device \(Self.mostReopenings) times has not helped"
        // Whether the program ends is for its owner to say. If it goes on, so does this.
        retryAt = now + .seconds(60)
    }
}
