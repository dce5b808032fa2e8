import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// One lit (or to be lit) screen of a device: its mode, its buffers and its flips. Its life ends with the monitor's
/// connection or with its mode; a new one is made then.
final class KeptScreen {
    /// What the screen waits for.
    enum Phase: Equatable {
        /// Its first frame: for what it shows, or until then without. The next commit is a modeset.
        case preparing(until: MonotonicTime)
        /// Another try, after a commit was refused. The next commit is a modeset.
        case dark(until: MonotonicTime, reason: String)
        /// A modeset is under way whose outcome has not come.
        case setting
        case lit
    }

    /// A connector of the screen with everything that shows a frame on it.
    struct Part {
        let connector: ConnectorSnapshot
        let route: Route
        let mode: Mode
        /// What of the whole frame it shows.
        let placement: Placement
        let settings: ConnectorSettings
        /// In the screen's present renderer.
        var swapChain: SwapChain
        /// In the renderer that is to take over.
        var nextChain: SwapChain?
    }

    /// A frame that is drawn and waits for the refresh that it is meant for.
    struct DrawnFrame {
        var buffer: Int
        /// For each part.
        var fences: [Int32?]
        /// When to commit it: in the refresh before the one that it is for.
        var commitAt: MonotonicTime
    }

    let description: ScreenDescription
    let plan: OutputPlan
    private(set) var parts: [Part]
    let format: FormatLevel
    let content: any ScreenContent

    private(set) var phase: Phase
    private(set) var flips = FlipState(bufferCount: SwapChain.count)
    private(set) var held: DrawnFrame?
    var trouble = ScreenTrouble()
    /// Whether it was reported that the screen is lit, or, if that it is dark, why.
    private(set) var reported = Reported()
    /// The chains of the renderer before, for as long as one of their buffers may be on screen.
    private var leavingChains: [SwapChain] = []
    /// How many frames came on screen.
    private(set) var frames = 0
    /// How its next modeset goes about it.
    var lighting = ScreenLighting()
    /// Events of the modeset that is under way, whose end is not known yet.
    var early: [DisplayEvent] = []

    struct Reported {
        var isLit = false
        var dark: String?
    }

    init(
        _ description: ScreenDescription, plan: OutputPlan, parts: [Part], format: FormatLevel,
        content: any ScreenContent, phase: Phase
    ) {
        self.description = description
        self.plan = plan
        self.parts = parts
        self.format = format
        self.content = content
        self.phase = phase
    }

    var name: ScreenName { description.name }
    /// The first part's, which stands for all.
    var mode: Mode { parts[0].mode }
    var connector: ConnectorID { plan.connector }
    var crtcs: [CRTCID] { parts.map(\.route.crtc) }
    /// Whether one of its buffers is or may be on screen.
    var wasCommitted: Bool {
        flips.current != nil || flips.pending != nil || !leavingChains.isEmpty || phase == .setting
    }

    /// Whether its first frame is still waited for.
    func isPreparing(_ now: MonotonicTime) -> Bool {
        if case .preparing(let limit) = phase { now < limit } else { false }
    }

    // MARK: Its phases

    /// The kernel took a modeset that lights it.
    func becameLit() {
        phase = .lit
        // A modeset waits until its frame is on screen.
        leavingChains = []
    }

    func beginModeset() {
        phase = .setting
        early = []
    }

    /// Its mode is set again, with a new frame.
    func relight(now: MonotonicTime) {
        phase = .preparing(until: now)
        held = nil
        trouble.forgetVerification()
        content.screenWentDark()
    }

    /// Nothing can be shown before the next try.
    /// - Parameter isBlank: whether what was on screen is gone.
    func wait(until time: MonotonicTime, reason: String, isBlank: Bool) {
        phase = .dark(until: time, reason: reason)
        held = nil
        trouble.forgetVerification()
        if isBlank { content.screenWentDark() } else { content.dropped() }
    }

    /// Says once that the screen is dark.
    /// - Returns: whether that is news.
    func reportDark(_ reason: String) -> Bool {
        guard reported.dark != reason else { return false }
        reported = Reported(isLit: false, dark: reason)
        return true
    }

    /// - Returns: whether that is news.
    func reportLit() -> Bool {
        guard !reported.isLit else { return false }
        reported = Reported(isLit: true, dark: nil)
        return true
    }

    // MARK: Frames

    /// Draws a frame on every part.
    /// - Returns: for each part a fence, where drawing is not finished yet and the kernel is to wait.
    func draw(_ frame: FrameDescription, into buffer: Int) throws(RenderingError) -> [Int32?] {
        var fences: [Int32?] = []
        for part in parts {
            var frame = frame
            frame.place(on: part.placement)
            fences.append(try part.swapChain.draw(frame, into: buffer))
        }
        trouble.undrawn = 0
        return fences
    }

    /// Keeps a drawn frame until its refresh.
    func hold(_ frame: DrawnFrame) { held = frame }

    func releaseHeld() { held = nil }

    /// The session goes away, or the renderer: a frame that waits is not shown.
    func dropHeld() {
        guard held != nil else { return }
        held = nil
        content.dropped()
    }

    /// A commit of a buffer was accepted.
    func committed(_ buffer: Int, at now: MonotonicTime) { flips.committed(buffer, on: crtcs, at: now) }

