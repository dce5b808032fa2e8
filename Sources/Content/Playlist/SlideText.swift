public import DisplayModel
public import Fonts

/// A text that is a slide.
public struct SlideText: Hashable, Sendable {
    /// As its author wrote it.
    public var text: String
    public var style: TextStyle
    /// All fonts that it is drawn with.
    public var fonts: FontSet
    /// Where it is written, for what is to be said of it.
    public var place: Place

    public init(_ text: String, style: TextStyle, fonts: FontSet, place: Place = Place()) {
        self.text = text
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

    /// Its beginning, for people: `'Welcome to the …'`.
    public var title: String {
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
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
