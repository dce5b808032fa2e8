/// A mixture of two surfaces, row by row: what a file of `shaders/transitions` is.
struct TransitionRows {
    let from: SurfaceRows
    let to: SurfaceRows
    let mixture: Mixture

    enum Mixture {
        /// The second surface is in these columns and rows only, over the first one; its share there is in 256ths.
        case overlay(columns: Range<Int>, rows: Range<Int>, share: UInt16)
        /// One of them goes to a colour or comes from it: what is left of it, and how far the second one is.
        case fade(isWhite: Bool, showsSecond: Bool, share: UInt16, progress: UInt16)
        /// A share for each column, the same in all rows; the first is for the column of this number.
        case columns(first: Int, [UInt32])
        /// A share for each row.
        case rows(first: Int, [UInt16])
        case squares(Dissolve)
        case circle(Circle)
    }

    /// - Returns: memory that is valid until the next row is asked for.
    func row(_ y: Int, _ part: Range<Int>, into space: PixelRow, _ scratch: ScratchRows) -> PixelRow {
        let space = space[0..<part.count]
        switch mixture {
        case .overlay(let columns, let rows, let share):
            let inner = rows.contains(y) ? columns.clamped(to: part) : part.lowerBound..<part.lowerBound
            return overlaid(y, part, inner, share, space, scratch)
        case .fade(let isWhite, let showsSecond, let share, let progress):
            let (first, second) = both(y, part, scratch)
            scratch.between[0..<part.count].mix(first, second, progress)
            space.fade(showsSecond ? second : first, scratch.between, share, isWhite: isWhite)
            return space
        case .columns(let begin, let shares):
            let weights = scratch.weights[0..<part.count]
            weights.copy(shares[(part.lowerBound - begin)..<(part.upperBound - begin)])
            return mixed(y, part, weights, space, scratch)
        case .rows(let begin, let shares):
            let share = shares[y - begin]
            return overlaid(y, part, part, share, space, scratch)
        case .squares(let squares):
            let weights = scratch.weights[0..<part.count]
            squares.write(y, part, to: weights)
            return mixed(y, part, weights, space, scratch)
        case .circle(let circle):
            let weights = scratch.weights[0..<part.count]
            circle.write(y, part, to: weights)
            return mixed(y, part, weights, space, scratch)
        }
    }

    private func both(_ y: Int, _ part: Range<Int>, _ scratch: ScratchRows) -> (PixelRow, PixelRow) {
        let first = from.row(y, part, into: scratch.from, scratch)
        return (first, to.row(y, part, into: scratch.to, scratch))
    }

    private func mixed(
        _ y: Int, _ part: Range<Int>, _ weights: PixelRow, _ space: PixelRow, _ scratch: ScratchRows
    ) -> PixelRow {
        let (first, second) = both(y, part, scratch)
        space.mix(first, second, weights)
        return space
    }

    /// - Parameter inner: the columns in which the second surface is seen.
    private func overlaid(
        _ y: Int, _ part: Range<Int>, _ inner: Range<Int>, _ share: UInt16, _ space: PixelRow, _ scratch: ScratchRows
    ) -> PixelRow {
        guard !inner.isEmpty, share > 0 else { return from.row(y, part, into: space, scratch) }
        let isAlone = share == UInt16(AxisMap.one)
        if isAlone, inner == part { return to.row(y, part, into: space, scratch) }
        func place(_ columns: Range<Int>) -> PixelRow {
            space[(columns.lowerBound - part.lowerBound)..<(columns.upperBound - part.lowerBound)]
        }
        for rest in [part.lowerBound..<inner.lowerBound, inner.upperBound..<part.upperBound] where !rest.isEmpty {
            let row = from.row(y, rest, into: place(rest), scratch)
            if !row.isSame(as: place(rest)) { place(rest).copy(row) }
        }
        let second = to.row(y, inner, into: scratch.to, scratch)
        if isAlone {
            place(inner).copy(second)
        } else {
            place(inner).mix(from.row(y, inner, into: scratch.from, scratch), second, share)
        }
        return space
    }
}

/// Small squares that change one after the other, as `shaders/transitions/dissolve.frag` has them.
struct Dissolve {
    /// Of the columns and rows of the output, from the first one on: a square's share is looked up by the sum of both.
    let first: (column: Int, row: Int)
    let columns: [Int]
    let rows: [Int]
    let shares: [UInt32]

    static let period = 121

    /// A polynomial that permutes the whole numbers below 121.
    static func shuffled(_ number: Int) -> Int { ((22 * number + 17) * number) % period }

    func write(_ y: Int, _ part: Range<Int>, to weights: PixelRow) {
        let row = rows[y - first.row]
        for (index, column) in part.enumerated() {
            weights[index] = shares[(columns[column - first.column] + row) % Self.period]
        }
    }
}

/// A circle with a soft edge that opens from the middle, as `shaders/transitions/circle.frag` has it.
struct Circle {
    /// In output pixels.
    let middle: (x: Double, y: Double)
    /// Of the circle that the soft edge begins at, and of the one that it ends at.
    let radii: (inner: Double, outer: Double)

    func write(_ y: Int, _ part: Range<Int>, to weights: PixelRow) {
        let down = Double(y) + 0.5 - middle.y
        for (index, column) in part.enumerated() {
            let across = Double(column) + 0.5 - middle.x
            let square = across * across + down * down
            let share: UInt16
            if radii.outer <= 0 || square >= radii.outer * radii.outer {
                share = 0
            } else if radii.inner > 0, square <= radii.inner * radii.inner {
                share = UInt16(AxisMap.one)
            } else {
                let edge = smoothStep(radii.inner, radii.outer, square.squareRoot())
                share = UInt16(((1 - edge) * Double(AxisMap.one)).rounded())
            }
            weights[index] = PixelRow.weight(share)
        }
    }
}

/// As GLSL defines `smoothstep`.
func smoothStep(_ begin: Double, _ end: Double, _ value: Double) -> Double {
    let part = min(max((value - begin) / (end - begin), 0), 1)
    return part * part * (3 - 2 * part)
}
