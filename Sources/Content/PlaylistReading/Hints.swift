import DisplayModel
import Playlist
import StrictYAML
import TextLayout

// What people write in place of lengths and colours, and how it is written here.

extension Length {
    /// For one or several lengths.
    static func hint(_ text: String) -> String? {
        if text.contains(" - ") || text.contains(" + ") { return "sums are written without blanks, such as 100%-80px" }
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

extension Size {
    /// Reads `1920x1080`: two numbers from 1 to 99999.
    init?(canvas text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2,
            sides.allSatisfy({ $0.count <= 5 && $0.first != "0" && $0.allSatisfy { ("0"..."9").contains($0) } }),
            let width = Int(sides[0]), let height = Int(sides[1])
        else { return nil }
        self.init(width: width, height: height)
    }

    /// For `1920 x 1080`, `1920*1080`, `1920px 1080px`, `1080p`.
    static func canvasHint(_ text: String) -> String? {
        let numbers = text.split { !("0"..."9").contains($0) }
        let tidied = numbers.count == 2 ? numbers.joined(separator: "x") : named[text.lowercased()] ?? ""
        return Size(canvas: tidied) == nil ? nil : Spelling.suggestion(tidied)
    }

    private static let named = [
        "720p": "1280x720", "hd": "1280x720", "1080p": "1920x1080", "full hd": "1920x1080", "2160p": "3840x2160",
        "4k": "3840x2160", "uhd": "3840x2160",
    ]
}

extension Color {
    /// The names that every browser knows, and what lacks its `#`.
    static func hint(_ text: String) -> String? {
        if Color(hex: "#\(text)") != nil { return Spelling.suggestion("#\(text)") }
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
