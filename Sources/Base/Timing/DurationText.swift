extension Duration {
    /// Reads `500ms`, `8s`, `1.5s`, `2min`, `1h`, `7d`, and a bare number as seconds. Nil for anything else, and for more
    /// than three years.
    public init?(text: some StringProtocol) {
        let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("d", 86400), ("", 1)]
        guard let (unit, seconds) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(decimal: text.dropLast(unit.count))
        else { return nil }
        self.init(wholeNanosecondsOf: number * seconds)
    }

    /// To the nearest nanosecond. Nil below zero, and for more than three years.
    public init?(wholeNanosecondsOf seconds: Double) {
        guard seconds >= 0, seconds < 1e8 else { return nil }
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

extension Double {
    /// Reads digits, also with a point and digits behind it: `12`, `1.5`. Unlike other readers of numbers it knows no
    /// signs, no exponents and no further bases, which nobody writes on purpose before a unit.
    public init?(decimal text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        self.init(String(text))
    }
}
