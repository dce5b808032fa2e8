import DisplayModel

/// Makes a picture smaller row by row, as its rows are uploaded: each texel is the mean of what it covers, which is right
/// for premultiplied colours as they are stored.
struct ReducedRows {
    let source: Size
    let texels: Size
    /// Of the row of texels that is being made: the sums of its channels.
    private var sums: [Float]
    private(set) var nextRow = 0

    /// - Parameter texels: no larger than the source on either side, and not empty.
    init(_ source: Size, to texels: Size) {
        (self.source, self.texels) = (source, texels)
        sums = Array(repeating: 0, count: texels.width * 4)
    }

    /// The size of a texture for a picture whose sides may not be longer than a limit: the whole picture, with its shape.
    static func size(of picture: Size, atMost side: Int) -> Size {
        let longest = max(picture.width, picture.height)
        guard longest > side else { return picture }
        func reduced(_ length: Int) -> Int { max(1, min(side, (length * side + longest / 2) / longest)) }
        return Size(width: reduced(picture.width), height: reduced(picture.height))
    }

    /// Takes in the next row. The first one of a picture begins it anew.
    /// - Parameters:
    ///   - pixels: the row's, R, G, B, A.
    ///   - emit: called with each row of texels that is done, and its number.
    mutating func add(row: Int, _ pixels: UnsafeRawBufferPointer, emit: (Int, [UInt8]) -> Void) {
        if row == 0 {
            (nextRow, sums) = (0, Array(repeating: 0, count: sums.count))
        }
        precondition(row == nextRow, "rows come in their order")
        nextRow += 1
        let mean = unsafe horizontalMeans(pixels)
        // Where the row lies, in rows of texels.
        let scale = Float(texels.height) / Float(source.height)
        let (top, bottom) = (Float(row) * scale, Float(row + 1) * scale)
        let target = min(row * texels.height / source.height, texels.height - 1)
        let boundary = Float(target + 1)
        let isLast = row == source.height - 1
        let share = isLast ? bottom - top : min(bottom, boundary) - top
        for index in sums.indices { sums[index] += mean[index] * share }
        guard isLast || (row + 1) * texels.height >= (target + 1) * source.height else { return }
        emit(target, sums.map { UInt8(max(0, min(255, $0 + 0.5))) })
        let rest = isLast ? 0 : max(0, bottom - boundary)
        for index in sums.indices { sums[index] = mean[index] * rest }
    }

    private func horizontalMeans(_ pixels: UnsafeRawBufferPointer) -> [Float] {
        var means = [Float](repeating: 0, count: texels.width * 4)
        let step = Float(source.width) / Float(texels.width)
        for texel in 0..<texels.width {
            let (left, right) = (Float(texel) * step, min(Float(texel + 1) * step, Float(source.width)))
            var column = Int(left)
            while Float(column) < right, column < source.width {
                let covered = min(right, Float(column + 1)) - max(left, Float(column))
                for channel in 0..<4 {
                    unsafe means[texel * 4 + channel] += Float(pixels[column * 4 + channel]) * covered
                }
                column += 1
            }
            for channel in 0..<4 { means[texel * 4 + channel] /= max(right - left, 0.0001) }
        }
        return means
    }
}
