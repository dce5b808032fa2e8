import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// Transitions of a playlist's own that have pictures beside the two slides.
@Suite struct TransitionPictureTests {
    private let size = Size(width: 64, height: 32)
    private let file = "/srv/sign/own.frag"
    private let source = """
        uniform sampler2D curtain /* dark comes first */, tint;
        uniform float strength; // = 1.0
        vec4 transition(vec2 uv) {
            vec4 colour = progress > texture2D(curtain, uv).r ? getToColor(uv) : getFromColor(uv);
            return mix(colour, colour * texture2D(tint, uv, 0.0), strength);
        }
        """

    private func draw(_ pictures: [String: PictureID], with renderer: GLESRenderer) throws -> Pixels {
        let shader = TransitionShader(name: file, pictures: pictures)
        try renderer.prepare(shader)
        return try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: size),
                commands: [
                    .transition(
                        shader, from: Surface(nil, background: Color(red: 1, green: 1, blue: 1)),
                        to: Surface(nil, background: Color(red: 0, green: 0, blue: 1)),
                        area: ContentRectangle(size), progress: 0.5, mask: .none)
                ]))
    }

    /// A picture's corner at the top left is at 0, 1, and it is stretched over the area.
    @Test func picturesLieOverTheAreaUpright() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.addTransition(file, source: Array(source.utf8))
        let curtain = try renderer.create(
            1, Pixels(Size(width: 128, height: 128)) { x, y in x < 64 && y < 32 ? (0, 0, 0) : (255, 255, 255) })
        let tint = try renderer.create(2, Pixels(Size(width: 1, height: 1), (255, 0, 255)))
        let expected = Pixels(size) { x, y in x < 32 && y < 8 ? (0, 0, 255) : (255, 0, 255) }
        // Twice, with other pictures in between.
        for _ in 0..<2 {
            let drawn = try draw(["curtain": curtain, "tint": tint], with: renderer)
            #expect(drawn.difference(from: expected, tolerance: 1) == nil)
            let swapped = try draw(["curtain": tint, "tint": curtain], with: renderer)
            #expect(swapped.difference(from: drawn, tolerance: 1) != nil)
        }
    }

    @Test func withoutOneOfThemItIsACrossFade() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.addTransition(file, source: Array(source.utf8))
        let curtain = try renderer.create(1, Pixels(Size(width: 2, height: 2)))
        let drawn = try draw(["curtain": curtain], with: renderer)
        #expect(drawn.difference(from: Pixels(size, (128, 128, 255)), tolerance: 1) == nil)
    }

    /// The trial draws with pictures too, and leaves nothing behind.
    @Test func theyAreTriedWithPictures() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.tryTransition("shader", source: Array(source.utf8))
        try renderer.tryTransition("shader", source: Array(source.utf8))
        #expect(renderer.pictures[PictureID(rawValue: .max)] == nil)
    }

    @Test func theirParametersAreTold() {
        let parameters = GLESRenderer.parameters(of: Array(source.utf8)) ?? []
        #expect(parameters.map(\.name) == ["curtain", "tint", "strength"])
        #expect(parameters.map(\.type) == ["sampler2D", "sampler2D", "float"])
        #expect(GLESRenderer.parameters(of: Array("uniform float a;".utf8)) == nil)
    }
}
