import DisplayModel
import MediaDecoding
import Rendering
import ScreenKeeping
import Timing

/// The place of one device in an engine: opens it, opens it again whenever it was lost or has to be, and knows when to
/// give up.
///
/// Like everything below the engine it has no timer: it says when it is due.
final class DeviceSlot {
    let id: DeviceID
    let path: String
    private let surroundings: Surroundings
    /// The device that is in use: what keeps its screens lit, and what they show.
    private(set) var player: DevicePlayer?
    private(set) var attempts = OpeningAttempts()
    /// What the device showed before it was reopened.
    private var formers = FormerDevices()
    private var isPaused = false

    /// What a slot needs of its engine.
    struct Surroundings {
        var open: Engine.OpenDevice
        /// - Parameter original: how the device was found when it was opened first. Nil for as it is now.
        var makePlayer: (any DisplayDevice, _ original: DeviceSnapshot?) throws -> DevicePlayer
        /// Called when a device is in use from now on, and when it is no more.
        var onChange: (DevicePlayer?) throws -> Void
        /// Called when the device is closed, with everything that was opened of it.
        var onClose: () -> Void = {}
        var report: (EngineEvent) -> Void
    }

    init(id: DeviceID, path: String, surroundings: Surroundings) {
        self.id = id
        self.path = path
        self.surroundings = surroundings
    }

    var keeper: ScreenKeeper? { player?.keeper }
    var hasLitScreen: Bool { keeper?.hasLitScreen == true }

    /// Opens the device, or says why not and when it is tried again.
    func start(now: MonotonicTime) {
        guard !isPaused else { return attempts.postpone(until: .zero) }
        do {
            let player = try surroundings.makePlayer(try surroundings.open(), formers.original)
            do {
                player.usePower(now: now)
                try player.keeper.start(now: now)
                try surroundings.onChange(player)
            } catch {
                player.end(now: now)
                throw error
            }
            self.player = player
            attempts.opened(at: now)
        } catch {
            if let reason = attempts.failed(error, at: now) {
                surroundings.report(.deviceWaiting(path: path, reason: reason))
            }
        }
    }

    func advance(now: MonotonicTime) {
        guard !isPaused else { return }
        player?.advance(now: now)
        if let error = keeper?.lost {
            surroundings.report(.deviceLost(path: path, reason: error.reason))
            release(now: now)
            attempts.lost(error.reason, at: now)
        } else if let reason = keeper?.needsReopening {
            surroundings.report(.deviceLost(path: path, reason: reason))
            setAside(now: now)
            attempts.reopen(reason, at: now)
        }
        if let time = attempts.retryAt, time <= now { start(now: now) }
        formers.advance(with: keeper, now: now, close: surroundings.onClose)
    }

    /// Keeps the open device for what is on its screens alone.
    private func setAside(now: MonotonicTime) {
        guard let player else { return }
        try? surroundings.onChange(nil)
        player.end(now: now)
        player.keeper.relinquish()
        formers.add(player, now: now)
        self.player = nil
    }

    var nextDeadline: MonotonicTime? {
        isPaused ? nil : [attempts.retryAt ?? player?.nextDeadline, formers.nextDeadline].compactMap(\.self).min()
    }

    /// Why reopening the device does not help any more. The program should end, for its supervisor to start it afresh.
    var exhaustion: String? { attempts.exhaustion }

    /// The session is away: nothing is opened or submitted.
    func pause() {
        isPaused = true
        keeper?.pause()
    }

    func resume(now: MonotonicTime) {
        isPaused = false
        player?.usePower(now: now)
        keeper?.resume(now: now)
    }

    /// The device is gone from the system, or the program ends.
    func release(now: MonotonicTime) {
        try? surroundings.onChange(nil)
        player?.end(now: now)
        surroundings.onClose()
        player = nil
        formers.letGo()
    }

    var status: DeviceStatus {
        guard let keeper else {
            return DeviceStatus(path: path, waiting: attempts.waiting ?? "it is being opened")
        }
        return DeviceStatus(
            path: path, driver: keeper.driver, renderer: keeper.rendererSummary, screens: keeper.status)
    }
}

/// A device in use: the keeper of its screens, and what they show.
final class DevicePlayer {
    let keeper: ScreenKeeper
    let contents: DeviceContents
    /// When a message may light a screen that is off, or not any more.
    private var powerChange: MonotonicTime?

    init(_ keeper: ScreenKeeper, _ contents: DeviceContents) {
        self.keeper = keeper
        self.contents = contents
    }

    /// Has screens off or lit, by their schedules.
    func usePower(now: MonotonicTime) {
        let (power, change) = contents.power(of: keeper.screensOffBySchedule, now: now)
        powerChange = change
        keeper.use(power, now: now)
    }

    func advance(now: MonotonicTime) {
        usePower(now: now)
        keeper.advance(now: now)
        guard !keeper.isAway else { return }
        contents.retryUploads(now: now)
        if contents.hasUploads, contents.upload(besideFlips: keeper.isFlipping, now: now) {
            keeper.contentArrived(now: now)
        }
        if let error = contents.lostContext { keeper.rendererLost("\(error)", now: now) }
    }

    var nextDeadline: MonotonicTime? {
        guard !keeper.isAway else { return keeper.nextDeadline }
        // While frames are moving, uploads go on after each flip; otherwise at once.
        if contents.hasUploads && !keeper.isFlipping { return .zero }
        return [keeper.nextDeadline, powerChange, contents.nextRetry].compactMap(\.self).min()
    }

    /// The device is closed.
    func end(now: MonotonicTime) { contents.end(now: now) }
}

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
