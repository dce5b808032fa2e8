import TextLayout

/// The lines of a text, for messages about them.
struct TextLines {
    private let text: [UInt8]
    /// Where each begins.
    private var starts = [0]

    /// - Parameter last: the number of the last line that is asked for.
    init(_ text: [UInt8], upTo last: Int) {
        self.text = text
        var index = 0
        while starts.count <= last, let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) {
            index = end + 1
            starts.append(index)
        }
    }

    /// A line by its number from 1; an empty one where there is none.
    subscript(number: Int) -> TextLine {
        guard starts.indices.contains(number - 1) else { return TextLine(number: number, "") }
        let rest = text[starts[number - 1]...]
        // Nobody looks further into a line.
        let line = rest.prefix(4096).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return TextLine(number: number, String(decoding: line, as: UTF8.self))
    }
}

extension TextLines {
    /// The first line that begins with `%`, whatever ends the one before it for YAML.
    static func directive(in text: [UInt8]) -> TextPosition? {
        let percent = UInt8(ascii: "%")
        let breaks: [[UInt8]] = [[0x0a], [0x0d], [0xc2, 0x85], [0xe2, 0x80, 0xa8], [0xe2, 0x80, 0xa9]]
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        var index = start
        while let found = text[index...].firstIndex(of: percent) {
            let before = text[start..<found]
            if before.isEmpty || breaks.contains(where: { before.suffix($0.count) == $0[...] }) {
                return TextPosition(line: before.count { $0 == 0x0a } + 1, column: 1)
            }
            index = found + 1
        }
        return nil
    }

    /// What is wrong with a text that is none, from a byte on.
    static func unreadable(_ text: [UInt8], at offset: Int) -> TextIssue {
        let before = text.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let place = TextPosition(
            line: line, column: String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1)
        if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
            return TextIssue(.error, at: place, "the file is written in UTF-16; have the editor save it as UTF-8")
        }
        let isControl = offset < text.count && (text[offset] < 0x20 || text[offset] == 0x7F)
        return TextIssue(
            .error, at: place,
            isControl
                ? "contains a control character; is this a text file?"
                : "this is not UTF-8; is this a text file? Have the editor save it as UTF-8")
    }
}

/// A line of YAML as people see it.
struct TextLine {
    let number: Int
    private let characters: [Unicode.Scalar]
    /// How many blanks it begins with.
    let indentation: Int

    init(number: Int, _ text: String) {
        self.number = number
        characters = Array(text.unicodeScalars)
        indentation = characters.prefix { $0.properties.isWhitespace }.count
    }

    /// The character in a column, counted from 1.
    subscript(column: Int) -> Unicode.Scalar? {
        characters.indices.contains(column - 1) ? characters[column - 1] : nil
    }

    /// Whether it has nothing but a comment at most.
    var isBlank: Bool { indentation == characters.count || characters[indentation] == "#" }

    var isItem: Bool { self[indentation + 1] == "-" && (self[indentation + 2] ?? " ") == " " }

    /// Where what follows the '-' of items begins.
    var contentColumn: Int {
        var index = indentation
        while index + 1 < characters.count, characters[index] == "-", characters[index + 1] == " " {
            index += 1
            while index < characters.count, characters[index] == " " { index += 1 }
        }
        return index + 1
    }

    /// What follows the '-' of items, without blanks at its end.
    var content: String { Self.text(characters.dropFirst(contentColumn - 1).reversed().drop { $0 == " " }.reversed()) }

    /// The key that it begins with.
    var key: String? {
        let content = characters.dropFirst(contentColumn - 1)
        guard let colon = content.firstIndex(of: ":"), (self[colon + 2] ?? " ") == " " else { return nil }
        return Self.text(content[..<colon])
    }

    /// How it is to be written where a space is missing behind a '-' or the colon of a key.
    var withSpace: String? {
        let content = content
        if !isItem, content.count > 1, content.hasPrefix("-"), !content.hasPrefix("--") {
            return "- \(content.dropFirst())"
        }
        return Spelling.withSpace(behindKeyOf: content)
    }

    /// A blank of its indentation that is no space.
    var foreignBlank: (column: Int, name: String)? {
        characters.prefix(indentation).firstIndex(where: { $0 != " " }).map(blank)
    }

    /// A blank that is no space, behind a '-' that it begins with.
    var foreignBlankBehindDash: (column: Int, name: String)? {
        var index = indentation
        while index < characters.count, characters[index] == "-" {
            index += 1
            while index < characters.count, characters[index].properties.isWhitespace {
                if characters[index] != " " { return blank(index) }
                index += 1
            }
        }
        return nil
    }

    private func blank(_ index: Int) -> (column: Int, name: String) {
        (index + 1, characters[index] == "\t" ? "a tab" : "a blank that is not a plain space")
    }

    /// Whether a text in quotation marks ends in it before a column.
    func hasQuotation(before column: Int) -> Bool {
        characters.prefix(max(0, column - 1)).contains { $0 == "'" || $0 == "\"" }
    }

    private static func text(_ characters: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters)
        return String(text)
    }
}
