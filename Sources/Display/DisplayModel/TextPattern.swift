/// A text in which `*` stands for any characters, none included, and `?` for exactly one. Letters match in either case,
/// because makers write their names in both.
public struct TextPattern: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    private let characters: [Character]

    public init(_ text: String) {
        description = text
        characters = Array(text.lowercased())
    }

    /// Whether it can match more than one text.
    public var hasWildcards: Bool { description.contains { "*?".contains($0) } }

    /// Takes time in proportion to the lengths of both, whatever the pattern: after a mismatch only the last `*` is
    /// tried again.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var (position, index) = (0, 0)
        var star: (index: Int, position: Int)?
        while position < text.count {
            if index < characters.count, characters[index] == "*" {
                star = (index, position)
                index += 1
            } else if index < characters.count, characters[index] == "?" || characters[index] == text[position] {
                index += 1
                position += 1
            } else if let last = star {
                star = (last.index, last.position + 1)
                (index, position) = (last.index + 1, last.position + 1)
            } else {
                return false
            }
        }
        return characters[index...].allSatisfy { $0 == "*" }
    }
}
