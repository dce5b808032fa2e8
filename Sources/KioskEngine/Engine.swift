import Dispatch
public import DisplayModel
public import LinuxEvents
public import MediaDecoding
public import SlideComposition
import Timing

/// Plays one show on the screens of every display device that it is given, on an event loop's thread.
public final class Engine {
    /// Opens a device to drive it. Called again while it cannot be had: soon at first, then once a second.
    public typealias OpenDevice = () throws(DisplayError) -> any DisplayDevice

    private let loop: EventLoop
    private let show: Show
    private let settings: EngineSettings
    private let service: PictureService
    private let makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
    private let report: (EngineEvent) -> Void

    private var devices: [Slot] = []
    private var timer: EventLoop.Deadline?
    private var decoderWatch: EventLoop.Watch?
    /// Devices whose monitors have been asked by another thread.
    private let probed: Mailbox<DeviceID>
    private var probedWatch: EventLoop.Watch?
    private let prober = DispatchQueue(label: "connector prober")

    private final class Slot {
        let id: DeviceID
        let path: String
        let open: OpenDevice
        var controller: DeviceController?
        var watch: EventLoop.Watch?
        var retryAt: MonotonicTime?
        /// How often in a row it could not be had.
        var failures = 0
        /// The reason for waiting that was told.
        var told: String?

        init(id: DeviceID, path: String, open: @escaping OpenDevice) {
            self.id = id
            self.path = path
            self.open = open
        }
    }

    public init(
        loop: EventLoop, show: Show, settings: EngineSettings, decoder: DecoderClient,
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer,
        report: @escaping (EngineEvent) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.show = show
        self.settings = settings
        self.makeRenderer = makeRenderer
        self.report = report
        service = PictureService(decoder)
        probed = try Mailbox()
        timer = loop.makeTimer { [unowned self] in advance() }
        decoderWatch = try loop.watch(decoder.descriptor) { [unowned self] in advance() }
        probedWatch = try loop.watch(probed.rawDescriptor) { [unowned self] in
            for id in probed.take() {
                devices.first { $0.id == id }?.controller?.probed(now: EventLoop.now)
            }
            advance()
        }
    }

    // MARK: Devices

    /// Takes a device into use, now or as soon as it can be had.
    public func deviceAppeared(_ id: DeviceID, path: String, open: @escaping OpenDevice) {
        guard !devices.contains(where: { $0.id == id }) else { return connectorsChanged(id) }
        let slot = Slot(id: id, path: path, open: open)
        devices.append(slot)
        start(slot)
        advance()
    }

    /// A device is gone from the system; everything that belongs to it is closed.
    public func deviceVanished(_ id: DeviceID) {
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        let slot = devices.remove(at: index)
        if slot.controller != nil { report(.deviceLost(path: slot.path, reason: "removed")) }
        release(slot)
        advance()
    }

    /// Connectors of a device changed, or of any device where none is named.
    public func connectorsChanged(_ id: DeviceID? = nil) {
        for slot in devices where id == nil || slot.id == id {
            slot.controller?.connectorsChanged(now: EventLoop.now)
        }
        advance()
    }

    // MARK: Sessions

    private var isPaused = false

    /// Stops submitting at once, on every device.
    public func pause() { isPaused = true }

    /// Goes on after ``pause()``, or after anything may have changed.
    public func resume() {
        isPaused = false
        for slot in devices {
            guard let controller = slot.controller else { continue }
            for output in controller.outputs { controller.relight(output, EventLoop.now) }
        }
        connectorsChanged()
    }

    /// The machine was suspended.
    public func systemResumed() {
        if !isPaused { resume() }
    }

    /// Gives all screens back and lets go of all devices.
    public func shutDown() {
        for slot in devices {
            if !isPaused { slot.controller?.shutDown() }
            release(slot)
        }
        devices = []
        timer?.clear()
        decoderWatch?.cancel()
        probedWatch?.cancel()
    }

    /// How many devices are in use or waited for.
    public var deviceCount: Int { devices.count }

    private func start(_ slot: Slot) {
        let now = EventLoop.now
        slot.retryAt = nil
        do {
            let device = try slot.open()
            let controller = try DeviceController(
                device: device, show: show, settings: settings, service: service, makeRenderer: makeRenderer,
                runElsewhere: { [prober, probed, id = slot.id] job in
                    prober.async {
                        job()
                        probed.post(id)
                    }
                },
                clock: { EventLoop.now }, report: report)
            try controller.start(now: now)
            slot.watch = try loop.watch(device.eventDescriptor) { [unowned self, unowned controller] in
                controller.eventsArrived(now: EventLoop.now)
                advance()
            }
            slot.controller = controller
            slot.told = nil
            slot.failures = 0
        } catch {
            slot.failures += 1
            let reason = (error as? DisplayError)?.reason ?? "\(error)"
            // The kernel announces a card a moment before it can be opened: ENODEV at first is nothing to tell.
            let isArriving = (error as? DisplayError)?.recovery == .deviceGone && slot.failures <= 3
            if !isArriving, slot.told != reason {
                report(.deviceWaiting(path: slot.path, reason: reason))
                slot.told = reason
            }
            // A driver that cannot do it will not learn it.
            let isHopeless = (error as? DisplayError)?.code == DisplayError.Code.notSupported
            let pause = Duration.milliseconds(min(50 << min(slot.failures - 1, 5), 1000))
            slot.retryAt = isHopeless ? nil : EventLoop.now + pause
        }
    }

    private func release(_ slot: Slot) {
        slot.watch?.cancel()
        slot.watch = nil
        slot.controller = nil
    }

    // MARK: Turning

    /// Lets every part do what is due, and sets the timer for what comes next.
    private func advance() {
        guard !isPaused else {
            timer?.clear()
            return
        }
        service.advance(now: EventLoop.now)
        for slot in devices {
            slot.controller?.advance(now: EventLoop.now)
            if let error = slot.controller?.lost {
                report(.deviceLost(path: slot.path, reason: error.reason))
                release(slot)
                // It may be there again under the same number before anybody says so.
                slot.retryAt = EventLoop.now + .seconds(1)
            }
            if let time = slot.retryAt, time <= EventLoop.now { start(slot) }
        }
        let deadlines =
            devices.compactMap { $0.retryAt ?? $0.controller?.nextDeadline } + [service.nextDeadline].compactMap(\.self)
        if let next = deadlines.min(), next != .distantFuture { timer?.set(next) } else { timer?.clear() }
    }
}
