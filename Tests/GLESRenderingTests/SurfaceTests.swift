import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

struct SurfaceTests {
    private let size = Size(width: 64, height: 48)
    private var whole: ContentRectangle { ContentRectangle(x: 0, y: 0, width: 64, height: 48) }

    private func draw(_ renderer: any FrameRenderer, _ commands: [DrawCommand]) throws -> Pixels {
        try renderer.pixels(of: FrameDescription(placement: Placement(output: size), commands: commands))
    }

    /// A part of a picture, and what is beside it.
    @Test(arguments: Orientation.allCases, Output.all)
    func picturesAreByteExact(_ orientation: Orientation, _ output: Output) throws {
        try TestedRenderer.each { renderer in
            let placement = output.placement(orientation)
            let shown = Rectangle(x: output.visible.x + 9, y: output.visible.y + 8, width: 60, height: 40)
            let area = Rectangle(x: shown.x + 20, y: shown.y - 5, width: 50, height: 40)
            let upright = Pixels.noise(orientation.isTransposing ? shown.size.transposed : shown.size, seed: 1)
            let picture = PlacedPicture(
                try renderer.create(1, upright), frame: placement.contentRectangle(landingOn: shown))
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: placement,
                    commands: [
                        .clear(.black),
                        .surface(
                            Surface(picture, background: Color(red: 0, green: 1, blue: 0)),
                            area: placement.contentRectangle(landingOn: area), mask: .none),
                    ]))
            let picturePixels = turned(upright, orientation)
            let expected = Pixels(Output.size) { x, y in
                let pixel = Rectangle(x: x, y: y, width: 1, height: 1)
                guard area.contains(pixel) else { return (0, 0, 0) }
                return shown.contains(pixel) ? picturePixels[x - shown.x, y - shown.y] : (0, 255, 0)
            }
            #expect(drawn.difference(from: expected) == nil)
        }
    }

    /// A mark with a soft edge on another picture, with opacity, and over a colour of its own.
    @Test(arguments: [1, 0.6, 0] as [Float])
    func alphaLetsShowThrough(_ opacity: Float) throws {
        try TestedRenderer.each { renderer in
            let below = Pixels.noise(size, seed: 4)
            func alpha(_ x: Int) -> UInt8 { UInt8(min(x * 5, 255)) }
            // Premultiplied: no channel is above alpha.
            var mark = Pixels(size) { x, y in (alpha(x), alpha(x) / 2, UInt8(Int(alpha(x)) * y / 48)) }
            for pixel in 0..<size.area { mark.bytes[pixel * 4 + 3] = alpha(pixel % size.width) }
            let base = Surface(PlacedPicture(try renderer.create(1, below), frame: whole), background: .black)
            let placed = PlacedPicture(try renderer.create(2, mark), frame: whole)
            func drawn(on background: Color?) throws -> Pixels {
                try draw(
                    renderer,
                    [
                        .surface(base, area: whole, mask: .none),
                        .surface(
                            Surface(placed, background: background), area: whole, mask: Mask(opacity: opacity)),
                    ])
            }
            func expected(on background: (UInt8, UInt8, UInt8)?) -> Pixels {
                Pixels(size) { x, y in
                    let (mark, below) = (mark[x, y], below[x, y])
                    let rest = 1 - Double(alpha(x)) / 255
                    func over(_ mark: UInt8, _ below: UInt8, _ background: UInt8?) -> UInt8 {
                        let own = Double(mark) + Double(background ?? below) * rest
                        return UInt8((own * Double(opacity) + Double(below) * (1 - Double(opacity))).rounded())
                    }
                    return (
                        over(mark.0, below.0, background?.0), over(mark.1, below.1, background?.1),
                        over(mark.2, below.2, background?.2)
                    )
                }
            }
            #expect(try drawn(on: nil).difference(from: expected(on: nil), tolerance: 1) == nil)
            let blue = Color(red: 0, green: 0, blue: 1)
            #expect(try drawn(on: blue).difference(from: expected(on: (0, 0, 255)), tolerance: 1) == nil)
        }
    }

    /// Against circles whose pixels are counted in 16 by 16 parts.
    @Test(arguments: [1, 4, 11.5, 20, 500] as [Float])
    func cornersAreRound(_ radius: Float) throws {
        try TestedRenderer.each { renderer in
            let area = Rectangle(x: 3, y: 5, width: 52, height: 36)
            let drawn = try draw(
                renderer,
                [
                    .clear(Color(red: 0, green: 0, blue: 1)),
                    .surface(
                        Surface(nil, background: Color(red: 1, green: 1, blue: 0)),
                        area: ContentRectangle(x: 3, y: 5, width: 52, height: 36), mask: Mask(cornerRadius: radius)),
                ])
            let r = min(Double(radius), 18)
            func isInside(_ x: Double, _ y: Double) -> Bool {
                let (dx, dy) = (r - min(x - 3, 55 - x), r - min(y - 5, 41 - y))
                return x >= 3 && y >= 5 && x <= 55 && y <= 41 && (dx <= 0 || dy <= 0 || dx * dx + dy * dy <= r * r)
            }
            let expected = Pixels(size) { x, y in
                guard area.contains(Rectangle(x: x, y: y, width: 1, height: 1)) else { return (0, 0, 255) }
                let parts = (0..<256).count {
                    isInside(Double(x) + (Double($0 % 16) + 0.5) / 16, Double(y) + (Double($0 / 16) + 0.5) / 16)
                }
                let share = UInt8((Double(parts) / 256 * 255).rounded())
                return (share, share, 255 - share)
            }
            // The distance from the curve stands for the area beneath it.
            #expect(drawn.difference(from: expected, tolerance: 20) == nil)
            // Beyond a pixel from the curve there is nothing to smooth.
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = expected[x, y].0
                    let isEdge = (1...254).contains(pixel) || isNeighbour(of: pixel, expected, x, y)
                    if !isEdge, drawn[x, y] != expected[x, y] { Issue.record("\(x),\(y): \(drawn[x, y])") }
                }
            }
        }
    }

    /// Whether a pixel beside it is another.
    private func isNeighbour(of value: UInt8, _ pixels: Pixels, _ x: Int, _ y: Int) -> Bool {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].contains { dx, dy in
            let (x, y) = (x + dx, y + dy)
            return (0..<size.width).contains(x) && (0..<size.height).contains(y) && pixels[x, y].0 != value
        }
    }

    /// The radius is the content's, the smoothing the output's.
    @Test func cornersScaleWithTheContent() throws {
        try TestedRenderer.each { renderer in
            let white = Surface(nil, background: Color(red: 1, green: 1, blue: 1))
            func drawn(_ content: Size, radius: Float) throws -> Pixels {
                try renderer.pixels(
                    of: FrameDescription(
                        placement: Placement(output: size, visible: Rectangle(size), content: content),
                        commands: [
                            .clear(.black),
                            .surface(
                                white,
                                area: ContentRectangle(
                                    x: 0, y: 0, width: Double(content.width), height: Double(content.height)),
                                mask: Mask(cornerRadius: radius)),
                        ]))
            }
            let fourfold = try drawn(Size(width: 256, height: 192), radius: 40)
            #expect(try drawn(size, radius: 10).difference(from: fourfold, tolerance: 1) == nil)
            #expect(fourfold[0, 0] == (0, 0, 0))
        }
    }

    /// Round corners of a picture on its background are those of the picture alone over a background drawn before, at
    /// rest and at the ends of a transition; so are those of a picture that is cut off at one side.
    @Test(arguments: [0, 7, 500] as [Float], [-10, 12])
    func cornersOfAPictureAreRound(_ radius: Float, left: Double) throws {
        try TestedRenderer.each { renderer in
            let blue = Color(red: 0, green: 0, blue: 1)
            let frame = ContentRectangle(x: left, y: 6, width: 40, height: 30)
            let picture = PlacedPicture(
                try renderer.create(1, Pixels.noise(Size(width: 40, height: 30), seed: 3)), frame: frame)
            let expected = try draw(
                renderer,
                [
                    .surface(Surface(nil, background: blue), area: whole, mask: .none),
                    .surface(
                        Surface(picture, background: nil), area: frame.intersection(whole),
                        mask: Mask(cornerRadius: radius)),
                ])
            let round = Surface(picture, background: blue, cornerRadius: radius)
            let still = try draw(renderer, [.surface(round, area: whole, mask: .none)])
            #expect(still.difference(from: expected, tolerance: 1) == nil)
            for (from, to, progress) in [
                (round, Surface(nil, background: blue), Float(0.001)), (Surface(nil, background: blue), round, 0.999),
            ] {
                let mixed = try draw(
                    renderer,
                    [
                        .transition(
                            .builtIn("fade"), from: from, to: to, area: whole, progress: progress, mask: .none)
                    ])
                #expect(mixed.difference(from: expected, tolerance: 2) == nil)
            }
        }
    }

    @Test func anEdgeInsideOfAPixelIsSmooth() throws {
        try TestedRenderer.each { renderer in
            let white = try renderer.create(1, Pixels(Size(width: 16, height: 16), (255, 255, 255)))
            let frame = ContentRectangle(x: 8.5, y: 10, width: 16, height: 16)
            let drawn = try draw(
                renderer,
                [.surface(Surface(PlacedPicture(white, frame: frame), background: .black), area: whole, mask: .none)])
            #expect((7...9).map { drawn[$0, 12].0 } == [0, 128, 255])
            #expect((23...25).map { drawn[$0, 12].0 } == [255, 128, 0])
        }
    }

    /// What a blended layer leaves behind in GL must not show in the next frame.
    @Test func surfacesDoNotLeakIntoFrames() throws {
        try TestedRenderer.each { renderer in
            var half = Pixels(size, (100, 100, 100))
            for pixel in 0..<size.area { half.bytes[pixel * 4 + 3] = 128 }
            let placed = PlacedPicture(try renderer.create(1, half), frame: whole)
            let plain = DrawCommand.picture(placed, area: whole, opacity: 1, background: .black)
            _ = try draw(
                renderer,
                [
                    .clear(Color(red: 1, green: 1, blue: 1)),
                    .surface(Surface(placed, background: nil), area: whole, mask: Mask(opacity: 0.5)),
                ])
            let drawn = try draw(renderer, [.clear(Color(red: 1, green: 0, blue: 0)), plain])
            #expect(drawn.difference(from: Pixels(size, (100, 100, 100))) == nil)
        }
    }
}
