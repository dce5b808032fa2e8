public import DisplayModel

/// How content coordinates land on an output: turned by the orientation, then stretched onto an area.
///
/// This is where overscan compensation, rotation, mirroring and tiling are decided. The GLES vertex shader carries
/// them out as one affine map, so none of them costs a pass of its own.
///
/// Two rectangles, because they answer two questions. ``area`` says *where* the content lands, and so at which size
/// pictures are decoded; it follows the whole picture, even where an output shows only a window of it. ``visible`` says
/// *what is seen* of it on this output; drawing is clipped to it.
///
/// | | area | visible |
/// |---|---|---|
/// | an output alone | the part that the viewer sees | the same |
/// | a mirror | the source's shape, as large as it fits into that part | the same |
/// | a tile | where the whole lands, seen from the tile's corner: it reaches beyond the output | what of the whole's visible part lies on the tile; may be empty |
public struct Placement: Hashable, Sendable {
    /// The output's size in its mode's pixels.
    public var output: Size
    /// Where the whole content lands, in output pixels. It may begin and end outside the output.
    public var area: Rectangle
    /// The part of the output that content and background are drawn in, in output pixels, inside the output. All else
    /// stays black.
    public var visible: Rectangle
    /// The space that slides are laid out in. The area's size, upright, or another that is scaled into it.
    public var content: Size
    public var orientation: Orientation

    public init(
        output: Size, area: Rectangle, visible: Rectangle, content: Size, orientation: Orientation = .normal
    ) {
        self.output = output
        self.area = area
        self.visible = visible
        self.content = content
        self.orientation = orientation
    }

    /// Content that lands on what is seen, all of it.
    public init(output: Size, visible: Rectangle, content: Size, orientation: Orientation = .normal) {
        self.init(output: output, area: visible, visible: visible, content: content, orientation: orientation)
    }

    /// Content that fills the output pixel for pixel.
    public init(output: Size) {
        self.init(output: output, visible: Rectangle(output), content: output)
    }

    /// `position in output pixels = matrix * position in content pixels + offset`, column by column.
    public struct AffineMap: Hashable, Sendable {
        public var xColumn: (x: Double, y: Double)
        public var yColumn: (x: Double, y: Double)
        public var offset: (x: Double, y: Double)

        public func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (xColumn.x * x + yColumn.x * y + offset.x, xColumn.y * x + yColumn.y * y + offset.y)
        }

        public static func == (a: AffineMap, b: AffineMap) -> Bool {
            a.xColumn == b.xColumn && a.yColumn == b.yColumn && a.offset == b.offset
        }

        public func hash(into hasher: inout Hasher) {
            for value in [xColumn.x, xColumn.y, yColumn.x, yColumn.y, offset.x, offset.y] { hasher.combine(value) }
        }
    }

    /// The map from content coordinates to output pixels.
    public var map: AffineMap {
        var map = mapIntoArea
        map.offset.x += Double(area.x)
        map.offset.y += Double(area.y)
        return map
    }

    /// The map from content coordinates to pixels counted from the area's corner.
    private var mapIntoArea: AffineMap {
        // On the unit square: flip left to right, then turn clockwise (y points down).
        let unit: (x: (Double, Double), y: (Double, Double), offset: (Double, Double)) =
            switch orientation {
            case .normal: ((1, 0), (0, 1), (0, 0))
            case .clockwise90: ((0, 1), (-1, 0), (1, 0))
            case .clockwise180: ((-1, 0), (0, -1), (1, 1))
            case .clockwise270: ((0, -1), (1, 0), (0, 1))
            case .flipped: ((-1, 0), (0, 1), (1, 0))
            case .flipped90: ((0, -1), (-1, 0), (1, 1))
            case .flipped180: ((1, 0), (0, -1), (0, 1))
            case .flipped270: ((0, 1), (1, 0), (0, 0))
            }
        let (w, h) = (Double(area.width), Double(area.height))
        let (cw, ch) = (Double(max(content.width, 1)), Double(max(content.height, 1)))
        return AffineMap(
            xColumn: (unit.x.0 * w / cw, unit.x.1 * h / cw),
            yColumn: (unit.y.0 * w / ch, unit.y.1 * h / ch),
            offset: (unit.offset.0 * w, unit.offset.1 * h))
    }

    /// Where a rectangle of the content lands, in output pixels, moved to whole pixels. A picture decoded to this
    /// size is sampled one texel to a pixel.
    ///
    /// It is rounded inside the area and moved by whole pixels then, so that tiles of one picture agree on every edge.
    public func outputRectangle(of rectangle: ContentRectangle) -> Rectangle {
        let map = mapIntoArea
        let a = map(rectangle.x, rectangle.y)
        let b = map(rectangle.x + rectangle.width, rectangle.y + rectangle.height)
        let (left, right) = (min(a.x, b.x).rounded(), max(a.x, b.x).rounded())
        let (top, bottom) = (min(a.y, b.y).rounded(), max(a.y, b.y).rounded())
        return Rectangle(
            x: area.x + Int(left), y: area.y + Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    /// The rectangle of the content that lands on these output pixels exactly.
    public func contentRectangle(landingOn rectangle: Rectangle) -> ContentRectangle {
        let map = map
        func inverse(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
            let (dx, dy) = (Double(x) - map.offset.x, Double(y) - map.offset.y)
            return orientation.isTransposing
                ? (dy / map.xColumn.y, dx / map.yColumn.x) : (dx / map.xColumn.x, dy / map.yColumn.y)
        }
        let (a, b) = (inverse(rectangle.x, rectangle.y), inverse(rectangle.maxX, rectangle.maxY))
        let (x, y) = (min(a.x, b.x), min(a.y, b.y))
        return ContentRectangle(x: x, y: y, width: max(a.x, b.x) - x, height: max(a.y, b.y) - y)
    }

    /// The same rectangle with its edges moved so that they fall between output pixels.
    public func snapped(_ rectangle: ContentRectangle) -> ContentRectangle {
        contentRectangle(landingOn: outputRectangle(of: rectangle))
    }
}

extension Overscan {
    /// Where content goes on an output of a size.
    public func placement(on output: Size, orientation: Orientation = .normal) -> Placement {
        let visible = visible(of: output)
        let layout = kind == .inset ? visible.size : output
        return Placement(
            output: output, visible: visible, content: orientation.isTransposing ? layout.transposed : layout,
            orientation: orientation)
    }
}
