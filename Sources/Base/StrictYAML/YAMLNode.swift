import TextLayout

/// A value of a YAML document, with its place.
package struct YAMLNode {
    package enum Kind {
        /// Text. Whether it stood in quotation marks, so that it is text even where it looks like a number.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package var kind: Kind
    package var position: TextPosition
    /// How many nodes it has, itself included.
    package var count: Int
    /// Whether it is text without quotation marks that goes on in further lines, which is hardly ever meant.
    package var isContinued = false

    package init(kind: Kind, position: TextPosition, count: Int) {
        self.kind = kind
        self.position = position
        self.count = count
    }

    /// The truth value that it is by YAML 1.2's core schema. Nil for text in quotation marks, and for `yes` and `on`.
    package var truth: Bool? {
        switch kind {
        case .scalar("true", isQuoted: false), .scalar("True", isQuoted: false), .scalar("TRUE", isQuoted: false): true
        case .scalar("false", isQuoted: false), .scalar("False", isQuoted: false), .scalar("FALSE", isQuoted: false):
            false
        default: nil
        }
    }

    /// The number that it is by YAML 1.2's core schema, as every other reader of the file takes it: `3`, `1.5`, `1e3`,
    /// `0x10`. Nil for text in quotation marks.
    package var number: Double? {
        guard case .scalar(let text, isQuoted: false) = kind else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            return digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") })
                ? UInt64(digits, radix: radix).map { Double($0) } : nil
        }
        let unsigned = text.drop { $0 == "+" || $0 == "-" }
        // What else Swift reads as a number: `infinity`, `nan`, hexadecimal with exponents.
        guard text.count - unsigned.count <= 1, let first = unsigned.utf8.first,
            0x30...0x39 ~= first || first == UInt8(ascii: ".") && unsigned.utf8.count > 1,
            unsigned.utf8.allSatisfy({ 0x30...0x39 ~= $0 || ".eE+-".utf8.contains($0) })
        else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// What may have made another text of it than was meant, as a sentence.
    package var likelyMistake: String? {
        guard case .scalar(let text, isQuoted: false) = kind else { return nil }
        if isContinued {
            return "the next line is indented so far that it continues this text; indent it less"
        }
        return Spelling.likelyMistake(in: text)
    }

    /// What it is, for messages.
    package var typeName: String {
        switch kind {
        case .scalar(let text, false) where ["", "~", "null", "Null", "NULL"].contains(text): "nothing"
        case .scalar: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
