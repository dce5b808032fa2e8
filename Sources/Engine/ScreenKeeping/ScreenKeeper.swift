public import DisplayModel
import DisplayPlanning
public import Rendering
public import Timing

/// Keeps the screens of one device lit: looks what is connected, plans, carries the plan out, draws and commits each
/// screen's frames, and does something about what fails. What the frames show is the business of each screen's
/// ``ScreenContent``.
///
/// It has no thread and no timer. Whoever owns it calls ``advance(now:)`` when ``nextDeadline`` has come or one of the
/// calls about something that happened was made, so that a test can be its clock.
public final class ScreenKeeper {
    public let device: any DisplayDevice
    let settings: KeeperSettings
    let contents: any ScreenContents
    let surroundings: Surroundings

    var sight: DeviceSight
    var memory = PlanMemory()
    var power = PowerState()
    var reconsideration = Reconsideration()
    var renderers = RendererSeat()
    var work = DeviceWork()
    var linkCheck = LinkCheck()
    var hotPlugs = HotPlugs()
    var fate = KeeperFate()
    let jobs = Jobs()
    /// In the order of the connectors.
    var screens: [KeptScreen] = []
    /// Screens that are no more, by CRTC, for as long as one of their buffers may be on screen: freeing it would make
    /// the kernel switch the CRTC off.
    var retired: [CRTCID: KeptScreen] = [:]

    /// What a keeper needs of the program around it.
    public struct Surroundings {
        /// Reads the clock, for what took time since `now`.
        public var clock: () -> MonotonicTime
        public var report: (KeeperEvent) -> Void
        /// Makes a renderer for the device. Called on another thread where one replaces another: then it uses nothing
        /// of the device but its native display.
        public var makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
        /// Makes a call that takes long on another thread; ``ScreenKeeper/jobEnded(now:)`` is called after it. Calls that
        /// need the device's locks are made one after the other.
        public var runElsewhere: (SlowCall, @escaping @Sendable () -> Void) -> Void
        /// Waits for those that need the device's locks.
        public var finishCalls: () -> Void

        public init(
            clock: @escaping () -> MonotonicTime, report: @escaping (KeeperEvent) -> Void,
            makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer,
            runElsewhere: @escaping (SlowCall, @escaping @Sendable () -> Void) -> Void,
            finishCalls: @escaping () -> Void
        ) {
            self.clock = clock
            self.report = report
            self.makeRenderer = makeRenderer
            self.runElsewhere = runElsewhere
            self.finishCalls = finishCalls
        }
    }

    /// - Parameters:
    ///   - seen: the device's first snapshot, for which its monitors were asked.
    ///   - original: what the screens are given back as. Nil for as they are now.
    public init(
        device: any DisplayDevice, seen: DeviceSnapshot, original: DeviceSnapshot? = nil, settings: KeeperSettings,
        contents: any ScreenContents, surroundings: Surroundings
    ) {
        self.device = device
        self.settings = settings
        self.contents = contents
        self.surroundings = surroundings
        sight = DeviceSight(seen, original: original)
    }

    /// Plans for what is connected now and has the first frames prepared, then makes the renderer: each takes long,
    /// and they happen in different processes.
    public func start(now: MonotonicTime) throws {
        sight.learn(sight.snapshot, now)
        let plan = makePlan()
        power.planned(plan)
        let layouts = layouts(plan.outputs, modes: plan.outputs.map { $0.candidates[0] })
        contents.expect(
            zip(plan.outputs, layouts).map { describe($0, $1, mode: $0.candidates[0][0]) }, at: now, now: now)
        let renderer = try surroundings.makeRenderer(device)
        renderers.begin(with: renderer)
        contents.useRenderer(renderer, now: now)
        report(.deviceOpened(path: device.path, driver: snapshot.driver.name, renderer: renderer.summary))
        apply(plan, now: clock()) { [contents] in contents.expect([], at: now, now: now) }
    }

    var snapshot: DeviceSnapshot { sight.snapshot }
    func clock() -> MonotonicTime { surroundings.clock() }
    func report(_ event: KeeperEvent) { surroundings.report(event) }

    // MARK: What happens to it

    /// Something about the connectors changed, or may have.
    /// - Parameter hotPlug: nil where it was something else.
    public func connectorsChanged(_ hotPlug: HotPlug? = nil, now: MonotonicTime) {
        if let hotPlug { hotPlugs.happened(hotPlug) }
        reconsideration.changed(settling: settings.settleTime, now)
        sight.somethingChanged()
    }

    /// The machine was suspended, or everything may have changed for another reason: looks at all of it.
    public func stateUnknown(now: MonotonicTime) {
        memory.forgetModes()
        sight.somethingChanged()
        reconsideration.look(at: now)
    }

    /// The machine was suspended. Not every driver keeps what lies in the GPU's memory: a picture that does not change would
    /// stay as broken as it is, so another renderer draws all of it anew.
    public func machineResumed(now: MonotonicTime) {
        stateUnknown(now: now)
        if !fate.isPaused { renderers.replace(now) }
    }

    /// The session goes to another program: nothing is submitted from now on.
    public func pause() {
        finishModeset()
        fate.isPaused = true
        for screen in screens { screen.dropHeld() }
    }

    /// The session is back. What is on the screens is another program's, so all of them are set anew.
    public func resume(now: MonotonicTime) {
        guard fate.isPaused else { return }
        fate.isPaused = false
        if power.isOutdated { planAnew(now: now) }
        for screen in screens {
            screen.abandonPendingFlip()
            screen.relight(now: now)
        }
        stateUnknown(now: now)
    }

