import DisplayModel
import EDID
public import LinuxSystem
import Media
public import Presentation
public import Rendering
public import Timing

/// Says which screen this is, of which machine: connector, monitor, mode, host name and addresses, in the middle of the
/// screen.
public final class IdentityOverlay: ScreenOverlay {
    private let panel: ContentRectangle
    private let texts: [PlacedText]

    /// Of the panel.
    private static let ground = Color(red: 0.05, green: 0.07, blue: 0.1)
    private static let opacity: Float = 0.88
    /// Of lines, in shares of the height of what is seen. Smaller where they would not fit.
    private static let lineHeight = 0.085
    /// How much of what is seen the panel may take.
    private static let mostOfSide = 0.92
    /// Around the text, in heights of a line.
    private static let margin = 0.8

    /// - Parameter placement: of the content on the screen.
    public init(_ label: ScreenLabel, of machine: MachineIdentity, on placement: Placement) {
        let ground = OverlayGround(placement)
        let lines = Self.lines(label, machine)
        let widest = lines.map { ground.widthPerHeight(of: $0.text) * $0.scale }.max() ?? 1
        let tallest = lines.reduce(0) { $0 + $1.scale }
        let unit = min(
            Self.lineHeight * ground.area.height,
            Self.mostOfSide * ground.area.width / (widest + 2 * Self.margin),
            Self.mostOfSide * ground.area.height / (tallest + 2 * Self.margin))
        let (width, height) = ((widest + 2 * Self.margin) * unit, (tallest + 2 * Self.margin) * unit)
        let top = ground.area.y + (ground.area.height - height) / 2
        let middle = ground.area.x + ground.area.width / 2
        panel = placement.snapped(ContentRectangle(x: middle - width / 2, y: top, width: width, height: height))
        var y = top + Self.margin * unit
        texts = lines.map { line in
            defer { y += line.scale * unit }
            let height = line.scale * unit
            return ground.place(
                line.text, height: height, x: middle - ground.width(of: line.text, height: height) / 2, y: y)
        }
    }

    /// What it says, each with its height beside that of the others.
    static func lines(_ label: ScreenLabel, _ machine: MachineIdentity) -> [(text: String, scale: Double)] {
        let addresses = machine.addresses.isEmpty ? ["no network address"] : machine.addresses.map(\.description)
        return [(label.connector, 2)]
            + [label.monitor?.description ?? "the monitor does not say what it is", label.mode].map { ($0, 1) }
            + ([machine.hostName] + addresses).map { ($0, 1) }
    }

    public func layer(at refresh: Refresh, from media: ResidentMedia) -> OverlayLayer {
        let commands = texts.compactMap { $0.command(from: media, at: refresh.middle) }
        // All of it at once.
        guard commands.count == texts.count else { return OverlayLayer(isMissing: true) }
        let radius = Float(min(panel.width, panel.height) / 24)
        return OverlayLayer(
            commands: [.fill(panel, Self.ground, mask: Mask(opacity: Self.opacity, cornerRadius: radius))] + commands)
    }

    public func demands(from instant: MonotonicTime) -> [MediaDemand] {
        texts.map { MediaDemand($0.demand, due: instant) }
    }
}
