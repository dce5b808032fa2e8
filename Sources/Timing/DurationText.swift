extension Duration {
    /// Reads `500ms`, `8s`, `1.5s`, `2min`, `1h`, and a bare number as seconds. Nil for anything else, and for more than
    /// three years.
    public init?(text: some StringProtocol) {
        let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("", 1)]
        guard let (unit, seconds) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(unit.count)), number.isFinite, number >= 0, number * seconds < 1e8
        else { return nil }
        self = .nanoseconds(Int64((number * seconds * 1e9).rounded()))
    }
}
