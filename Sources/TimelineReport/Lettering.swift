import DisplayModel

/// Digits and the signs between them, for captions: 5x7 dots each.
enum Lettering {
    static let advance = 6
    static let height = 7

    /// Row by row from the top, each five dots from the left.
    private static let glyphs: [Character: [UInt8]] = [
        "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        "3": [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
        "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        ":": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000],
        "-": [0b00000, 0b00000, 0b00000, 0b01110, 0b00000, 0b00000, 0b00000],
        "+": [0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000],
        "x": [0b00000, 0b00000, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001],
        " ": [0, 0, 0, 0, 0, 0, 0],
    ]

    static func width(of text: String, scale: Int) -> Int { max(0, text.count * advance - 1) * scale }

    /// What has no glyph leaves a gap.
    static func draw(_ text: String, on bitmap: inout Bitmap, x: Int, y: Int, scale: Int, grey: UInt8) {
        for (place, character) in text.enumerated() {
            for (row, dots) in (glyphs[character] ?? []).enumerated() {
                for column in 0..<5 where dots & (0b10000 >> UInt8(column)) != 0 {
                    bitmap.fill(
                        Rectangle(
                            x: x + (place * advance + column) * scale, y: y + row * scale, width: scale, height: scale),
                        grey: grey)
                }
            }
        }
    }
}
