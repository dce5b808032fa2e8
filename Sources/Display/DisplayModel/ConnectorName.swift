import TextLayout

/// A connector's name as somebody wrote it, or a pattern for several.
package struct ConnectorName {
    private let pattern: TextPattern
    private var text: String { pattern.description }

    package init(_ pattern: TextPattern) {
        self.pattern = pattern
    }

    /// What is to be said of one that the kernel gives to no connector: it calls them by their type and a number from 1.
    /// - Parameter spansHaveNames: whether it may be the name of a span, which is free. Only what looks like a
    ///   connector's is taken for a mistake then.
    package func likelyMistake(spansHaveNames: Bool = false) -> String? {
        guard !pattern.hasWildcards, !isPossible, !spansHaveNames || likely != nil else { return nil }
        return "no connector is called '\(text)' by the kernel (X has names of its own); "
            + (likely.map { Spelling.suggestion($0) + " " } ?? "") + "'vitrine --list-connectors' shows all names"
    }

    private var isPossible: Bool {
        guard let dash = text.lastIndex(of: "-"), let number = Int(text[text.index(after: dash)...]), number > 0 else {
            return false
        }
        return ConnectorType.names.contains { $0.lowercased() == text[..<dash].lowercased() }
    }

    /// The kernel's name for what X calls `HDMI-1`, `HDMI1`, `HDMI-0`, `DisplayPort-0` or `eDP1`, or for one misspelt.
    private var likely: String? {
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let number = Int(text.suffix(digits)) ?? 1
        var type = text.dropLast(digits).lowercased()
        if type.hasSuffix("-") { type.removeLast() }
        let known = ["hdmi": "HDMI-A", "displayport": "DP", "dvi": "DVI-D", "crt": "VGA"]
        guard let name = known[type] ?? Spelling.nearest(to: type, in: ConnectorType.names + known.keys) else {
            return nil
        }
        return "\(known[name] ?? name)-\(max(number, 1))"
    }
}
