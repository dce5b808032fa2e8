import DisplayModel
import Media
public import Rendering
public import ScreenKeeping
public import Timing

/// What one screen shows: asks its source for frames, and has drawn what differs from the frame on screen.
public final class ScreenPresenter: ScreenContent {
    public let viewer: Viewer
    public let screen: ScreenDescription
    public private(set) var source: any FrameSource
    /// What is to take over once its first frame can be drawn.
    public private(set) var incoming: (any FrameSource)?
    /// Over the content, from below to above.
    private var overlays: [any ScreenOverlay] = []

    /// In the renderer that draws the screen.
    private var media: ResidentMedia
    private let group: ScreenGroup?
    private let report: (ContentEvent) -> Void
    private var pacing: FramePacing
    private var frames = FrameHistory()
    /// Whether the frame that was asked for last begins something that the group begins together.
    private var makesSharedChange = false
    /// Whether the next change was drawn already, if only for practice.
    private var isRehearsed = false

    public init(
        _ viewer: Viewer, on screen: ScreenDescription, showing source: any FrameSource, from media: ResidentMedia,
        group: ScreenGroup?, report: @escaping (ContentEvent) -> Void
    ) {
        self.viewer = viewer
        self.screen = screen
        self.source = source
        self.media = media
        self.group = group
        self.report = report
        pacing = FramePacing(period: screen.period, frameInterval: screen.frameInterval)
    }

    /// The screen is one of the device's from now on.
    /// - Parameter canFlip: whether the device would take a flip of it now.
    public func attach(now: MonotonicTime, canFlip: @escaping () -> Bool) {
        group?.join(
            self,
            .init(
                isLit: { [unowned self] in frames.isLit },
                isReady: { [unowned self] instant in
                    source.isReady(for: viewer, at: instant, from: media) && canFlip()
                }))
        demand(now: now)
    }

    // MARK: Media

    /// Has the media that the screen needs now and next made ready.
    public func demand(now: MonotonicTime) {
        media.demand(demands(now: now), by: self, now: now)
    }

    private func demands(now: MonotonicTime) -> [MediaDemand] {
        // Of what is on its way to the screen, not of what is on it: a cut is committed before its time, the end of a
        // transition before the end, and no later frame asks again.
        var list = source.demands(of: viewer, from: max(now, frames.latestInstant))
        if let incoming { list += incoming.demands(of: viewer, from: now) }
        for overlay in overlays { list += overlay.demands(from: now) }
        return list
    }

    /// Makes ready in another renderer what the screen shows.
    public func prepare(in next: ResidentMedia, now: MonotonicTime) {
        next.demand(demands(now: now), by: self, now: now)
    }

    /// Whether the screen's next frame can be drawn by another renderer.
    public func isPrepared(in next: ResidentMedia, now: MonotonicTime) -> Bool {
        source.isReady(for: viewer, at: max(now, frames.latestInstant), from: next)
    }

    /// Another renderer draws from now on.
    public func use(_ next: ResidentMedia, now: MonotonicTime) {
        guard media !== next else { return }
        media = next
        demand(now: now)
        pacing.wakeUp()
    }

    /// Media came, or will never come.
    public func mediaChanged(now: MonotonicTime) {
        if frames.isMissing || frames.asksForMovingMedia { pacing.wakeUp() }
    }

    // MARK: Overlays

    /// Replaces what lies over the content, from below to above.
    public func put(_ overlays: [any ScreenOverlay], now: MonotonicTime) {
        guard !self.overlays.isEmpty || !overlays.isEmpty else { return }
        self.overlays = overlays
        pacing.wakeUp()
        demand(now: now)
    }

    // MARK: Sources

    /// Makes ready what another source begins with.
    public func prepare(_ next: any FrameSource, now: MonotonicTime) {
        incoming = next
        demand(now: now)
    }

    /// The source that was to take over does not.
    public func withdraw(now: MonotonicTime) {
        incoming = nil
        demand(now: now)
    }

    /// Whether the source that is to take over has all that it begins with, or will never have it.
    public func isPrepared(now: MonotonicTime) -> Bool {
        incoming?.isReady(for: viewer, at: now, from: media) ?? true
    }

    /// Another source takes over, between two frames.
    public func takeOver(_ next: any FrameSource, now: MonotonicTime) {
        source = next
        incoming = nil
        // Places and what is in them may be others.
        frames.forgetArrivals()
        pacing.wakeUp()
        demand(now: now)
    }

    /// What the source shows at a time is not what it was: its clock was set, or something cannot be shown any more.
    public func sourceChanged(now: MonotonicTime) {
        pacing.wakeUp()
        demand(now: now)
    }

    /// The screen is gone, or shows something else: nothing is needed any more.
    public func end(now: MonotonicTime) {
        incoming = nil
        group?.leave(self)
        media.demand([], by: self, now: now)
    }

