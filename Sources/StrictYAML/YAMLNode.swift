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

    /// What may have made another text of it than was meant, as a sentence.
    package var doubt: String? {
        guard case .scalar(let text, isQuoted: false) = kind else { return nil }
        if isContinued {
            return "the next line is indented so far that it goes on with this text; begin it where it belongs"
        }
        return Spelling.doubt(about: text)
    }

    /// What it is, for messages.
    package var typeName: String {
        switch kind {
        case .scalar(let text, false) where text.isEmpty || text == "~" || text == "null": "nothing"
        case .scalar: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
