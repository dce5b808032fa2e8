import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import CPURendering

/// Drawing a part of a frame gives, to the bit, what drawing all of it does, with any number of threads.
@Suite struct PartialDrawingTests {
    private let output = Size(width: 83, height: 61)

    @Test(arguments: 0..<30 as Range<UInt64>)
    func aPartIsThatOfTheWhole(_ seed: UInt64) throws {
        var random = RandomFrames(seed: 1000 + seed, output: output)
        let (parts, whole) = (CPURenderer(threads: 3, pixelsForThread: 300), CPURenderer(threads: 1))
        for (index, pixels) in random.pictures().enumerated() {
            _ = try parts.create(UInt64(index), pixels)
            _ = try whole.create(UInt64(index), pixels)
        }
        let buffer = MemoryBuffer(output)
        try parts.adopt(buffer)
        let placement = random.placement()
        var shown: FrameDescription?
        var commands: [DrawCommand] = [.clear(.black), random.command(), random.command(), random.command()]
        var partly = 0
        for step in 0..<12 {
            commands[1 + step % 3] = random.command()
            let frame = FrameDescription(placement: placement, commands: commands)
            let damage = frame.changes(since: shown)
            if case .rectangles = damage { partly += 1 }
            _ = try parts.draw(frame, into: buffer, damage: damage)
            let drawn = Pixels(output, bytes: try parts.readPixels(of: buffer))
            let difference = drawn.difference(from: try whole.pixels(of: frame))
            #expect(difference == nil, "step \(step), \(damage): \(difference ?? "")")
            shown = frame
        }
        #expect(partly > 3)
    }

    /// What lies outside of the damage is not touched.
    @Test func nothingElseIsWritten() throws {
        let renderer = CPURenderer(threads: 1)
        let buffer = MemoryBuffer(output)
        try renderer.adopt(buffer)
        func frame(_ color: Color) -> FrameDescription {
            FrameDescription(placement: Placement(output: output), commands: [.clear(color)])
        }
        _ = try renderer.draw(frame(Color(red: 1, green: 0, blue: 0)), into: buffer)
        let part = Rectangle(x: 5, y: 7, width: 20, height: 3)
        let blue = frame(Color(red: 0, green: 0, blue: 1))
        _ = try renderer.draw(blue, into: buffer, damage: .rectangles([part]))
        _ = try renderer.draw(frame(.black), into: buffer, damage: .nothing)
        let expected = Pixels(output) { x, y in
            part.contains(Rectangle(x: x, y: y, width: 1, height: 1)) ? (0, 0, 255) : (255, 0, 0)
        }
        #expect(Pixels(output, bytes: try renderer.readPixels(of: buffer)) == expected)
    }
}

/// Pictures that are shown smaller than half.
@Suite struct ReductionTests {
    /// Fine lines become their mean, where the texture filters of GLES2 would see one or the other.
    @Test(arguments: [3, 4, 7, 16])
    func fineDetailBecomesItsMean(_ factor: Int) throws {
        let renderer = CPURenderer(threads: 1)
        let size = Size(width: 32 * factor, height: 16 * factor)
        let lines = Pixels(size) { x, y in (x + y).isMultiple(of: 2) ? (255, 255, 255) : (0, 0, 0) }
        let output = Size(width: 32, height: 16)
        let picture = PlacedPicture(try renderer.create(1, lines), frame: ContentRectangle(output))
        let drawn = try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: output),
                commands: [.picture(picture, area: ContentRectangle(output), opacity: 1, background: .black)]))
        for y in 1..<15 {
            for x in 1..<31 where abs(Int(drawn[x, y].0) - 127) > 16 {
                Issue.record("\(x),\(y): \(drawn[x, y])")
                return
            }
        }
    }

    /// The picture stays where it is: its halves meet in the middle.
    @Test func edgesStayWhereTheyAre() throws {
        let renderer = CPURenderer(threads: 1)
        let size = Size(width: 300, height: 100)
        let halves = Pixels(size) { x, _ in x < 150 ? (255, 255, 255) : (0, 0, 0) }
        let output = Size(width: 30, height: 10)
        let picture = PlacedPicture(try renderer.create(1, halves), frame: ContentRectangle(output))
        let drawn = try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: output),
                commands: [.picture(picture, area: ContentRectangle(output), opacity: 1, background: .black)]))
        #expect((0..<30).map { drawn[$0, 5].0 > 127 } == (0..<30).map { $0 < 15 })
        #expect(drawn[13, 5] == (255, 255, 255) && drawn[16, 5] == (0, 0, 0))
    }
}

/// The same picture in buffers of all formats.
@Suite struct FormatTests {
    @Test(arguments: PixelTarget.formats)
    func aFormatHoldsWhatIsDrawn(_ format: PixelFormat) throws {
        let renderer = CPURenderer(threads: 1)
        let size = Size(width: 37, height: 11)
        // Values that all formats have.
        func value(_ x: Int, _ most: Int) -> UInt8 { UInt8((Double(x % (most + 1)) * 255 / Double(most)).rounded()) }
        let pixels = Pixels(size) { x, y in (value(x, 31), value(x * y, 63), value(y, 31)) }
        let whole = ContentRectangle(size)
        let picture = PlacedPicture(try renderer.create(1, pixels), frame: whole)
        let frame = FrameDescription(
            placement: Placement(output: size),
            commands: [.picture(picture, area: whole, opacity: 1, background: .black)])
        #expect(try renderer.pixels(of: frame, in: format).difference(from: pixels, tolerance: 1) == nil)
    }
}

/// What only shaders draw.
@Suite struct OwnTransitionTests {
    @Test func aCrossFadeTakesTheirPlaceAndIsReportedOnce() throws {
        let renderer = CPURenderer(threads: 1)
        let size = Size(width: 8, height: 8)
        let white = Surface(nil, background: Color(red: 1, green: 1, blue: 1))
        func pixel(_ name: String) throws -> UInt8 {
            try renderer.pixels(
                of: FrameDescription(
                    placement: Placement(output: size),
                    commands: [
                        .transition(
                            TransitionShader(name: name), from: white, to: Surface(nil, background: .black),
                            area: ContentRectangle(size), progress: 0.25, mask: .none)
                    ]))[4, 4].0
        }
        try renderer.addTransition("/own.frag", source: [])
        renderer.withholdTransition("/withheld.frag")
        for _ in 0..<2 {
            for name in ["/own.frag", "/withheld.frag"] {
                let drawn = try pixel(name)
                #expect((190...192).contains(drawn))
            }
        }
        #expect(renderer.takeSubstitutions().map(\.name) == ["/own.frag"])
        #expect(renderer.takeSubstitutions() == [])
        #expect(throws: RenderingError.self) { try renderer.addTransition("wipe", source: []) }
        #expect(throws: RenderingError.self) { try renderer.prepare(TransitionShader(name: "/own.frag")) }
        try renderer.prepare(.builtIn("wipe"))
    }
}
