/// The names of a shader that stand for a number throughout, and what expressions of them come to.
struct ShaderConstants {
    private var values: [String: Double] = [:]
    /// The names that stand for several things, or for what is not known.
    private var unknown: Set<String> = []

    private static let types: Set<String> = ["float", "int"]
    private static let qualifiers: Set<String> = ["lowp", "mediump", "highp"]

    /// - Parameter tokens: a whole shader.
    init(_ tokens: [ShaderToken]) {
        for (index, token) in tokens.enumerated() where token.isWord && index + 1 < tokens.count {
            let type = index > 0 ? tokens[index - 1].text : ""
            let qualifier = index > 1 ? tokens[index - 2].text : ""
            let isConstant =
                qualifier == "const"
                || Self.qualifiers.contains(qualifier) && index > 2 && tokens[index - 3].text == "const"
            let isSet = tokens[index + 1].text == "=" && (index + 2 >= tokens.count || tokens[index + 2].text != "=")
            if isConstant, isSet, Self.types.contains(type) {
                let expression = tokens[(index + 2)...].prefix { $0.text != ";" && $0.text != "," }
                note(token.text, value(of: expression))
            } else if isSet || index > 0 && tokens[index - 1].isWord && !isReserved(type) {
                note(token.text, nil)
            }
        }
    }

    /// Words before a name that make no variable of it.
    private func isReserved(_ word: String) -> Bool { ["return", "else", "in", "const"].contains(word) }

    private mutating func note(_ name: String, _ value: Double?) {
        if let value, values[name] ?? value == value { values[name] = value } else { unknown.insert(name) }
    }

    /// - Parameter expression: numbers, names, `+ - * /`, parentheses, and `int(…)` or `float(…)`.
    /// - Returns: nil for what is no such expression, or not known.
    func value(of expression: some Sequence<ShaderToken>) -> Double? {
        var reader = Reader(tokens: expression.map(\.text), constants: self)
        guard let value = reader.sum(depth: 0), reader.at == reader.tokens.count, value.isFinite else { return nil }
        return value
    }

    private struct Reader {
        let tokens: [String]
        let constants: ShaderConstants
        var at = 0

        var next: String { at < tokens.count ? tokens[at] : "" }

        mutating func sum(depth: Int) -> Double? {
            guard depth < 16, var result = product(depth) else { return nil }
            while next == "+" || next == "-" {
                let isSum = next == "+"
                at += 1
                guard let term = product(depth) else { return nil }
                result += isSum ? term : -term
            }
            return result
        }

        private mutating func product(_ depth: Int) -> Double? {
            guard var result = factor(depth) else { return nil }
            while next == "*" || next == "/" {
                let isProduct = next == "*"
                at += 1
                guard let factor = factor(depth) else { return nil }
                result = isProduct ? result * factor : result / factor
            }
            return result
        }

        private mutating func factor(_ depth: Int) -> Double? {
            let token = next
            at += 1
            switch token {
            case "-": return depth < 16 ? factor(depth + 1).map { -$0 } : nil
            case "int", "float":
                guard next == "(" else { return nil }
                return factor(depth)
            case "(":
                guard let value = sum(depth: depth + 1), next == ")" else { return nil }
                at += 1
                return value
            default: return Double(token) ?? (constants.unknown.contains(token) ? nil : constants.values[token])
            }
        }
    }
}
