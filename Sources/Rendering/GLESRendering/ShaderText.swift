/// A word, a number or a sign of a shader's text.
struct ShaderToken: Hashable {
    var text: String
    var line: Int
    /// Whether a blank stands before it, or a line begins with it.
    var followsBlank = false

    /// Whether it is a name or one of the language's words.
    var isWord: Bool {
        guard let first = text.utf8.first else { return false }
        return first == UInt8(ascii: "_") || first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
    }
}

/// What is wrong with a shader, and where.
struct ShaderFault: Error, Hashable {
    var line: Int
    var reason: String
}

/// A shader's text as the preprocessor sees it: lines of words and signs, those with a directive apart.
struct ShaderText {
    private(set) var lines: [[ShaderToken]] = []

    /// - Parameter text: ASCII without comments.
    init(_ text: [UInt8]) throws(ShaderFault) {
        var (at, line) = (0, 1)
        var current: [ShaderToken] = []
        var followsBlank = true
        while at < text.count {
            let byte = text[at]
            if byte == UInt8(ascii: "\n") {
                if !current.isEmpty { lines.append(current) }
                (current, followsBlank, line, at) = ([], true, line + 1, at + 1)
            } else if byte == UInt8(ascii: "\\"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "\n") {
                // Some compilers join the lines, as C does.
                (followsBlank, line, at) = (true, line + 1, at + 2)
            } else if byte <= 0x20 {
                (followsBlank, at) = (true, at + 1)
            } else {
                let start = at
                at += 1
                if Self.isDigit(byte) || byte == UInt8(ascii: "."), at < text.count,
                    Self.isDigit(text[at]) || Self.isDigit(byte)
                {
                    at = Self.endOfNumber(text, from: start)
                } else if Self.isPartOfWord(byte) {
                    while at < text.count, Self.isPartOfWord(text[at]) { at += 1 }
                }
                guard at - start <= ShaderBounds.longestWord else {
                    throw ShaderFault(
                        line: line,
                        reason: "a name or number has \(at - start) characters; "
                            + "\(ShaderBounds.longestWord) are allowed")
                }
                current.append(
                    ShaderToken(
                        text: String(decoding: text[start..<at], as: UTF8.self), line: line, followsBlank: followsBlank)
                )
                followsBlank = false
            }
        }
        if !current.isEmpty { lines.append(current) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Of what the preprocessor takes for a number: `2`, `.5`, `1.5e-3`.
    private static func endOfNumber(_ text: [UInt8], from start: Int) -> Int {
        var at = start + 1
        while at < text.count {
            let isSign = text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-")
            guard isPartOfWord(text[at]) || text[at] == UInt8(ascii: ".") || isSign && text[at - 1] | 0x20 == 0x65
            else { break }
            at += 1
        }
        return at
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
