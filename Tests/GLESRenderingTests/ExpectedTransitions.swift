import DisplayModel
import Glibc
import RenderedPixels
import Rendering
import Testing

/// What the built-in transitions show, reckoned in pixels from the top left.
struct ExpectedTransition: CustomTestStringConvertible {
    var name: String
    var direction = TransitionShader.Direction.none

    static let all: [ExpectedTransition] =
        TransitionShader.builtIns.flatMap { name, isDirected in
            isDirected
                ? [.left, .right, .up, .down].map { ExpectedTransition(name: name, direction: $0) }
                : [ExpectedTransition(name: name)]
        }

    var testDescription: String { direction == .none ? name : "\(name) \(direction)" }
    var shader: TransitionShader { .builtIn(name, direction: direction) }

    /// - Parameter progress: such that pictures move by whole pixels.
    func frame(from: Pixels, to: Pixels, _ progress: Double) -> Pixels {
        let (w, h) = (from.size.width, from.size.height)
        return Pixels(from.size) { x, y in
            func mixed(_ share: Double) -> (UInt8, UInt8, UInt8) { Self.mixed(from[x, y], to[x, y], share) }
            switch name {
            case "fade": return mixed(progress)
            case "fade-black", "fade-white":
                let colour: UInt8 = name == "fade-black" ? 0 : 255
                let shown = progress < 0.5 ? from[x, y] : to[x, y]
                return Self.mixed((colour, colour, colour), shown, abs(1 - 2 * progress))
            case "slide", "push":
                let (acrossAll, downAll) = step
                // Where the new picture's corner is.
                let (left, top) = (
                    Int((Double(-acrossAll * w) * (1 - progress)).rounded()),
                    Int((Double(-downAll * h) * (1 - progress)).rounded())
                )
                if (left..<left + w).contains(x), (top..<top + h).contains(y) { return to[x - left, y - top] }
                return name == "slide" ? from[x, y] : from[x - left - acrossAll * w, y - top - downAll * h]
            case "wipe":
                let way: Double =
                    switch direction {
                    case .left: (Double(w - x) - 0.5) / Double(w)
                    case .right, .none: (Double(x) + 0.5) / Double(w)
                    case .up: (Double(h - y) - 0.5) / Double(h)
                    case .down: (Double(y) + 0.5) / Double(h)
                    }
                return mixed(Self.revealed(way, progress))
            case "circle":
                let away = hypot(Double(x) + 0.5 - Double(w) / 2, Double(y) + 0.5 - Double(h) / 2)
                return mixed(Self.revealed(away / hypot(Double(w) / 2, Double(h) / 2), progress))
            case "zoom":
                func shown(_ pixels: Pixels, _ scale: Double) -> (UInt8, UInt8, UInt8)? {
                    pixels.sample(
                        (Double(x) + 0.5 - Double(w) / 2) / scale + Double(w) / 2,
                        (Double(y) + 0.5 - Double(h) / 2) / scale + Double(h) / 2)
                }
                let old = shown(from, 1 + 0.5 * progress) ?? (0, 0, 0)
                guard let new = shown(to, 0.75 + 0.25 * progress) else { return old }
                return Self.mixed(old, new, progress * progress * (3 - 2 * progress))
            case "dissolve":
                func shuffled(_ number: Int) -> Int { (22 * number + 17) * number % 121 }
                let (column, row) = ((2 * x + 1) * 48 / (2 * h), (2 * (h - y) - 1) * 48 / (2 * h))
                let turn = shuffled((shuffled(column % 121) + row) % 121)
                return mixed(min(max((progress * 1.2 - Double(turn) / 121) / 0.2, 0), 1))
            default: return (255, 0, 255)
            }
        }
    }

    /// How far the new picture moves, in its own sizes.
    private var step: (Int, Int) {
        switch direction {
        case .left: (-1, 0)
        case .right, .none: (1, 0)
        case .up: (0, -1)
        case .down: (0, 1)
        }
    }

    /// Behind a soft edge, 4 % wide.
    private static func revealed(_ way: Double, _ progress: Double) -> Double {
        let t = min(max((way - progress * 1.04) / 0.04 + 1, 0), 1)
        return 1 - t * t * (3 - 2 * t)
    }

    private static func mixed(
        _ a: (UInt8, UInt8, UInt8), _ b: (UInt8, UInt8, UInt8), _ share: Double
    ) -> (UInt8, UInt8, UInt8) {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * (1 - share) + Double(b) * share).rounded()) }
        return (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }
}

extension Pixels {
    /// The four nearest pixels, weighed. Nil outside.
    fileprivate func sample(_ x: Double, _ y: Double) -> (UInt8, UInt8, UInt8)? {
        guard x >= 0, y >= 0, x <= Double(size.width), y <= Double(size.height) else { return nil }
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (across, down) = (x - 0.5 - left, y - 0.5 - top)
        func pixel(_ dx: Double, _ dy: Double) -> (UInt8, UInt8, UInt8) {
            self[min(max(Int(left + dx), 0), size.width - 1), min(max(Int(top + dy), 0), size.height - 1)]
        }
        let (a, b, c, d) = (pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1))
        func weigh(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
            let upper = Double(a) * (1 - across) + Double(b) * across
            let lower = Double(c) * (1 - across) + Double(d) * across
            return UInt8((upper * (1 - down) + lower * down).rounded())
        }
        return (weigh(a.0, b.0, c.0, d.0), weigh(a.1, b.1, c.1, d.1), weigh(a.2, b.2, c.2, d.2))
    }
}
