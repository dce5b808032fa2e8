public import DisplayModel

/// A picture in memory: rows from the top, R, G, B, A.
public struct Bitmap: Hashable, Sendable {
    public let size: Size
    public private(set) var pixels: [UInt8]

    /// All of one grey.
    public init(_ size: Size, grey: UInt8) {
        self.size = size
        pixels = [UInt8](repeating: grey, count: size.area * 4)
        for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
    }

    /// - Parameter pixels: as many as the size says.
    public init(_ size: Size, pixels: [UInt8]) {
        precondition(pixels.count == size.area * 4)
        self.size = size
        self.pixels = pixels
    }

    /// A smaller picture of the same, each pixel the mean of those it stands for.
    /// - Parameter small: not larger on either side.
    public func reduced(to small: Size) -> Bitmap {
        var result = Bitmap(small, grey: 0)
        for y in 0..<small.height {
            let rows = y * size.height / small.height..<(y + 1) * size.height / small.height
            for x in 0..<small.width {
                let columns = x * size.width / small.width..<(x + 1) * size.width / small.width
                var (red, green, blue) = (0, 0, 0)
                for row in rows {
                    for index in stride(
                        from: (row * size.width + columns.lowerBound) * 4,
                        to: (row * size.width + columns.upperBound) * 4, by: 4)
                    {
                        red += Int(pixels[index])
                        green += Int(pixels[index + 1])
                        blue += Int(pixels[index + 2])
                    }
                }
                let (index, count) = ((y * small.width + x) * 4, max(1, rows.count * columns.count))
                result.pixels[index] = UInt8((red + count / 2) / count)
                result.pixels[index + 1] = UInt8((green + count / 2) / count)
                result.pixels[index + 2] = UInt8((blue + count / 2) / count)
            }
        }
        return result
    }

    /// What somebody sees who looks at a panel with this on it.
    /// - Parameter turned: how the content is turned on the panel.
    public func upright(turned orientation: Orientation) -> Bitmap {
        guard orientation != .normal else { return self }
        let upright = orientation.isTransposing ? size.transposed : size
        var result = Bitmap(upright, grey: 0)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let (u, v) = orientation.position(of: (x, y), in: upright)
                for channel in 0..<3 {
                    result.pixels[(y * upright.width + x) * 4 + channel] = pixels[(v * size.width + u) * 4 + channel]
                }
            }
        }
        return result
    }

    /// Lays another picture onto this one. What hangs over is cut off.
    public mutating func draw(_ other: Bitmap, x: Int, y: Int) {
        let width = min(other.size.width, size.width - x)
        guard width > 0 else { return }
        for row in 0..<min(other.size.height, size.height - y) {
            let (from, to) = (row * other.size.width * 4, ((y + row) * size.width + x) * 4)
            pixels.replaceSubrange(to..<to + width * 4, with: other.pixels[from..<from + width * 4])
        }
    }

    /// Writes a line of text in one grey over what is there. What hangs over is cut off.
    /// - Parameter line: where the line begins on the left and at the top.
    public mutating func write(_ text: DrawnText, at line: (x: Int, y: Int), grey: UInt8) {
        for row in max(0, -line.y)..<max(0, -line.y, min(text.size.height, size.height - line.y)) {
            for column in max(0, -line.x)..<max(0, -line.x, min(text.size.width, size.width - line.x)) {
                let coverage = Int(text.coverage[row * text.size.width + column])
                guard coverage > 0 else { continue }
                let index = ((line.y + row) * size.width + line.x + column) * 4
                for channel in index..<index + 3 {
                    let below = Int(pixels[channel])
                    pixels[channel] = UInt8(below + (Int(grey) - below) * coverage / 255)
                }
            }
        }
    }

    /// Fills a rectangle, as far as it is inside.
    public mutating func fill(_ rectangle: Rectangle, grey: UInt8) {
        let inside = rectangle.intersection(Rectangle(size))
        for y in inside.y..<inside.maxY {
            for x in inside.x..<inside.maxX {
                for channel in 0..<3 { pixels[(y * size.width + x) * 4 + channel] = grey }
            }
        }
    }
}

extension Orientation {
    /// Where a pixel of the upright content is on the panel: flipped left to right, then turned clockwise.
    fileprivate func position(of pixel: (x: Int, y: Int), in upright: Size) -> (Int, Int) {
        let (right, bottom) = (upright.width - 1, upright.height - 1)
        let (x, y) = pixel
        return switch self {
        case .normal: (x, y)
        case .clockwise90: (bottom - y, x)
        case .clockwise180: (right - x, bottom - y)
        case .clockwise270: (y, right - x)
        case .flipped: (right - x, y)
        case .flipped90: (bottom - y, right - x)
        case .flipped180: (x, bottom - y)
        case .flipped270: (y, x)
        }
    }
}
