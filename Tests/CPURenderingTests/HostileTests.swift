import DisplayModel
import RenderedPixels
import Rendering
import SeededRandom
import Testing

@testable import CPURendering

/// Descriptions that make no sense are drawn somehow, and pictures that there is no memory for are refused.
@Suite struct HostileTests {
    private let output = Size(width: 40, height: 30)
    private static let numbers: [Double] = [
        0, -0.0, 1, -1, 7.5, -1e300, 1e300, 1e18, -1e9, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 40, 3e7,
    ]
    private static let lengths = [Int.min / 4, -5, 0, 1, 39, 40, 41, 1 << 30, Int.max / 4]

    private struct Chaos {
        var random: SplitMix64
        mutating func number() -> Double { HostileTests.numbers.randomElement(using: &random) ?? 0 }
        mutating func area() -> ContentRectangle {
            ContentRectangle(x: number(), y: number(), width: number(), height: number())
        }
        mutating func length() -> Int { HostileTests.lengths.randomElement(using: &random) ?? 0 }
        mutating func rectangle() -> Rectangle {
            Rectangle(x: length(), y: length(), width: length(), height: length())
        }
        mutating func share() -> Float { Float(number()) }
        mutating func color() -> Color { Color(red: share(), green: share(), blue: share()) }
        mutating func placed() -> PlacedPicture { PlacedPicture(PictureID(rawValue: 1), frame: area()) }
        mutating func surface() -> Surface {
            Surface(Bool.random(using: &random) ? placed() : nil, background: color(), cornerRadius: share())
        }
        mutating func command() -> DrawCommand {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return .clear(color())
            case 1: return .picture(placed(), area: area(), opacity: share(), background: color())
            case 2: return .crossFade(from: placed(), to: placed(), area: area(), progress: share())
            case 3:
                return .surface(surface(), area: area(), mask: Mask(opacity: share(), cornerRadius: share()))
            default:
                let name = TransitionShader.builtIns.randomElement(using: &random)?.name ?? "fade"
                return .transition(
                    .builtIn(name), from: surface(), to: surface(), area: area(), progress: share(),
                    mask: Mask(opacity: share(), cornerRadius: share()))
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func nonsenseIsDrawnSomehow(_ seed: UInt64) throws {
        var chaos = Chaos(random: SplitMix64(seed: seed))
        let renderer = CPURenderer(threads: 2, pixelsForThread: 50)
        _ = try renderer.create(1, .noise(Size(width: 9, height: 5), seed: 1))
        let buffer = MemoryBuffer(output)
        try renderer.adopt(buffer)
        for _ in 0..<20 {
            let frame = FrameDescription(
                placement: Placement(
                    output: Size(width: chaos.length(), height: chaos.length()), area: chaos.rectangle(),
                    visible: Bool.random(using: &chaos.random) ? Rectangle(output) : chaos.rectangle(),
                    content: Size(width: chaos.length(), height: chaos.length()),
                    orientation: Orientation.allCases.randomElement(using: &chaos.random) ?? .normal),
                commands: [.clear(.black)] + (0..<3).map { _ in chaos.command() })
            let damage: Damage =
                Bool.random(using: &chaos.random) ? .whole : .rectangles([chaos.rectangle(), chaos.rectangle()])
            _ = try renderer.draw(frame, into: buffer, damage: damage)
        }
        #expect(try renderer.readPixels(of: buffer).count == output.area * 4)
        // It draws as before what makes sense.
        let red = FrameDescription(
            placement: Placement(output: output), commands: [.clear(Color(red: 1, green: 0, blue: 0))])
        #expect(try renderer.pixels(of: red) == Pixels(output, (255, 0, 0)))
    }

    @Test func whatCannotBeHadIsRefused() throws {
        let renderer = CPURenderer()
        let id = PictureID(rawValue: 1)
        for size in [
            Size.zero, Size(width: -1, height: 5), Size(width: 1 << 20, height: 1 << 20),
            Size(width: .max, height: .max),
        ] {
            #expect(throws: RenderingError.self) { try renderer.createPicture(id, size: size) }
            #expect(throws: RenderingError.self) { try renderer.adopt(MemoryBuffer(size)) }
        }
        try renderer.createPicture(id, size: Size(width: 13, height: 9))
        let bytes = [UInt8](repeating: 0, count: 13 * 9 * 4)
        func upload(_ rows: Range<Int>, stride: Int) throws {
            try unsafe bytes.withUnsafeBytes { try unsafe renderer.upload(id, rows: rows, stride: stride, pixels: $0) }
        }
        for (rows, stride) in [(0..<10, 52), (-1..<3, 52), (0..<9, 51), (0..<9, 56), (0..<9, Int.max), (0..<9, -52)] {
            #expect(throws: RenderingError.self) { try upload(rows, stride: stride) }
        }
        try upload(0..<9, stride: 52)
        #expect(throws: RenderingError.self) { try renderer.adopt(MemoryBuffer(output, .nv12)) }
        #expect(throws: RenderingError.self) { try renderer.readPixels(of: MemoryBuffer(output)) }
    }

    /// Rows of any padding, a few at a time.
    @Test(arguments: [0, 12, 3], [9, 2])
    func uploadsRowsOfAnyStride(_ padding: Int, _ rowsAtOnce: Int) throws {
        let renderer = CPURenderer()
        let size = Size(width: 13, height: 9)
        let pixels = Pixels.noise(size, seed: 1)
        let picture = PictureID(rawValue: 5)
        try renderer.createPicture(picture, size: size)
        try renderer.upload(picture, pixels, padding: padding, rowsAtOnce: rowsAtOnce)
        let whole = ContentRectangle(size)
        let frame = FrameDescription(
            placement: Placement(output: size),
            commands: [.picture(PlacedPicture(picture, frame: whole), area: whole, opacity: 1, background: .black)])
        #expect(try renderer.pixels(of: frame) == pixels)
    }
}
