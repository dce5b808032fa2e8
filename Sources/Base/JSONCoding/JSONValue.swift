/// A JSON value (RFC 8259) as it was read.
///
/// Numbers stay the text that they are: property values take all 64 bits, which a floating-point number does not hold.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// In the words of an error message.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number(let text): "the number \(text)"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// For who takes what is there and leaves the rest: nil for what is missing or of another kind.
extension JSONValue {
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    public var text: String? { if case .string(let text) = self { text } else { nil } }
    public var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
    public var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
