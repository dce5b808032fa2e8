public import DisplayModel

/// A rectangle in content coordinates: the pixels of the space that content is laid out in, origin at the top left,
/// y downwards. They are fractions where the content is scaled on its way to the output.
public struct ContentRectangle: Hashable, Sendable {
    public var x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

extension ContentRectangle {
    /// All of a space, from its corner.
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    public func intersection(_ other: ContentRectangle) -> ContentRectangle {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        return ContentRectangle(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
