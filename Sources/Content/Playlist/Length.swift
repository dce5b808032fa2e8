import Timing

/// A length along one side of something: a share of the whole, a number of pixels, or their sum.
///
/// Pixels are those of the layout: the screen's own, unless `overscan: scale` shrinks the whole picture, or those of
/// the size that a playlist was designed for (``Playlist/canvas``).
public struct Length: Hashable, Sendable {
    /// Of the whole side; 1 is all of it.
    public var share: Double
    public var pixels: Double

    public init(share: Double = 0, pixels: Double = 0) {
        self.share = share
        self.pixels = pixels
    }

    public static let zero = Length()

    /// - Parameter pixel: how long one of its pixels is, in the unit of the whole.
    public func resolved(of whole: Double, pixel: Double = 1) -> Double { whole * share + pixels * pixel }

    /// Whether it is below zero on every screen, or nothing.
    package var isNotPositive: Bool { share <= 0 && pixels <= 0 }
    package var isNegative: Bool { share < 0 && pixels <= 0 || pixels < 0 && share <= 0 }

    /// Reads terms such as `25%`, `120px`, `1/3` and `0`, joined by `+` and `-` without blanks:
    /// `100%-120px`.
    public init?(text: some StringProtocol) {
        self.init()
        var rest = Substring(text)
        guard !rest.isEmpty, rest.count <= 64 else { return nil }
        while !rest.isEmpty {
            var sign = 1.0
            if let first = rest.first, first == "+" || first == "-" {
                sign = first == "-" ? -1 : 1
                rest.removeFirst()
            }
            let end = rest.firstIndex { $0 == "+" || $0 == "-" } ?? rest.endIndex
            guard let term = Length(term: rest[..<end]) else { return nil }
            share += sign * term.share
            pixels += sign * term.pixels
            rest = rest[end...]
        }
        guard abs(share) <= 100, abs(pixels) <= 100_000 else { return nil }
    }

    /// Reads a length that is not below zero, nor begins with a `-`.
    public init?(positiveText text: some StringProtocol) {
        guard !text.hasPrefix("-"), let length = Length(text: text), !length.isNegative else { return nil }
        self = length
    }

    /// Reads a part of a whole, up to all of it: `25%`, `1/3`, `0`. Nil for anything else, sums included.
    public static func part(text: some StringProtocol) -> Double? {
        guard text.count <= 64, !text.hasSuffix("px"), let length = Length(term: Substring(text)) else { return nil }
        return (0...1).contains(length.share) ? length.share : nil
    }

    private init?(term: Substring) {
        if term.hasSuffix("%"), let percent = Double(decimal: term.dropLast()) {
            self.init(share: percent / 100)
        } else if term.hasSuffix("px"), let pixels = Double(decimal: term.dropLast(2)) {
            self.init(pixels: pixels)
        } else if let slash = term.firstIndex(of: "/"), let part = Double(decimal: term[..<slash]),
            let whole = Double(decimal: term[term.index(after: slash)...]), whole > 0
        {
            self.init(share: part / whole)
        } else if Double(decimal: term) == 0 {
            self.init()
        } else {
            return nil
        }
    }
}

/// A rectangle inside another, from the top left corner.
public struct Area: Hashable, Sendable {
    public var x, y, width, height: Length

    public init(x: Length, y: Length, width: Length, height: Length) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A part of this area, in the terms of what this area is a part of.
    public func part(_ inner: Area) -> Area {
        func along(_ length: Length, _ side: Length) -> Length {
            Length(share: length.share * side.share, pixels: length.share * side.pixels + length.pixels)
        }
        let (x, y) = (along(inner.x, width), along(inner.y, height))
        return Area(
            x: Length(share: self.x.share + x.share, pixels: self.x.pixels + x.pixels),
            y: Length(share: self.y.share + y.share, pixels: self.y.pixels + y.pixels),
            width: along(inner.width, width), height: along(inner.height, height))
    }

    public static let whole = Area(x: .zero, y: .zero, width: Length(share: 1), height: Length(share: 1))

    /// Whether it is outside of what it is a part of, whatever the size of that.
    package var isOutside: Bool {
        func isOutside(_ start: Length, _ length: Length) -> Bool {
            start.share >= 1 && start.pixels >= 0
                || Length(share: start.share + length.share, pixels: start.pixels + length.pixels).isNotPositive
        }
        return isOutside(x, width) || isOutside(y, height)
    }

    /// Reads four lengths with spaces between them: `75% 0 25% 100%`. Nil also where there is no width or height.
    public init?(text: String) {
        let parts = text.split(separator: " ").map { Length(text: $0) }
        guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
            !width.isNotPositive, !height.isNotPositive
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

/// Lengths at the four edges of something.
public struct Margin: Hashable, Sendable {
    public var top, right, bottom, left: Length

    public init(top: Length, right: Length, bottom: Length, left: Length) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    public static let none = Margin(top: .zero, right: .zero, bottom: .zero, left: .zero)

    /// Reads one length (all edges), two (top and bottom, left and right) or four (top, right, bottom, left), with
    /// spaces or commas between them. Nil also for lengths below zero.
    public init?(text: String) {
        let texts = text.split { $0 == " " || $0 == "," }
        let parts = texts.compactMap { Length(positiveText: $0) }
        guard parts.count == texts.count else { return nil }
        switch parts.count {
        case 1: self.init(top: parts[0], right: parts[0], bottom: parts[0], left: parts[0])
        case 2: self.init(top: parts[0], right: parts[1], bottom: parts[0], left: parts[1])
        case 4: self.init(top: parts[0], right: parts[1], bottom: parts[2], left: parts[3])
        default: return nil
        }
    }
}
