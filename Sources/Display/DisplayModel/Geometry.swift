/// A size in whole pixels. Its owner documents which pixels they are: an output's, a picture's.
public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)

    public var area: Int { width * height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The size after a turn by 90 degrees.
    public var transposed: Size { Size(width: height, height: width) }
}

extension Size: CustomStringConvertible {
    /// As modes are written: `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}

extension Size {
    /// Reads `1920x1080`. Nil for anything else, and for sizes that no display has.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...65535).contains(width), (1...65535).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

/// A rectangle in whole pixels, origin at the top left, y growing downwards.
public struct Rectangle: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of an area of this size, from its origin.
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: Size { Size(width: width, height: height) }
    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The area that both cover; empty where they do not overlap.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    public func contains(_ other: Rectangle) -> Bool {
        other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
    }
}

extension Rectangle: CustomStringConvertible {
    /// As X geometry is written: `1728x972+96+54`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

/// Distances from the four edges of something, in pixels, in the order of CSS.
public struct EdgeInsets: Hashable, Sendable {
    public var top: Int
    public var right: Int
    public var bottom: Int
    public var left: Int

    public init(top: Int, right: Int, bottom: Int, left: Int) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    public static let zero = EdgeInsets(top: 0, right: 0, bottom: 0, left: 0)
}

extension EdgeInsets: CustomStringConvertible {
    /// As `--overscan` takes them: `20px,10px,20px,10px`.
    public var description: String { [top, right, bottom, left].map { "\($0)px" }.joined(separator: ",") }
}

/// How content is turned to stand upright on a screen: clockwise, after mirroring left to right where it says flipped.
public enum Orientation: Hashable, Sendable, CaseIterable {
    case normal, clockwise90, clockwise180, clockwise270
    case flipped, flipped90, flipped180, flipped270

    /// Reads `0`, `90`, `180`, `270`, and with mirroring `flipped`, `flipped-90`, `flipped-180`, `flipped-270`. Nil for
    /// anything else.
    public init?(_ text: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.description == text }) else { return nil }
        self = match
    }

    /// Whether width and height change places.
    public var isTransposing: Bool {
        switch self {
        case .clockwise90, .clockwise270, .flipped90, .flipped270: true
        case .normal, .clockwise180, .flipped, .flipped180: false
        }
    }
}

extension Orientation: CustomStringConvertible {
    /// In degrees clockwise: `0`, `90`, `flipped-270`.
    public var description: String {
        switch self {
        case .normal: "0"
        case .clockwise90: "90"
        case .clockwise180: "180"
        case .clockwise270: "270"
        case .flipped: "flipped"
        case .flipped90: "flipped-90"
        case .flipped180: "flipped-180"
        case .flipped270: "flipped-270"
        }
    }
}
