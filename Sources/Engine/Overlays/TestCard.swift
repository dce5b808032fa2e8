import DisplayModel
import EDID
import Media
public import Presentation
public import Rendering
public import Timing

/// A picture to set a screen up by: where the edges of what is seen are, whether greys and colours can be told apart,
/// and whether every refresh comes. It hides all content.
public final class TestCard: ScreenOverlay {
    private let still: [DrawCommand]
    private let texts: [PlacedText]
    private let lane: Lane
    private var refreshes = RefreshCounter()

    /// - Parameter placement: of the content on the screen.
    public init(_ label: ScreenLabel, on placement: Placement) {
        let ground = OverlayGround(placement)
        lane = Lane(on: ground)
        still =
            [.fill(ground.part(x: 0, y: 0, width: 1, height: 1), TestCardColors.ground)]
            + Self.frames(on: ground).flatMap(\.commands) + Self.colorBars(on: ground) + Self.greySteps(on: ground)
            + lane.still
        texts = Self.frames(on: ground).map(\.label) + Self.names(label, placement, on: ground)
    }

    public func layer(at refresh: Refresh, from media: ResidentMedia) -> OverlayLayer {
        let names = texts.compactMap { $0.command(from: media, at: refresh.middle) }
        return OverlayLayer(
            commands: still + names + [lane.bar(at: refreshes.number(of: refresh))], nextChange: .everyRefresh,
            isMissing: names.count < texts.count)
    }

    public func demands(from instant: MonotonicTime) -> [MediaDemand] {
        texts.map { MediaDemand($0.demand, due: instant) }
    }

    // MARK: Edges

    /// A frame so far from the edges, in shares of the width and height.
    private struct EdgeFrame {
        var commands: [DrawCommand]
        var label: PlacedText
    }

    /// The distances, with their names and colours. The outermost one is seen whole only where nothing is cut off.
    private static let edges: [(distance: Double, name: String, color: Color)] = [
        (0, "0 %", .white), (0.025, "2.5 %", .yellow), (0.05, "5 %", .cyan), (0.1, "10 %", .green),
    ]
    /// Of the frames' lines, in shares of the short side; at least one pixel.
    private static let lineWidth = 1.0 / 360
    /// Of the names at the frames: as much as there is room for between two.
    private static let edgeNameHeight = 0.023

    private static func frames(on ground: OverlayGround) -> [EdgeFrame] {
        let area = ground.area
        let (across, down) = (
            max(ground.pixel.width, ground.shortSide * lineWidth),
            max(ground.pixel.height, ground.shortSide * lineWidth)
        )
        return edges.map { distance, name, color in
            let (x, y) = (area.x + distance * area.width, area.y + distance * area.height)
            let (width, height) = (area.width * (1 - 2 * distance), area.height * (1 - 2 * distance))
            let lines = [
                ContentRectangle(x: x, y: y, width: width, height: down),
                ContentRectangle(x: x, y: y + height - down, width: width, height: down),
                ContentRectangle(x: x, y: y, width: across, height: height),
                ContentRectangle(x: x + width - across, y: y, width: across, height: height),
            ]
            return EdgeFrame(
                commands: lines.map { .fill(ground.placement.snapped($0), color) },
                label: ground.place(
                    name, height: edgeNameHeight * area.height, x: area.x + 0.12 * area.width, y: y + down))
        }
    }

    // MARK: What is within

    private static func names(
        _ label: ScreenLabel, _ placement: Placement, on ground: OverlayGround
    ) -> [PlacedText] {
        var lines: [(String, Double)] = [(label.connector, 2), (label.monitor?.description ?? "", 1), (label.mode, 1)]
        if placement.visible != Rectangle(placement.output) { lines[2].0 += ", seen: \(placement.visible)" }
        if placement.orientation != .normal { lines[2].0 += ", turned: \(placement.orientation)" }
        let place = ground.part(x: 0.13, y: 0.13, width: 0.74, height: 0.2)
        let widest = lines.map { ground.widthPerHeight(of: $0.0) * $0.1 }.max() ?? 1
        let unit = min(place.height / 4, place.width / widest)
        var y = place.y
        return lines.filter { !$0.0.isEmpty }.map { text, scale in
            defer { y += unit * scale }
            return ground.place(text, height: unit * scale, x: place.x, y: y)
        }
    }

    private static func row(_ colors: [Color], on ground: OverlayGround, y: Double, height: Double) -> [DrawCommand] {
        let width = 0.74 / Double(colors.count)
        return colors.enumerated().map { index, color in
            .fill(ground.part(x: 0.13 + Double(index) * width, y: y, width: width, height: height), color)
        }
    }

    private static func colorBars(on ground: OverlayGround) -> [DrawCommand] {
        row([.white, .yellow, .cyan, .green, .magenta, .red, .blue, .black], on: ground, y: 0.36, height: 0.18)
    }

    /// Eleven steps from black to white, and below them the four next to each end, which are told apart only where the
    /// screen neither swallows shadows nor burns lights.
    private static func greySteps(on ground: OverlayGround) -> [DrawCommand] {
        row((0...10).map { .grey(Float($0) / 10) }, on: ground, y: 0.54, height: 0.14)
            + row(
                [0, 0.02, 0.04, 0.06, 0.94, 0.96, 0.98, 1].map { .grey($0) }, on: ground, y: 0.68, height: 0.06)
    }
}

/// The bar that is one place further in each refresh, as wide as its step: where a refresh was missed there is a gap.
private struct Lane {
    private static let places = 60
    let still: [DrawCommand]
    private let bars: [ContentRectangle]

    init(on ground: OverlayGround) {
        let step = 0.74 / Double(Self.places)
        bars = (0..<Self.places).map {
            ground.part(x: 0.13 + Double($0) * step, y: 0.78, width: step, height: 0.06)
        }
        let ticks = stride(from: 0, to: Self.places, by: 10).map {
            DrawCommand.fill(
                ground.part(x: 0.13 + Double($0) * step, y: 0.84, width: step, height: 0.015), .grey(0.6))
        }
        still = [.fill(ground.part(x: 0.13, y: 0.78, width: 0.74, height: 0.06), .black)] + ticks
    }

    func bar(at refresh: Int) -> DrawCommand {
        .fill(bars[(refresh % Self.places + Self.places) % Self.places], .white)
    }
}

/// Counts a screen's refreshes, those that had no frame too.
struct RefreshCounter {
    private var last: (vblank: MonotonicTime, number: Int)?

    /// Of two refreshes the difference is how many there were between them, though neither clock nor rate is exact.
    mutating func number(of refresh: Refresh) -> Int {
        func count(_ time: Duration) -> Int {
            Int((time.inSeconds / max(refresh.period.inSeconds, 0.001)).rounded())
        }
        let number = last.map { $0.number + count(refresh.vblank - $0.vblank) } ?? count(refresh.vblank - .zero)
        last = (refresh.vblank, number)
        return number
    }
}

private enum TestCardColors {
    static let ground = Color.grey(0.15)
}

extension Color {
    fileprivate static func grey(_ level: Float) -> Color { Color(red: level, green: level, blue: level) }
    fileprivate static let white = grey(1)
    fileprivate static let yellow = Color(red: 1, green: 1, blue: 0)
    fileprivate static let cyan = Color(red: 0, green: 1, blue: 1)
    fileprivate static let green = Color(red: 0, green: 1, blue: 0)
    fileprivate static let magenta = Color(red: 1, green: 0, blue: 1)
    fileprivate static let red = Color(red: 1, green: 0, blue: 0)
    fileprivate static let blue = Color(red: 0, green: 0, blue: 1)
}
