import DisplayModel
import DisplayPlanning
import SlideComposition
import Timing

/// One lit (or to be lit) connector: its mode, its buffers and its place in the show. Its life ends with the monitor's
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
    let connector: ConnectorSnapshot
    let route: Route
    let mode: Mode
    let placement: Placement
    let swapChain: SwapChain

    var phase: Phase
    var flips = FlipState(bufferCount: SwapChain.count)
    var clock: FrameClock
    var cost = DrawingCost()
    var player = SlidePlayer()
    /// The moment of the show that the last frame was composed for, which lies ahead of its commit.
    var composedFor = Duration.zero
    /// The last frame that was committed. Nil when what is on screen is not known.
    var committed: FrameDescription?
    /// When another frame is to be begun: `zero` as soon as a buffer is free, `distantFuture` when something happens.
    var nextFrame = MonotonicTime.zero
    /// Whether the slide whose turn it is has no picture yet.
    var isWaitingForPicture = false
    /// Whether it was told that the screen is lit.
    var isToldLit = false
    /// How often in a row a commit was refused.
    var refusals = 0
    /// Whether a transition was drawn already, if only for practice.
    var isRehearsed = false
    /// How many frames came on screen.
    var frames = 0
    /// A frame that is drawn and waits for the refresh that it is meant for.
    var drawn: DrawnFrame?
    /// What the frame that is being flipped to will have brought on screen, and what was told of it last.
    var arriving: Arrival?
    var announced: Arrival?

    struct DrawnFrame {
        var composition: SlidePlayer.Composition
        var buffer: Int
        var fence: Int32?
        /// When to commit it: in the refresh before the one that it is for.
        var commitAt: MonotonicTime
    }

    /// A step of a slide's way onto the screen.
    struct Arrival: Equatable {
        var slide: Int
        /// When the slide's time began, since the show's beginning.
        var began: Duration
        /// Whether it shows alone already.
        var isSettled: Bool
    }

    init(
        screen: EngineEvent.Screen, connector: ConnectorSnapshot, route: Route, mode: Mode, placement: Placement,
        swapChain: SwapChain, phase: Phase
    ) {
        self.screen = screen
        self.connector = connector
        self.route = route
        self.mode = mode
        self.placement = placement
        self.swapChain = swapChain
        self.phase = phase
        clock = FrameClock(period: mode.refresh.period)
    }

    /// What a commit that shows one of the buffers says.
    func lit(showing buffer: Int, fence: Int32? = nil) -> DisplayUpdate.Lit {
        DisplayUpdate.Lit(
            route: route, mode: mode, framebuffer: swapChain.buffers[buffer].framebuffer, acquireFence: fence)
    }

    /// Whether the device is in the state that this output has put it in.
    func isIntact(in snapshot: DeviceSnapshot) -> Bool {
        guard let crtc = snapshot.crtc(route.crtc), crtc.isActive, let running = crtc.mode,
            running.hasTimings(of: mode),
            snapshot.connector(connector.id)?.crtc == route.crtc,
            snapshot.connector(connector.id)?.linkStatus != .bad,
            let plane = snapshot.planes.first(where: { $0.id == route.plane }), let scanout = plane.scanout
        else { return false }
        return scanout.crtc == route.crtc && swapChain.buffers.contains { $0.framebuffer == scanout.framebuffer }
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
