import TextLayout
import Timing

/// Collects what is wrong with a file, all of it.
package final class Diagnosis {
    package init() {}

    /// More of a kind are counted only: a folder that went away may be the fault of a hundred thousand lines.
    private static let mostOfAKind = 100

    private var kept: [TextIssue.Severity: [TextIssue]] = [:]
    private var further: [TextIssue.Severity: Int] = [:]

    /// All of them, in the order of the text.
    package var issues: [TextIssue] {
        var issues = kept.values.joined().sorted { $0.position < $1.position }
        for severity in [TextIssue.Severity.error, .warning, .notice] {
            guard let last = kept[severity]?.last, let more = further[severity] else { continue }
            issues.append(
                TextIssue(
                    severity, at: last.position,
                    "there \(more == 1 ? "is" : "are") \(count(more, "more \(severity.rawValue)")) like these"))
        }
        return issues
    }

    package func error(_ position: TextPosition, _ message: @autoclosure () -> String) {
        add(.error, position, message)
    }

    package func warning(_ position: TextPosition, _ message: @autoclosure () -> String) {
        add(.warning, position, message)
    }

    package func notice(_ position: TextPosition, _ message: @autoclosure () -> String) {
        add(.notice, position, message)
    }

    private func add(_ severity: TextIssue.Severity, _ position: TextPosition, _ message: () -> String) {
        guard kept[severity, default: []].count < Self.mostOfAKind else { return further[severity, default: 0] += 1 }
        kept[severity, default: []].append(TextIssue(severity, at: position, message()))
    }
}

extension YAMLNode {
    /// The length of time that it is: a number of seconds, or text with a unit.
    package var duration: Duration? {
        if let number { return Duration(wholeNanosecondsOf: number) }
        guard case .scalar(let text, _) = kind else { return nil }
        return Duration(text: text)
    }
}

