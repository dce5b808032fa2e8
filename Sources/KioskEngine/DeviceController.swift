import DisplayModel
import DisplayPlanning
import EDID
import MediaDecoding
import Playlist
import SlideComposition
import Timing

/// Keeps the screens of one device lit: looks what is connected, plans, carries the plan out, and draws each output's
/// frames in the rhythm of its page flips.
///
/// It has no thread and no timer. Whoever owns it calls ``advance(now:)`` when ``nextDeadline`` has come or one of the
/// `…Arrived` and `…Changed` calls was made, so that a test can be its clock.
final class DeviceController {
    let device: any DisplayDevice
    let programme: Programme
    let settings: EngineSettings
    let library: PictureLibrary
    let report: (EngineEvent) -> Void
    /// Reads the clock, for what took time since `now`.
    let clock: () -> MonotonicTime
    private let makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
    /// Runs a job on another thread; its end is told by ``probed(now:)``.
    let runElsewhere: (@escaping @Sendable () -> Void) -> Void

    /// The device as it was found, to be given back so.
    let original: DeviceSnapshot
    /// As it was seen last, with what silent monitors said before.
    var snapshot: DeviceSnapshot
    var memory = SinkMemory()
    private(set) var renderer: (any FrameRenderer)?
    /// In the order of the connectors.
    var outputs: [Output] = []
    /// Outputs that are no more, by CRTC, for as long as one of their buffers may be on screen: freeing it would make
    /// the kernel switch the CRTC off.
    var retired: [CRTCID: Output] = [:]
    var parked: [ParkedContent.Key: ParkedContent] = [:]
    var touched: Set<CRTCID> = []
    var reconcileAt: MonotonicTime?
    /// When the first of the changes came that ``reconcileAt`` waits to settle.
    var unsettledSince: MonotonicTime?
    /// When a probe on another thread is waited for no longer. Nil while there is none.
    var probeLimit: MonotonicTime?
    /// Connected monitors that gave no EDID, how often they were asked again, and when they are asked next.
    var silent: Set<ConnectorID> = []
    var silentTries = 0
    var askAgainAt: MonotonicTime?
    private var knownBroken = 0
    /// How often in a row planning has led to a refusal.
    var retries = 0
    var experience = DevicePlan.Experience()
    /// The last failure of each connector's mode that no test foretold.
    var strikes: [ConnectorID: (mode: Mode, at: MonotonicTime)] = [:]
    /// Why each connector without an output has none.
    var dark: [ConnectorID: DarkReason] = [:]
    /// Wanted connectors that have no output, each with the reason that was told.
    var refused: [ConnectorID: String] = [:]
    /// What was tried for a connector before its mode was accepted, or in vain.
    var verdicts: [ConnectorID: [String]] = [:]
    var connected: [ConnectorID: EngineEvent.Screen] = [:]
    private var toldFailures: Set<DisplayError> = []
    /// Whether the session is away: nothing is submitted then.
    private(set) var isPaused = false
    /// The error that ended it. Its owner takes it away then.
    private(set) var lost: DisplayError?
    /// Why the device has to be opened anew. Its owner does that.
    var needsReopening: String?

    /// Takes the first snapshot, asking the monitors.
    init(
        device: any DisplayDevice, programme: Programme, settings: EngineSettings, service: any PictureSource,
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer,
        runElsewhere: @escaping (@escaping @Sendable () -> Void) -> Void,
        clock: @escaping () -> MonotonicTime, report: @escaping (EngineEvent) -> Void
    ) throws(DisplayError) {
        self.device = device
        self.programme = programme
        self.settings = settings
        self.clock = clock
        self.report = report
        self.makeRenderer = makeRenderer
        self.runElsewhere = runElsewhere
        original = try device.snapshot(.probe)
        snapshot = original
        library = PictureLibrary(service, budget: settings.cacheSize) { path, failure in
            programme.leaveOut(path, failure, report)
        }
    }

    /// Plans for what is connected now and has the first pictures decoded, then makes the renderer: each takes long,
    /// and they happen in different processes.
    func start(now: MonotonicTime) throws {
        learn(original, now)
        let plan = makePlan()
        let layouts = layouts(plan.outputs, modes: plan.outputs.map { $0.rungs[0] })
        library.want(
            zip(plan.outputs, layouts).flatMap { plan, layout in
                guard let show = programme.show(for: plan.wish) else { return [PictureLibrary.Want]() }
                return wants(ScenePlayer(show.scene(for: layout.traits), in: layout.placement), of: show, at: now)
            }, for: ObjectIdentifier(self), now: now)
        let renderer = try makeRenderer(device)
        self.renderer = renderer
        library.renderer = renderer
        for show in programme.playing { addTransitions(of: show) }
        report(.deviceOpened(path: device.path, driver: snapshot.driver.name, renderer: renderer.summary))
        apply(plan, now: clock())
        library.want([], for: ObjectIdentifier(self), now: now)
    }

    // MARK: What happens to it

    /// Something about the connectors changed, or may have.
    func connectorsChanged(now: MonotonicTime) {
        // A bounce within the settle time starts it anew, but not for ever.
        let since = unsettledSince ?? now
        unsettledSince = since
        reconcileAt = min(now + settings.settleTime, since + settings.settleTime * 6)
        silentTries = 0
    }

    /// The machine was suspended, or everything may have changed for another reason: looks at all of it.
    func stateUnknown(now: MonotonicTime) {
        experience.unusable = [:]
        silentTries = 0
        reconcileAt = now
    }

