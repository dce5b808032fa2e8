import DisplayModel
import MediaDecoding
import SlideComposition
import Timing

/// The place of one device in an engine: opens it, opens it again whenever it was lost or has to be, and knows when to
/// give up.
///
/// Like everything below the engine it has no timer: it says when it is due.
final class DeviceSlot {
    let id: DeviceID
    let path: String
    private let open: Engine.OpenDevice
    private let makeController: (any DisplayDevice) throws -> DeviceController
    private let report: (EngineEvent) -> Void

    private(set) var controller: DeviceController?
    /// Called when a device is in use from now on, and when it is no more.
    var onChange: ((DeviceController?) throws -> Void)?
    /// When opening is tried again. Nil while the device is in use, or where that is hopeless.
    private var retryAt: MonotonicTime?
    /// How often in a row it could not be had.
    private var failures = 0
    /// When it was opened last, and how often in a row it was lost soon after.
    private var openedAt: MonotonicTime?
    private var shortLives = 0
    /// The reason for waiting that was told.
    private(set) var waiting: String?
    /// When it was opened anew because page flips did not come.
    private var reopenings: [MonotonicTime] = []
    /// Why opening the device anew does not help any more. The program should end, for its supervisor to start it afresh.
    private(set) var exhaustion: String?
    private var isPaused = false

    /// So often in so long is too often.
    private static let mostReopenings = 3
    private static let reopeningMemory = Duration.seconds(300)

    init(
        id: DeviceID, path: String, open: @escaping Engine.OpenDevice,
        makeController: @escaping (any DisplayDevice) throws -> DeviceController,
        report: @escaping (EngineEvent) -> Void
    ) {
        self.id = id
        self.path = path
        self.open = open
        self.makeController = makeController
        self.report = report
    }

    /// Opens the device, or says why not and when it is tried again.
    func start(now: MonotonicTime) {
        retryAt = nil
        guard !isPaused else { return retryAt = .zero }
        do {
            let controller = try makeController(try open())
            try controller.start(now: now)
            try onChange?(controller)
            self.controller = controller
            waiting = nil
            failures = 0
            openedAt = now
            exhaustion = nil
        } catch {
            failures += 1
            let failure = error as? DisplayError
            let reason = failure?.reason ?? "\(error)"
            // The kernel announces a card a moment before it can be opened: ENODEV at first is nothing to tell.
            let isArriving = failure?.recovery == .deviceGone && failures <= 3
            if !isArriving, waiting != reason {
                report(.deviceWaiting(path: path, reason: reason))
                waiting = reason
            }
            // A driver that cannot do it will not learn it.
            let isHopeless = failure?.code == DisplayError.Code.notSupported
            retryAt = isHopeless ? nil : now + .milliseconds(min(50 << min(failures - 1, 5), 1000))
        }
    }

    func advance(now: MonotonicTime) {
        guard !isPaused else { return }
        controller?.advance(now: now)
        if let error = controller?.lost {
            report(.deviceLost(path: path, reason: error.reason))
            waiting = error.reason
            release()
            // It may be there again under the same number before anybody says so. One that is lost again and again is
            // tried ever more rarely.
            let isShort = openedAt.map { now - $0 < .seconds(10) } ?? false
            shortLives = isShort ? shortLives + 1 : 0
            retryAt = now + .seconds(min(1 << max(0, min(shortLives - 4, 6)), 60))
        } else if let reason = controller?.needsReopening {
            reopen(reason, now)
        }
        if let time = retryAt, time <= now { start(now: now) }
    }

    private func reopen(_ reason: String, _ now: MonotonicTime) {
        reopenings.removeAll { now - $0 > Self.reopeningMemory }
        reopenings.append(now)
        report(.deviceLost(path: path, reason: reason))
        waiting = reason
        controller?.shutDown()
        release()
        if reopenings.count > Self.mostReopenings {
            exhaustion = "\(reason); opening the device anew \(Self.mostReopenings) times has not helped"
            // Whether the program ends is for its owner to say. If it goes on, so does this.
            retryAt = now + .seconds(60)
        } else {
            retryAt = now
        }
    }

    var nextDeadline: MonotonicTime? {
        isPaused ? nil : retryAt ?? controller?.nextDeadline
    }

    /// The session is away: nothing is opened or submitted.
    func pause() {
        isPaused = true
        controller?.pause()
    }

    func resume(now: MonotonicTime) {
        isPaused = false
        controller?.resume(now: now)
    }

    /// The device is gone from the system, or the program ends.
    func release() {
        try? onChange?(nil)
        controller = nil
    }

    var status: DeviceStatus {
        guard let controller else {
            return DeviceStatus(path: path, waiting: waiting ?? "it is being opened")
        }
        return DeviceStatus(
            path: path, driver: controller.snapshot.driver.name, renderer: controller.renderer?.summary,
            screens: controller.status)
    }
}
