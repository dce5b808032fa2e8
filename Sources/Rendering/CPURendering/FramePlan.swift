import DisplayModel
import Rendering

/// Whatever a command draws, where on the output it does.
struct PlannedLayer {
    let columns: Range<Int>
    let rows: Range<Int>
    let content: LayerContent

    /// Whether nothing shows through that was drawn before.
    var isOpaque: Bool {
        switch content {
        case .fill, .picture, .crossFade: true
        case .surface(let surface, let mask): surface.isOpaque && mask.isWhole
        case .transition(let transition, let mask):
            transition.from.isOpaque && transition.to.isOpaque && mask.isWhole
        }
    }
}

enum LayerContent {
    case fill(UInt32)
    /// Nil where nothing of the picture is there. The share is the picture's, in 256ths.
    case picture(PictureRows?, share: UInt16, background: UInt32)
    case crossFade(PictureRows?, PictureRows?, share: UInt16)
    case surface(SurfaceRows, MaskRows)
    case transition(TransitionRows, MaskRows)
}

/// A frame made ready to be drawn row by row: everything is looked up and computed that rows have in common.
struct FramePlan {
    /// What is drawn on, in output pixels: all else stays black.
    let visible: Rectangle
    let layers: [PlannedLayer]
    /// How much of a picture's row is mixed at most, in its pixels.
    private(set) var sourceWidth = 1

    /// - Parameters:
    ///   - clip: the part of the output that is drawn.
    ///   - output: the buffer's size.
    /// - Throws: where a picture is unknown, or there is no memory to make it fit.
    init(
        _ frame: FrameDescription, clip: Rectangle, output: Size, pictures: [PictureID: StoredPicture],
        substitutions: Substitutions
    ) throws(RenderingError) {
        visible = frame.placement.visible.bounded.intersection(Rectangle(output))
        let builder = LayerBuilder(
            placement: frame.placement, clip: clip.bounded.intersection(visible), pictures: pictures,
            substitutions: substitutions)
        var layers: [PlannedLayer] = []
        for command in frame.commands {
            if let layer = try builder.layer(command) { layers.append(layer) }
        }
        self.layers = layers
        for layer in layers { sourceWidth = max(sourceWidth, layer.sourceWidth) }
    }
}

extension PlannedLayer {
    fileprivate var sourceWidth: Int {
        let pictures: [PictureRows?] =
            switch content {
            case .fill: []
            case .picture(let picture, _, _): [picture]
            case .crossFade(let first, let second, _): [first, second]
            case .surface(let surface, _): [surface.content?.picture]
            case .transition(let transition, _):
                [transition.from.content?.picture, transition.to.content?.picture]
            }
        return pictures.reduce(1) { max($0, $1?.width ?? 1) }
    }
}

/// Sizes and places that arithmetic may go on with, whatever a description says.
private let mostPlace = 1 << 24

extension Rectangle {
    /// The part of it that may be on an output of any size.
    var bounded: Rectangle {
        func bounded(_ start: Int, _ length: Int) -> (Int, Int) {
            let start = max(-mostPlace, min(start, mostPlace))
            return (start, max(0, min(length, mostPlace)))
        }
        let ((x, width), (y, height)) = (bounded(x, width), bounded(y, height))
        return Rectangle(x: x, y: y, width: width, height: height)
    }
}

/// A rectangle on the output along its axes, in output pixels with fractions.
struct OutputArea {
    var across: (start: Double, end: Double)
    var down: (start: Double, end: Double)

    /// Nil for one without an inside, or beyond all outputs.
    init?(_ rectangle: ContentRectangle, _ map: Placement.AffineMap) {
        let a = map(rectangle.x, rectangle.y)
        let b = map(rectangle.x + rectangle.width, rectangle.y + rectangle.height)
        // Where the content is empty, or numbers are none, some of these are none either.
        let values = [a.x, a.y, b.x, b.y]
        guard rectangle.width > 0, rectangle.height > 0, values.allSatisfy({ abs($0) < Double(mostPlace) }) else {
            return nil
        }
        across = (min(a.x, b.x), max(a.x, b.x))
        down = (min(a.y, b.y), max(a.y, b.y))
        guard across.end > across.start, down.end > down.start else { return nil }
    }

    var width: Double { across.end - across.start }
    var height: Double { down.end - down.start }

    /// The same with edges between pixels where the picture is shown pixel for pixel, but for what arithmetic leaves of
    /// whole numbers: then its pixels are those of the output.
    func aligned(to size: Size) -> OutputArea {
        // Less than what shifts a sample to the next pixel.
        let tolerance = 1.0 / 64
        func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < tolerance }
        guard abs(width - Double(size.width)) < tolerance, abs(height - Double(size.height)) < tolerance,
            isWhole(across.start), isWhole(down.start)
        else { return self }
        var area = self
        area.across = (across.start.rounded(), across.start.rounded() + Double(size.width))
        area.down = (down.start.rounded(), down.start.rounded() + Double(size.height))
        return area
    }

    /// The pixels whose middles lie in it, as GPUs have it that know of 256ths of a pixel.
    func pixels(_ clip: Rectangle) -> (columns: Range<Int>, rows: Range<Int>) {
        func covered(_ span: (start: Double, end: Double), _ clip: Range<Int>) -> Range<Int> {
            func first(_ edge: Double) -> Int {
                let edge = (edge * 256).rounded() / 256
                return min(max(Int((edge - 0.5).rounded(.up)), clip.lowerBound), clip.upperBound)
            }
            return first(span.start)..<max(first(span.start), first(span.end))
        }
        return (covered(across, clip.x..<clip.maxX), covered(down, clip.y..<clip.maxY))
    }
}
