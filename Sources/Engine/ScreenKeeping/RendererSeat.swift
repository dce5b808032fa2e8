import Rendering
import Timing

/// A device's renderer, and the one that is to replace it.
struct RendererSeat {
    /// What draws.
    private(set) var current: (any FrameRenderer)?
    /// A second one that takes over as soon as it can draw what the screens show.
    private(set) var next: (renderer: any FrameRenderer, since: MonotonicTime)?
    /// Another renderer that is to be made: whether that happens elsewhere already, and when it begins.
    private var replacement: (isBeingMade: Bool, at: MonotonicTime)?
    /// Why the present renderer cannot draw any more. Nil while it can: then it goes on until the next one takes over.
    private(set) var loss: String?
    /// Whether the screens have buffers of the next renderer, and go over to it one by one.
    private(set) var isHandingOver = false
    private var losses: [MonotonicTime] = []
    /// How often in a row none could be made.
    private var failures = 0

    /// How long the next renderer may take to get what the screens show, before it takes over without.
    static let preparationLimit = Duration.seconds(5)
    /// More replacements than this within the memory: reopening the device is the stronger means.
    private static let mostReplacements = 3
    private static let memory = Duration.seconds(60)
    /// A device whose renderer is lost and cannot be replaced so often is to be reopened.
    private static let mostFailures = 5

    mutating func begin(with renderer: any FrameRenderer) {
        current = renderer
        finish()
    }

    /// The context is lost.
    /// - Returns: whether a new renderer may help; otherwise something stronger has to.
    mutating func lose(_ reason: String, _ now: MonotonicTime) -> Bool {
        guard loss == nil else { return true }
        loss = reason
        losses.removeAll { now - $0 > Self.memory }
        losses.append(now)
        guard losses.count <= Self.mostReplacements else { return false }
        replace(now)
        return true
    }

    /// Another renderer is wanted.
    mutating func replace(_ now: MonotonicTime) {
        if replacement == nil { replacement = (false, now) }
    }

    /// The next renderer is not to take over after all.
    mutating func cancel() { (next, replacement, isHandingOver) = (nil, nil, false) }

    /// The screens have buffers of the next renderer.
    mutating func beginHandOver() { isHandingOver = true }

    /// Whether a renderer is to be made now.
    mutating func takeOrder(_ now: MonotonicTime) -> Bool {
        guard let order = replacement, !order.isBeingMade, order.at <= now else { return false }
        replacement?.isBeingMade = true
        return true
    }

    mutating func made(_ renderer: any FrameRenderer, _ now: MonotonicTime) { next = (renderer, now) }

    /// It could not be made; another try follows, ever later.
    /// - Returns: whether something stronger has to help, since nothing can be drawn meanwhile.
    mutating func failed(_ now: MonotonicTime) -> Bool {
        guard replacement != nil else { return false }
        failures += 1
        replacement = (false, now + .seconds(1 << min(failures - 1, 6)))
        return isLost && failures >= Self.mostFailures
    }

    /// Every screen is drawn by the next renderer: the old one goes.
    mutating func finish() {
        if let next { current = next.renderer }
        (next, replacement, loss, isHandingOver, failures) = (nil, nil, nil, false, 0)
    }

    /// Whether the present renderer cannot draw any more.
    var isLost: Bool { loss != nil }

    /// Whether no screens are to be made now: with the next renderer there will be buffers again.
    var isBeingReplaced: Bool { replacement != nil }

    var nextDeadline: MonotonicTime? {
        // From then on flips set the pace.
        if isHandingOver { return nil }
        if let next { return next.since + Self.preparationLimit }
        return replacement.flatMap { $0.isBeingMade ? nil : $0.at }
    }
}
