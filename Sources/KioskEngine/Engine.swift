import Dispatch
public import DisplayModel
public import DisplayPlanning
public import LinuxEvents
public import MediaDecoding
public import Playlist
public import SlideComposition
public import Timing

/// Plays one show on the screens of every display device that it is given, on an event loop's thread.
public final class Engine {
    /// Opens a device to drive it. Called again while it cannot be had: soon at first, then once a second.
    public typealias OpenDevice = () throws(DisplayError) -> any DisplayDevice

    private let loop: EventLoop
    private let programme: Programme
    private let settings: EngineSettings
    private let service: PictureService
    private let makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
    private let report: (EngineEvent) -> Void

    private var slots: [DeviceSlot] = []
    private var watches: [DeviceID: EventLoop.Watch] = [:]
    private var timer: EventLoop.Deadline?
    private var decoderWatch: EventLoop.Watch?
    /// Devices whose monitors have been asked by another thread.
    private let probed: Mailbox<DeviceID>
    private var probedWatch: EventLoop.Watch?
    private let prober = DispatchQueue(label: "connector prober")
    private var isPaused = false
    private var heartbeat: Heartbeat?

    /// What shows in the place of a playlist of which nothing can be shown, or of a substitute of which nothing can be
    /// shown either. Nil leaves the screens as they are.
    public var substitute: ((_ path: PlaylistPath, _ broken: Show) -> Show?)?
    /// The substitutes of which nothing could be shown, the last one of each playlist.
    private var brokenSubstitutes: [PlaylistPath: Show] = [:]

    /// Called when page flips do not come on a device whatever was tried, and no other device has a lit screen: then the
    /// program should end with a failure, for its supervisor to start it afresh.
    public var onExhaustion: ((String) -> Void)?

    public init(
        loop: EventLoop, programme: Programme, settings: EngineSettings, decoder: DecoderClient,
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer,
        report: @escaping (EngineEvent) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.programme = programme
        self.settings = settings
        self.makeRenderer = makeRenderer
        self.report = report
        service = PictureService(decoder)
        probed = try Mailbox()
        timer = loop.makeTimer { [unowned self] in advance() }
        decoderWatch = try loop.watch(decoder.descriptor) { [unowned self] in advance() }
        probedWatch = try loop.watch(probed.rawDescriptor) { [unowned self] in
            for id in probed.take() { slot(id)?.controller?.probed(now: EventLoop.now) }
            advance()
        }
    }

    // MARK: Devices

    /// Takes a device into use, now or as soon as it can be had.
    public func deviceAppeared(_ id: DeviceID, path: String, open: @escaping OpenDevice) {
        guard slot(id) == nil else { return connectorsChanged(id) }
        let slot = DeviceSlot(
            id: id, path: path, open: open,
            makeController: { [unowned self] device in try makeController(device, id) }, report: report)
        slot.onChange = { [unowned self] controller in try watch(id, controller) }
        slots.append(slot)
        if isPaused { slot.pause() }
        slot.start(now: EventLoop.now)
        advance()
    }

    /// A device is gone from the system; everything that belongs to it is closed.
    public func deviceVanished(_ id: DeviceID) {
        guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
        let slot = slots.remove(at: index)
        if slot.controller != nil { report(.deviceLost(path: slot.path, reason: "removed")) }
        slot.release()
        advance()
    }

    /// Connectors of a device changed, or of any device where none is named.
    public func connectorsChanged(_ id: DeviceID? = nil) {
        for slot in slots where id == nil || slot.id == id {
            slot.controller?.connectorsChanged(now: EventLoop.now)
        }
        advance()
    }

    /// The machine was suspended and is awake again: monitors may have changed unseen, and pipes be off.
    public func systemResumed() {
        for slot in slots { slot.controller?.stateUnknown(now: EventLoop.now) }
        advance()
    }

    /// The wall clock was set, or stood still while the machine was suspended.
    public func clockSet(_ clock: WallClock) {
        var steps: [ObjectIdentifier: Duration] = [:]
        for show in programme.all { steps[ObjectIdentifier(show)] = show.set(clock) }
        for slot in slots { slot.controller?.clockSet(steps, now: EventLoop.now) }
        advance()
    }

    // MARK: Playlists

    /// Has another show take the place of the one of a playlist, as soon as its first pictures are ready on all screens
    /// that show it. Where none of them can be shown the old one plays on.
    public func replaceShow(of path: PlaylistPath, with show: Show) {
        brokenSubstitutes[path] = nil
        put(show, for: path)
        advance()
    }

    private func put(_ show: Show, for path: PlaylistPath) {
        let now = EventLoop.now
        if let waiting = programme.incoming[path]?.show {
            for slot in slots { slot.controller?.withdraw(waiting, now: now) }
        }
        programme.offer(show, for: path, until: now + Self.takeOverLimit)
        for slot in slots { slot.controller?.prepare(show, for: path, now: now) }
    }

    /// Whether a playlist is what plays already, down to its files, or is just about to.
    /// - Parameter isRetry: whether files that could not be shown are to be tried again, even if they are as they were.
    public func shows(_ playlist: Playlist, for path: PlaylistPath, isRetry: Bool) -> Bool {
        (programme.incoming[path]?.show ?? programme[path])?.isSame(as: playlist, isRetry: isRetry) == true
    }

    /// How long the first pictures of a new playlist are waited for.
    private static let takeOverLimit = Duration.seconds(30)

