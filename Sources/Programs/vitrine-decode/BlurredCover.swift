import Glibc

/// What a picture lies on in a box that it does not fill: its own cover, blurred and darkened.
///
/// It is made of the pixels that are shown, when they are there, so that no file is read twice. A blur this strong
/// leaves nothing that a few pixels could not hold: the cover is shrunk, blurred there, and enlarged by a cubic
/// B-spline, which has no edges, and no values beyond those that it is made of.
struct BlurredCover {
    /// The longer side of the small picture that is blurred, in pixels.
    private static let longestSide = 64
    /// The standard deviation of the blur, in longer sides of the box.
    private static let spread = 0.04
    private static let brightness: Float = 0.7

    private let boxWidth, boxHeight: Int
    private let cover: SmallPicture

    /// Makes the cover of a picture that lies in a box.
    ///
    /// - Parameters:
    ///   - pixels: The box: rows of four bytes a pixel, colours multiplied with alpha.
    ///   - picture: Where the picture lies in the box.
    ///   - focus: The point of the picture that stays as near to the middle as its edges allow, in pixels from its top
    ///     left corner.
    init(
        boxWidth: Int, boxHeight: Int, pixels: borrowing MutableSpan<UInt8>, picture: PixelArea,
        focus: (x: Double, y: Double)
    ) {
        self.boxWidth = boxWidth
        self.boxHeight = boxHeight
        // The part of the picture that has the box's shape: what covers it.
        let (across, down) = (Double(boxWidth), Double(boxHeight))
        let (width, height) = (Double(picture.width), Double(picture.height))
        let columns = Self.stretch(min(width, height * across / down), of: width, around: focus.x)
        let rows = Self.stretch(min(height, width * down / across), of: height, around: focus.y)

        let scale = min(1, Double(Self.longestSide) / max(across, down))
        var small = SmallPicture(
            width: max(1, Int((across * scale).rounded())), height: max(1, Int((down * scale).rounded())))
        let cells = Self.shares(of: columns, in: picture.width, by: small.width)
        for (y, row) in Self.shares(of: rows, in: picture.height, by: small.height).enumerated() {
            for line in row {
                let start = (picture.top + line.index) * boxWidth + picture.left
                for (x, cell) in cells.enumerated() {
                    var sum = SIMD4<Float>.zero
                    for column in cell {
                        let at = 4 * (start + column.index)
                        let color = SIMD4<UInt8>(pixels[at], pixels[at + 1], pixels[at + 2], 0)
                        sum += column.weight * SIMD4<Float>(color)
                    }
                    small[x, y] += line.weight * Self.brightness * sum
                }
            }
        }
        cover = small.blurred(deviation: Self.spread * Double(max(small.width, small.height)))
    }

    /// Fills in what shows of the cover where the box's pixels are not opaque, and makes them so.
    func lay(under pixels: inout MutableSpan<UInt8>) {
        let columns = (0..<boxWidth).map { SplinePoint($0, of: boxWidth, over: cover.width) }
        for y in 0..<boxHeight {
            let line = cover.line(at: SplinePoint(y, of: boxHeight, over: cover.height))
            for x in 0..<boxWidth {
                let at = 4 * (y * boxWidth + x)
                let free = Float(255 - pixels[at + 3]) / 255
                if free == 0 { continue }
                let color = columns[x].value(in: line)
                for band in 0..<3 {
                    pixels[at + band] = UInt8(Float(pixels[at + band]) + free * color[band] + 0.5)
                }
                pixels[at + 3] = 255
            }
        }
    }

    /// The part of a side that has a point as near to its middle as the side allows.
    private static func stretch(_ length: Double, of whole: Double, around point: Double) -> ClosedRange<Double> {
        let start = min(max(point - length / 2, 0), whole - length)
        return start...start + length
    }

    /// Divides a stretch of a line of pixels into equal parts: which pixels a part has, and how much of it each is.
    private static func shares(
        of stretch: ClosedRange<Double>, in whole: Int, by count: Int
    ) -> [[(index: Int, weight: Float)]] {
        let (start, length) = (stretch.lowerBound, (stretch.upperBound - stretch.lowerBound) / Double(count))
        return (0..<count).map { part in
            let (from, to) = (start + Double(part) * length, start + Double(part + 1) * length)
            // The last part ends at the line's end, but for what rounding adds.
            let first = min(Int(from), whole - 1)
            let end = min(max(first + 1, Int(to.rounded(.up))), whole)
            return (first..<end).map { index in
                let covered = min(to, Double(index + 1)) - max(from, Double(index))
                return (index, Float(covered / length))
            }
        }
    }
}

/// A rectangle of whole pixels.
struct PixelArea {
    var left, top, width, height: Int
}

/// A picture of a few pixels that are not rounded: red, green, blue, and nothing.
private struct SmallPicture {
    let width, height: Int
    private var pixels: [SIMD4<Float>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: .zero, count: width * height)
    }

    subscript(x: Int, y: Int) -> SIMD4<Float> {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }

    /// Mixed with its surroundings as a Gaussian of this standard deviation, in pixels, weighs them. Beyond an edge its
    /// last pixel goes on, so that no edge is darker than what is beside it.
    func blurred(deviation: Double) -> SmallPicture {
        let reach = Int((3 * deviation).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = weights.reduce(0, +)
        let kernel = weights.map { Float($0 / sum) }
        return transposedAndConvolved(with: kernel).transposedAndConvolved(with: kernel)
    }

    /// Columns become rows, in which neighbours are mixed. Twice, it mixes in both directions.
    private func transposedAndConvolved(with kernel: [Float]) -> SmallPicture {
        var result = SmallPicture(width: height, height: width)
        for y in 0..<height {
            for x in 0..<width {
                for (offset, weight) in kernel.enumerated() {
                    let column = min(max(x + offset - kernel.count / 2, 0), width - 1)
                    result[y, x] += weight * self[column, y]
                }
            }
        }
        return result
    }

    /// The pixels of a row between rows, with two more at either end.
    func line(at point: SplinePoint) -> [SIMD4<Float>] {
        (-2..<width + 2).map { x in
            let column = min(max(x, 0), width - 1)
            return (0..<4).reduce(into: .zero) { sum, index in
                let row = min(max(point.first + index, 0), height - 1)
                sum += point.weights[index] * self[column, row]
            }
        }
    }
}

/// Where a pixel lies in a row of fewer pixels, and how a uniform cubic B-spline weighs the four around it.
private struct SplinePoint {
    /// The first of the four, from -2 on.
    let first: Int
    let weights: SIMD4<Float>

    init(_ index: Int, of count: Int, over fewer: Int) {
        let place = (Double(index) + 0.5) * Double(fewer) / Double(count) - 0.5
        let t = place - place.rounded(.down)
        first = Int(place.rounded(.down)) - 1
        let rest = 1 - t
        weights = SIMD4(
            Float(rest * rest * rest / 6), Float((3 * t * t * t - 6 * t * t + 4) / 6),
            Float((3 * rest * rest * rest - 6 * rest * rest + 4) / 6), Float(t * t * t / 6))
    }

    /// The value in a line that begins two pixels before the row.
    func value(in line: [SIMD4<Float>]) -> SIMD4<Float> {
        let start = first + 2
        return weights[0] * line[start] + weights[1] * line[start + 1] + weights[2] * line[start + 2]
            + weights[3] * line[start + 3]
    }
}
