/// A JSON value (RFC 8259) whose objects keep the order of their members, so that reports read well and compare well.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// For what takes all 64 bits.
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSON

        public init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }

    public init(_ value: String?) { self = value.map(JSON.string) ?? .null }
    public init(_ value: Bool?) { self = value.map(JSON.bool) ?? .null }
    public init(_ value: (some BinaryInteger)?) { self = value.map { .integer(Int($0)) } ?? .null }
    public init<Value>(_ value: Value?, _ convert: (Value) -> JSON) { self = value.map(convert) ?? .null }
}

extension JSON {
    /// The text, indented by two spaces. What fits on one line stays on one.
    public func text(width: Int = 100) -> String {
        var text = ""
        write(to: &text, indentation: 0, room: width, width)
        return text + "\n"
    }

    /// - Parameter room: the columns left on the line for the value.
    private func write(to text: inout String, indentation: Int, room: Int, _ width: Int) {
        let compact = compactText
        guard compact.utf8.count > room else {
            text += compact
            return
        }
        let inner = indentation + 2
        func lines<Element>(_ elements: [Element], _ write: (Element) -> Void) {
            for (index, element) in elements.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + String(repeating: " ", count: inner)
                write(element)
            }
            text += "\n" + String(repeating: " ", count: indentation)
        }
        switch self {
        case .array(let elements):
            text += "["
            lines(elements) { $0.write(to: &text, indentation: inner, room: width - inner - 1, width) }
            text += "]"
        case .object(let members):
            text += "{"
            lines(members) { member in
                let name = "\(Self.quoted(member.name)): "
                text += name
                member.value.write(
                    to: &text, indentation: inner, room: width - inner - name.utf8.count - 1, width)
            }
            text += "}"
        default: text += compact
        }
    }

    private var compactText: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        // JSON has no numbers that are none.
        case .number(let value): value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[" + elements.map(\.compactText).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)): \($0.value.compactText)" }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            // Controls, and what changes the order or the lines of what a terminal shows.
            case "\0"..." ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                result += scalar == " " ? " " : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
