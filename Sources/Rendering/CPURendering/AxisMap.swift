/// One axis of a picture on an output: which of its pixels each pixel of the output shows.
///
/// Everything is counted in output pixels along the axis. Positions are those of pixels' middles.
struct AxisMap {
    /// Where the whole picture lies. Its end is behind its beginning.
    let frame: (start: Double, end: Double)
    /// The picture's pixels.
    let count: Int
    /// A transition sees other places than those of the pixels: `position * scale + offset`.
    var scale = 1.0
    var offset = 0.0
    /// Beyond these, what is seen at them is repeated: half a pixel from the ends of a transition's area.
    var limits: ClosedRange<Double>?

    /// Shares and places between pixels are 256ths.
    static let one = 256

    func place(of pixel: Int) -> Double {
        let place = (Double(pixel) + 0.5) * scale + offset
        guard let limits else { return place }
        return min(max(place, limits.lowerBound), limits.upperBound)
    }

    /// Where in the picture a place lies, in 256ths of its pixels, from the middle of the first one; never beyond the
    /// middles of the outermost ones.
    func sample(at place: Double) -> Int {
        let position = (place - frame.start) / (frame.end - frame.start) * Double(count) - 0.5
        return Int((min(max(position, 0), Double(count - 1)) * Double(Self.one)).rounded())
    }

    /// How far inside of the picture a place lies. Negative outside.
    func edge(at place: Double) -> Double { min(place - frame.start, frame.end - place) }

    /// How much of the pixel around a place the picture covers, in 256ths.
    func coverage(at place: Double) -> UInt16 {
        UInt16((min(max(edge(at: place) + 0.5, 0), 1) * Double(Self.one)).rounded())
    }
}

/// The columns of an output that show a picture, looked up once for a frame.
struct ColumnMap {
    /// Counted in output pixels.
    let columns: Range<Int>
    /// The left one of the two pixels that a column shows a mixture of, and the share of the right one.
    private(set) var first: [Int32] = []
    private(set) var shares: [UInt16] = []
    /// The pixels of the picture that all of them show.
    private(set) var span = 0..<0
    /// Where each column shows the same share of pixels that are neighbours.
    private(set) var shift: (first: Int, share: UInt16)?

    init(_ axis: AxisMap, _ columns: Range<Int>) {
        self.columns = columns
        guard let left = columns.first else { return }
        let begin = axis.sample(at: axis.place(of: left))
        let end = axis.sample(at: axis.place(of: columns.upperBound - 1))
        // At rest, mostly. Between two places that are no repeated ends there are none either.
        let isUnscaled = axis.scale == 1 && axis.frame.end - axis.frame.start == Double(axis.count)
        if isUnscaled, end - begin == (columns.count - 1) * AxisMap.one {
            shift = (begin / AxisMap.one, UInt16(begin % AxisMap.one))
            span = begin / AxisMap.one..<min(end / AxisMap.one + 2, axis.count)
            return
        }
        first.reserveCapacity(columns.count)
        shares.reserveCapacity(columns.count)
        var (lowest, highest) = (Int.max, 0)
        for column in columns {
            let sample = axis.sample(at: axis.place(of: column))
            // The last pixel is the right one of two, all of it, so that there are always two.
            let index = max(0, min(sample / AxisMap.one, axis.count - 2))
            first.append(Int32(index))
            shares.append(UInt16(sample - index * AxisMap.one))
            (lowest, highest) = (min(lowest, index), max(highest, index))
        }
        span = lowest..<min(highest + 2, axis.count)
    }

    /// - Parameter part: inside of the columns.
    func indices(of part: Range<Int>) -> Range<Int> {
        (part.lowerBound - columns.lowerBound)..<(part.upperBound - columns.lowerBound)
    }
}