    /// The session goes to another program: nothing is submitted from now on.
    func pause() {
        isPaused = true
        for output in outputs { output.drawn = nil }
    }

    /// The session is back. What is on the screens is another program's, so all of them are set anew.
    func resume(now: MonotonicTime) {
        guard isPaused else { return }
        isPaused = false
        for output in outputs {
            output.flips.gaveUpWaiting()
            relight(output, now)
        }
        stateUnknown(now: now)
    }

    /// The device's event descriptor became readable.
    func eventsArrived(now: MonotonicTime) {
        do throws(DisplayError) {
            for event in try device.readEvents() {
                switch event {
                case .pageFlip(let crtc, let sequence, let time):
                    if let output = outputs.first(where: { $0.crtcs.contains(crtc) }) {
                        flipped(output, crtc, sequence: sequence, time, now)
                    }
                }
            }
        } catch {
            failed(error)
        }
    }

    /// Does what is due.
    func advance(now: MonotonicTime) {
        guard !isPaused, !isOver else { return }
        if let time = reconcileAt, time <= now {
            reconcileAt = nil
            unsettledSince = nil
            look(now: now)
        }
        if let time = askAgainAt, time <= now {
            askAgainAt = nil
            look(now: now)
        }
        if let limit = probeLimit, limit <= now {
            report(
                .warning(
                    about: device.path,
                    text: "a monitor has not answered for \(Self.longestProbe.inSeconds) s; going on with what is known"
                ))
            probed(now: now)
        }
        unpark(now)
        if knownBroken != programme.brokenCount {
            // Who waited for a picture that will not come waits for another one now.
            knownBroken = programme.brokenCount
            for output in outputs {
                need(output, now)
                output.nextFrame = .zero
            }
        }
        for output in outputs where !isOver {
            checkFlip(output, now)
            present(output, now)
        }
        let isMoving = outputs.contains { $0.flips.pending != nil }
        if library.hasUploads, library.upload(atMost: isMoving ? 256 << 10 : 2 << 20) {
            for output in outputs where !isOver {
                if output.isWaitingForPicture { output.nextFrame = .zero }
                present(output, clock())
                rehearse(output, clock())
            }
        }
    }

    // MARK: Proof of life

    /// Has every lit screen flip once more, if only to the frame that it shows.
    func askForProof() {
        for output in outputs where output.phase == .lit {
            output.owesProof = true
            output.nextFrame = .zero
        }
    }

    /// Whether they all have. What is dark, or not ours at the moment, proves nothing and owes nothing: that has its own
    /// limits.
    var isProven: Bool { isPaused || !outputs.contains { $0.phase == .lit && $0.owesProof } }

    /// Whether its owner has to take it away.
    private var isOver: Bool { lost != nil || needsReopening != nil }

    /// When ``advance(now:)`` has something to do, if nothing happens before.
    var nextDeadline: MonotonicTime? {
        // Its owner has something to do, then.
        if isOver { return .zero }
        guard !isPaused else { return nil }
        // While frames are moving, uploads go on after each flip; otherwise at once.
        let isMoving = outputs.contains { $0.flips.pending != nil }
        let upload: MonotonicTime? = library.hasUploads && !isMoving ? .zero : nil
        let due = outputs.compactMap { $0.nextDeadline(flipLimit: settings.flipLimit) }
        let pictures = parked.values.compactMap(\.keepsPicturesUntil)
        return ([reconcileAt, askAgainAt, probeLimit, upload].compactMap(\.self) + due + pictures).min()
    }

    /// Something that has no screen to be told of did not work. It is told once, until ``workedAgain()``.
    func failed(_ error: DisplayError) {
        if error.recovery == .deviceGone { lost = error }
        guard toldFailures.insert(error).inserted else { return }
        report(.warning(about: error.object, text: "\(error.operation): \(error.reason)"))
    }

    func workedAgain() { toldFailures = [] }

    // MARK: The end

    /// Gives the screens back as they were found, as far as that is possible, and lets go of everything.
    func shutDown() {
        guard lost == nil else { return }
        for output in outputs { report(.trace(about: "\(output.screen)", text: "\(output.frames) frames shown")) }
        // While the session is away the screens are another program's. Where they cannot be given back, what is on them
        // stays until the device is closed.
        guard isPaused || giveBack() else { return }
        outputs = []
        retired = [:]
    }

    private func giveBack() -> Bool {
        do throws(DisplayError) {
            let current = try device.snapshot(.known)
            let update = DisplayUpdate(restoring: original, touched: touched, from: current)
            do throws(DisplayError) {
                try device.commit(update, .modeset)
            } catch {
                // The framebuffer that was there may be gone with its owner. Dark is better than our last frame.
                let active = current.crtcs.filter { $0.isActive && touched.contains($0.id) }
                try device.commit(
                    DisplayUpdate(dark: active.map { .init(crtc: $0.id, connectors: current.connectors(on: $0.id)) }),
                    .modeset)
            }
            return true
        } catch {
            report(.warning(about: device.path, text: "the screens could not be given back: \(error)"))
            return false
        }
    }
}

extension DeviceSnapshot {
    /// The connectors that a CRTC feeds.
    func connectors(on crtc: CRTCID) -> [ConnectorID] { connectors.filter { $0.crtc == crtc }.map(\.id) }
}
