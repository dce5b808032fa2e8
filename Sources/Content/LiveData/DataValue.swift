/// A value of a feed: what JSON, CSV, YAML and plain text have in common.
///
/// Numbers stay the text that they are, so that a price keeps its zeros.
public enum DataValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list([DataValue])
    case map([String: DataValue])
}

extension DataValue {
    /// Of a value that can be shown as it is. Nil for nothing (null, and text that is empty or blank, or begins with a hundred
    /// blanks) and for lists and maps.
    public var text: String? {
        switch self {
        case .bool(let truth): truth ? "true" : "false"
        case .number(let text): text
        case .text(let text): text.unicodeScalars.prefix(100).allSatisfy(\.properties.isWhitespace) ? nil : text
        case .null, .list, .map: nil
        }
    }

    /// The number that it is, or that its text writes: a sign, digits with a decimal point, an exponent. In CSV all values
    /// are text.
    public var number: Double? {
        switch self {
        case .number(let text): Self.number(text)
        case .text(let text): Self.number(text)
        default: nil
        }
    }

    /// In the words of a message.
    public var kind: String {
        switch self {
        case .null: "nothing"
        case .bool: "a truth value"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// Swift reads more as a number than people do: `nan`, `infinity`, hexadecimal.
    private static func number(_ text: String) -> Double? {
        let bytes = text.utf8
        guard bytes.count <= 40, let first = bytes.first(where: { $0 != 0x2B && $0 != 0x2D }), 0x30...0x39 ~= first,
            bytes.allSatisfy({ 0x30...0x39 ~= $0 || ".eE+-".utf8.contains($0) })
        else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension DataValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .number("\(value)") }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension DataValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: DataValue...) { self = .list(elements) }
    /// Of two values of a name the last one counts.
    public init(dictionaryLiteral elements: (String, DataValue)...) {
        self = .map(Dictionary(elements) { $1 })
    }
}
