import SeededRandom
import Testing

@testable import MediaDecoding

@Suite struct TextOrderTests {
    private var order: TextOrder {
        var order = TextOrder("Grüße\nan alle")
        order.families = ["Inter", "DejaVu Sans"]
        order.size = .pixels(48.5)
        (order.weight, order.isItalic, order.lineHeight) = (700, true, 1.25)
        (order.alignment, order.verticalAlignment, order.overflow) = (.justify, .bottom, .shrink)
        order.padding = .init(top: 1, right: 2, bottom: 3, left: 4)
        (order.wraps, order.language, order.hasTabularFigures) = (false, "de-AT", true)
        order.color = PictureColor(red: 1, green: 2, blue: 3)
        return order
    }

    @Test func whatIsSentArrives() {
        #expect(TextOrder(order.bytes) == order)
        #expect(TextOrder(TextOrder("").bytes) == TextOrder(""))
    }

    @Test func damagedOrdersAreRefusedOrRead() {
        let bytes = order.bytes
        for count in 0..<bytes.count { #expect(TextOrder(Array(bytes.prefix(count))) == nil) }
        #expect(TextOrder(bytes + [0]) == nil)
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = TextOrder(damaged)
        }
    }

    @Test func textsAreCleaned() {
        #expect(TextOrder("a\0b\u{1B}c\u{7F}").text == "a b c ")
        #expect(TextOrder("a\r\nb\u{2028}c\u{B}d\u{85}e\rf").text == "a\nb\nc\nd\ne\nf")
        #expect(TextOrder("مرحبا שלום \u{1F468}\u{200D}\u{1F469}").text == "مرحبا שלום \u{1F468}\u{200D}\u{1F469}")
    }

    @Test func towersOfMarksAreCutDown() {
        let tower = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(TextOrder(tower + "x").text.unicodeScalars.count == 2 + TextOrder.mostMarks)
    }

    @Test func longTextsAreCut() {
        let text = TextOrder(String(repeating: "ä", count: 5_000_000)).text
        #expect(text.utf8.count == TextOrder.longestText)
        #expect(TextOrder(text).bytes.count <= TextOrder.mostBytes)
    }
}
