import DisplayModel
import Media
import Presentation
import Rendering
import Timing

/// The part of a screen that is seen, as the ground that an overlay is laid out on. It is in content coordinates, so an
/// overlay is turned and kept inside the overscan like all content, and on a part of a video wall it covers that part.
struct OverlayGround {
    let placement: Placement
    /// All that is seen, in content pixels.
    let area: ContentRectangle
    /// How many output pixels a content pixel takes.
    private let scale: (x: Double, y: Double)

    init(_ placement: Placement) {
        self.placement = placement
        area = placement.contentRectangle(landingOn: placement.visible)
        let map = placement.map
        // One of the two is zero.
        scale = (abs(map.xColumn.x) + abs(map.xColumn.y), abs(map.yColumn.x) + abs(map.yColumn.y))
    }

    var shortSide: Double { min(area.width, area.height) }

    /// One output pixel, in content pixels.
    var pixel: (width: Double, height: Double) { (1 / scale.x, 1 / scale.y) }

    /// A part of the area, in shares of its width and height, its edges between output pixels.
    func part(x: Double, y: Double, width: Double, height: Double) -> ContentRectangle {
        placement.snapped(
            ContentRectangle(
                x: area.x + x * area.width, y: area.y + y * area.height, width: width * area.width,
                height: height * area.height))
    }

    /// How wide a line is that is one content pixel high, about.
    func widthPerHeight(of text: String) -> Double {
        // Of a large line, since widths are rounded.
        let size = TextLine(text: text, height: 1000).size
        return Double(size.width) / Double(size.height) * scale.y / scale.x
    }

    /// A line of text.
    /// - Parameters:
    ///   - height: of the line, in content pixels.
    ///   - x, y: where it begins on the left and at the top, in content pixels.
    func place(_ text: String, height: Double, x: Double, y: Double) -> PlacedText {
        let line = TextLine(text: text, height: max(1, Int((height * scale.y).rounded())))
        let size = line.size
        return PlacedText(
            line: line,
            frame: placement.snapped(
                ContentRectangle(
                    x: x, y: y, width: Double(size.width) / scale.x, height: Double(size.height) / scale.y)))
    }

    /// The width of a line, in content pixels.
    func width(of text: String, height: Double) -> Double { widthPerHeight(of: text) * height }
}

/// A line of text in its place.
struct PlacedText: Hashable {
    var line: TextLine
    /// In content pixels: one pixel of the line to one of the output.
    var frame: ContentRectangle

    var demand: Medium { Medium(line) }

    /// Nil while it is not drawn yet.
    func command(from media: ResidentMedia, at instant: MonotonicTime, opacity: Float = 1) -> DrawCommand? {
        guard case .ready(let picture) = media.readiness(of: demand, at: instant) else { return nil }
        return .surface(
            Surface(PlacedPicture(picture.id, version: picture.version, frame: frame), background: nil), area: frame,
            mask: Mask(opacity: opacity))
    }
}

extension DrawCommand {
    /// A part in one colour.
    static func fill(_ area: ContentRectangle, _ color: Color, mask: Mask = .none) -> DrawCommand {
        .surface(Surface(nil, background: color), area: area, mask: mask)
    }
}