/// Reads the fields of a mapping, strictly: what nobody asks for is an error.
package struct FieldReader {
    package let diagnosis: Diagnosis
    package let position: TextPosition
    private var fields: [(name: String, key: TextPosition, value: YAMLNode)] = []
    /// What was asked for, in its order.
    private var known: [String] = []
    /// Further spellings that were asked for; messages name only the first one.
    private var aliases: [String] = []

    /// Far more than there are; each is compared with all.
    private static let mostFields = 1000

    /// Of all keys that are there, known or not.
    package var names: [String] { fields.map(\.name) }

    /// Nil, with an issue, for what is no mapping. Nothing at all is an empty one.
    package init?(_ node: YAMLNode, _ what: String, _ diagnosis: Diagnosis) {
        self.diagnosis = diagnosis
        position = node.position
        guard case .mapping(let pairs) = node.kind else {
            if node.typeName == "nothing" { return }
            diagnosis.error(
                node.position,
                "\(what) is written as 'key: value' lines, not as \(node.typeName)" + Self.further(node.likelyMistake))
            return nil
        }
        guard pairs.count <= Self.mostFields else {
            diagnosis.error(node.position, "\(what) has only a few keys, but here are \(pairs.count)")
            return nil
        }
        for (key, value) in pairs {
            guard case .scalar(let name, _) = key.kind else {
                diagnosis.error(key.position, "a key is a word, not \(key.typeName)")
                continue
            }
            // Keys for people and for YAML's anchors.
            if name.hasPrefix("x-") { continue }
            if let first = fields.first(where: { $0.name == name }) {
                diagnosis.error(key.position, "'\(name)' is a duplicate of the key in line \(first.key.line)")
                continue
            }
            fields.append((name, key.position, value))
        }
    }

    /// The value of a field, whatever it is. Nil where it is not there.
    package mutating func node(_ name: String) -> YAMLNode? {
        known.append(name)
        return fields.first { $0.name == name }?.value
    }

    /// The value of a field that has another spelling than the documented one.
    package mutating func node(alias: String) -> YAMLNode? {
        aliases.append(alias)
        return fields.first { $0.name == alias }?.value
    }

    /// A field that is text which something can be made of.
    /// - Parameters:
    ///   - expected: what can be written there.
    ///   - hint: what is special about a text that nothing can be made of.
    package mutating func value<Value>(
        _ name: String, _ expected: @autoclosure () -> String, hint: (String) -> String? = { _ in nil },
        _ make: (String) -> Value?
    ) -> Value? {
        node(name).flatMap { Self.value($0, name, expected(), diagnosis, hint: hint, make) }
    }

    package static func value<Value>(
        _ node: YAMLNode, _ name: String, _ expected: @autoclosure () -> String, _ diagnosis: Diagnosis,
        hint: (String) -> String? = { _ in nil }, _ make: (String) -> Value?
    ) -> Value? {
        guard case .scalar(let text, _) = node.kind, node.typeName != "nothing" else {
            diagnosis.error(node.position, "\(name) is \(expected()), not \(node.typeName)")
            return nil
        }
        guard let value = make(text) else {
            diagnosis.error(node.position, refusal(of: text, name, expected(), node.likelyMistake ?? hint(text)))
            return nil
        }
        return value
    }

    /// Behind more characters of what may be written, a hint would not be found.
    private static let longestExpectation = 160

    private static func refusal(of text: String, _ name: String, _ expected: String, _ hint: String?) -> String {
        guard let hint, expected.count > longestExpectation else {
            return "\(name) is \(expected), not '\(text)'" + further(hint)
        }
        return "\(name) is not '\(text)'; \(hint)\(hint.hasSuffix("?") ? "" : ";") \(name) is \(expected)"
    }

    /// What is added to a message.
    private static func further(_ hint: String?) -> String { hint.map { "; \($0)" } ?? "" }

    /// A field that is one of a few words: the raw values of a type.
    /// - Parameter hint: what is special about another word.
    package mutating func choice<Value: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Value.Type, hint: (String) -> String? = { _ in nil }
    ) -> Value? where Value.RawValue == String {
        choice(name, hint: hint, named: Value.allCases.map { ($0.rawValue, $0) })
    }

    /// A field that is one of a few words.
    /// - Parameter hint: what is special about another word.
    package mutating func choice<Value>(
        _ name: String, _ choices: KeyValuePairs<String, Value>, hint: (String) -> String? = { _ in nil }
    ) -> Value? {
        choice(name, hint: hint, named: choices.map { ($0.key, $0.value) })
    }

    private mutating func choice<Value>(
        _ name: String, hint: (String) -> String? = { _ in nil },
        named list: @autoclosure () -> [(key: String, value: Value)]
    ) -> Value? {
        guard let node = node(name) else { return nil }
        let choices = list()
        let words = choices.map(\.key)
        return Self.value(
            node, name, "one of \(words.joined(separator: ", "))", diagnosis,
            hint: { hint($0) ?? Spelling.suggestion(for: $0, in: words) }
        ) { text in choices.first { $0.key == text }?.value }
    }

    /// A field that is true or false.
    package mutating func flag(_ name: String) -> Bool? {
        let node = node(name)
        return node.flatMap {
            Self.value(
                $0, name, "true or false", diagnosis,
                hint: { text in
                    switch text.lowercased() {
                    case "yes", "on", "y", "1", "true": "did you mean true, without quotation marks?"
                    case "no", "off", "n", "0", "false": "did you mean false, without quotation marks?"
                    default: nil
                    }
                }
            ) { _ in node?.truth }
        }
    }

    package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        let node = node(name)
        return node.flatMap {
            Self.value(
                $0, name, "a whole number from \(range.lowerBound) to \(range.upperBound)", diagnosis,
                hint: { text in
                    let digits = text.prefix { $0.isNumber }
                    return Double(text) == nil
                        ? Int(digits).map { Spelling.suggestion("\($0)") } : node.flatMap(Self.unquoted)
                }
            ) { _ in
                node?.number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
            }
        }
    }

    /// A field that is a number, of any kind.
    package mutating func number(
        _ name: String, _ expected: @autoclosure () -> String, in range: ClosedRange<Double>
    ) -> Double? {
        let node = node(name)
        return node.flatMap {
            Self.value($0, name, expected(), diagnosis, hint: { _ in node.flatMap(Self.unquoted) }) { _ in
                node?.number.flatMap { range.contains($0) ? $0 : nil }
            }
        }
    }

    /// Said of text in quotation marks, where a number is meant.
    private static func unquoted(_ node: YAMLNode) -> String? {
        guard case .scalar(let text, isQuoted: true) = node.kind, Double(decimal: text) != nil else { return nil }
        return "a number stands without quotation marks: \(text)"
    }

    package mutating func duration(_ name: String, in range: ClosedRange<Duration>) -> Duration? {
        let (least, most) = (Self.text(range.lowerBound), Self.text(range.upperBound))
        let node = node(name)
        return node.flatMap {
            Self.value(
                $0, name, "a length of time such as 8s, 500ms or 2min, from \(least) to \(most)", diagnosis,
                hint: Spelling.duration
            ) { _ in
                node?.duration.flatMap { range.contains($0) ? $0 : nil }
            }
        }
    }

    /// In the largest unit of which it is a whole number.
    private static func text(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let units: [(String, Int64)] = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)]
        guard milliseconds > 0, let (unit, length) = units.first(where: { milliseconds % $0.1 == 0 }) else {
            return milliseconds == 0 ? "0" : "\(milliseconds)ms"
        }
        return "\(milliseconds / length)\(unit)"
    }

    /// The elements of a field that is a list.
    package mutating func list(_ name: String, _ expected: String) -> [YAMLNode]? {
        node(name).flatMap { Self.elements(of: $0, name, expected, diagnosis) }
    }

    package static func elements(
        of node: YAMLNode, _ name: String, _ expected: String, _ diagnosis: Diagnosis
    ) -> [YAMLNode]? {
        switch node.kind {
        case .sequence(let elements): return elements
        default:
            if node.typeName == "nothing" { return [] }
            diagnosis.error(
                node.position, "\(name) is a list of \(expected), each after a '-' and a space, not \(node.typeName)")
            return nil
        }
    }

    /// After the last field was asked for: names those that nobody knows.
    /// - Parameter hint: what is special about a key that is not known.
    package func finish(hint: (String) -> String? = { _ in nil }) {
        let unknown = fields.filter { !known.contains($0.name) && !aliases.contains($0.name) }
        guard !unknown.isEmpty else { return }
        var words: [String] = []
        for name in known where !words.contains(name) { words.append(name) }
        for field in unknown {
            diagnosis.error(
                field.key,
                "there is no key '\(field.name)' here; "
                    + (Spelling.likelyMistake(in: field.name) ?? hint(field.name)
                        ?? Spelling.suggestion(for: field.name, in: words)
                        ?? "known are \(words.joined(separator: ", "))"))
        }
    }
}
