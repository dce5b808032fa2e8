public import LiveData
public import Scheduling
import TextLayout
public import Timing

/// What the placeholders of a template stand for.
public struct TemplateContext: Sendable {
    /// Where no placeholder says another one.
    public var zone: TimeZoneRules
    public var locale: DisplayLocale
    /// By the first name of a path: `output`, `host`, `row`, `data`, and the playlist's own.
    public var values: [String: DataValue]

    public init(zone: TimeZoneRules = .utc, locale: DisplayLocale = .english, values: [String: DataValue] = [:]) {
        (self.zone, self.locale, self.values) = (zone, locale, values)
    }

    subscript(path: DataPath) -> DataValue? { values[path.names[0]]?[path.names[1...]] }
}

/// A text with placeholders: `{time:HH:mm}`, `{row.price:0.00}`, `{until:2026-12-24 show=d}`. Nothing in it is code.
///
/// What a template shows depends on the context and the instant alone.
public struct TextTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    /// By the lines of the template: a line is hidden where one of its values is missing.
    let lines: [[Part]]
    /// What is right and hardly ever meant.
    public let warnings: [DataMistake]

    /// - Parameters:
    ///   - text: at most 100,000 bytes, with at most 1,000 placeholders.
    ///   - roots: the first names of paths that there are, beside `output`, `monitor` and `host`.
    ///   - zones: finds time zones. The usual one reads the system's files.
    /// - Throws: the first mistake in it, with its place in characters from the beginning.
    public init(
        parsing text: String, roots: [String] = ["row", "data"],
        zones: (String) throws(TimeZoneError) -> TimeZoneRules = TimeZoneRules.named
    ) throws(DataMistake) {
        (lines, warnings) = try TemplateParser.parse(text, Self.usualRoots + roots, zones)
    }

    static let usualRoots = ["output", "monitor", "host"]

    /// Words that are no names for data.
    public static let names = usualRoots + PlaceholderReader.words + ["row"]

    private var placeholders: [Placeholder] {
        lines.joined().compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// Whether it is the same at all times and for all values.
    public var isConstant: Bool { placeholders.isEmpty }

    /// The paths to values that it shows.
    public var paths: [DataPath] { placeholders.compactMap(\.path) }

    /// What it shows at an instant. Nil where all of its lines are hidden.
    /// - Parameter isolating: whether values stand between signs (FSI and PDI) that keep their direction of writing from
    ///   the text around them. For text that is shown; not for what a QR code holds.
    public func text(for context: TemplateContext, at instant: WallTime, isolating: Bool = true) -> String? {
        var texts: [String] = []
        var (bytes, work) = (0, 2 * DisplayedText.mostBytes)
        for line in lines {
            guard let text = Self.text(of: line, context, instant, isolating, &work) else { continue }
            bytes += text.utf8.count + 1
            guard work > 0, bytes <= DisplayedText.mostBytes else {
                // At least its beginning; a character has four bytes at most.
                if texts.isEmpty { texts.append(String(text.unicodeScalars.prefix(DisplayedText.mostBytes / 4))) }
                break
            }
            texts.append(text)
        }
        return texts.isEmpty && !lines.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// - Parameter work: how many bytes of values are still looked at. What comes after them is cut off.
    private static func text(
        of line: [Part], _ context: TemplateContext, _ instant: WallTime, _ isolating: Bool, _ work: inout Int
    ) -> String? {
        // A value that stands alone gives the line its direction.
        let isolates = isolating && line.count > 1
        var text = ""
        for part in line {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder):
                let value = placeholder.reading(context, at: instant).text.map { value in
                    let limit = min(DisplayedText.longestValue, DisplayedText.mostBytes - text.utf8.count)
                    work -= min(value.utf8.count, limit + DisplayedText.margin)
                    return DisplayedText.cleaned(value, limit: limit)
                }
                guard let shown = value.flatMap({ $0.isEmpty ? nil : $0 }) ?? placeholder.fallback else { return nil }
                text += isolates && !shown.isEmpty ? DisplayedText.isolated(shown) : shown
            }
            guard work > 0, text.utf8.count <= DisplayedText.mostBytes else { break }
        }
        return text
    }

    /// The next instant at which its text may be another one, with the same context. Nil where it stays so for ever.
    public func nextChange(after instant: WallTime, _ context: TemplateContext) -> WallTime? {
        placeholders.reduce(nil) { earliest($0, $1.reading(context, at: instant).until) }
    }

    /// Of some values only those that it shows: as much is to be kept, and compared, to know whether its text is another.
    public func needed(of values: [String: DataValue]) -> [String: DataValue] {
        var found: [String: DataValue] = [:]
        for path in paths {
            guard let value = values[path.names[0]]?[path.names[1...]], value.text != nil else { continue }
            found[path.names[0]] = (found[path.names[0]] ?? .map([:])).with(value, at: path.names[1...])
        }
        return found
    }

    /// Placeholders whose values are missing for a context, though they have no default: for checking, with the nearest
    /// right word.
    /// - Parameter roots: first names of paths that are looked at. Nil for all.
    public func missingValues(in context: TemplateContext, below roots: Set<String>? = nil) -> [DataMistake] {
        placeholders.compactMap { placeholder in
            guard placeholder.fallback == nil, let path = placeholder.path, roots?.contains(path.names[0]) ?? true
            else {
                return nil
            }
            guard let root = context.values[path.names[0]] else {
                return DataMistake(at: path.offsets[0], "there is no value for '\(path.names[0].escaped)'")
            }
            return root.mistake(in: path.names[1...], of: path, root: path.names[0])
        }
    }
}

extension DataValue {
    /// With a value at the end of a path of maps.
    fileprivate func with(_ value: DataValue, at names: ArraySlice<String>) -> DataValue {
        guard let name = names.first else { return value }
        var members: [String: DataValue] = [:]
        if case .map(let own) = self { members = own }
        members[name] = (members[name] ?? .map([:])).with(value, at: names.dropFirst())
        return .map(members)
    }
}
