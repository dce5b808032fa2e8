public import DisplayModel
public import DisplayPlanning
public import EDID
public import Rendering
public import Timing

/// What a kept screen shows: the border between keeping screens lit and deciding what is on them.
///
/// The keeper asks for frames when a buffer is free, draws and commits them, and says what became of each. All calls are
/// made on the engine's thread, and none may wait.
public protocol ScreenContent: AnyObject {
    /// When ``nextFrame(now:)`` is to be called, if nothing happens before: `zero` for as soon as a buffer is free,
    /// `distantFuture` for when something happens.
    var nextDeadline: MonotonicTime { get }

    /// The frame to draw next. Nil where what is on screen stays for now.
    func nextFrame(now: MonotonicTime) -> FrameDescription?

    /// The frame to light the screen with.
    /// - Parameter mayWait: whether the content may ask to be waited for, with nil.
    func firstFrame(now: MonotonicTime, mayWait: Bool) -> FrameDescription?

    /// The frame that was asked for last is drawn.
    /// - Returns: until when it is held back. Nil: it is committed at once.
    func drawn(took duration: Duration, now: MonotonicTime) -> MonotonicTime?

    /// The kernel took the frame.
    /// - Parameter lights: whether by a modeset, so that the screen was dark, or set otherwise, before.
    func queued(at time: MonotonicTime, lights: Bool)

    /// The frame that was asked for last will not be shown.
    func dropped()

    /// Nobody knows what is on screen now: another frame is asked for, whatever was shown before.
    func screenWentDark()

    /// What is on screen is to be drawn once more, by another renderer.
    func redraw()

    /// The kernel did not take the frame, which was dropped; another one is asked for a refresh later.
    func retry(after now: MonotonicTime, because reason: String)

    /// Something happened: a frame is asked for as soon as a buffer is free.
    func wakeUp()

    /// A frame came on screen: the one that was queued last, or once more the one that is there.
    /// - Parameters:
    ///   - stamp: when, by the kernel.
    ///   - received: when the event was read.
    func flipped(stamp: MonotonicTime, sequence: UInt32, received: MonotonicTime)

    /// A frame that is drawn for practice, without being shown: drivers compile shaders when they are first used.
    func rehearsal(now: MonotonicTime) -> FrameDescription?
    func rehearsed(took duration: Duration)
}

/// Gives the screens of one device their content. It outlives the device.
public protocol ScreenContents: AnyObject {
    /// Screens that will most likely be lit soon, so that what they need can be prepared meanwhile.
    /// - Parameter instant: when.
    func expect(_ screens: [ScreenDescription], at instant: MonotonicTime, now: MonotonicTime)

    /// The content for a screen that is about to be lit.
    /// - Throws: where there is nothing to show yet; it is asked again later.
    func makeContent(for screen: ScreenDescription, now: MonotonicTime) throws(DisplayError) -> any ScreenContent

    /// The content's screen is one of the device's from now on.
    /// - Parameter canFlip: whether the device would take a flip of the screen now; asked before changes that screens
    ///   make together.
    func attach(_ content: any ScreenContent, now: MonotonicTime, canFlip: @escaping () -> Bool)

    /// The screen is gone, or is replaced by one in another mode: what it showed is kept for its return.
    func park(_ content: any ScreenContent, now: MonotonicTime)

    /// What draws from now on: the first renderer, or the one that was given to ``prepare(_:now:)``.
    func useRenderer(_ renderer: any FrameRenderer, now: MonotonicTime)

    /// A second renderer that is to take over: what the screens show is made ready in it, beside the first.
    func prepare(_ renderer: any FrameRenderer, now: MonotonicTime)

    /// Whether every screen's next frame can be drawn by the renderer that was given to ``prepare(_:now:)``.
    func isPrepared(now: MonotonicTime) -> Bool

    /// One screen is drawn by the renderer that was given to ``prepare(_:now:)`` from now on. The others follow, and then
    /// comes ``useRenderer(_:now:)``.
    func useNextRenderer(for content: any ScreenContent, now: MonotonicTime)

    /// The renderer that was given to ``prepare(_:now:)`` does not take over.
    func cancelPreparation()
}

/// A screen as what it shows sees it.
public struct ScreenDescription: Hashable, Sendable {
    public var name: ScreenName
    public var monitor: MonitorIdentity?
    /// What conditions of content are told about the screen. A mirror is taken for the screen that it mirrors.
    public var traits: OutputTraits
    /// Where the content goes on it, over all tiles of a tiled monitor.
    public var placement: Placement
    public var mode: Mode
    /// Every nth refresh has a new frame at most.
    public var frameInterval: Int
    public var configuration: OutputConfiguration

    public init(
        name: ScreenName, monitor: MonitorIdentity?, traits: OutputTraits, placement: Placement, mode: Mode,
        frameInterval: Int, configuration: OutputConfiguration
    ) {
        self.name = name
        self.monitor = monitor
        self.traits = traits
        self.placement = placement
        self.mode = mode
        self.frameInterval = frameInterval
        self.configuration = configuration
    }

    /// The length of a refresh.
    public var period: Duration { mode.refresh.period }
}

/// A screen by the names that people know it by.
public struct ScreenName: Hashable, Sendable, CustomStringConvertible {
    /// The connector's name on its device: `HDMI-A-1`.
    public var connector: String
    /// What its EDID calls the monitor. Nil where it has none.
    public var monitor: String?

    public init(connector: String, monitor: String?) {
        self.connector = connector
        self.monitor = monitor
    }

    public var description: String { monitor.map { "\(connector) (\($0))" } ?? connector }
}
