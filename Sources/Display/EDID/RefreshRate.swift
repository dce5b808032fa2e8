/// A rate as the exact fraction that a pixel clock and a raster give, in lowest terms.
public struct RefreshRate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Hertz are the numerator divided by the denominator; both are positive.
    public let numerator: Int
    public let denominator: Int

    init(_ numerator: Int, per denominator: Int) {
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    public var hertz: Double { Double(numerator) / Double(denominator) }

    /// Rounded to the nearest thousandth of a hertz: 59940 for 60000/1001 Hz.
    public var millihertz: Int { (numerator * 1000 + denominator / 2) / denominator }

    public var description: String {
        let fraction = String(millihertz % 1000)
        return "\(millihertz / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) Hz"
    }

    public static func < (a: RefreshRate, b: RefreshRate) -> Bool {
        a.numerator * b.denominator < b.numerator * a.denominator
    }
}
