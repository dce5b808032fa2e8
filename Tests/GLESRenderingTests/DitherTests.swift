import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// Output of 5, 6 and 5 bits a channel, as where there is no bandwidth or memory for more.
struct DitherTests {
    private let size = Size(width: 1024, height: 16)
    private var whole: ContentRectangle { ContentRectangle(size) }

    /// All that eight bits can say, each in a square of four by four: red and blue from left to right, green the other way
    /// round.
    private var shades: Pixels {
        Pixels(size) { x, y in (UInt8(x / 4), UInt8(255 - x / 4), UInt8((x / 4 + y / 4 * 32) % 256)) }
    }

    enum Way: CaseIterable { case picture, crossFade, surface, transition, ownTransition }

    private func commands(_ way: Way, _ picture: PictureID) -> [DrawCommand] {
        let placed = PlacedPicture(picture, frame: whole)
        let surface = Surface(placed, background: .black)
        switch way {
        case .picture: return [.picture(placed, area: whole, opacity: 1, background: .black)]
        case .crossFade: return [.crossFade(from: placed, to: placed, area: whole, progress: 0.5)]
        case .surface: return [.surface(surface, area: whole, mask: .none)]
        case .transition, .ownTransition:
            let name = way == .transition ? "fade" : "own.glsl"
            return [
                .transition(
                    TransitionShader(name: name), from: surface, to: surface, area: whole, progress: 0.5, mask: .none)
            ]
        }
    }

    private func drawn(_ way: Way, _ pixels: Pixels) throws -> Pixels {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
        try renderer.addTransition("own.glsl", source: Array(source.utf8))
        let picture = try renderer.create(1, pixels)
        let frame = FrameDescription(placement: Placement(output: size), commands: commands(way, picture))
        return try renderer.pixels(of: frame, in: .rgb565)
    }

    /// From further away than a few pixels a shade is what it was to be: what four by four pixels have in common differs by
    /// less than a step of eight bits, where single pixels have steps of eight of them.
    @Test(arguments: Way.allCases)
    func softShadesStaySoft(_ way: Way) throws {
        let (wanted, seen) = (shades, try drawn(way, shades))
        for row in stride(from: 0, to: size.height, by: 4) {
            for column in stride(from: 0, to: size.width, by: 4) {
                for channel in 0..<3 {
                    func mean(_ pixels: Pixels) -> Double {
                        var sum = 0
                        for y in row..<row + 4 {
                            for x in column..<column + 4 {
                                sum += Int(pixels.bytes[(y * size.width + x) * 4 + channel])
                            }
                        }
                        return Double(sum) / 16
                    }
                    let difference = abs(mean(seen) - mean(wanted))
                    guard difference > 1 else { continue }
                    Issue.record("\(way): channel \(channel) at \(column),\(row) is off by \(difference)")
                    return
                }
            }
        }
    }

    /// Each pixel is one of the two values that lie about it, and no other.
    @Test(arguments: Way.allCases)
    func aPixelIsOneOfItsNeighbours(_ way: Way) throws {
        let (wanted, seen) = (shades, try drawn(way, shades))
        for (index, (a, b)) in zip(wanted.bytes, seen.bytes).enumerated() where index % 4 < 3 {
            let step = index % 4 == 1 ? 255.0 / 63 : 255.0 / 31
            guard abs(Double(a) - Double(b)) > step + 0.5 else { continue }
            Issue.record("\(way): byte \(index) is \(b), not about \(a)")
            return
        }
    }

    /// Texts and plain grounds in such colours have no pattern.
    @Test(arguments: Way.allCases)
    func whatTheBufferCanHoldStaysAsItIs(_ way: Way) throws {
        func of(_ value: Int, _ most: Int) -> UInt8 { UInt8((Double(value) * 255 / Double(most)).rounded()) }
        let exact = Pixels(size) { x, y in (of(x / 4 % 32, 31), of(x / 4 % 64, 63), of(x / 8 % 32, 31)) }
        let difference = try drawn(way, exact).difference(from: exact, tolerance: 1)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func eightBitsAreNotDithered() throws {
        try TestedRenderer.each { renderer in
            let picture = try renderer.create(1, shades)
            let frame = FrameDescription(placement: Placement(output: size), commands: commands(.picture, picture))
            #expect(try renderer.pixels(of: frame).difference(from: shades) == nil)
        }
    }
}
