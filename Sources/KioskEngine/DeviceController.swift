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
    let show: Show
    let settings: EngineSettings
    let library: PictureLibrary
    let report: (EngineEvent) -> Void
    /// Reads the clock, for what took time since `now`.
    let clock: () -> MonotonicTime
    private let makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
    /// Runs a job on another thread; its end is told by ``probed(now:)``.
    private let runElsewhere: (@escaping @Sendable () -> Void) -> Void

    /// The device as it was found, to be given back so.
    private let original: DeviceSnapshot
    private var snapshot: DeviceSnapshot
    private(set) var renderer: (any FrameRenderer)?
    /// In the order of the connectors.
    var outputs: [Output] = []
    /// Outputs that are no more, by CRTC, for as long as one of their buffers may be on screen: freeing it would make
    /// the kernel switch the CRTC off.
    var retired: [CRTCID: Output] = [:]
    private var touched: Set<CRTCID> = []
    private var reconcileAt: MonotonicTime?
    /// When the first of the changes came that ``reconcileAt`` waits to settle.
    private var unsettledSince: MonotonicTime?
    /// When a probe on another thread is waited for no longer. Nil while there is none.
    private var probeLimit: MonotonicTime?
    private var knownBroken = 0
    /// How often in a row planning has led to a refusal.
    private var retries = 0
    /// Wanted connectors that have no output, each with the reason that was told.
    private var refused: [ConnectorID: String] = [:]
    private var connected: [ConnectorID: EngineEvent.Screen] = [:]
    /// The error that ended it. Its owner takes it away then.
    private(set) var lost: DisplayError?

    /// Takes the first snapshot, asking the monitors.
    init(
        device: any DisplayDevice, show: Show, settings: EngineSettings, service: any PictureSource,
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer,
        runElsewhere: @escaping (@escaping @Sendable () -> Void) -> Void,
        clock: @escaping () -> MonotonicTime, report: @escaping (EngineEvent) -> Void
    ) throws(DisplayError) {
        self.device = device
        self.show = show
        self.settings = settings
        self.clock = clock
        self.report = report
        self.makeRenderer = makeRenderer
        self.runElsewhere = runElsewhere
        original = try device.snapshot(.probe)
        snapshot = original
        library = PictureLibrary(service) { path, failure in
            guard show.leaveOut(path) else { return }
            report(.pictureFailed(path: path, reason: failure.message))
            if show.isAllBroken {
                report(.warning(about: "playlist", text: "no picture can be shown; the screens stay black"))
            }
        }
    }

    /// Plans for what is connected now and has the first pictures decoded, then makes the renderer: each takes long,
    /// and they happen in different processes.
    func start(now: MonotonicTime) throws {
        let plan = DevicePlan(snapshot, wishes: Wishes(mode: settings.mode))
        for output in plan.outputs {
            guard let mode = output.ladder.rungs.first else { continue }
            let placement = settings.overscan.placement(on: mode.size)
            library.want(
                wants(SlidePlayer().needs(at: show.elapsed(at: now), of: show.slideshow), placement, now),
                for: ObjectIdentifier(self), now: now)
        }
        let renderer = try makeRenderer(device)
        self.renderer = renderer
        library.renderer = renderer
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
    }

    /// The device's event descriptor became readable.
    func eventsArrived(now: MonotonicTime) {
        do throws(DisplayError) {
            for event in try device.readEvents() {
                switch event {
                case .pageFlip(let crtc, _, let time):
                    if let output = outputs.first(where: { $0.route.crtc == crtc }) { flipped(output, time, now) }
                }
            }
        } catch {
            failed(error)
        }
    }

    /// Does what is due.
    func advance(now: MonotonicTime) {
        if let time = reconcileAt, time <= now {
            reconcileAt = nil
            unsettledSince = nil
            look(now: now)
        }
        if let limit = probeLimit, limit <= now {
            report(
                .warning(
                    about: device.path,
                    text: "a monitor has not answered for \(Self.longestProbe.inSeconds) s; going on with what is known"))
            probed(now: now)
        }
        if knownBroken != show.slideshow.broken.count {
            // Who waited for a picture that will not come waits for another one now.
            knownBroken = show.slideshow.broken.count
            for output in outputs {
                need(output, now)
                output.nextFrame = .zero
            }
        }
        for output in outputs where lost == nil {
            checkFlip(output, now)
            present(output, now)
        }
        let isMoving = outputs.contains { $0.flips.pending != nil }
        if library.hasUploads, library.upload(atMost: isMoving ? 256 << 10 : 2 << 20) {
            for output in outputs where lost == nil {
                if output.isWaitingForPicture { output.nextFrame = .zero }
                present(output, clock())
            }
        }
    }

    /// When ``advance(now:)`` has something to do, if nothing happens before.
    var nextDeadline: MonotonicTime? {
        // While frames are moving, uploads go on after each flip; otherwise at once.
        let isMoving = outputs.contains { $0.flips.pending != nil }
        let upload: MonotonicTime? = library.hasUploads && !isMoving ? .zero : nil
        let due = outputs.compactMap { $0.nextDeadline(flipLimit: settings.flipLimit) }
        return ([reconcileAt, probeLimit, upload].compactMap(\.self) + due).min()
    }

    func failed(_ error: DisplayError) {
        if error.recovery == .deviceGone { lost = error }
        report(.warning(about: error.object, text: "\(error.operation): \(error.reason)"))
    }

    // MARK: Planning

    /// Has the monitors asked, on another thread where that takes long: the other screens go on meanwhile.
    private func look(now: MonotonicTime) {
        guard probeLimit == nil else { return }
        guard let prober = device.prober else { return reconcile(.probe, now: now) }
        probeLimit = now + Self.longestProbe
        // What goes wrong while asking is seen again, and told, when the snapshot is taken.
        runElsewhere { try? prober() }
    }

    private static let longestProbe = Duration.seconds(10)

    /// The monitors have answered.
    func probed(now: MonotonicTime) {
        guard probeLimit != nil else { return }
        probeLimit = nil
        reconcile(.known, now: now)
    }

    /// Makes the device's state and the outputs what they should be.
    private func reconcile(_ effort: ProbeEffort, now: MonotonicTime) {
        do throws(DisplayError) {
            snapshot = try device.snapshot(effort)
        } catch {
            failed(error)
            if lost == nil { retryLater(now) }
            return
        }
        apply(DevicePlan(snapshot, wishes: Wishes(mode: settings.mode), current: routes), now: clock())
        if reconcileAt == nil { retries = 0 }
    }

    private var routes: [ConnectorID: Route] {
        Dictionary(uniqueKeysWithValues: outputs.map { ($0.connector.id, $0.route) })
    }

    private func apply(_ plan: DevicePlan, now: MonotonicTime) {
        tellConnections()
        // What stays as it is goes on without a blink; anything else about an output makes a new one.
        let kept = outputs.filter { output in
            plan.outputs.contains { wanted in
                wanted.connector == output.connector.id && wanted.route == output.route
                    && wanted.ladder.rungs.contains { $0.hasTimings(of: output.mode) }
                    && isSameMonitor(output)
            }
        }
        let leaving = outputs.filter { output in !kept.contains { $0 === output } }
        for output in leaving {
            library.want([], for: ObjectIdentifier(output), now: now)
            // One that was never committed hides nothing that may be on screen.
            if output.flips.current != nil || output.flips.pending != nil { retired[output.route.crtc] = output }
        }
        outputs = kept
        switchOff(keeping: plan, now: now)
        // A coalesced unplug and replug looks like nothing, but the kernel may have switched the pipe off.
        for output in kept where output.phase == .lit && !output.isIntact(in: snapshot) {
            report(.trace(about: "\(output.screen)", text: "the kernel's state is not what was set; setting it again"))
            relight(output, now)
        }
        let isNew = { (wanted: OutputPlan) in !kept.contains { $0.connector.id == wanted.connector } }
        light(plan.outputs.filter(isNew), now: now)
        let order = snapshot.connectors.map(\.id)
        outputs.sort { (order.firstIndex(of: $0.connector.id) ?? 0) < (order.firstIndex(of: $1.connector.id) ?? 0) }
        for (connector, reason) in plan.dark where reason.isWorthTelling {
            refuse(connector, "\(reason)")
        }
    }

    private func isSameMonitor(_ output: Output) -> Bool {
        guard let connector = snapshot.connector(output.connector.id) else { return false }
        return connector.edid == output.connector.edid && connector.modes == output.connector.modes
    }

    /// Tells of monitors that came and went.
    private func tellConnections() {
        var now: [ConnectorID: EngineEvent.Screen] = [:]
        for connector in snapshot.connectors
        where connector.status == .connected && !connector.isNonDesktop && connector.type != .writeback {
            now[connector.id] = screen(connector)
        }
        for (id, screen) in connected where now[id] != screen {
            report(.disconnected(screen: screen))
            refused[id] = nil
        }
        for connector in snapshot.connectors {
            if let screen = now[connector.id], connected[connector.id] != screen { report(.connected(screen: screen)) }
        }
        connected = now
    }

    private func screen(_ connector: ConnectorSnapshot) -> EngineEvent.Screen {
        EngineEvent.Screen(
            connector: connector.name,
            monitor: connector.edid.flatMap { EDID(bytes: $0).identity.description })
    }

    private func refuse(_ connector: ConnectorID, _ reason: String) {
        guard refused[connector] != reason, let screen = connected[connector] else { return }
        refused[connector] = reason
        report(.dark(screen: screen, reason: reason))
    }

    /// Switches off the CRTCs that are on and not in the plan: those of monitors that went, and those that another
    /// program left showing its last picture.
    private func switchOff(keeping plan: DevicePlan, now: MonotonicTime) {
        for crtc in snapshot.crtcs where !crtc.isActive { retired[crtc.id] = nil }
        let wanted = Set(plan.outputs.map(\.route.crtc))
        let dark = snapshot.crtcs.filter { $0.isActive && !wanted.contains($0.id) }.map { crtc in
            DisplayUpdate.Dark(
                crtc: crtc.id, connectors: snapshot.connectors.filter { $0.crtc == crtc.id }.map(\.id))
        }
        guard !dark.isEmpty else { return }
        touched.formUnion(dark.map(\.crtc))
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(dark: dark), .modeset)
            for change in dark { retired[change.crtc] = nil }
        } catch {
            failed(error)
            retryLater(now)
        }
    }

    /// Makes outputs for connectors that are to be lit, at the best modes that the device accepts for all of them
    /// together. Where it accepts no modes for all, as many are lit as can be. They are lit when their first frame is
    /// ready.
    private func light(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer, !plans.isEmpty, lost == nil else { return }
        for plan in plans {
            if let text = plan.ladder.shortfall { report(.warning(about: plan.name, text: text)) }
        }
        var search = ModeSearch(plans.map(\.ladder.rungs))
        var refusal: DisplayError?
        repeat {
            do throws(DisplayError) {
                let made = try make(zip(plans, search.candidate).map { ($0, $1) }, renderer, now)
                let update = DisplayUpdate(
                    lit: (outputs.filter { $0.phase == .lit } + made).map { $0.lit(showing: $0.flips.current ?? 0) })
                try device.commit(update, .test)
                tellLowered(made, plans, refusal)
                outputs += made
                touched.formUnion(made.map(\.route.crtc))
                for output in made {
                    refused[output.connector.id] = nil
                    need(output, now)
                }
                return
            } catch {
                if error.recovery == .deviceGone { return failed(error) }
                refusal = error
                // Only a combination that is impossible gets better by another one.
                if error.recovery != .nextCandidate { break }
            }
        } while search.stepDown()
        if plans.count > 1, refusal?.recovery == .nextCandidate {
            for plan in plans { light([plan], now: now) }
            return
        }
        for plan in plans { refuse(plan.connector, refusal.map { "\($0.operation): \($0.reason)" } ?? "it has no modes") }
        retryLater(now)
    }

    private func tellLowered(_ made: [Output], _ plans: [OutputPlan], _ refusal: DisplayError?) {
        guard let refusal else { return }
        for (output, plan) in zip(made, plans) where output.mode != plan.ladder.rungs[0] {
            report(
                .warning(
                    about: "\(output.screen)",
                    text: "\(plan.ladder.rungs[0]) was refused (\(refusal.reason)); using \(output.mode)"))
        }
    }

    /// Plans once more after something was refused: soon at first, then every few seconds.
    private func retryLater(_ now: MonotonicTime) {
        let delay = min(.seconds(5), Duration.milliseconds(250) * (1 << min(retries, 5)))
        retries += 1
        reconcileAt = min(reconcileAt ?? .distantFuture, now + delay)
    }

    private func make(
        _ choices: [(plan: OutputPlan, mode: Mode)], _ renderer: any FrameRenderer, _ now: MonotonicTime
    ) throws(DisplayError) -> [Output] {
        var made: [Output] = []
        for (plan, mode) in choices {
            guard let connector = snapshot.connector(plan.connector),
                let plane = snapshot.planes.first(where: { $0.id == plan.route.plane })
            else { continue }
            let chain = try SwapChain(
                device, renderer, size: mode.size,
                candidates: FormatChoice.candidates(plane: plane.formats, renderer: renderer.targetFormats))
            made.append(
                Output(
                    screen: screen(connector), connector: connector, route: plan.route, mode: mode,
                    placement: settings.overscan.placement(on: mode.size), swapChain: chain,
                    phase: .preparing(until: now + settings.firstPictureLimit)))
        }
        return made
    }

    // MARK: Pictures

    func key(_ slide: Int, _ placement: Placement) -> PictureLibrary.Key {
        PictureLibrary.Key(slide, of: show, fit: settings.fit, in: placement)
    }

    private func wants(
        _ needs: [SlidePlayer.Need], _ placement: Placement, _ now: MonotonicTime
    ) -> [PictureLibrary.Want] {
        needs.map { PictureLibrary.Want(key: key($0.slide, placement), due: show.instant(of: $0.due) ?? now) }
    }

    /// Has the pictures that an output needs now and next made ready.
    func need(_ output: Output, _ now: MonotonicTime) {
        let needs = output.player.needs(at: show.elapsed(at: now), of: show.slideshow)
        library.want(wants(needs, output.placement, now), for: ObjectIdentifier(output), now: now)
    }

    // MARK: The end

    /// Gives the screens back as they were found, as far as that is possible, and lets go of everything.
    func shutDown() {
        guard lost == nil else { return }
        do throws(DisplayError) {
            let current = try device.snapshot(.known)
            let update = DisplayUpdate(restoring: original, touched: touched, from: current)
            do throws(DisplayError) {
                try device.commit(update, .modeset)
            } catch {
                // The framebuffer that was there may be gone with its owner. Dark is better than our last frame.
                let active = current.crtcs.filter { $0.isActive && touched.contains($0.id) }
                try device.commit(
                    DisplayUpdate(
                        dark: active.map { crtc in
                            .init(
                                crtc: crtc.id,
                                connectors: current.connectors.filter { $0.crtc == crtc.id }.map(\.id))
                        }), .modeset)
            }
        } catch {
            report(.warning(about: device.path, text: "the screens could not be given back: \(error)"))
        }
        outputs = []
        retired = [:]
    }
}
