import Fonts
import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// Texts as the confined process draws them, with the standard fonts.
@Suite struct TextDrawersTests {
    private static let fonts = FontSet(
        FontSet.standardNames.prefix(2).compactMap { name in
            let path = FontSet.standardFolder.appending(name)
            guard let file = try? OwnedDescriptor(opening: path, O_RDONLY) else { return nil }
            return FontFile(path: path, families: ["DejaVu Sans"], descriptor: file, checksum: Checksum(path.bytes))
        })

    private struct Drawn {
        let pixels: [UInt8]
        let remark: String

        /// How much of the text is in a pixel.
        func alpha(_ x: Int, _ y: Int, width: Int) -> UInt8 { pixels[4 * (y * width + x) + 3] }
    }

    private let drawers: TextDrawers

    init() throws {
        drawers = try TextDrawers()
    }

    private func draw(
        _ text: String, _ width: Int = 200, _ height: Int = 100, fonts: FontSet = Self.fonts,
        background: PictureBackground = .transparent, _ change: (inout TextOrder) -> Void = { _ in }
    ) throws -> Drawn {
        var order = TextOrder(text)
        order.families = ["DejaVu Sans"]
        order.size = .pixels(20)
        change(&order)
        let request = PictureRequest(
            text: order, named: "text", boxWidth: width, boxHeight: height, background: background)
        let id = try drawers.submit(request, fonts, due: .now, now: .now)
        let end = MonotonicTime.now + .seconds(60)
        while true {
            if let found = drawers.advance(now: .now).first(where: { $0.0 == id }) {
                let picture = try found.1.result.get()
                var pixels: [UInt8] = []
                unsafe picture.withUnsafeBytes { unsafe pixels = Array($0) }
                #expect(picture.width == width && picture.height == height)
                return Drawn(pixels: pixels, remark: found.1.remark)
            }
            try #require(MonotonicTime.now < end, "nothing is drawn")
            let wait = drawers.nextDeadline.map { max(.zero, $0 - .now) } ?? .milliseconds(100)
            var event = pollfd(fd: drawers.descriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&event, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        }
    }

    @Test func itIsDrawnPremultiplied() throws {
        let drawn = try draw("Vitrine") { $0.color = PictureColor(red: 255, green: 128, blue: 0) }
        #expect(drawn.remark == "")
        var strongest: UInt8 = 0
        for index in stride(from: 0, to: drawn.pixels.count, by: 4) {
            let (red, green, blue, alpha) = (
                drawn.pixels[index], drawn.pixels[index + 1], drawn.pixels[index + 2], drawn.pixels[index + 3]
            )
            #expect(red == alpha && blue == 0 && abs(Int(green) - Int(alpha) / 2) <= 1)
            strongest = max(strongest, alpha)
        }
        #expect(strongest == 255)
        #expect(try draw("Vitrine") { $0.color = PictureColor(red: 255, green: 128, blue: 0) }.pixels == drawn.pixels)
    }

    @Test func itLiesOnAColour() throws {
        let drawn = try draw("x", background: .color(PictureColor(red: 16, green: 32, blue: 48)))
        #expect(Array(drawn.pixels.prefix(4)) == [16, 32, 48, 255])
        #expect(stride(from: 3, to: drawn.pixels.count, by: 4).allSatisfy { drawn.pixels[$0] == 255 })
    }

    /// The rows and columns with something in them.
    private func ink(_ drawn: Drawn, _ width: Int, _ height: Int) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        var (xs, ys): ([Int], [Int]) = ([], [])
        for y in 0..<height {
            for x in 0..<width where drawn.alpha(x, y, width: width) > 0 {
                xs.append(x)
                ys.append(y)
            }
        }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return (left...right, top...bottom)
    }

    @Test func linesStandWhereTheyAreToStand() throws {
        let start = try #require(ink(try draw("I") { ($0.alignment, $0.verticalAlignment) = (.start, .top) }, 200, 100))
        #expect(start.x.upperBound < 20 && start.y.upperBound < 30)
        let end = try #require(ink(try draw("I") { ($0.alignment, $0.verticalAlignment) = (.end, .bottom) }, 200, 100))
        #expect(end.x.lowerBound > 180 && end.y.lowerBound > 70)
        let arabic = try #require(ink(try draw("ا") { $0.alignment = .start }, 200, 100))
        #expect(arabic.x.lowerBound > 180)
        let padded = try #require(
            ink(
                try draw("I") {
                    ($0.alignment, $0.verticalAlignment, $0.padding) = (.start, .top, .init(top: 40, left: 50))
                }, 200, 100))
        #expect(padded.x.lowerBound == start.x.lowerBound + 50 && padded.y.lowerBound == start.y.lowerBound + 40)
    }

    @Test func whatDoesNotFitIsSaidOrMadeToFit() throws {
        let long = String(repeating: "word ", count: 60)
        #expect(try draw(long).remark.hasPrefix("does not fit: it takes "))
        #expect(try draw(long) { $0.overflow = .ellipsis }.remark == "does not fit; its end is left out")
        #expect(try draw(long) { $0.overflow = .shrink }.remark == "")
        let fitted = try #require(ink(try draw("Wide") { $0.size = .fit }, 200, 100))
        #expect(fitted.x.count > 150 && fitted.x.count <= 200)
        #expect(try draw("Wide", 40, 6) { $0.padding = .init(top: 3) }.remark.hasPrefix("does not fit"))
    }

    @Test func charactersWithoutGlyphsAreNamed() throws {
        #expect(try draw("日a").remark == "no font here has 日 (U+65E5)")
        #expect(try draw("a", fonts: FontSet()).remark == "no font here has a (U+61)")
    }

    @Test func rowsThatAreNotBrokenStayWhole() throws {
        let lines = "one two three four five six seven eight"
        let (broken, whole) = (try draw(lines), try draw(lines) { $0.wraps = false })
        let heights = (ink(broken, 200, 100)?.y.count ?? 0, ink(whole, 200, 100)?.y.count ?? 0)
        #expect(heights.0 > heights.1 && heights.1 < 25)
        #expect(whole.remark.hasPrefix("does not fit"))
    }

    /// Nothing that a text holds costs more than its own picture, and all of these come from one process.
    @Test func hostileTextsAreDrawn() throws {
        _ = try draw("first")
        for text in [
            String(repeating: "x", count: 10_000_000), String(repeating: "word ", count: 100_000),
            "e" + String(repeating: "\u{301}", count: 100_000),
            String(repeating: "e" + String(repeating: "\u{20DD}", count: 8), count: 500),
            String(repeating: "\u{202E}abc\u{2066}", count: 2000), String(repeating: "\n", count: 90_000),
            "a\0b", "\u{FFFE}\u{FFFF}\u{FEFF}", String(repeating: "\u{0E01}\u{0E34}", count: 5000),
            String(repeating: "\u{1F468}\u{200D}", count: 5000), "\u{2028}\u{2029}\u{B}\u{85}\t\r\n",
        ] { _ = try draw(text, 64, 64) }
        #expect(try draw("last").remark == "")
    }

    @Test func sizesAreBounded() throws {
        _ = try draw("big") { $0.size = .pixels(TextOrder.largestSize) }
        _ = try draw("thin", 16384, 1) { $0.size = .fit }
        _ = try draw("tall", 1, 16384) { $0.size = .fit }
    }
}