    /// Whether a frame of its is on screen.
    public var isLit: Bool { frames.isLit }

    /// The instant that the last frame stands for, which lies ahead of its commit.
    public var latestInstant: MonotonicTime { frames.latestInstant }

    // MARK: ScreenContent

    public var nextDeadline: MonotonicTime { pacing.nextDeadline }

    public func nextFrame(now: MonotonicTime) -> FrameDescription? {
        guard case .draw(let vblank) = pacing.decide(at: now) else { return nil }
        let refresh = frames.refresh(at: vblank, period: pacing.period)
        let frame = ask(for: refresh, now)
        guard frame.description == frames.current?.description, !frames.isToBeRedrawn else {
            frames.ask(frame, for: refresh)
            return frame.description
        }
        source.report(.unchanged, of: frame, for: viewer)
        frames.keep(frame, for: refresh)
        if frame.isMissing { demand(now: now) }
        pacing.unchanged(until: frame.nextChange, at: now)
        return nil
    }

    public func firstFrame(now: MonotonicTime, mayWait: Bool) -> FrameDescription? {
        if mayWait, !source.isReady(for: viewer, at: now, from: media) { return nil }
        // It comes on screen at the next vblank. For an earlier instant it would be older than the last frame of a
        // device that is reopened.
        let refresh = frames.refresh(at: now + pacing.period, period: pacing.period)
        let frame = ask(for: refresh, now)
        frames.ask(frame, for: refresh)
        return frame.description
    }

    private func ask(for refresh: Refresh, _ now: MonotonicTime) -> SourceFrame {
        makesSharedChange = false
        var frame = source.frame(for: viewer, at: refresh, from: media) {
            guard let group else { return true }
            makesSharedChange = group.mayMake(at: refresh.middle, now: now)
            return makesSharedChange
        }
        for overlay in overlays { frame.add(overlay.layer(at: refresh, from: media)) }
        return frame
    }

    public func drawn(took duration: Duration, now: MonotonicTime) -> MonotonicTime? {
        guard let asked = frames.asked else { return nil }
        return pacing.drawn(for: asked.refresh.vblank, took: duration, at: now)
    }

    public func queued(at time: MonotonicTime, lights: Bool) {
        guard let frame = frames.queue() else { return }
        source.report(.queued(at: time, lights: lights), of: frame, for: viewer)
        pacing.queued(at: time, isMoving: frame.nextChange == .everyRefresh)
        // Something else comes, or what left is not needed any more.
        if frames.hasNewArrivals || frame.isMissing { demand(now: time) }
        if lights, frame.isMissing, !frame.showsSomething {
            report(.warning(about: "\(screen.name)", text: "lit black: its first picture is still being decoded"))
        }
    }

    public func dropped() {
        if let frame = frames.drop() { source.report(.dropped, of: frame, for: viewer) }
        pacing.wakeUp()
    }

    public func screenWentDark() {
        dropped()
        frames.forgetScreen()
    }

    public func redraw() {
        dropped()
        frames.redraw()
    }

    public func retry(after now: MonotonicTime, because reason: String) {
        if makesSharedChange { group?.refused("\(screen.name)", reason) }
        pacing.retry(after: now)
    }

    public func wakeUp() { pacing.wakeUp() }

    public func flipped(stamp: MonotonicTime, sequence: UInt32, received: MonotonicTime) {
        let time = pacing.flipped(stamp: stamp, sequence: sequence, received: received)
        if let (frame, refresh) = frames.shown() {
            let late = (time - refresh.vblank).nanoseconds
            let missed = max(0, (late + pacing.period.nanoseconds / 2) / max(1, pacing.period.nanoseconds))
            source.report(.shown(at: time, missed: Int(missed)), of: frame, for: viewer)
        }
        for arrival in frames.announce() {
            let (place, title) = (arrival.arrival.place, arrival.arrival.title)
            if arrival.isNew {
                let due = arrival.arrival.due ?? time
                report(.shown(screen: screen.name, place: place, title: title, due: due, flipped: time))
            }
            if arrival.arrival.isSettled { report(.settled(screen: screen.name, place: place, title: title)) }
        }
    }

    public func rehearsal(now: MonotonicTime) -> FrameDescription? {
        guard !isRehearsed, var frame = source.rehearsal(for: viewer, at: now, from: media) else { return nil }
        // An overlay comes unannounced, and what draws it would be compiled when it does.
        let corner = screen.placement.contentRectangle(landingOn: Rectangle(x: 0, y: 0, width: 1, height: 1))
        frame.commands.append(.surface(Surface(nil, background: .black), area: corner, mask: Mask(opacity: 0.5)))
        isRehearsed = true
        return frame
    }

    public func rehearsed(took duration: Duration) { pacing.record(duration) }
}
