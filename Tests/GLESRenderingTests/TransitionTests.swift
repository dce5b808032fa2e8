import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

struct TransitionTests {
    private let size = Size(width: 64, height: 32)
    private var whole: ContentRectangle { ContentRectangle(x: 0, y: 0, width: 64, height: 32) }

    /// At its ends a transition is what stands before and after it, to the bit; between, rounding may go either way, and
    /// llvmpipe weighs texels in 256ths.
    private static let moments: [(progress: Double, tolerance: Int)] = [(0, 0), (0.25, 1), (0.5, 1), (0.75, 1), (1, 0)]

    @Test(arguments: ExpectedTransition.all)
    func builtInTransitionsMixEachPixel(_ transition: ExpectedTransition) throws {
        try TestedRenderer.each { renderer in
            let (first, second) = (Pixels.card(size), Pixels.noise(size, seed: 2))
            let from = Surface(PlacedPicture(try renderer.create(1, first), frame: whole), background: .black)
            let to = Surface(PlacedPicture(try renderer.create(2, second), frame: whole), background: .black)
            func drawn(_ progress: Float) throws -> Pixels {
                try renderer.pixels(
                    of: FrameDescription(
                        placement: Placement(output: size),
                        commands: [
                            .transition(
                                transition.shader, from: from, to: to, area: whole, progress: progress, mask: .none)
                        ]))
            }
            for (progress, tolerance) in Self.moments {
                let expected = transition.frame(from: first, to: second, progress)
                // Two pictures of another scale have twice the roundings.
                let scaled = transition.name == "zoom" && tolerance > 0 ? 3 : tolerance
                #expect(
                    try drawn(Float(progress)).difference(from: expected, tolerance: scaled) == nil, "at \(progress)")
            }
            // The shaders themselves meet their ends, too, so that nothing jumps there.
            #expect(try drawn(0x1p-20).difference(from: first, tolerance: 1) == nil)
            #expect(try drawn(1 - 0x1p-20).difference(from: second, tolerance: 1) == nil)
        }
    }

    /// In a zone of a turned screen with a margin, between a picture that does not fill it and one that is cut off.
    @Test(arguments: [Orientation.clockwise90, .flipped180])
    func transitionsAreTheUprightOnesTurned(_ orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            let placement = try Overscan("inset:7px,3px,5px,9px").placement(
                on: orientation.isTransposing ? Size(width: 70, height: 98) : Size(width: 98, height: 70),
                orientation: orientation)
            let zone = Rectangle(x: 8, y: 5, width: 64, height: 32)
            let area = ContentRectangle(x: 8, y: 5, width: 64, height: 32)
            let (small, large) = (
                Pixels.card(Size(width: 40, height: 20)), Pixels.card(Size(width: 80, height: 36))
            )
            let from = Surface(
                PlacedPicture(
                    try renderer.create(1, small), frame: ContentRectangle(x: 18, y: 10, width: 40, height: 20)),
                background: Color(red: 1, green: 0.2, blue: 0))
            let to = Surface(
                PlacedPicture(
                    try renderer.create(2, large), frame: ContentRectangle(x: 0, y: 4, width: 80, height: 36)),
                background: .black)
            let before = Pixels(zone.size) { x, y in
                (10..<50).contains(x) && (5..<25).contains(y) ? small[x - 10, y - 5] : (255, 51, 0)
            }
            let after = Pixels(zone.size) { x, y in large[x + 8, y + 1] }
            for transition in ExpectedTransition.all {
                let (progress, tolerance) = (0.25, transition.name == "zoom" ? 3 : 1)
                let drawn = try renderer.pixels(
                    of: FrameDescription(
                        placement: placement,
                        commands: [
                            .clear(Color(red: 0, green: 0, blue: 1)),
                            .transition(
                                transition.shader, from: from, to: to, area: area, progress: Float(progress),
                                mask: .none),
                        ]))
                var upright = Pixels(placement.content, (0, 0, 255))
                upright.paste(transition.frame(from: before, to: after, progress), at: zone)
                let expected = turned(upright, orientation).landed(on: placement)
                #expect(drawn.difference(from: expected, tolerance: tolerance) == nil, "\(transition.testDescription)")
            }
        }
    }

    /// Beside a picture without a background, and through a mask, is what was drawn before.
    @Test func transitionsLetShowThroughWhatIsBehind() throws {
        try TestedRenderer.each { renderer in
            let white = try renderer.create(1, Pixels(Size(width: 32, height: 32), (255, 255, 255)))
            let left = ContentRectangle(x: 0, y: 0, width: 32, height: 32)
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [
                        .clear(Color(red: 0, green: 0.4, blue: 0)),
                        .transition(
                            .builtIn("fade"), from: Surface(PlacedPicture(white, frame: left), background: nil),
                            to: Surface(nil, background: nil), area: whole, progress: 0.25, mask: Mask(opacity: 0.8)),
                    ]))
            // 0.75 * 0.8 of white over a green of 102.
            let expected = Pixels(size) { x, _ in x < 32 ? (153, 194, 153) : (0, 102, 0) }
            #expect(drawn.difference(from: expected, tolerance: 1) == nil)
        }
    }

    /// Shaders made for opaque pictures are careless with alpha; between opaque surfaces nothing may show through.
    @Test func alphaOfATransitionBetweenOpaqueSurfacesIsOne() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.addTransition(
            "careless.frag", source: Array("vec4 transition(vec2 uv) { return vec4(0.2, 0.4, 0.6, 0.0); }".utf8))
        let black = Surface(nil, background: .black)
        func drawn(_ mask: Mask) throws -> Pixels {
            try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [
                        .clear(Color(red: 1, green: 1, blue: 1)),
                        .transition(
                            TransitionShader(name: "careless.frag"), from: black, to: black, area: whole, progress: 0.5,
                            mask: mask),
                    ]))
        }
        #expect(try drawn(.none) == Pixels(size, (51, 102, 153)))
        #expect(try drawn(Mask(opacity: 0.5)).difference(from: Pixels(size, (153, 178, 204)), tolerance: 1) == nil)
    }

    @Test func whatIsMissingIsAnError() throws {
        try TestedRenderer.each { renderer in
            let there = Surface(PlacedPicture(try renderer.create(1, Pixels(size)), frame: whole), background: .black)
            let missing = Surface(PlacedPicture(PictureID(rawValue: 9), frame: whole), background: .black)
            func error(_ name: String, _ from: Surface, _ to: Surface, _ progress: Float) -> String? {
                #expect(throws: RenderingError.self) {
                    try renderer.pixels(
                        of: FrameDescription(
                            placement: Placement(output: size),
                            commands: [
                                .transition(
                                    TransitionShader(name: name), from: from, to: to, area: whole, progress: progress,
                                    mask: Mask(opacity: 0.5))
                            ]))
                }?.description
            }
            for (from, to, progress) in [
                (there, missing, 0.5), (missing, there, 0.5), (missing, there, 0), (there, missing, 1),
            ] {
                #expect(error("slide", from, to, Float(progress)) == "draw: picture 9 was not created")
            }
            let refused = #expect(throws: RenderingError.self) { try renderer.prepare(.builtIn("nonsense")) }
            #expect(refused?.reason == "the transition nonsense is neither built in nor was added")
            // Nothing of it is left behind.
            let frame = FrameDescription(
                placement: Placement(output: size), commands: [.surface(there, area: whole, mask: .none)])
            #expect(try renderer.pixels(of: frame) == Pixels(size))
        }
    }

    @Test func aTransitionIsOneDraw() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let picture = PlacedPicture(try renderer.create(1, Pixels(size)), frame: whole)
        let buffer = MemoryBuffer(size)
        try renderer.adopt(buffer)
        for (background, mask, blends) in [
            (Color.black, Mask.none, 0), (nil, .none, 1), (.black, Mask(opacity: 0.5), 1),
            (.black, Mask(cornerRadius: 4), 1),
        ] {
            let surface = Surface(picture, background: background)
            let commands: [DrawCommand] = [
                .surface(surface, area: whole, mask: mask),
                .transition(.builtIn("zoom"), from: surface, to: surface, area: whole, progress: 0.5, mask: mask),
            ]
            for command in commands {
                let frame = FrameDescription(placement: Placement(output: size), commands: [command])
                #expect(
                    try GLCalls.during { _ = try renderer.draw(frame, into: buffer) }
                        == GLCalls(draws: 1, clears: 0, framebufferBinds: 1, blends: blends))
            }
        }
    }
}
