import DisplayModel
import StrictYAML

// What people write in place of lengths and colours, and how it is written here.

extension Length {
    /// For one or several lengths.
    static func hint(_ text: String) -> String? {
        let tidy = text.replacing(",", with: " ").replacing(" %", with: "%").replacing(" px", with: "px")
        let terms = tidy.split(separator: " ")
        if terms.contains(where: { Double($0).map { $0 != 0 } ?? false }) {
            return "a number has its unit behind it: px for pixels, or %"
        }
        let tidied = terms.joined(separator: " ")
        guard tidied != text, terms.allSatisfy({ Length(text: $0) != nil }) else { return nil }
        return Spelling.suggestion(tidied)
    }

    /// For a part of the whole: `90` and `0.9` are 90%.
    static func percentage(_ text: String) -> String? {
        guard let number = Double(text), (0...100).contains(number) else { return hint(text) }
        let percent = number <= 1 ? number * 100 : number
        return Spelling.suggestion("\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")%")
    }
}

extension Colour {
    /// The names that every browser knows, and what lacks its `#`.
    static func hint(_ text: String) -> String? {
        if Colour(hex: "#\(text)") != nil { return Spelling.suggestion("#\(text)") }
        return named.first { $0.key == text.lowercased() }.map { Spelling.suggestion($0.value) }
    }

    /// The sixteen of HTML, and a few more.
    private static let named: KeyValuePairs = [
        "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080", "white": "#ffffff",
        "maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff", "green": "#008000",
        "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff",
        "teal": "#008080", "aqua": "#00ffff", "orange": "#ffa500", "pink": "#ffc0cb", "brown": "#a52a2a",
    ]
}
