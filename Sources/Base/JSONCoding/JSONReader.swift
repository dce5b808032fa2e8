/// Reads JSON (RFC 8259) from bytes: the whole of them, and nothing that the standard does not allow. No bytes make it
/// crash; nesting has a limit because it goes by recursion.
///
/// It exists because Foundation, which has one, costs more to start than the whole program.
public struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private static let depthLimit = 64

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads one document, or says the first thing that is wrong with it.
    public static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.next == nil else { throw reader.error("text after the end of the document") }
        return value
    }

    // MARK: - Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    /// Passes a character by if it comes next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    private func error(_ reason: String) -> JSONError {
        let before = bytes[..<position]
        let line = before.count { $0 == 0x0A } + 1
        let column = position - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONError(line: line, column: column, reason: reason)
    }

    // MARK: - Values

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "{": return try nested { reader throws(JSONError) in try reader.object() }
        case "[": return try nested { reader throws(JSONError) in try reader.array() }
        case "\"": return .string(try string())
        case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return .number(try number())
        case "t": return try word("true", .bool(true))
        case "f": return try word("false", .bool(false))
        case "n": return try word("null", .null)
        case nil: throw error("the document ends where a value is expected")
        default: throw error("expected a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.depthLimit else { throw error("it is nested deeper than \(Self.depthLimit) levels") }
        depth += 1
        position += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let word = Array("\(text)".utf8)
        guard bytes[position...].starts(with: word) else { throw error("expected a value") }
        position += word.count
        return value
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw error("expected ',' or ']'") }
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            guard next == 0x22 else { throw error("expected a member's name") }
            let start = position
            let name = try string()
            skipSpace()
            guard take(":") else { throw error("expected ':'") }
            let value = try value()
            guard members.updateValue(value, forKey: name) == nil else {
                position = start
                throw error("the object has two members '\(name)'")
            }
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw error("expected ',' or '}'") }
        }
    }

    /// The text of a number, checked: an optional sign, digits without a leading zero, a fraction, an exponent.
    private mutating func number() throws(JSONError) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw error("expected a digit") }
    }

    // MARK: - Texts

    private mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case 0x22:
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    position = start
                    throw error("the text is not UTF-8")
                }
                return string
            case 0x5C:
                position += 1
                text += Array(String(try escape()).utf8)
            case 0..<0x20: throw error("unescaped line break or control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        position = start
        throw error("unterminated string")
    }

    /// What stands after a backslash. Halves of a pair that stand alone become U+FFFD, for they are no characters.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw error("the document ends inside a string") }
        position += 1
        switch Unicode.Scalar(byte) {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let unit = try hexadecimal()
            if (0xD800..<0xDC00).contains(unit), bytes[position...].starts(with: [0x5C, 0x75]) {
                let here = position
                position += 2
                let second = try hexadecimal()
                if (0xDC00..<0xE000).contains(second) {
                    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
                }
                position = here
            }
            return Unicode.Scalar(unit) ?? "\u{FFFD}"
        default:
            position -= 1
            throw error("unknown escape sequence")
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
