import LiveData

/// How a number is written: `0`, `0.00`, `#,##0.00`. The zeros before the point are the least digits, those behind it are all
/// that there are, and a comma asks for groups of three.
struct NumberPattern: Hashable, Sendable {
    private let leastDigits, decimals: Int
    private let isGrouped: Bool

    /// What a `Double` tells apart.
    private static let mostDecimals = 9

    /// Nil for what is no pattern of a number: one has nothing but these signs.
    init?(_ text: [Unicode.Scalar], at offset: Int) throws(DataMistake) {
        guard !text.isEmpty, text.allSatisfy({ "#0,.".unicodeScalars.contains($0) }) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].filter { $0 != "," }
        let decimals = parts.count > 1 ? Array(parts[1]) : []
        let zeros = whole.drop { $0 == "#" }
        guard parts.count <= 2, zeros.count >= 1, zeros.allSatisfy({ $0 == "0" }), decimals.allSatisfy({ $0 == "0" }),
            decimals.count <= Self.mostDecimals, zeros.count <= Self.mostDecimals,
            parts.count == 1 || !decimals.isEmpty, whole.count == parts[0].count || parts[0].suffix(4).first == ","
        else { throw DataMistake(at: offset, "write a number as '0', '0.00' or '#,##0.00'") }
        (leastDigits, self.decimals, isGrouped) = (zeros.count, decimals.count, whole.count < parts[0].count)
    }

    /// Rounded half away from zero. Nil for numbers that are too large to be written.
    func text(of number: Double, in locale: DisplayLocale) -> String? {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        // Two and a half, as people write it, may be a little less in binary.
        let scaled = (abs(number) * scale).rounded(.toNearestOrAwayFromZero)
        guard scaled < 1e15 else { return nil }
        let digits = padded(Int(scaled), leastDigits + decimals)
        let (decimal, group) = locale.separators
        var whole = String(digits.dropLast(decimals))
        if isGrouped {
            let groups = stride(from: whole.count, to: 0, by: -3).map { whole.prefix($0).suffix(3) }
            whole = groups.reversed().joined(separator: group)
        }
        let text = decimals == 0 ? whole : whole + decimal + digits.suffix(decimals)
        return (number < 0 && scaled > 0 ? "-" : "") + locale.digits(text)
    }
}
