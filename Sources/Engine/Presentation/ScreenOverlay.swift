public import Rendering
public import Timing

/// What lies over a screen's content for a time, whatever the content is: which screen this is, or a test card. Each
/// screen has its own.
///
/// Content goes on below it, and never waits for it.
public protocol ScreenOverlay: AnyObject {
    /// What it draws at a refresh, in the coordinates of the screen's placement. Asking changes nothing that is seen.
    func layer(at refresh: Refresh, from media: ResidentMedia) -> OverlayLayer

    /// The media that it draws with.
    func demands(from instant: MonotonicTime) -> [MediaDemand]
}

/// An overlay's part of a frame.
public struct OverlayLayer {
    /// Drawn over the content, in this order.
    public var commands: [DrawCommand]
    public var nextChange: SourceFrame.NextChange
    /// Whether something that should show is not there yet.
    public var isMissing: Bool

    public init(
        commands: [DrawCommand] = [], nextChange: SourceFrame.NextChange = .never, isMissing: Bool = false
    ) {
        self.commands = commands
        self.nextChange = nextChange
        self.isMissing = isMissing
    }
}

extension SourceFrame {
    /// Puts an overlay on it.
    mutating func add(_ layer: OverlayLayer) {
        description.commands += layer.commands
        nextChange = nextChange.earlier(layer.nextChange)
        isMissing = isMissing || layer.isMissing
    }
}
