import LiveData
import Scheduling
import TextLayout

/// Splits a template into text and placeholders.
struct TemplateParser {
    private let characters: [Unicode.Scalar]
    private let names: [String]
    private var index = 0
    private var lines: [[TextTemplate.Part]] = [[]]
    private var literal = String.UnicodeScalarView()
    private var warnings: [DataMistake] = []
    private var count = 0

    private static let mostPlaceholders = 1000

    static func parse(
        _ text: String, _ roots: [String], _ zones: (String) throws(TimeZoneError) -> TimeZoneRules
    ) throws(DataMistake) -> ([[TextTemplate.Part]], [DataMistake]) {
        guard text.utf8.count <= DisplayedText.mostBytes else {
            throw DataMistake(at: 0, "the text is longer than \(DisplayedText.mostBytes) bytes")
        }
        var parser = TemplateParser(characters: Array(text.unicodeScalars), names: roots)
        try parser.parse(zones)
        return (parser.lines, parser.warnings)
    }

    private init(characters: [Unicode.Scalar], names: [String]) {
        (self.characters, self.names) = (characters, names)
    }

    private func isAt(_ character: Unicode.Scalar, _ index: Int) -> Bool {
        index < characters.count && characters[index] == character
    }

    private mutating func parse(_ zones: (String) throws(TimeZoneError) -> TimeZoneRules) throws(DataMistake) {
        while index < characters.count {
            let character = characters[index]
            switch character {
            case "{" where isAt("{", index + 1), "}" where isAt("}", index + 1):
                if character == "{" { warnAboutDoubleBraces() }
                literal.append(character)
                index += 2
            case "{":
                try placeholder(zones)
            case "}":
                throw DataMistake(at: index, "there is no '{' for this '}'; write '}}' for a brace that shows")
            case "\n":
                endLiteral()
                lines.append([])
                index += 1
            default:
                literal.append(character)
                index += 1
            }
        }
        endLiteral()
    }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        lines[lines.count - 1].append(.literal(String(literal)))
        literal.removeAll()
    }

    private mutating func placeholder(
        _ zones: (String) throws(TimeZoneError) -> TimeZoneRules
    ) throws(DataMistake) {
        endLiteral()
        count += 1
        guard count <= Self.mostPlaceholders else {
            throw DataMistake(at: index, "a text has at most \(Self.mostPlaceholders) placeholders")
        }
        let pieces = try PlaceholderPieces(characters, from: index)
        var reader = PlaceholderReader(pieces: pieces, names: names)
        lines[lines.count - 1].append(.placeholder(try reader.placeholder(zones)))
        index = pieces.end
    }

    /// `{{row.price}}` of other template languages shows its braces here.
    private mutating func warnAboutDoubleBraces() {
        let name = characters[(index + 2)...].prefix { DatePattern.isLetter($0) || $0 == " " }
        let rest = characters[(index + 2)...].prefix(200).prefix { $0 != "\n" }
        guard let end = rest.firstIndex(of: "}"), isAt("}", end + 1), !rest[..<end].contains("{") else { return }
        let text = String(String.UnicodeScalarView(name)).filter { $0 != " " }
        guard (names + PlaceholderReader.words).contains(text) else { return }
        warnings.append(DataMistake(at: index, "'{{' shows a brace; for the value write one brace: '{\(text)…}'"))
    }
}

/// A placeholder cut into its parts: `{name:argument option=value|default}`.
struct PlaceholderPieces {
    /// A part, and where it begins in the template.
    struct Piece {
        var text: [Unicode.Scalar] = []
        var offset: Int

        var string: String { String(String.UnicodeScalarView(text)) }
    }

    let begin: Int
    /// After the closing brace.
    private(set) var end = 0
    private(set) var name: Piece
    private(set) var argument: Piece?
    private(set) var options: [(name: Piece, value: Piece)] = []
    private(set) var fallback: Piece?

    private enum Place { case name, argument, option, fallback }

    /// - Parameter begin: of the opening brace.
    init(_ characters: [Unicode.Scalar], from begin: Int) throws(DataMistake) {
        self.begin = begin
        name = Piece(offset: begin + 1)
        var (index, place) = (begin + 1, Place.name)
        var quotation: Int?
        while true {
            guard index < characters.count, characters[index] != "\n" else {
                if let quotation { throw DataMistake(at: quotation, "this quotation mark has no end") }
                throw DataMistake(
                    at: begin, "the '}' that ends this placeholder is missing; write '{{' for a brace that shows")
            }
            let character = characters[index]
            if place != .fallback, character == "'" {
                quotation = quotation == nil ? index : nil
            } else if quotation == nil {
                if character == "}" { break }
                if character == "{" {
                    throw DataMistake(
                        at: index,
                        place == .fallback
                            ? "a default has no braces"
                            : "a placeholder has no other one in it; is the '}' before this missing?")
                }
                if place == .name, character == ":" {
                    (argument, place) = (Piece(offset: index + 1), .argument)
                    index += 1
                    continue
                }
                if place != .fallback, character == "|" {
                    (fallback, place) = (Piece(offset: index + 1), .fallback)
                    index += 1
                    continue
                }
                if place != .fallback, character == " ", let option = Self.option(characters, at: index) {
                    options.append((option.name, Piece(offset: option.end)))
                    (index, place) = (option.end, .option)
                    continue
                }
            }
            append(character, to: place)
            index += 1
        }
        end = index + 1
        trim()
    }

    private mutating func append(_ character: Unicode.Scalar, to place: Place) {
        switch place {
        case .name: name.text.append(character)
        case .argument: argument?.text.append(character)
        case .option: options[options.count - 1].value.text.append(character)
        case .fallback: fallback?.text.append(character)
        }
    }

    /// Blanks before options and ends belong to nothing.
    private mutating func trim() {
        func trimmed(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] { text.reversed().drop { $0 == " " }.reversed() }
        name.text = trimmed(name.text)
        if let piece = argument { argument?.text = trimmed(piece.text) }
        for index in options.indices { options[index].value.text = trimmed(options[index].value.text) }
    }

    /// A blank, a word and an equals sign.
    private static func option(_ characters: [Unicode.Scalar], at blank: Int) -> (name: Piece, end: Int)? {
        let start = characters[blank...].firstIndex { $0 != " " } ?? characters.count
        let word = characters[start...].prefix(24).prefix { DatePattern.isLetter($0) }
        guard !word.isEmpty, word.endIndex < characters.count, characters[word.endIndex] == "=" else { return nil }
        return (Piece(text: Array(word), offset: start), word.endIndex + 1)
    }
}
