/// A value of a YAML document, with its place.
struct YAMLNode {
    enum Kind {
        /// Text. Whether it stood in quotation marks, so that it is text even where it looks like a number.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    var kind: Kind
    var position: TextPosition
    /// How many nodes it has, itself included.
    var count: Int

    /// What it is, for messages.
    var typeName: String {
        switch kind {
        case .scalar(let text, false) where text.isEmpty || text == "~" || text == "null": "nothing"
        case .scalar: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
