public import DisplayModel
public import Fonts
public import LiveData
public import Scheduling
public import TextTemplates
public import Timing

/// A text that is a slide.
public struct SlideText: Hashable, Sendable {
    /// Its words, in which placeholders stand for the time and other values.
    public var template: TextTemplate
    /// As its author wrote it.
    public var source: String
    /// What its placeholders say of data. Only what it shows, so that it is another text just when that is another.
    public var values: [String: DataValue] = [:]
    /// Whose clocks times are read from.
    public var zone: TimeZoneRules
    public var style: TextStyle
    /// All fonts that it is drawn with.
    public var fonts: FontSet
    /// Where it is written, for what is to be said of it.
    public var place: Place

    public init(
        _ template: TextTemplate, source: String, style: TextStyle, fonts: FontSet, zone: TimeZoneRules = .utc,
        place: Place = Place()
    ) {
        self.template = template
        self.source = source
        self.zone = zone
        self.style = style
        self.fonts = fonts
        self.place = place
    }

    /// A place in a file. Wherever a text is written, it is the same text, so all places are equal.
    public struct Place: Hashable, Sendable {
        public var file: String
        public var line, column: Int

        public init(file: String = "", line: Int = 1, column: Int = 1) {
            (self.file, self.line, self.column) = (file, line, column)
        }

        public static func == (a: Place, b: Place) -> Bool { true }

        public func hash(into hasher: inout Hasher) {}
    }

    /// What it says at an instant, and until when that surely stays so: nil for ever.
    /// - Parameter screen: values that depend on the screen and the machine, by name.
    public func words(at instant: WallTime, _ screen: [String: DataValue]) -> (text: String, until: WallTime?) {
        let context = TemplateContext(zone: zone, locale: locale, values: values.merging(screen) { $1 })
        return (
            template.text(for: context, at: instant) ?? "",
            template.isConstant ? nil : template.nextChange(after: instant, context)
        )
    }

    /// How dates and numbers are written: as in its language.
    private var locale: DisplayLocale { style.language.flatMap { DisplayLocale(named: $0) } ?? .english }

    /// Its beginning, for people: `'Welcome to the …'`.
    public var title: String {
        let words = source.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return words.count > 32 ? "'\(words.prefix(30)) …'" : "'\(words)'"
    }
}

/// How a text looks.
public struct TextStyle: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        /// Of an em. A share is of the height of the text's place.
        case length(Length)
        /// As large as all of it fits.
        case fit
    }

    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Where lines of the paragraph's script begin.
        case start
        case center, end, justify
    }

    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable { case top, middle, bottom }

    /// What becomes of text that does not fit.
    public enum Overflow: String, Hashable, Sendable, CaseIterable {
        /// It is cut off at the edge of its place.
        case clip
        /// Its end is left out, with three dots in its place.
        case ellipsis
        /// It is drawn smaller.
        case shrink
    }

    /// Families of fonts, in the order in which they are tried for each character; then come the standard ones.
    public var families: [String] = []
    public var size = Size.length(Length(share: 0.1))
    /// 1 to 1000, as fonts have it.
    public var weight = 400
    public var isItalic = false
    public var color = Color(red: 1, green: 1, blue: 1)
    public var alignment = Alignment.center
    public var verticalAlignment = VerticalAlignment.middle
    /// From baseline to baseline, as a multiple of what the font says. Nil for that.
    public var lineHeight: Double?
    /// Kept free between the edges of its place and the text.
    public var padding = Margin.none
    public var wraps = true
    public var overflow = Overflow.clip
    /// As BCP 47 has it. Nil where nothing is said.
    public var language: String?

    public init() {}
}
