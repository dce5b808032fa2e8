import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// Drawing only what changed gives the same pixels as drawing everything.
@Suite struct DamageTests {
    private let output = Size(width: 48, height: 32)

    /// Zones of pictures and translucent surfaces over one another, at one step of their way.
    private func frame(_ step: Int, _ pictures: [PictureID], on placement: Placement) -> FrameDescription {
        func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ContentRectangle {
            ContentRectangle(x: x, y: y, width: width, height: height)
        }
        let left = area(0, 0, 24, 32)
        let moving = area(Double(step % 5) * 3.7, 4, 20, 17.5)
        let (a, b) = (pictures[step / 3 % 2], pictures[step / 5 % 2])
        return FrameDescription(
            placement: placement,
            commands: [
                .clear(.black),
                .picture(PlacedPicture(a, frame: left), area: left, opacity: 1, background: .black),
                .surface(
                    Surface(PlacedPicture(b, frame: moving), background: nil), area: moving,
                    mask: Mask(opacity: 0.5, cornerRadius: 4)),
                .transition(
                    .builtIn("wipe"), from: Surface(PlacedPicture(a, frame: left), background: .black),
                    to: Surface(nil, background: Color(red: 1, green: 0.5, blue: 0)), area: area(26, 3, 18, 20),
                    progress: Float(step / 2 % 4) / 4, mask: .none),
            ])
    }

    @Test(arguments: ["none", "scale:3px,5px", "inset:2px"], [Orientation.normal, .clockwise90, .flipped])
    func isTheSameAsDrawingAll(overscan: String, orientation: Orientation) throws {
        let placement = try Overscan(overscan).placement(on: output, orientation: orientation)
        try TestedRenderer.each { renderer in
            let pictures = try (1...2).map {
                try renderer.create($0, .noise(Size(width: 24, height: 32), seed: UInt32($0)))
            }
            let buffer = MemoryBuffer(output)
            try renderer.adopt(buffer)
            var shown: FrameDescription?
            var partly = 0
            for step in 0..<40 {
                let frame = frame(step, pictures, on: placement)
                let damage = frame.changes(since: shown)
                if case .rectangles = damage { partly += 1 }
                _ = try renderer.draw(frame, into: buffer, damage: damage)
                let drawn = Pixels(output, bytes: try renderer.readPixels(of: buffer))
                #expect(drawn.difference(from: try renderer.pixels(of: frame)) == nil, "step \(step), \(damage)")
                shown = frame
            }
            #expect(partly > 10)
        }
    }

    @Test func withoutAChangeNothingIsDrawn() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let buffer = MemoryBuffer(output)
        try renderer.adopt(buffer)
        let frame = FrameDescription(placement: Placement(output: output), commands: [.clear(.black)])
        _ = try renderer.draw(frame, into: buffer)
        #expect(
            try GLCalls.during { _ = try renderer.draw(frame, into: buffer, damage: .nothing) }
                == GLCalls(draws: 0, clears: 0, framebufferBinds: 0, blends: 0))
    }
}

/// What a renderer does about transitions that it does not have.
@Suite struct SubstitutionTests {
    private let size = Size(width: 8, height: 8)

    private func pixel(of shader: TransitionShader, with renderer: any FrameRenderer) throws -> UInt8 {
        let frame = FrameDescription(
            placement: Placement(output: size),
            commands: [
                .transition(
                    shader, from: Surface(nil, background: Color(red: 1, green: 1, blue: 1)),
                    to: Surface(nil, background: .black), area: ContentRectangle(size), progress: 0.25, mask: .none)
            ])
        return try renderer.pixels(of: frame)[4, 4].0
    }

    @Test func aCrossFadeTakesTheirPlaceAndIsReportedOnce() throws {
        try TestedRenderer.each { renderer in
            for _ in 0..<2 {
                let drawn = try pixel(of: .builtIn("nonsense"), with: renderer)
                #expect((190...192).contains(drawn))
            }
            #expect(
                renderer.takeSubstitutions() == [
                    TransitionSubstitution(
                        name: "nonsense", reason: "the transition nonsense is neither built in nor was added")
                ])
            let drawn = try pixel(of: .builtIn("nonsense"), with: renderer)
            #expect((190...192).contains(drawn))
            #expect(renderer.takeSubstitutions() == [])
        }
    }

    @Test func whatWasRefusedIsCrossFadedUntilItIsAddedWhole() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let shader = TransitionShader(name: "/own.frag")
        func add(_ body: String) throws {
            try renderer.addTransition("/own.frag", source: Array("vec4 transition(vec2 uv) { \(body) }".utf8))
        }
        #expect(throws: RenderingError.self) { try add("return nonsense;") }
        #expect(try (190...192).contains(pixel(of: shader, with: renderer)))
        #expect(renderer.takeSubstitutions() == [], "the error said so")
        try add("return vec4(1.0, 1.0, 1.0, 1.0);")
        #expect(try pixel(of: shader, with: renderer) == 255)
    }
}
