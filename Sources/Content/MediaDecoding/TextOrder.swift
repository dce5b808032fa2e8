/// A text to be drawn, and how: all lengths in pixels of the picture that is made of it.
public struct TextOrder: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        /// How long an em is.
        case pixels(Double)
        /// As large as all of it fits into the box.
        case fit
    }

    public enum Alignment: UInt8, Sendable, CaseIterable {
        /// Where the paragraph's script begins: at the left for Latin, at the right for Arabic.
        case start
        case center, end
        /// Both edges, but for a paragraph's last line.
        case justify
    }

    public enum VerticalAlignment: UInt8, Sendable, CaseIterable { case top, middle, bottom }

    /// What becomes of text that does not fit.
    public enum Overflow: UInt8, Sendable, CaseIterable {
        case clip
        /// What does not fit is left out, and three dots say so.
        case ellipsis
        /// It is drawn smaller.
        case shrink
    }

    /// Free space between the box's edges and the text.
    public struct Padding: Hashable, Sendable {
        public var top, right, bottom, left: Int

        public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
            (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
        }
    }

    public var text: String
    /// Of fonts, in the order in which they are tried for each character.
    public var families: [String] = []
    public var size = Size.fit
    /// 1 to 1000, as fonts have it: 400 is normal, 700 bold.
    public var weight = 400
    public var isItalic = false
    public var color = PictureColor(red: 255, green: 255, blue: 255)
    public var alignment = Alignment.center
    public var verticalAlignment = VerticalAlignment.middle
    /// From baseline to baseline, as a multiple of what the font says; 0 for that.
    public var lineHeight = 0.0
    public var padding = Padding()
    /// Whether lines that are too long are broken between words.
    public var wraps = true
    public var overflow = Overflow.clip
    /// As BCP 47 has it. Empty: not known.
    public var language = ""
    /// Whether all digits are equally wide, if the font has such.
    public var hasTabularFigures = false

    public init(_ text: String) {
        self.text = Self.cleaned(text)
    }

    /// The longest text, in bytes: more than any screen has room for. Breaking one word into lines takes the square of its
    /// length.
    public static let longestText = 16_384
    /// The most marks on one letter: their cost is quadratic.
    public static let mostMarks = 8
    /// Beyond this, an em counts as so many pixels.
    public static let largestSize = 4096.0

    /// A text as it can be drawn: without control characters, which fonts have no glyphs for and C takes for the end, and
    /// with no more marks on a letter than any language has. What is too long is cut.
    public static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var (length, marks) = (0, 0)
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            var kept = scalar
            switch scalar {
            // Ends of lines in whatever form; those of Unicode that Pango does not know included.
            case "\n" where isAfterReturn: continue
            case "\n", "\t": break
            case "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": kept = "\n"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": kept = " "
            default: break
            }
            let isMark = [.nonspacingMark, .enclosingMark].contains(kept.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            if marks > mostMarks { continue }
            length += UTF8.width(kept)
            if length > longestText { break }
            scalars.append(kept)
        }
        return String(scalars)
    }
}
