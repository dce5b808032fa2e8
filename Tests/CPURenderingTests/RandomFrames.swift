import DisplayModel
import RenderedPixels
import Rendering
import SeededRandom

/// Frames with everything that a description may ask for. Pictures are not shown smaller than half: there the renderers'
/// filters differ.
struct RandomFrames {
    private var random: SplitMix64
    private let output: Size
    private static let sizes = [
        Size(width: 83, height: 61), Size(width: 40, height: 30), Size(width: 17, height: 45),
        Size(width: 3, height: 2),
    ]

    init(seed: UInt64, output: Size) {
        random = SplitMix64(seed: seed)
        self.output = output
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    private mutating func isTrue(_ share: Double = 0.5) -> Bool { number(0...1) < share }

    /// Two of each size; the second lets show through. Their ids are their indices.
    mutating func pictures() -> [Pixels] {
        Self.sizes.flatMap { size -> [Pixels] in
            let opaque = Pixels.noise(size, seed: UInt32(truncatingIfNeeded: random.next()))
            var clear = opaque
            for pixel in 0..<size.area {
                let alpha = pixel % 7 * 42
                clear.bytes[pixel * 4 + 3] = UInt8(alpha)
                for channel in 0..<3 {
                    let value = Int(clear.bytes[pixel * 4 + channel])
                    clear.bytes[pixel * 4 + channel] = UInt8(value * alpha / 255)
                }
            }
            return [opaque, clear]
        }
    }

    private mutating func color() -> Color {
        Color(red: Float(number(0...1)), green: Float(number(0...1)), blue: Float(number(0...1)))
    }

    /// Whole pixels, or any place. Not on the middle of a pixel, which GPUs may take for inside or outside.
    private mutating func area() -> ContentRectangle {
        let isWhole = isTrue()
        func place(_ value: Double) -> Double { isWhole ? value.rounded() : (value * 16).rounded() / 16 + 0.03 }
        let (x, y) = (place(number(-20...50)), place(number(-20...40)))
        return ContentRectangle(x: x, y: y, width: place(number(5...70)), height: place(number(5...60)))
    }

    /// - Parameter index: of its size.
    private mutating func placed(opaque: Bool, _ index: Int? = nil) -> PlacedPicture {
        let index = index ?? Int(number(0...3.99))
        let size = Self.sizes[index]
        var frame = area()
        // Pixel for pixel, or larger, or a little smaller.
        let zoom = isTrue() ? 1 : number(0.75...2)
        frame.width = Double(size.width) * zoom
        frame.height = Double(size.height) * (isTrue() ? zoom : number(0.75...2))
        return PlacedPicture(PictureID(rawValue: UInt64(index * 2 + (opaque ? 0 : 1))), frame: frame)
    }

    private mutating func surface() -> Surface {
        let picture = isTrue(0.8) ? placed(opaque: isTrue()) : nil
        return Surface(
            picture, background: isTrue(0.7) ? color() : nil, cornerRadius: isTrue(0.3) ? Float(number(0...20)) : 0)
    }

    private mutating func mask() -> Mask {
        Mask(
            opacity: isTrue() ? 1 : Float(number(0...1)), cornerRadius: isTrue(0.3) ? Float(number(0...30)) : 0)
    }

    private mutating func shader() -> TransitionShader {
        // Where the squares of a dissolve end in the middle of a pixel, arithmetic decides to which one it belongs.
        let names = TransitionShader.builtIns.map(\.name).filter { $0 != "dissolve" }
        let name = names.randomElement(using: &random) ?? "fade"
        return .builtIn(name, direction: TransitionShader.Direction.allCases.randomElement(using: &random) ?? .none)
    }

    mutating func command() -> DrawCommand {
        switch Int(number(0...3.99)) {
        case 0:
            return .picture(
                placed(opaque: true), area: area(), opacity: isTrue() ? 1 : Float(number(0...1)), background: color())
        case 1:
            // Two pictures: GL samples one in one way only, and a picture may be there pixel for pixel and stretched.
            let first = Int(number(0...3.99))
            return .crossFade(
                from: placed(opaque: true, first), to: placed(opaque: true, (first + 1) % 4), area: area(),
                progress: Float(number(0...1)))
        case 2: return .surface(surface(), area: area(), mask: mask())
        default:
            return .transition(
                shader(), from: surface(), to: surface(), area: area(), progress: Float(number(0...1)), mask: mask())
        }
    }

    mutating func placement() -> Placement {
        let orientation = Orientation.allCases.randomElement(using: &random) ?? .normal
        let overscan = ["none", "scale:3px,5px", "inset:2px", "scale:7px,3px,5px,9px"].randomElement(using: &random)
        return ((try? Overscan(overscan ?? "none")) ?? .none).placement(on: output, orientation: orientation)
    }

    mutating func frame() -> FrameDescription {
        FrameDescription(
            placement: placement(), commands: [.clear(color())] + (0..<Int(number(1...3.99))).map { _ in command() })
    }
}
