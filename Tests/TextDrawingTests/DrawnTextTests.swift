import DisplayModel
import Testing

@testable import TextDrawing

@Suite struct DrawnTextTests {
    /// Where something of a text is, in pixels from its corner.
    private func bounds(of text: DrawnText) -> Rectangle {
        let covered = text.coverage.indices.filter { text.coverage[$0] > 40 }
        let columns = covered.map { $0 % text.size.width }
        guard let left = columns.min(), let right = columns.max(), let first = covered.first, let last = covered.last
        else { return Rectangle(.zero) }
        let (top, bottom) = (first / text.size.width, last / text.size.width)
        return Rectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    @Test func theAtlasCanBeRead() {
        let (size, coverage) = FontAtlas.pixels
        #expect(size.width == 1024 && coverage.count == size.area)
        #expect(coverage.contains(255) && coverage.contains(0))
    }

    @Test(arguments: [
        "!az~", "ÀÿŸßØøÆ", "ĀſŁłŐőŽž", "ȘșȚț", "– ‘’ “” … • € ™", "0123456789.:/%",
    ])
    func hasTheLettersOfEuropeanLanguages(_ text: String) {
        for letter in text.unicodeScalars { #expect(FontAtlas.shared.has(letter), "\(letter)") }
    }

    @Test(arguments: [12, 20, 57, 60, 120, 240])
    func aCapitalTakesFiveEighthsOfTheLine(_ height: Int) {
        let text = DrawnText("H", height: height)
        #expect(text.size.height == height)
        let bounds = bounds(of: text)
        #expect(abs(Double(bounds.height) / Double(height) - 0.61) < 0.05 + 1 / Double(height))
        // Its two stems, and nothing between them below the bar.
        let row = bounds.maxY - 1 - bounds.height / 5
        let stems = (0..<text.size.width).map { text.coverage[row * text.size.width + $0] > 127 }
        #expect(zip([false] + stems, stems).count { !$0 && $1 } == 2, "\(height)")
    }

    @Test(arguments: [12, 57, 200])
    func edgesAreAsSharpAtEverySize(_ height: Int) {
        let text = DrawnText("I", height: height)
        let row = text.size.height / 2
        let values = (0..<text.size.width).map { text.coverage[row * text.size.width + $0] }
        #expect(values.count { (1...254).contains($0) } <= 4, "two edges, each over two pixels at most")
        #expect(values.contains { $0 > 200 })
    }

    @Test func aLineIsAsLongAsItsLetters() {
        let (single, many) = (DrawnText.size(of: "0", height: 57), DrawnText.size(of: "0000000000", height: 57))
        #expect(many.width == 10 * single.width)
        #expect(DrawnText.size(of: "0000000000", height: 114).width == 2 * many.width)
        #expect(bounds(of: DrawnText("0000000000", height: 57)).width > 9 * single.width)
        #expect(DrawnText.size(of: "", height: 20) == Size(width: 1, height: 20))
    }

    @Test func whatTheFontLacksIsSeenToBeMissing() {
        #expect(DrawnText("漢", height: 40) == DrawnText("\u{FFFD}", height: 40))
        #expect(bounds(of: DrawnText("\u{1}", height: 40)).width > 10)
    }

    @Test func writingMixesWithWhatIsThere() {
        let text = DrawnText("H", height: 57)
        var bitmap = Bitmap(text.size, grey: 50)
        bitmap.write(text, at: (0, 0), grey: 250)
        for (index, coverage) in text.coverage.enumerated() {
            #expect(bitmap.pixels[index * 4] == UInt8(50 + 200 * Int(coverage) / 255))
        }
        // Over every edge.
        for line in [(-5, -5), (10, 10), (500, 0), (0, -500), (0, 500)] { bitmap.write(text, at: line, grey: 250) }
    }

    @Test func pixelsForUploadingArePremultiplied() {
        let text = DrawnText("x", height: 20)
        #expect(text.whitePixels.count == text.size.area * 4)
        for (index, coverage) in text.coverage.enumerated() {
            #expect(text.whitePixels[index * 4..<index * 4 + 4].allSatisfy { $0 == coverage })
        }
    }
}
