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
    let runElsewhere: (@escaping @Sendable () -> Void) -> Void

    /// The device as it was found, to be given back so.
    let original: DeviceSnapshot
    var snapshot: DeviceSnapshot
    private(set) var renderer: (any FrameRenderer)?
    /// In the order of the connectors.
    var outputs: [Output] = []
    /// Outputs that are no more, by CRTC, for as long as one of their buffers may be on screen: freeing it would make
    /// the kernel switch the CRTC off.
    var retired: [CRTCID: Output] = [:]
    var touched: Set<CRTCID> = []
    var reconcileAt: MonotonicTime?
    /// When the first of the changes came that ``reconcileAt`` waits to settle.
    var unsettledSince: MonotonicTime?
    /// When a probe on another thread is waited for no longer. Nil while there is none.
    var probeLimit: MonotonicTime?
    private var knownBroken = 0
    /// How often in a row planning has led to a refusal.
    var retries = 0
    /// Wanted connectors that have no output, each with the reason that was told.
    var refused: [ConnectorID: String] = [:]
    var connected: [ConnectorID: EngineEvent.Screen] = [:]
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
        let plan = DevicePlan(snapshot, wishes: settings.wishes)
        for output in plan.outputs {
            guard let mode = output.ladder.rungs.first else { continue }
            let placement = output.wish.placement(on: mode.size)
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
                    text: "a monitor has not answered for \(Self.longestProbe.inSeconds) s; going on with what is known"
                ))
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
                rehearse(output, clock())
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

    // MARK: Pictures

    func key(_ slide: Int, _ placement: Placement) -> PictureLibrary.Key {
        PictureLibrary.Key(slide, of: show, fit: settings.fit, in: placement)
    }

    func wants(
        _ needs: [SlidePlayer.Need], _ placement: Placement, _ now: MonotonicTime
    ) -> [PictureLibrary.Want] {
        needs.map { PictureLibrary.Want(key: key($0.slide, placement), due: show.instant(of: $0.due) ?? now) }
    }

    /// Has the pictures that an output needs now and next made ready.
    func need(_ output: Output, _ now: MonotonicTime) {
        // Of what is on its way to the screen, not of what is on it: a cut is committed before its slide's time, the end
        // of a transition before the end, and no later frame asks again.
        let elapsed = max(show.elapsed(at: now), output.composedFor)
        let needs = output.player.needs(at: elapsed, of: show.slideshow)
        library.want(wants(needs, output.placement, now), for: ObjectIdentifier(output), now: now)
    }

    // MARK: The end

    /// Gives the screens back as they were found, as far as that is possible, and lets go of everything.
    func shutDown() {
        guard lost == nil else { return }
        for output in outputs { report(.trace(about: "\(output.screen)", text: "\(output.frames) frames shown")) }
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
