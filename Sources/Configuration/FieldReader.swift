import DisplayModel
import Timing

/// Collects what is wrong with a file, all of it.
final class Diagnosis {
    private(set) var issues: [TextIssue] = []

    func error(_ position: TextPosition, _ message: String) { issues.append(TextIssue(.error, at: position, message)) }
    func warning(_ position: TextPosition, _ message: String) {
        issues.append(TextIssue(.warning, at: position, message))
    }
}

/// Reads the fields of a mapping, strictly: what nobody asks for is an error.
struct FieldReader {
    let diagnosis: Diagnosis
    let position: TextPosition
    private var fields: [(name: String, key: TextPosition, value: YAMLNode)] = []
    private var known: [String] = []

    /// Nil, with an issue, for what is no mapping. Nothing at all is an empty one.
    init?(_ node: YAMLNode, _ what: String, _ diagnosis: Diagnosis) {
        self.diagnosis = diagnosis
        position = node.position
        guard case .mapping(let pairs) = node.kind else {
            if node.typeName == "nothing" { return }
            diagnosis.error(node.position, "\(what) is written as 'key: value' lines, not as \(node.typeName)")
            return nil
        }
        for (key, value) in pairs {
            guard case .scalar(let name, _) = key.kind else {
                diagnosis.error(key.position, "a key is a word, not \(key.typeName)")
                continue
            }
            if let first = fields.first(where: { $0.name == name }) {
                diagnosis.error(key.position, "'\(name)' is here a second time; the first is in line \(first.key.line)")
                continue
            }
            fields.append((name, key.position, value))
        }
    }

    /// The value of a field, whatever it is. Nil where it is not there.
    mutating func node(_ name: String) -> YAMLNode? {
        known.append(name)
        return fields.first { $0.name == name }?.value
    }

    /// A field that is text which something can be made of.
    /// - Parameter teach: what can be written there.
    mutating func value<Value>(_ name: String, _ teach: String, _ make: (String) -> Value?) -> Value? {
        node(name).flatMap { Self.value($0, name, teach, diagnosis, make) }
    }

    static func value<Value>(
        _ node: YAMLNode, _ name: String, _ teach: String, _ diagnosis: Diagnosis, _ make: (String) -> Value?
    ) -> Value? {
        guard case .scalar(let text, _) = node.kind, node.typeName != "nothing" else {
            diagnosis.error(node.position, "\(name) is \(teach), not \(node.typeName)")
            return nil
        }
        guard let value = make(text) else {
            diagnosis.error(node.position, "\(name) is \(teach), not '\(text)'")
            return nil
        }
        return value
    }

    /// A field that is one of a few words.
    mutating func choice<Value>(_ name: String, _ choices: KeyValuePairs<String, Value>) -> Value? {
        guard let node = node(name) else { return nil }
        let words = choices.map(\.key)
        guard case .scalar(let text, _) = node.kind else {
            diagnosis.error(node.position, "\(name) is one of \(words.joined(separator: ", ")), not \(node.typeName)")
            return nil
        }
        guard let choice = choices.first(where: { $0.key == text }) else {
            let near = Spelling.nearest(to: text, in: words).map { "; did you mean '\($0)'?" } ?? ""
            diagnosis.error(
                node.position, "\(name) is one of \(words.joined(separator: ", ")), not '\(text)'\(near)")
            return nil
        }
        return choice.value
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func duration(_ name: String, in range: ClosedRange<Duration>) -> Duration? {
        let limits = "\(range.lowerBound.inSeconds) to \(range.upperBound.inSeconds) seconds"
        return value(name, "a length of time such as 8s, 500ms or 2min, from \(limits)") { text in
            Duration(text: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The elements of a field that is a list.
    mutating func list(_ name: String, _ teach: String) -> [YAMLNode]? {
        guard let node = node(name) else { return nil }
        switch node.kind {
        case .sequence(let elements): return elements
        default:
            if node.typeName == "nothing" { return [] }
            diagnosis.error(node.position, "\(name) is a list of \(teach), each after a '-', not \(node.typeName)")
            return nil
        }
    }

    /// After the last field was asked for: names those that nobody knows.
    func finish() {
        for field in fields where !known.contains(field.name) {
            let near = Spelling.nearest(to: field.name, in: known)
            let hint = near.map { "; did you mean '\($0)'?" } ?? "; known are \(known.joined(separator: ", "))"
            diagnosis.error(field.key, "there is no key '\(field.name)' here\(hint)")
        }
    }
}
