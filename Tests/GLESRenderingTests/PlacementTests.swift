import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// How an output is used: the part that is seen, and the space that is laid out in it.
struct Output: CustomTestStringConvertible, Sendable {
    var name: String
    var visible: Rectangle
    /// Before turning. Nil for the visible part's own size.
    var content: Size?

    static let size = Size(width: 131, height: 77)
    static let all = [
        Output(name: "whole", visible: Rectangle(size)),
        Output(name: "inset", visible: Rectangle(x: 7, y: 3, width: 115, height: 70)),
        Output(name: "scale", visible: Rectangle(x: 6, y: 5, width: 118, height: 67), content: size),
        Output(
            name: "scale from 4K", visible: Rectangle(x: 6, y: 5, width: 118, height: 67),
            content: Size(width: 3840, height: 2160)),
    ]

    func placement(_ orientation: Orientation) -> Placement {
        let content = self.content ?? visible.size
        return Placement(
            output: Self.size, visible: visible, content: orientation.isTransposing ? content.transposed : content,
            orientation: orientation)
    }

    var testDescription: String { name }
}

/// Where a pixel of upright pixels goes when they are turned, by counting pixels and not by a map.
func turned(_ upright: Pixels, _ orientation: Orientation) -> Pixels {
    let (w, h) = (upright.size.width, upright.size.height)
    let size = orientation.isTransposing ? upright.size.transposed : upright.size
    var result = Pixels(size)
    for y in 0..<h {
        for x in 0..<w {
            let flippedX = w - 1 - x
            let (toX, toY) =
                switch orientation {
                case .normal: (x, y)
                case .clockwise90: (h - 1 - y, x)
                case .clockwise180: (w - 1 - x, h - 1 - y)
                case .clockwise270: (y, w - 1 - x)
                case .flipped: (flippedX, y)
                case .flipped90: (h - 1 - y, flippedX)
                case .flipped180: (w - 1 - flippedX, h - 1 - y)
                case .flipped270: (y, w - 1 - flippedX)
                }
            result[toX, toY] = upright[x, y]
        }
    }
    return result
}

struct PlacementTests {
    @Test(arguments: Orientation.allCases, Output.all)
    func pictureOfTheSizeShownIsByteExact(_ orientation: Orientation, _ output: Output) throws {
        try TestedRenderer.each { renderer in
            let placement = output.placement(orientation)
            // A picture in the middle of the visible part, of the very size that it lands in.
            let shown = Rectangle(
                x: output.visible.x + 11, y: output.visible.y + 9, width: output.visible.width - 30,
                height: output.visible.height - 20)
            let upright = Pixels.noise(orientation.isTransposing ? shown.size.transposed : shown.size, seed: 1)
            let picture = try renderer.create(1, upright)
            let frame = placement.contentRectangle(landingOn: shown)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: placement,
                    commands: [
                        .clear(Color(red: 0, green: 1, blue: 0)),
                        .picture(PlacedPicture(picture, frame: frame), area: frame, opacity: 1, background: .black),
                    ]))

            let picturePixels = turned(upright, orientation)
            let expected = Pixels(Output.size) { x, y in
                if (shown.x..<shown.maxX).contains(x), (shown.y..<shown.maxY).contains(y) {
                    picturePixels[x - shown.x, y - shown.y]
                } else if (output.visible.x..<output.visible.maxX).contains(x),
                    (output.visible.y..<output.visible.maxY).contains(y)
                {
                    (0, 255, 0)
                } else {
                    (0, 0, 0)
                }
            }
            #expect(drawn.difference(from: expected) == nil)
        }
    }

    @Test func pictureIsByteExactAcross4K() throws {
        try TestedRenderer.each { renderer in
            // Long and low: as many texels in a row as a 4K screen has, without its cost.
            let size = Size(width: 3840, height: 5)
            let pixels = Pixels.noise(size, seed: 2)
            let picture = try renderer.create(1, pixels)
            let whole = ContentRectangle(x: 0, y: 0, width: 3840, height: 5)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [
                        .picture(PlacedPicture(picture, frame: whole), area: whole, opacity: 1, background: .black)
                    ])
            )
            #expect(drawn.difference(from: pixels) == nil)
        }
    }

    /// A picture that covers a screen of another shape hangs over its edges, and is still exact where it is seen.
    @Test(arguments: Orientation.allCases)
    func overhangingPictureStaysInsideTheVisiblePart(_ orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            let output = Output.all[1]
            let placement = output.placement(orientation)
            let shown = Rectangle(
                x: output.visible.x - 5, y: output.visible.y - 30, width: output.visible.width + 10,
                height: output.visible.height + 44)
            let upright = Pixels.noise(orientation.isTransposing ? shown.size.transposed : shown.size, seed: 3)
            let picture = try renderer.create(1, upright)
            let frame = placement.contentRectangle(landingOn: shown)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: placement,
                    commands: [
                        .clear(.black),
                        .picture(PlacedPicture(picture, frame: frame), area: frame, opacity: 1, background: .black),
                    ]))
            let picturePixels = turned(upright, orientation)
            let expected = Pixels(Output.size) { x, y in
                (output.visible.x..<output.visible.maxX).contains(x)
                    && (output.visible.y..<output.visible.maxY).contains(y)
                    ? picturePixels[x - shown.x, y - shown.y] : (0, 0, 0)
            }
            #expect(drawn.difference(from: expected) == nil)
        }
    }

    @Test func samplingIsExactOnlyWhereTexelsAndPixelsAgree() {
        let placement = Placement(output: Size(width: 100, height: 50))
        func isExact(_ frame: ContentRectangle, _ size: Size) -> Bool {
            placement.showsPixelForPixel(frame, size, placement.map)
        }
        let size = Size(width: 40, height: 20)
        #expect(isExact(ContentRectangle(x: 3, y: 4, width: 40, height: 20), size))
        #expect(!isExact(ContentRectangle(x: 3.5, y: 4, width: 40, height: 20), size))
        #expect(!isExact(ContentRectangle(x: 3, y: 4, width: 41, height: 20), size))
        #expect(!isExact(ContentRectangle(x: 3, y: 4, width: 20, height: 40), size))
    }
}
