/// Round corners, by the distance from a curve, as `rounded_` in `shaders/mask.frag` has them.
struct Corner {
    /// In output pixels, at least half a one.
    let radius: Double

    /// How much of a pixel lies inside.
    /// - Parameters:
    ///   - across: how far the nearest edge is, in output pixels.
    func coverage(_ across: Double, _ down: Double) -> Double {
        let (x, y) = (max(radius - across, 0), max(radius - down, 0))
        return min(max(radius + 0.5 - (x * x + y * y).squareRoot(), 0), 1)
    }
}

/// How much of what is drawn on an area is seen, row by row.
struct MaskRows {
    /// The area on the output, along its axes.
    let across: (start: Double, end: Double)
    let down: (start: Double, end: Double)
    let opacity: Double
    let corner: Corner?

    enum Shares {
        /// The same for all pixels, in 256ths.
        case uniform(UInt16)
        case each(PixelRow)
    }

    var isWhole: Bool { corner == nil && opacity >= 1 }

    func shares(_ y: Int, _ part: Range<Int>, _ scratch: ScratchRows) -> Shares {
        let one = Double(AxisMap.one)
        let uniform = UInt16((opacity * one).rounded())
        guard let corner else { return .uniform(uniform) }
        let row = Double(y) + 0.5
        let below = min(row - down.start, down.end - row)
        let shares = scratch.mask[0..<part.count]
        for (index, column) in part.enumerated() {
            let place = Double(column) + 0.5
            let beside = min(place - across.start, across.end - place)
            let isInner = beside >= corner.radius && below >= corner.radius
            let share = isInner ? uniform : UInt16((corner.coverage(beside, below) * opacity * one).rounded())
            shares[index] = PixelRow.weight(share)
        }
        return .each(shares)
    }
}

/// A picture on a background, row by row: what `shaders/surface.frag` is, and `surface_` in
/// `shaders/transition-prelude.frag`.
struct SurfaceRows {
    struct Content {
        let picture: PictureRows
        let isOpaque: Bool
        let across: AxisMap
        let down: AxisMap
        /// The columns that the picture covers a part of, and those that it covers wholly.
        let seen: Range<Int>
        let whole: Range<Int>
        let corner: Corner?
    }

    /// Nil where nothing of a picture is on the output.
    let content: Content?
    /// Opaque. Nil lets show through what was drawn before.
    let backdrop: UInt32?
    /// The area on the output, along its axes.
    let across: (start: Double, end: Double)
    let down: (start: Double, end: Double)

    /// Whether nothing shows through.
    var isOpaque: Bool { backdrop != nil }

    /// A part of a row.
    /// - Parameter space: of as many pixels as the part.
    /// - Returns: the picture's own memory where it is seen as it is, the space otherwise.
    func row(_ y: Int, _ part: Range<Int>, into space: PixelRow, _ scratch: ScratchRows) -> PixelRow {
        let ground = backdrop ?? 0
        let space = space[0..<part.count]
        guard let content else { return filled(space, ground) }
        let place = content.down.place(of: y)
        let cover = content.down.coverage(at: place)
        let seen = content.seen.clamped(to: part)
        guard cover > 0, !seen.isEmpty else { return filled(space, ground) }
        let isCovered = cover == UInt16(AxisMap.one) && content.corner == nil && content.whole.contains(seen)
        if isCovered, seen == part {
            let pixels = content.picture.row(at: place, part, into: space, scratch)
            guard let backdrop, !content.isOpaque else { return pixels }
            space.lay(pixels, over: backdrop)
            return space
        }
        space[0..<(seen.lowerBound - part.lowerBound)].fill(ground)
        space[(seen.upperBound - part.lowerBound)..<part.count].fill(ground)
        let inner = space[(seen.lowerBound - part.lowerBound)..<(seen.upperBound - part.lowerBound)]
        let pixels = content.picture.row(at: place, seen, into: inner, scratch)
        if !isCovered {
            inner.scale(pixels, shares(content, cover, place, seen, scratch))
        } else if !pixels.isSame(as: inner) {
            inner.copy(pixels)
        }
        if let backdrop, !(isCovered && content.isOpaque) { inner.lay(inner, over: backdrop) }
        return space
    }

    private func filled(_ space: PixelRow, _ pixel: UInt32) -> PixelRow {
        space.fill(pixel)
        return space
    }

    /// How much of each pixel the picture covers.
    private func shares(
        _ content: Content, _ cover: UInt16, _ place: Double, _ part: Range<Int>, _ scratch: ScratchRows
    ) -> PixelRow {
        let shares = scratch.cover[0..<part.count]
        guard let corner = content.corner else {
            shares.fill(PixelRow.weight(cover))
            let whole = content.whole.clamped(to: part)
            for column in part where !whole.contains(column) {
                let beside = content.across.coverage(at: content.across.place(of: column))
                shares[column - part.lowerBound] = PixelRow.weight(beside * cover / UInt16(AxisMap.one))
            }
            return shares
        }
        let below = min(content.down.edge(at: place), place - down.start, down.end - place)
        for (index, column) in part.enumerated() {
            let x = content.across.place(of: column)
            let beside = min(content.across.edge(at: x), x - across.start, across.end - x)
            let coverage = corner.coverage(beside, below) * Double(AxisMap.one)
            shares[index] = PixelRow.weight(UInt16(coverage.rounded()))
        }
        return shares
    }
}

extension Range<Int> {
    /// Whether all of another range lies in this one.
    func contains(_ other: Range<Int>) -> Bool {
        other.isEmpty || lowerBound <= other.lowerBound && upperBound >= other.upperBound
    }

}