    /// Lets shows take over whose first pictures are ready.
    /// - Returns: whether one did.
    private func takeOver() -> Bool {
        let now = EventLoop.now
        var hasHappened = false
        for (path, next) in programme.incoming {
            let controllers = slots.compactMap(\.controller)
            let old = programme[path]
            if next.show.isAllBroken {
                if old?.isAllBroken == true { brokenSubstitutes[path] = next.show }
                programme.withdraw(path)
                for controller in controllers { controller.withdraw(next.show, now: now) }
                report(.playlistKept(path: next.show.name, reason: "none of its pictures can be shown"))
            } else if now >= next.limit || controllers.allSatisfy({ $0.isPrepared(next.show, now: now) }) {
                programme.takeOver(path)
                brokenSubstitutes[path] = nil
                for controller in controllers { controller.takeOver(next.show, from: old, now: now) }
                report(.playlistReplaced(path: next.show.name))
                hasHappened = true
            }
        }
        return hasHappened
    }

    // MARK: Proof of life

    private struct Heartbeat {
        var interval: Duration
        var onProof: () -> Void
        var isAsked = false
        var next: MonotonicTime
    }

    /// Has every lit screen flip once in each interval, if only to the frame that it shows, and calls the handler when all
    /// have: proof that frames reach the screens, not only that the loop turns. A screen that does not flip gives none, until
    /// it is dark or recovered.
    public func prove(every interval: Duration, _ onProof: @escaping () -> Void) {
        heartbeat = Heartbeat(interval: interval, onProof: onProof, next: EventLoop.now)
        advance()
    }

    private func beat() {
        guard var beat = heartbeat else { return }
        let now = EventLoop.now
        if !beat.isAsked, beat.next <= now {
            beat.isAsked = true
            for slot in slots { slot.controller?.askForProof() }
            for slot in slots { slot.advance(now: now) }
        }
        if beat.isAsked, slots.allSatisfy({ $0.controller?.isProven ?? true }) {
            (beat.isAsked, beat.next) = (false, now + beat.interval)
            beat.onProof()
        }
        heartbeat = beat
    }

    /// How many devices are in use or waited for.
    public var deviceCount: Int { slots.count }

    /// What plays for each playlist: the name of its show.
    public var playing: [(path: PlaylistPath, name: String)] {
        programme.names.sorted { "\($0.path)" < "\($1.path)" }
    }

    /// Whether a frame of ours has come on a screen that is lit now.
    public var hasFrameOnScreen: Bool {
        slots.contains { $0.controller?.outputs.contains { $0.phase == .lit && $0.frames > 0 } == true }
    }

    /// Each device and each of its connectors: wanted or not, lit or not, and why.
    public var status: [DeviceStatus] { slots.map(\.status) }

    // MARK: The session

    /// The session goes to another program. When this returns nothing is submitted any more, on any device.
    public func pause() {
        guard !isPaused else { return }
        isPaused = true
        for slot in slots { slot.pause() }
        report(.sessionPaused)
        advance()
    }

    /// The session is back, and DRM master with it: all screens are set anew.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        report(.sessionResumed)
        for slot in slots { slot.resume(now: EventLoop.now) }
        advance()
    }

    /// Gives all screens back and lets go of all devices.
    public func shutDown() {
        for slot in slots {
            slot.controller?.shutDown()
            slot.release()
        }
        slots = []
        timer?.clear()
        decoderWatch?.cancel()
        probedWatch?.cancel()
    }

    private func slot(_ id: DeviceID) -> DeviceSlot? { slots.first { $0.id == id } }

    private func makeController(_ device: any DisplayDevice, _ id: DeviceID) throws -> DeviceController {
        try DeviceController(
            device: device, programme: programme, settings: settings, service: service, makeRenderer: makeRenderer,
            runElsewhere: { [prober, probed] job in
                prober.async {
                    job()
                    probed.post(id)
                }
            },
            clock: { EventLoop.now }, report: report)
    }

    /// Follows a device's events for as long as it is in use.
    private func watch(_ id: DeviceID, _ controller: DeviceController?) throws {
        watches.removeValue(forKey: id)?.cancel()
        guard let controller else { return }
        watches[id] = try loop.watch(controller.device.eventDescriptor) { [unowned self, unowned controller] in
            controller.eventsArrived(now: EventLoop.now)
            advance()
        }
    }

    // MARK: Turning

    /// Lets every part do what is due, and sets the timer for what comes next.
    private func advance() {
        service.advance(now: EventLoop.now)
        for slot in slots { slot.advance(now: EventLoop.now) }
        for path in programme.broken where programme.incoming[path] == nil {
            if let broken = brokenSubstitutes[path] ?? programme[path], let show = substitute?(path, broken) {
                put(show, for: path)
            }
        }
        if takeOver() {
            for slot in slots { slot.advance(now: EventLoop.now) }
        }
        beat()
        if let reason = slots.lazy.compactMap(\.exhaustion).first, !slots.contains(where: \.hasLitScreen) {
            onExhaustion?(reason)
        }
        let proof = heartbeat.flatMap { $0.isAsked ? nil : $0.next }
        let limits = programme.incoming.values.map(\.limit)
        let deadlines = (slots.map(\.nextDeadline) + [service.nextDeadline, proof] + limits).compactMap(\.self)
        if let next = deadlines.min(), next != .distantFuture { timer?.set(next) } else { timer?.clear() }
    }
}

extension DeviceSlot {
    var hasLitScreen: Bool { controller?.outputs.contains { $0.phase == .lit } == true }
}
