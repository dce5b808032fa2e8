/// Compensation for a television that shows less than it is sent: the picture is kept inside what is visible.
public struct Overscan: Hashable, Sendable {
    public var kind: Kind
    public var edges: Edges

    public enum Kind: String, Hashable, Sendable {
        /// The content is laid out for the whole output and scaled into the visible part.
        case scale
        /// The content is laid out in the visible part, pixel for pixel.
        case inset
        /// The content goes to the very edges.
        case none
    }

    /// How much is cut off at each edge.
    public struct Edges: Hashable, Sendable {
        public var top, right, bottom, left: Length

        public init(top: Length, right: Length, bottom: Length, left: Length) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }

        public init(all length: Length) {
            self.init(top: length, right: length, bottom: length, left: length)
        }
    }

    public enum Length: Hashable, Sendable {
        /// In hundredths of the output's width (left, right) or height (top, bottom).
        case percent(Double)
        /// In the mode's pixels.
        case pixels(Int)

        func resolved(of side: Int) -> Int {
            switch self {
            case .percent(let percent): Int((Double(side) * percent / 100).rounded())
            case .pixels(let count): count
            }
        }
    }

    public init(_ kind: Kind, _ edges: Edges) {
        self.kind = kind
        self.edges = edges
    }

    public static let none = Overscan(.none, Edges(all: .pixels(0)))
    /// The classic safe area: 80 % of the width and of the height, where even an old tube shows everything.
    public static let televisionSafe = Overscan(.scale, Edges(all: .percent(10)))

    /// The part of an output that is visible. At least one pixel is left, however large the edges.
    public func visible(of output: Size) -> Rectangle {
        guard kind != .none else { return Rectangle(output) }
        func span(_ side: Int, _ start: Length, _ end: Length) -> (Int, Int) {
            let first = min(max(0, start.resolved(of: side)), side - 1)
            let last = max(first + 1, side - max(0, end.resolved(of: side)))
            return (first, last - first)
        }
        let (x, width) = span(output.width, edges.left, edges.right)
        let (y, height) = span(output.height, edges.top, edges.bottom)
        return Rectangle(x: x, y: y, width: width, height: height)
    }
}

extension Overscan {
    /// Why a text cannot be read as an overscan.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        public var text: String
        public var reason: String
        public var description: String {
            "invalid overscan '\(text)': \(reason); write none, tv-safe, 5%, scale:5%, inset:20px,10px,20px,10px "
                + "(top, right, bottom, left)"
        }
    }

    /// Reads `none`, `tv-safe`, or `[scale:|inset:]` and one length for all edges, two (top and bottom, left and
    /// right) or four (top, right, bottom, left), each in `%` or `px`.
    public init(_ text: String) throws(SyntaxError) {
        switch text {
        case "none": self = .none
        case "tv-safe": self = .televisionSafe
        default:
            var kind = Kind.scale
            var rest = Substring(text)
            if let colon = text.firstIndex(of: ":") {
                guard let named = Kind(rawValue: String(text[..<colon])), named != .none else {
                    throw SyntaxError(text: text, reason: "'\(text[..<colon])' is neither scale nor inset")
                }
                kind = named
                rest = text[text.index(after: colon)...]
            }
            var lengths: [Length] = []
            for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
                lengths.append(try Self.length(part, in: text))
            }
            switch lengths.count {
            case 1: self.init(kind, Edges(all: lengths[0]))
            case 2: self.init(kind, Edges(top: lengths[0], right: lengths[1], bottom: lengths[0], left: lengths[1]))
            case 4: self.init(kind, Edges(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3]))
            default: throw SyntaxError(text: text, reason: "\(lengths.count) lengths instead of one, two or four")
            }
        }
    }

    private static func length(_ part: Substring, in text: String) throws(SyntaxError) -> Length {
        if part.hasSuffix("%") {
            guard let percent = Double(part.dropLast()), percent.isFinite, (0..<50).contains(percent) else {
                throw SyntaxError(text: text, reason: "'\(part)' is not between 0% and 50%")
            }
            return .percent(percent)
        }
        guard part.hasSuffix("px") || part == "0" else {
            throw SyntaxError(text: text, reason: "'\(part)' has no unit, % or px")
        }
        guard let pixels = Int(part == "0" ? part : part.dropLast(2)), (0...16384).contains(pixels) else {
            throw SyntaxError(text: text, reason: "'\(part)' is not a number of pixels")
        }
        return .pixels(pixels)
    }
}
