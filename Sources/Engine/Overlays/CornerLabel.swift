import DisplayModel
public import LinuxSystem
import Media
public import Presentation
public import Rendering
public import Timing

/// Says, small and in a corner, by which name and address an installer reaches the machine.
public final class CornerLabel: ScreenOverlay {
    private let text: PlacedText

    /// Of the line, in shares of the short side of what is seen; smaller where it would not fit.
    private static let lineHeight = 0.032
    /// From the edges, in shares of the short side.
    private static let margin = 0.02
    private static let opacity: Float = 0.6

    /// - Parameter placement: of the content on the screen.
    public init(_ machine: MachineIdentity, on placement: Placement) {
        let ground = OverlayGround(placement)
        let words = Self.text(machine)
        let margin = Self.margin * ground.shortSide
        let height = min(
            Self.lineHeight * ground.shortSide, (ground.area.width - 2 * margin) / ground.widthPerHeight(of: words))
        text = ground.place(
            words, height: height, x: ground.area.x + margin, y: ground.area.y + ground.area.height - margin - height)
    }

    /// `vitrine-4f2a   192.0.2.17`
    static func text(_ machine: MachineIdentity) -> String {
        // The first one; who needs more has 'vitrine identify'.
        ([machine.hostName] + machine.addresses.prefix(1).map(\.text)).joined(separator: "   ")
    }

    public func layer(at refresh: Refresh, from media: ResidentMedia) -> OverlayLayer {
        let command = text.command(from: media, at: refresh.middle, opacity: Self.opacity)
        return OverlayLayer(commands: command.map { [$0] } ?? [], isMissing: command == nil)
    }

    public func demands(from instant: MonotonicTime) -> [MediaDemand] { [MediaDemand(text.demand, due: instant)] }
}
