/// What a foreign text is made into before it is shown.
public enum DisplayedText {
    /// Longer values are cut, with an ellipsis; in characters (Unicode scalars). No more than a thousand beyond it are looked
    /// at.
    public static let longestValue = 20_000
    /// A whole text, in bytes of UTF-8: what is laid out within 20 ms.
    public static let mostBytes = 100_000
    /// Marks on one letter, which cost the square of their number to lay out.
    public static let mostMarks = 8

    /// Without what acts on the text around it or on its reader: control characters, overrides, embeddings and isolates of
    /// direction, signs that are no characters, marks beyond eight on a letter. Tabs are blanks; all that breaks lines is
    /// a line feed.
    public static func cleaned(_ text: String, limit: Int = longestValue) -> String {
        var result = String.UnicodeScalarView()
        var (length, marks) = (0, 0)
        var endsWithReturn = false
        // Also what is left out costs time.
        let most = limit + margin
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard index <= most else {
                result.append("…")
                break
            }
            let isSecondHalf = endsWithReturn && scalar == "\n"
            endsWithReturn = scalar == "\r"
            guard !isSecondHalf, let kept = kept(scalar) else { continue }
            marks = isMark(kept) ? marks + 1 : 0
            guard marks <= mostMarks else { continue }
            guard length < limit else {
                result.append("…")
                break
            }
            result.append(kept)
            length += 1
        }
        return String(result)
    }

    /// How many characters more than are shown of a value are looked at.
    static let margin = 1000

    private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7F: scalar
        case 0x09: " "
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: "\n"
        case 0..<0x20, 0x7F..<0xA0: nil
        // Embeddings, overrides and isolates; signs around annotations; what is no character.
        case 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF: nil
        case 0xFDD0...0xFDEF: nil
        case let value where value & 0xFFFE == 0xFFFE: nil
        default: scalar
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Each line between FSI and PDI, so that its direction changes nothing around it.
    static func isolated(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\u{2068}\($0)\u{2069}" }
            .joined(separator: "\n")
    }
}
