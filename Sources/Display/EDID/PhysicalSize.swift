/// A size on the glass in millimetres; neither side is 0.
public struct PhysicalSize: Hashable, Sendable, CustomStringConvertible {
    public let width: Int
    public let height: Int

    /// Nil unless both sides are longer than nothing.
    public init?(millimetresWide width: Int, high height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    public var description: String { "\(width) mm x \(height) mm" }
}

/// What the base block says about the screen's size, E-EDID A.2 section 3.6.2.
public enum ScreenSize: Hashable, Sendable {
    /// Rounded to whole centimetres by the monitor, given here in millimetres.
    case size(PhysicalSize)
    /// Only the shape is known (since EDID 1.4): width divided by height in hundredths, 178 for 16:9 and 56 for 9:16.
    case aspectRatio(hundredths: Int)

    /// Nil where the size is unknown or changes, as with a projector.
    init?(horizontal: UInt8, vertical: UInt8, revision: UInt8) {
        if let size = PhysicalSize(millimetresWide: Int(horizontal) * 10, high: Int(vertical) * 10) {
            self = .size(size)
        } else if revision >= 4, horizontal > 0 {
            self = .aspectRatio(hundredths: Int(horizontal) + 99)
        } else if revision >= 4, vertical > 0 {
            // Stored as height divided by width; 10000 is one in hundredths, squared.
            let inverse = Int(vertical) + 99
            self = .aspectRatio(hundredths: (10_000 + inverse / 2) / inverse)
        } else {
            return nil
        }
    }
}
