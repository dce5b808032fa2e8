import DisplayModel

extension PixelMemory {
    /// A smaller copy in which each pixel is the mean of what it covers, which is right for premultiplied colours as they
    /// are stored. Nil where there is no memory for it.
    /// - Parameter smaller: no larger on either side.
    func reduced(to smaller: Size) -> PixelMemory? {
        guard let result = PixelMemory(smaller) else { return nil }
        let columns = (0..<smaller.width).map { Self.shares($0, of: smaller.width, from: size.width) }
        let part = Float(smaller.width * smaller.height) / Float(size.area)
        for y in 0..<smaller.height {
            let rows = Self.shares(y, of: smaller.height, from: size.height)
            let output = result.row(y)
            for x in 0..<smaller.width {
                var sum = SIMD4<Float>.zero
                for (row, down) in zip(rows.first..., rows.shares) {
                    let input = self.row(row)
                    for (column, across) in zip(columns[x].first..., columns[x].shares) {
                        let pixel = input[column]
                        let channels = SIMD4<Float>(
                            Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF),
                            Float(pixel >> 24))
                        sum += channels * (down * across)
                    }
                }
                let mean = (sum * part + 0.5).clamped(
                    lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                output[x] =
                    UInt32(mean[0]) | UInt32(mean[1]) << 8 | UInt32(mean[2]) << 16 | UInt32(mean[3]) << 24
            }
        }
        return result
    }

    /// What of each pixel of the longer side lies in one of the shorter.
    private static func shares(_ index: Int, of length: Int, from whole: Int) -> (first: Int, shares: [Float]) {
        let step = Double(whole) / Double(length)
        let (begin, end) = (Double(index) * step, min(Double(index + 1) * step, Double(whole)))
        let first = min(Int(begin), whole - 1)
        let last = min(max(first, Int(end.rounded(.up)) - 1), whole - 1)
        return (
            first,
            (first...last).map { Float(max(0, min(end, Double($0 + 1)) - max(begin, Double($0)))) }
        )
    }
}
