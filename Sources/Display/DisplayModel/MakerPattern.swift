import TextLayout

/// Which makers of monitors are meant: by the three letters of EDIDs, with `*` and `?` for any, or by their names.
public struct MakerPattern: Hashable, Sendable, CustomStringConvertible {
    /// As it is written.
    private let text: TextPattern
    /// The letters of all makers of that name. Nil where the text is letters itself.
    private let named: Set<String>?

    package static let expected =
        "the three letters that --list-connectors shows, such as DEL, or a name, such as Dell; * and ? stand for any letters"

    /// Letters, or a pattern of them.
    public init(letters: String) {
        text = TextPattern(letters)
        named = nil
    }

    /// - Parameter names: asked for where the text is no pattern of letters.
    package init(_ text: String, names: () -> MakerNames) {
        self.text = TextPattern(text)
        named = Self.isLetters(text) ? nil : names().letters(of: text)
    }

    private static func isLetters(_ text: String) -> Bool {
        let isPattern = text.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "*?".utf8.contains($0)
        }
        let letters = text.utf8.count { $0 != UInt8(ascii: "*") }
        return isPattern && (text.contains("*") ? letters <= 3 : letters == 3)
    }

    public var description: String { text.description }

    /// - Parameter letters: of a monitor's EDID.
    public func matches(_ letters: String) -> Bool { named?.contains(letters) ?? text.matches(letters) }

    /// What is to be said of a name that no maker is known by. Nil where one is.
    package var likelyMistake: String? {
        guard named?.isEmpty == true else { return nil }
        let names = MakerNames.common.keys.sorted()
        return "no maker called '\(text)' is known on this machine; "
            + (Spelling.suggestion(for: description, in: names)
                ?? "a monitor tells three letters of its maker, which --list-connectors shows")
    }

    /// Whether it surely matches every maker that another one matches.
    package func covers(_ other: MakerPattern) -> Bool {
        if text.description.lowercased() == other.description.lowercased() { return true }
        if named == nil, text.description.allSatisfy({ $0 == "*" }) { return true }
        if let letters = other.named { return !letters.isEmpty && letters.allSatisfy(matches) }
        return !other.text.hasWildcards && matches(other.description.uppercased())
    }
}
