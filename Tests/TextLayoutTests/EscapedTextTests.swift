import Testing
import TextLayout

@Suite struct EscapedTextTests {
    @Test(arguments: [
        ("menu.png", "menu.png"),
        ("a\nvitrine: error: forged.png", #"a\nvitrine: error: forged.png"#),
        ("a\r\tb", #"a\r\tb"#),
        ("\u{1B}[2J\u{1B}]0;title\u{7}", #"\u{1b}[2J\u{1b}]0;title\u{7}"#),
        ("\u{9B}31m\u{7F}\0", #"\u{9b}31m\u{7f}\u{0}"#),
        ("gpj.\u{202E}exe\u{2066}\u{200F}", #"gpj.\u{202e}exe\u{2066}\u{200f}"#),
        ("a\u{2028}b\u{2029}c\u{85}d", #"a\u{2028}b\u{2029}c\u{85}d"#),
        ("\u{FEFF}a\u{AD}\u{E0041}", #"\u{feff}a\u{ad}\u{e0041}"#),
        ("Größe 写真 👩\u{200D}🍳 می\u{200C}خواهم", "Größe 写真 👩\u{200D}🍳 می\u{200C}خواهم"),
    ])
    func whatActsOnATerminalStandsAsAnEscape(text: String, expected: String) {
        #expect(text.escaped == expected)
        #expect(text.escaped.escaped == expected)
    }

    @Test func noCharacterBeginsALine() {
        for value in UInt32(0)...0x10ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar).escaped
            #expect(text.count { $0.isNewline } == 0 && text.unicodeScalars.count { $0.isEscaped } == 0)
        }
    }
}
