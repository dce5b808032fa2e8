public import DisplayModel

/// One line of text in the built-in font, drawn at a size: the coverage of its pixels.
///
/// For what the program itself says on a screen: names, addresses, times. Letters follow one another from left to right,
/// without kerning or shaping; one that the font lacks is a sign that says so.
public struct DrawnText: Hashable, Sendable {
    public let size: Size
    /// From 0 to 255, row by row from the top.
    public let coverage: [UInt8]

    /// - Parameter height: of the line, in pixels: from above the accents of capitals to below the letters that go down.
    ///   Capitals take about five eighths of it.
    public init(_ text: String, height: Int) {
        let size = Self.size(of: text, height: height)
        self.size = size
        var canvas = Canvas(size: size, scale: Double(size.height) / Double(FontAtlas.shared.lineHeight))
        var pen = 0
        for glyph in text.unicodeScalars.compactMap(FontAtlas.shared.glyph(of:)) {
            canvas.draw(glyph, pen: pen)
            pen += glyph.advance
        }
        coverage = canvas.coverage
    }

    /// How large a line is, without drawing it.
    public static func size(of text: String, height: Int) -> Size {
        let advance = text.unicodeScalars.reduce(0) { $0 + (FontAtlas.shared.glyph(of: $1)?.advance ?? 0) }
        let height = max(1, height)
        return Size(
            width: max(1, (advance * height + FontAtlas.shared.lineHeight - 1) / FontAtlas.shared.lineHeight),
            height: height)
    }

    /// As it is uploaded: white, rows from the top, R, G, B, A, premultiplied.
    public var whitePixels: [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(coverage.count * 4)
        for value in coverage { for _ in 0..<4 { pixels.append(value) } }
        return pixels
    }
}

/// Where glyphs are drawn, enlarged or reduced.
private struct Canvas {
    let size: Size
    /// From the atlas to here.
    let scale: Double
    var coverage: [UInt8]
    /// So many samples a side for each pixel, where the letters are reduced.
    private let samples: Int
    private let atlas = FontAtlas.pixels

    init(size: Size, scale: Double) {
        self.size = size
        self.scale = scale
        coverage = [UInt8](repeating: 0, count: size.area)
        samples = max(1, Int((1 / scale).rounded(.up)))
    }

    /// - Parameter pen: in pixels of the atlas.
    mutating func draw(_ glyph: FontAtlas.Glyph, pen: Int) {
        guard !glyph.place.isEmpty else { return }
        let (left, top) = (Double(pen + glyph.left) * scale, Double(glyph.top) * scale)
        let right = left + Double(glyph.place.width) * scale
        let bottom = top + Double(glyph.place.height) * scale
        func range(_ from: Double, _ to: Double, _ side: Int) -> Range<Int> {
            let first = min(side, max(0, Int(from.rounded(.down))))
            return first..<max(first, min(side, Int(to.rounded(.up))))
        }
        for y in range(top, bottom, size.height) {
            for x in range(left, right, size.width) {
                let value = mean(of: glyph.place, x: Double(x) - left, y: Double(y) - top)
                let index = y * size.width + x
                // Neighbours may touch.
                coverage[index] = UInt8(min(255, Int(coverage[index]) + Int(value.rounded())))
            }
        }
    }

    /// What of a pixel is covered.
    /// - Parameters:
    ///   - x, y: the pixel's corner, from the glyph's, in pixels of the canvas.
    private func mean(of place: Rectangle, x: Double, y: Double) -> Double {
        var sum = 0.0
        for row in 0..<samples {
            for column in 0..<samples {
                let share = (Double(column) + 0.5) / Double(samples)
                let down = (Double(row) + 0.5) / Double(samples)
                sum += sample(place, (x + share) / scale - 0.5, (y + down) / scale - 0.5)
            }
        }
        let mean = sum / Double(samples * samples)
        // Enlarged, an edge would be as blurred as it is enlarged.
        return scale > 1 ? min(255, max(0, (mean - 127.5) * scale + 127.5)) : mean
    }

    /// Between the four nearest pixels of the atlas; beside the glyph is nothing.
    private func sample(_ place: Rectangle, _ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (dx, dy) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        func value(_ column: Int, _ row: Int) -> Double {
            guard (0..<place.width).contains(column), (0..<place.height).contains(row) else { return 0 }
            return Double(atlas.coverage[(place.y + row) * atlas.size.width + place.x + column])
        }
        let above = value(column, row) * (1 - dx) + value(column + 1, row) * dx
        let below = value(column, row + 1) * (1 - dx) + value(column + 1, row + 1) * dx
        return above * (1 - dy) + below * dy
    }
}
