import DisplayModel
import DisplayPlanning
import Playlist
import SlideComposition
import Timing

/// One lit (or to be lit) screen: its mode, its buffers and its place in the show. Its life ends with the monitor's
/// connection or with its mode; a new one is made then.
final class Output {
    /// What the output waits for.
    enum Phase: Equatable {
        /// Its first frame: for the picture, or until then without one. The next commit is a modeset.
        case preparing(until: MonotonicTime)
        /// Another try, after a commit was refused. The next commit is a modeset.
        case dark(until: MonotonicTime, reason: String)
        case lit
    }

    let screen: EngineEvent.Screen
    let plan: OutputPlan
    let parts: [Part]
    /// Of the whole picture, over all parts.
    let placement: Placement
    /// What conditions of playlists are told about it.
    let traits: OutputTraits

    var phase: Phase
    var flips = FlipState(bufferCount: SwapChain.count)
    var watchdog = FlipWatchdog()
    var clock: FrameClock
    var cost = DrawingCost()
    private(set) var show: Show
    var scene: ScenePlayer
    /// What is to take over from ``show`` and ``scene`` once its first pictures are there.
    var incoming: (show: Show, scene: ScenePlayer)?
    /// The moment that the last frame was composed for, since 1970, which lies ahead of its commit.
    var composedFor = Duration.zero
    /// The last frame that was committed. Nil when what is on screen is not known.
    var committed: FrameDescription?
    /// When another frame is to be begun: `zero` as soon as a buffer is free, `distantFuture` when something happens.
    var nextFrame = MonotonicTime.zero
    /// Whether a slide whose turn it is has no picture yet.
    var isWaitingForPicture = false
    /// Whether it was told that the screen is lit, and if it was told that it is dark, why.
    var isToldLit = false
    var toldDark: String?
    /// The slides that are seen in the last frame.
    var visible: Set<Slide> = []
    /// Of which it was told that they were skipped.
    var toldSkipped: Set<Slide> = []
    /// Whether the last frame was one of a movement.
    var isMoving = false
    /// How often in a row a commit was refused.
    var refusals = 0
    /// Whether a transition was drawn already, if only for practice.
    var isRehearsed = false
    /// Whether a flip is to prove that frames still reach the screen, and has not come yet.
    var owesProof = false
    /// How many frames came on screen.
    var frames = 0
    /// A frame that is drawn and waits for the refresh that it is meant for.
    var drawn: DrawnFrame?
    /// What the frame that is being flipped to will have brought on screen in each zone, and what was told of it last.
    var arriving: [Arrival?] = []
    var announced: [Arrival?] = []

    /// A connector of the screen with everything that shows a picture on it.
    struct Part {
        let connector: ConnectorSnapshot
        let route: Route
        let mode: Mode
        /// What of the whole picture it shows.
        let placement: Placement
        let settings: ConnectorSettings
        let swapChain: SwapChain
    }

    struct DrawnFrame {
        var composition: ScenePlayer.Composition
        var buffer: Int
        /// For each part.
        var fences: [Int32?]
        /// When to commit it: in the refresh before the one that it is for.
        var commitAt: MonotonicTime
    }

    /// A step of a slide's way onto the screen.
    struct Arrival: Equatable {
        var slide: Slide
        /// When the slide's time began, since 1970.
        var began: Duration
        /// Whether it shows alone already.
        var isSettled: Bool
    }

    init(
        screen: EngineEvent.Screen, plan: OutputPlan, parts: [Part], placement: Placement, traits: OutputTraits,
        show: Show, scene: ScenePlayer,
        phase: Phase
    ) {
        self.screen = screen
        self.plan = plan
        self.parts = parts
        self.placement = placement
        self.traits = traits
        self.show = show
        self.scene = scene
        self.phase = phase
        clock = FrameClock(period: parts[0].mode.refresh.period)
    }

    /// Another show takes over: what shows stays until the new one's slides take its place.
    func takeOver() {
        guard let (show, scene) = incoming else { return }
        let old = self.scene
        self.show = show
        self.scene = scene
        self.scene.take(over: old)
        incoming = nil
        // Names of zones and numbers of slides may be others.
        arriving = []
        announced = []
        nextFrame = .zero
        drawn = nil
    }

    /// The first part's, which stands for all.
    var mode: Mode { parts[0].mode }
    var connector: ConnectorID { plan.connector }
    var crtcs: [CRTCID] { parts.map(\.route.crtc) }
    /// Whether one of its buffers is or may be on screen.
    var wasCommitted: Bool { flips.current != nil || flips.pending != nil }

    /// What a commit that shows one of the buffers says.
    func lit(showing buffer: Int, fences: [Int32?] = []) -> [DisplayUpdate.Lit] {
        parts.enumerated().map { index, part in
            DisplayUpdate.Lit(
                route: part.route, mode: part.mode, framebuffer: part.swapChain.buffers[buffer].framebuffer,
                settings: part.settings, acquireFence: fences.indices.contains(index) ? fences[index] : nil)
        }
    }

    /// Whether the device is in the state that this output has put it in.
    func isIntact(in snapshot: DeviceSnapshot) -> Bool {
        parts.allSatisfy { part in
            guard let crtc = snapshot.crtc(part.route.crtc), crtc.isActive, let running = crtc.mode,
                running.hasTimings(of: part.mode),
                let connector = snapshot.connector(part.route.connector), connector.crtc == part.route.crtc,
                connector.linkStatus != .bad,
                let plane = snapshot.planes.first(where: { $0.id == part.route.plane }), let scanout = plane.scanout
            else { return false }
            return scanout.crtc == part.route.crtc
                && part.swapChain.buffers.contains { $0.framebuffer == scanout.framebuffer }
        }
    }

    /// Whether the wire to the monitor failed since the mode was set.
    func isLinkBroken(in snapshot: DeviceSnapshot) -> Bool {
        parts.contains { snapshot.connector($0.route.connector)?.linkStatus == .bad }
    }

    /// Whether it is already what a plan wants: the same monitor, fed the same way, in one of the wanted modes.
    func fulfils(_ wanted: OutputPlan, _ placement: Placement, in snapshot: DeviceSnapshot) -> Bool {
        wanted.parts == plan.parts && wanted.wish == plan.wish && placement == self.placement
            && wanted.rungs.contains { rung in zip(rung, parts).allSatisfy { $0.hasTimings(of: $1.mode) } }
            && parts.allSatisfy { part in
                guard let connector = snapshot.connector(part.route.connector) else { return false }
                return connector.edid == part.connector.edid && connector.modes == part.connector.modes
            }
    }

    /// Whether a plan that it fulfils has something better than what it shows.
    func isBelow(_ wanted: OutputPlan) -> Bool {
        !zip(wanted.rungs[0], parts).allSatisfy { $0.hasTimings(of: $1.mode) }
    }

    /// When the output needs attention, whatever happens.
    func nextDeadline(flipLimit: Duration) -> MonotonicTime? {
        if let pending = flips.pending { return pending.since + flipLimit }
        switch phase {
        case .preparing(let time), .dark(let time, _): return time
        case .lit: return drawn?.commitAt ?? nextFrame
        }
    }
}
