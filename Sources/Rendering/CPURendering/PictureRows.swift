import DisplayModel

/// A picture on an output, row by row.
struct PictureRows {
    let pixels: PixelMemory
    let rows: AxisMap
    let columns: ColumnMap

    init(_ pixels: PixelMemory, across: AxisMap, down: AxisMap, columns: Range<Int>) {
        self.pixels = pixels
        rows = down
        self.columns = ColumnMap(across, columns)
    }

    /// How many pixels of the picture a row of the output mixes at most: the scratch row's length.
    var width: Int { columns.span.count }

    /// A part of a row.
    /// - Parameters:
    ///   - place: down the output, as the axis counts.
    ///   - part: in output pixels, of the columns.
    ///   - space: of as many pixels as the part, for what has to be mixed.
    ///   - scratch: for what lies between.
    /// - Returns: the picture's own memory where it is shown as it is.
    func row(at place: Double, _ part: Range<Int>, into space: PixelRow, _ scratch: ScratchRows) -> PixelRow {
        let sample = rows.sample(at: place)
        let (upper, share) = (sample / AxisMap.one, UInt16(sample % AxisMap.one))
        let indices = columns.indices(of: part)
        if let shift = columns.shift {
            let first = shift.first + indices.lowerBound
            // Up to the right neighbour of the last one.
            let span = first..<min(first + part.count + (shift.share > 0 ? 1 : 0), pixels.size.width)
            let mixed = mixedRows(upper, share, span, shift.share > 0 ? scratch.source : space)
            guard shift.share > 0 else { return mixed }
            let inner = min(part.count, mixed.count - 1)
            if inner > 0 { space[0..<inner].mix(mixed, mixed[1..<mixed.count], shift.share) }
            if inner < part.count { space[inner..<part.count].copy(mixed[inner..<mixed.count]) }
            return space[0..<part.count]
        }
        guard columns.span.count > 1 else {
            space[0..<part.count].fill(mixedRows(upper, share, columns.span, scratch.source)[0])
            return space[0..<part.count]
        }
        let mixed = mixedRows(upper, share, columns.span, scratch.source)
        space[0..<part.count].interpolate(
            mixed, columns.first[indices], columns.shares[indices], less: columns.span.lowerBound)
        return space[0..<part.count]
    }

    /// Two rows of the picture mixed, or one of them where it stands alone.
    private func mixedRows(_ upper: Int, _ share: UInt16, _ span: Range<Int>, _ space: PixelRow) -> PixelRow {
        let first = pixels.row(upper)[span]
        guard share > 0 else { return first }
        let mixed = space[0..<span.count]
        mixed.mix(first, pixels.row(upper + 1)[span], share)
        return mixed
    }
}

/// Rows that a part of a frame is mixed in, for one thread: they stay in its cache.
final class ScratchRows {
    /// The output's row.
    let output: PixelRow
    /// Of the two surfaces of a transition.
    let from: PixelRow
    let to: PixelRow
    /// What is neither yet.
    let between: PixelRow
    /// Shares: of a surface's picture, of a transition's second surface, and of what a mask lets through.
    let cover: PixelRow
    let weights: PixelRow
    let mask: PixelRow
    /// As wide as what a row mixes of a picture.
    let source: PixelRow
    private let memory: [PixelMemory]

    /// - Parameters:
    ///   - width: of the part of the output that is drawn.
    ///   - sourceWidth: the most that a row mixes of any picture.
    init?(width: Int, sourceWidth: Int) {
        guard let rows = PixelMemory(Size(width: max(width, 1), height: 7)),
            let source = PixelMemory(Size(width: max(sourceWidth, width, 1) + 1, height: 1))
        else { return nil }
        memory = [rows, source]
        (output, from, to) = (rows.row(0), rows.row(1), rows.row(2))
        (between, cover) = (rows.row(3), rows.row(4))
        (weights, mask) = (rows.row(5), rows.row(6))
        self.source = source.row(0)
    }
}