    /// The device's event descriptor became readable.
    public func eventsArrived(now: MonotonicTime) {
        do throws(DisplayError) {
            for event in try device.readEvents() {
                switch event {
                case .pageFlip(let crtc, let sequence, let time):
                    guard let screen = screens.first(where: { $0.crtcs.contains(crtc) }) else { continue }
                    // The end of its modeset is not known here yet.
                    if screen.phase == .setting {
                        screen.early.append(event)
                    } else {
                        flipped(screen, crtc, sequence, time, now)
                    }
                }
            }
        } catch {
            failed(error)
        }
    }

    func flipped(
        _ screen: KeptScreen, _ crtc: CRTCID, _ sequence: UInt32, _ time: MonotonicTime, _ now: MonotonicTime
    ) {
        guard screen.flipped(crtc) else { return }
        screen.content.flipped(stamp: time, sequence: sequence, received: now)
    }

    /// Does what is due.
    public func advance(now: MonotonicTime) {
        guard !fate.isPaused, !fate.isOver else { return }
        // Whatever kept this thread busy may have kept it from events that came in time.
        if screens.contains(where: { isOverdue($0, now) }) { eventsArrived(now: now) }
        if memory.refusedCombinations.takeNews() { planAnew(now: now) }
        if reconsideration.take(now) { work.want(.probe) }
        if sight.takeAskAgain(now) { work.want(.probe) }
        if linkCheck.take(now) { work.want(.known) }
        if let text = work.takeSlowness(now) { report(.warning(about: device.path, text: text)) }
        // What is to be lit comes before monitors that may take long to answer.
        if device.surveyor == nil || work.isSurveysTurn || work.wanted == .known { look(now: now) }
        for screen in screens where !fate.isOver {
            checkFlip(screen, now)
            present(screen, now)
        }
        verifyScreens(now)
        lightScreens(now)
        // A monitor that does not answer would keep a screen dark whose first frame is just being made.
        if !screens.contains(where: { $0.isPreparing(now) }) { look(now: now) }
        advanceRenderers(now: now)
    }

    /// A buffer became drawable again, or content came: screens that wait may go on.
    public func contentArrived(now: MonotonicTime) {
        guard !fate.isPaused else { return }
        for screen in screens where !fate.isOver {
            present(screen, clock())
            rehearse(screen, clock())
        }
        lightScreens(clock())
        advanceRenderers(now: now)
    }

    /// Whether a flip is on its way, so that the time until the next frame is short.
    public var isFlipping: Bool { screens.contains { $0.flips.pending != nil } }

    // MARK: Proof of life

    /// Has every lit screen flip once more, if only to the frame that it shows, and asks whether the renderer could draw
    /// another.
    public func askForProof() {
        for screen in screens { screen.owe() }
        guard !renderers.isLost else { return }
        do throws(RenderingError) {
            try renderers.current?.verify()
        } catch {
            rendererLost("\(error)", now: clock())
        }
    }

    /// Whether they all have. What the hardware keeps dark, or is not ours at the moment, proves nothing and owes nothing:
    /// that has its own limits.
    public var isProven: Bool { fate.isPaused || !screens.contains(where: \.owesProof) }

    // MARK: Its state

    /// Whether the session is away, so that nothing is submitted.
    public var isAway: Bool { fate.isPaused || fate.isOver }
    /// The error that ended it. Its owner takes it away then.
    public var lost: DisplayError? { fate.lost }
    /// Why the device has to be reopened. Its owner does that.
    public var needsReopening: String? { fate.needsReopening }
    public var rendererSummary: String? { renderers.current?.summary }
    public var driver: String { snapshot.driver.name }
    public var hasLitScreen: Bool { screens.contains { $0.phase == .lit } }
    /// Whether a frame of ours has come on a screen that is lit now.
    public var hasFrameOnScreen: Bool { screens.contains { $0.phase == .lit && $0.frames > 0 } }
    /// How the device was found.
    public var original: DeviceSnapshot { sight.original }

    /// When ``advance(now:)`` has something to do, if nothing happens before.
    public var nextDeadline: MonotonicTime? {
        // Its owner has something to do, then.
        if fate.isOver { return .zero }
        guard !fate.isPaused else { return nil }
        if memory.refusedCombinations.hasNews { return .zero }
        // Without a renderer nothing can be drawn: only flips that are under way are waited for.
        let due = screens.filter { !renderers.isLost || $0.flips.pending != nil }.compactMap { screen in
            if let pending = screen.flips.pending { return work.deadline(of: pending.since, after: settings.flipLimit) }
            let next = screen.nextDeadline(canBeLit: !work.isBusy)
            return screen.phase == .lit || next == nil ? next : work.gathersUntil ?? next
        }
        return
            ([reconsideration.at, work.limit, linkCheck.at, sight.askAgainAt, renderers.nextDeadline]
            + due.map(Optional.some))
            .compactMap(\.self).min()
    }

    /// Something that has no screen to be told of did not work. It is reported once, until something worked again.
    func failed(_ error: DisplayError) {
        if fate.failed(error) {
            report(.warning(about: error.object, text: "\(error.operation): \(error.reason)"))
        }
    }

    /// The renderer's context is lost. A new one is made; what is on the screens stays there meanwhile.
    public func rendererLost(_ reason: String, now: MonotonicTime) {
        guard renderers.lose(reason, now) else { return fate.reopen(reason) }
        for screen in screens { screen.dropHeld() }
    }

    /// Another renderer is wanted. The present one draws on until the next is ready.
    public func replaceRenderer(now: MonotonicTime) { renderers.replace(now) }

    /// Has the device closed and opened again by the keeper's owner.
    public func reopen(_ reason: String) { fate.reopen(reason) }
}
