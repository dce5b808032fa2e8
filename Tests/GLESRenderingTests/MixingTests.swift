import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

struct MixingTests {
    private let size = Size(width: 64, height: 48)
    private var whole: ContentRectangle { ContentRectangle(x: 0, y: 0, width: 64, height: 48) }

    private func mixed(_ a: UInt8, _ b: UInt8, _ share: Float) -> UInt8 {
        UInt8((Float(a) * (1 - share) + Float(b) * share).rounded())
    }

    @Test(arguments: [0, 0.004, 0.25, 0.5, 0.77, 1] as [Float])
    func crossFadeMixesEachPixel(_ progress: Float) throws {
        try TestedRenderer.each { renderer in
            let (first, second) = (Pixels.noise(size, seed: 1), Pixels.noise(size, seed: 2))
            let from = PlacedPicture(try renderer.create(1, first), frame: whole)
            let to = PlacedPicture(try renderer.create(2, second), frame: whole)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [.clear(.black), .crossFade(from: from, to: to, area: whole, progress: progress)]))
            let expected = Pixels(size) { x, y in
                let (a, b) = (first[x, y], second[x, y])
                return (mixed(a.0, b.0, progress), mixed(a.1, b.1, progress), mixed(a.2, b.2, progress))
            }
            // At its ends a cross-fade is the picture that a slide at rest shows, or the change would be seen.
            let isEnd = progress == 0 || progress == 1
            #expect(drawn.difference(from: expected, tolerance: isEnd ? 0 : 1) == nil)
        }
    }

    @Test(arguments: [0, 0.3, 1] as [Float])
    func opacityMixesWithTheBackground(_ opacity: Float) throws {
        try TestedRenderer.each { renderer in
            let pixels = Pixels.noise(size, seed: 3)
            let picture = PlacedPicture(try renderer.create(1, pixels), frame: whole)
            let background = Color(red: 1, green: 0.2, blue: 0)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [.picture(picture, area: whole, opacity: opacity, background: background)]))
            let expected = Pixels(size) { x, y in
                let p = pixels[x, y]
                return (mixed(255, p.0, opacity), mixed(51, p.1, opacity), mixed(0, p.2, opacity))
            }
            #expect(drawn.difference(from: expected, tolerance: 1) == nil)
        }
    }

    /// Two pictures of unlike shapes: where both are, they mix; where one is, it fades into the colour behind.
    @Test func picturesOverlapInPart() throws {
        try TestedRenderer.each { renderer in
            let (wide, tall) = (
                Pixels.noise(Size(width: 64, height: 20), seed: 4), Pixels.noise(Size(width: 24, height: 48), seed: 5)
            )
            let from = PlacedPicture(
                try renderer.create(1, wide), frame: ContentRectangle(x: 0, y: 14, width: 64, height: 20))
            let to = PlacedPicture(
                try renderer.create(2, tall), frame: ContentRectangle(x: 20, y: 0, width: 24, height: 48))
            func part(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> ContentRectangle {
                ContentRectangle(x: x, y: y, width: w, height: h)
            }
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [
                        .clear(.black),
                        .picture(from, area: part(0, 14, 20, 20), opacity: 0.75, background: .black),
                        .picture(from, area: part(44, 14, 20, 20), opacity: 0.75, background: .black),
                        .picture(to, area: part(20, 0, 24, 14), opacity: 0.25, background: .black),
                        .picture(to, area: part(20, 34, 24, 14), opacity: 0.25, background: .black),
                        .crossFade(from: from, to: to, area: part(20, 14, 24, 20), progress: 0.25),
                    ]))
            let expected = Pixels(size) { x, y in
                let isWide = (14..<34).contains(y)
                let isTall = (20..<44).contains(x)
                let a = isWide ? wide[x, y - 14] : (0, 0, 0)
                let b = isTall ? tall[x - 20, y] : (0, 0, 0)
                return (mixed(a.0, b.0, 0.25), mixed(a.1, b.1, 0.25), mixed(a.2, b.2, 0.25))
            }
            #expect(drawn.difference(from: expected, tolerance: 1) == nil)
        }
    }

    /// A picture of half the size is stretched: its own pixels stay where their middles are, and nothing smears at
    /// its edges.
    @Test func stretchedPictureIsInterpolated() throws {
        try TestedRenderer.each { renderer in
            let pixels = Pixels(Size(width: 2, height: 1)) { x, _ in x == 0 ? (0, 0, 0) : (255, 255, 255) }
            let picture = try renderer.create(1, pixels)
            let output = Size(width: 8, height: 1)
            let frame = ContentRectangle(x: 0, y: 0, width: 8, height: 1)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: output),
                    commands: [
                        .picture(PlacedPicture(picture, frame: frame), area: frame, opacity: 1, background: .black)
                    ])
            )
            #expect((0..<8).map { drawn[$0, 0].0 } == [0, 0, 32, 96, 159, 223, 255, 255])
        }
    }

    @Test func clearColorsTheVisiblePartOnly() throws {
        try TestedRenderer.each { renderer in
            let placement = Placement(
                output: size, visible: Rectangle(x: 5, y: 7, width: 40, height: 30),
                content: Size(width: 40, height: 30))
            let drawn = try renderer.pixels(
                of: FrameDescription(placement: placement, commands: [.clear(Color(red: 1, green: 0, blue: 0.4))]))
            let expected = Pixels(size) { x, y in
                (5..<45).contains(x) && (7..<37).contains(y) ? (255, 0, 102) : (0, 0, 0)
            }
            #expect(drawn.difference(from: expected) == nil)
        }
    }

    /// What one frame leaves behind in GL must not show in the next, whatever came before it.
    @Test func framesDoNotLeakIntoEachOther() throws {
        try TestedRenderer.each { renderer in
            let pixels = Pixels.noise(size, seed: 6)
            let picture = PlacedPicture(try renderer.create(1, pixels), frame: whole)
            let small = PlacedPicture(
                try renderer.create(2, .noise(Size(width: 7, height: 5), seed: 7)), frame: whole)
            let plain = FrameDescription(
                placement: Placement(output: size),
                commands: [.clear(.black), .picture(picture, area: whole, opacity: 1, background: .black)])
            let others = [
                FrameDescription(
                    placement: Placement(
                        output: size, visible: Rectangle(x: 9, y: 9, width: 20, height: 20), content: size,
                        orientation: .flipped270),
                    commands: [
                        .clear(Color(red: 1, green: 1, blue: 1)),
                        .crossFade(from: picture, to: small, area: whole, progress: 0.5),
                    ]),
                FrameDescription(
                    placement: Placement(output: Size(width: 9, height: 9)), commands: [.clear(.black)]),
            ]
            for other in others {
                _ = try renderer.pixels(of: other)
                #expect(try renderer.pixels(of: plain).difference(from: pixels) == nil)
            }
        }
    }
}