    /// A CRTC's flip event came.
    /// - Returns: whether the frame is on screen with it.
    func flipped(_ crtc: CRTCID) -> Bool {
        guard flips.flipped(crtc) else { return false }
        frames += 1
        trouble.proved()
        leavingChains = []
        return true
    }

    func abandonPendingFlip() {
        flips.abandonPendingFlip()
    }

    // MARK: Trouble

    func owe() {
        trouble.owesProof = true
        content.wakeUp()
    }

    func refusedOnce() -> Int { trouble.refusedOnce() }
    func undrawnOnce() -> Int { trouble.undrawnOnce() }
    /// Whether it is to prove that frames reach it: where it is lit, and where it is dark since nothing can be drawn.
    var owesProof: Bool { trouble.owesProof && (phase == .lit || trouble.undrawn > 0) }
    func accepted() { trouble.refusals = 0 }
    func nextStep(at now: MonotonicTime) -> FlipWatchdog.Step { trouble.watchdog.missed(at: now) }

    // MARK: Another renderer

    /// Whether it has chains of another renderer, to which it goes over when nothing is on its way to the screen.
    var isToGoOver: Bool { parts.contains { $0.nextChain != nil } }

    /// - Parameter chains: one for each part; nil where the renderer does not take over after all.
    func prepareToGoOver(to chains: [SwapChain]?) {
        for index in parts.indices { parts[index].nextChain = chains?[index] }
    }

    /// Goes over to the chains of another renderer. Those of the old one stay until a buffer of the new one is on
    /// screen: freeing a buffer that is scanned out would switch the CRTC off.
    func goOver() {
        if flips.current != nil { leavingChains += parts.map(\.swapChain) }
        for index in parts.indices {
            guard let next = parts[index].nextChain else { continue }
            parts[index].swapChain = next
            parts[index].nextChain = nil
        }
        flips = FlipState(bufferCount: SwapChain.count)
        content.redraw()
    }

    // MARK: What the kernel is told and says

    /// What a commit that shows one of the buffers says.
    /// - Parameter chains: of each part; nil for those that it draws into.
    func update(showing buffer: Int, of chains: [SwapChain]? = nil, fences: [Int32?] = []) -> DisplayUpdate {
        DisplayUpdate(
            enabled: parts.enumerated().map { index, part in
                DisplayUpdate.Enabled(
                    route: part.route, mode: part.mode,
                    framebuffer: (chains?[index] ?? part.swapChain).buffers[buffer].framebuffer,
                    settings: part.settings, acquireFence: fences.indices.contains(index) ? fences[index] : nil)
            })
    }

    /// Whether the device is in the state that this screen has put it in.
    func isIntact(in snapshot: DeviceSnapshot) -> Bool {
        // Until a frame of the present renderer has come, one of the former is on screen.
        let leaving = flips.current == nil ? leavingChains.flatMap(\.buffers).map(\.framebuffer) : []
        return parts.allSatisfy { part in
            guard let crtc = snapshot.crtc(part.route.crtc), crtc.isActive, let running = crtc.mode,
                running.hasTimings(of: part.mode),
                let connector = snapshot.connector(part.route.connector), connector.crtc == part.route.crtc,
                connector.linkStatus != .bad,
                let plane = snapshot.planes.first(where: { $0.id == part.route.plane }), let scanout = plane.scanout
            else { return false }
            return scanout.crtc == part.route.crtc
                && (part.swapChain.buffers.map(\.framebuffer) + leaving).contains(scanout.framebuffer)
        }
    }

    /// Only the event of the last flip was lost: its frame is on screen.
    func becameIntact() {
        // With no frame of the present renderer it is one of the former's.
        if flips.current != nil { leavingChains = [] }
    }

    /// Whether the wire to the monitor failed since the mode was set.
    func isLinkBroken(in snapshot: DeviceSnapshot) -> Bool {
        parts.contains { snapshot.connector($0.route.connector)?.linkStatus == .bad }
    }

    /// Whether it is already what a plan wants: the same monitor, fed the same way, in one of the wanted modes.
    func fulfils(_ wanted: OutputPlan, _ placement: Placement, in snapshot: DeviceSnapshot) -> Bool {
        wanted.parts == plan.parts && wanted.configuration == plan.configuration && placement == description.placement
            && wanted.candidates.contains { candidate in
                zip(candidate, parts).allSatisfy { $0.hasTimings(of: $1.mode) }
            }
            && parts.allSatisfy { part in
                guard let connector = snapshot.connector(part.route.connector) else { return false }
                return connector.edid == part.connector.edid && connector.modes == part.connector.modes
            }
    }

    /// Whether it has fewer colours than it was to have.
    var hasFewerColours: Bool { format == .narrow }

    /// Whether a plan that it fulfils has something better than what it shows.
    func isBelow(_ wanted: OutputPlan) -> Bool {
        hasFewerColours || !zip(wanted.candidates[0], parts).allSatisfy { $0.hasTimings(of: $1.mode) }
    }

    /// When the screen needs attention, whatever happens, while no flip is under way.
    /// - Parameter canBeLit: whether a modeset could begin.
    func nextDeadline(canBeLit: Bool) -> MonotonicTime? {
        switch phase {
        case .preparing(let time), .dark(let time, _): canBeLit ? time : nil
        case .setting: nil
        case .lit: trouble.isBeingVerified ? nil : held?.commitAt ?? content.nextDeadline
        }
    }
}
