import LiveData
import Scheduling
import TextLayout

/// Makes a placeholder of its parts, or says what is wrong with one of them.
struct PlaceholderReader {
    let pieces: PlaceholderPieces
    /// The first names of paths.
    let names: [String]

    private var zone: TimeZoneRules?
    private var locale: DisplayLocale?
    private var show: CounterPattern?

    init(pieces: PlaceholderPieces, names: [String]) {
        (self.pieces, self.names) = (pieces, names)
    }

    /// Those that are no names of values.
    static let words = ["time", "date"] + Counter.Direction.allCases.map(\.rawValue)

    mutating func placeholder(_ zones: (String) throws(TimeZoneError) -> TimeZoneRules) throws(DataMistake)
        -> Placeholder
    {
        let name = pieces.name.string
        let options: [String]
        switch name {
        case "time", "date": options = ["zone", "locale"]
        case "until", "since": options = ["zone", "locale", "show"]
        default: options = pieces.argument == nil ? [] : ["zone", "locale"]
        }
        for (option, value) in pieces.options { try read(option, value, options, zones) }
        let source = try source(name)
        if case .clock = source, let fallback = pieces.fallback {
            throw DataMistake(at: fallback.offset - 1, "a clock is never without a value; leave the default out")
        }
        return Placeholder(
            source: source, fallback: pieces.fallback.map { DisplayedText.cleaned($0.string) }, zone: zone,
            locale: locale,
            offset: pieces.begin)
    }

    private func source(_ name: String) throws(DataMistake) -> Placeholder.Source {
        let argument = pieces.argument
        switch name {
        case "time", "date":
            guard let argument else { return .clock(.style(name == "time" ? .time : .long)) }
            let form = try form(argument)
            if case .number = form { throw DataMistake(at: argument.offset, "write a pattern such as 'HH:mm'") }
            return .clock(form)
        default:
            if let direction = Counter.Direction(rawValue: name) { return try counter(direction, argument) }
            let path = try path(pieces.name)
            return .value(path, try argument.map { piece throws(DataMistake) in try form(piece) } ?? .plain)
        }
    }

    private func form(_ piece: PlaceholderPieces.Piece) throws(DataMistake) -> ValueForm {
        guard !piece.text.isEmpty else { throw DataMistake(at: piece.offset, "a pattern is missing behind the colon") }
        if let style = DateStyle(rawValue: piece.string) { return .style(style) }
        if piece.string == "date" { return .style(.long) }
        if let pattern = try NumberPattern(piece.text, at: piece.offset) { return .number(pattern) }
        let pattern = try DatePattern(piece.text, at: piece.offset)
        guard pattern.step != nil else {
            throw DataMistake(
                at: piece.offset, "this pattern has no letters for a date, nor is it a number's, such as '0.00'")
        }
        return .date(pattern)
    }

    private func counter(
        _ direction: Counter.Direction, _ argument: PlaceholderPieces.Piece?
    ) throws(DataMistake) -> Placeholder.Source {
        guard let argument, let first = argument.text.first else {
            throw DataMistake(
                at: pieces.begin, "'\(direction)' needs an instant, such as '{\(direction):2026-12-24T18:00}'")
        }
        guard 0x30...0x39 ~= first.value else {
            return .counter(Counter(direction: direction, pattern: show ?? .clock), .value(try path(argument)))
        }
        guard let instant = InstantText(argument.string) else {
            throw DataMistake(
                at: argument.offset,
                "'\(argument.string.prefix(40).escaped)' is no date and time; write one such as '2026-12-24T18:00'")
        }
        let isDay = argument.text.count == 10 && !argument.text.contains(":")
        return .counter(Counter(direction: direction, pattern: show ?? (isDay ? .days : .clock)), .fixed(instant))
    }

    private func path(_ piece: PlaceholderPieces.Piece) throws(DataMistake) -> DataPath {
        guard !piece.text.isEmpty else {
            throw DataMistake(
                at: pieces.begin, "a name is missing between the braces; write '{{' for a brace that shows")
        }
        let path = try DataPath(piece.text, at: piece.offset)
        guard names.contains(path.names[0]) else {
            let all = names + Self.words
            let hint = Spelling.suggestion(for: path.names[0], in: all) ?? "there are \(all.joined(separator: ", "))"
            throw DataMistake(at: path.offsets[0], "nothing is called '\(path.names[0].prefix(40).escaped)'; \(hint)")
        }
        return path
    }

    private mutating func read(
        _ name: PlaceholderPieces.Piece, _ value: PlaceholderPieces.Piece, _ options: [String],
        _ zones: (String) throws(TimeZoneError) -> TimeZoneRules
    ) throws(DataMistake) {
        guard options.contains(name.string) else {
            let hint =
                options.isEmpty
                ? "it takes no options without a pattern"
                : Spelling.suggestion(for: name.string, in: options) ?? "there are \(options.joined(separator: ", "))"
            throw DataMistake(at: name.offset, "'\(name.string)' is no option of this; \(hint)")
        }
        guard !value.text.isEmpty else {
            throw DataMistake(at: value.offset, "a value is missing behind '\(name.string)='")
        }
        switch name.string {
        case "zone":
            do throws(TimeZoneError) { zone = try zones(value.string) } catch {
                throw DataMistake(at: value.offset, error.description)
            }
        case "locale":
            guard let found = DisplayLocale(named: value.string) else {
                throw DataMistake(at: value.offset, DisplayLocale.complaint(about: value.string))
            }
            locale = found
        default: show = try CounterPattern(value.text, at: value.offset)
        }
    }
}
