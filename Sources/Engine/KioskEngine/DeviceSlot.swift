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
    /// Whether the device turned out to be none for screens.
    private(set) var drawsOnly = false
    /// The device that is open and whose monitors are asked for the first time.
    private var opening: FirstLook?
    /// What the device showed before it was reopened.
    private var formers = FormerDevices()
    private var isPaused = false

    /// What a slot needs of its engine.
    struct Surroundings {
        var open: Engine.OpenDevice
        /// - Parameters:
        ///   - seen: the device as it is now.
        ///   - original: how the device was found when it was opened first. Nil for as it is now.
        var makePlayer: (any DisplayDevice, _ seen: DeviceSnapshot, _ original: DeviceSnapshot?) -> DevicePlayer
        /// Makes a call that takes long on another thread; ``DeviceSlot/jobEnded(now:)`` is called after it.
        var runElsewhere: (SlowCall, @escaping @Sendable () -> Void) -> Void
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
            let device = try surroundings.open()
            guard let surveyor = device.surveyor else {
                return try begin(device, seen: try device.snapshot(.probe), now: now)
            }
            let look = FirstLook(at: device)
            opening = look
            attempts.begin()
            surroundings.runElsewhere(.survey(.probe)) { [result = look.result] in
                do throws(DisplayError) { result.set(.success(try surveyor(.probe))) } catch {
                    result.set(.failure(error))
                }
            }
        } catch {
            failed(error, now: now)
        }
    }

    private func begin(_ device: any DisplayDevice, seen: DeviceSnapshot, now: MonotonicTime) throws {
        let player = surroundings.makePlayer(device, seen, formers.original)
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
    }

    private func failed(_ error: any Error, now: MonotonicTime) {
        if let error = error as? DisplayError, error.isOfDrawOnlyDevice {
            drawsOnly = true
            attempts.giveUp()
            return surroundings.report(.trace(about: path, text: error.reason))
        }
        if let reason = attempts.failed(error, at: now) {
            surroundings.report(.deviceWaiting(path: path, reason: reason))
        }
    }

    /// A call on another thread has ended.
    func jobEnded(now: MonotonicTime) {
        keeper?.jobEnded(now: now)
        guard let look = opening, let result = look.result.take() else { return }
        opening = nil
        formers.stay(now: now)
        // The session may have been away meanwhile, and the device with it.
        guard !isPaused else { return attempts.postpone(until: .zero) }
        do {
            try begin(look.device, seen: try result.get(), now: now)
            if look.isOutdated { keeper?.connectorsChanged(now: now) }
        } catch {
            failed(error, now: now)
        }
    }

    /// Something about the connectors changed, or may have.
    func connectorsChanged(_ hotPlug: HotPlug? = nil, now: MonotonicTime) {
        opening?.isOutdated = true
        keeper?.connectorsChanged(hotPlug, now: now)
    }

    /// The machine was suspended.
    func machineResumed(now: MonotonicTime) {
        opening?.isOutdated = true
        keeper?.machineResumed(now: now)
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
        // While monitors are asked the last frames stay: nothing else would come instead of them.
        if opening == nil { formers.advance(with: keeper, now: now, close: surroundings.onClose) }
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
        guard !isPaused, opening == nil else { return nil }
        return [attempts.retryAt ?? player?.nextDeadline, formers.nextDeadline].compactMap(\.self).min()
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
        (player, opening) = (nil, nil)
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
