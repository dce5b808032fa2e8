/// The arithmetic of eight pixels at once.
///
/// A channel has 8 bits and a share 256ths, so that a product with both fits 16 bits, which every processor multiplies
/// eight or more at a time.
extension SIMD8 where Scalar == UInt32 {
    @inline(__always) var lanes: Lanes { unsafe unsafeBitCast(self, to: Lanes.self) }

    /// Blue and red.
    @inline(__always) fileprivate var even: Lanes { lanes & Lanes(repeating: 0xFF) }
    /// Green and alpha.
    @inline(__always) fileprivate var odd: Lanes { lanes &>> Lanes(repeating: 8) }

    @inline(__always) fileprivate init(even: Lanes, odd: Lanes) {
        self = unsafe unsafeBitCast(even | odd &<< Lanes(repeating: 8), to: Pixels.self)
    }

    /// 255 less alpha, in both lanes of each pixel.
    @inline(__always) fileprivate var transparency: Lanes {
        let rest = Pixels(repeating: 255) &- (self &>> Pixels(repeating: 24))
        return unsafe unsafeBitCast(rest | rest &<< Pixels(repeating: 16), to: Lanes.self)
    }

    /// A mixture of two.
    /// - Parameter share: of the other, in 256ths.
    @inline(__always) func mixed(_ other: Pixels, _ share: Lanes) -> Pixels {
        let rest = Lanes(repeating: 256) &- share
        let half = Lanes(repeating: 128)
        let even = (even &* rest &+ other.even &* share &+ half) &>> Lanes(repeating: 8)
        let odd = (odd &* rest &+ other.odd &* share &+ half) &>> Lanes(repeating: 8)
        return Pixels(even: even, odd: odd)
    }

    @inline(__always) func scaled(_ share: Lanes) -> Pixels {
        let half = Lanes(repeating: 128)
        return Pixels(
            even: (even &* share &+ half) &>> Lanes(repeating: 8), odd: (odd &* share &+ half) &>> Lanes(repeating: 8))
    }

    /// Over another one. What is more than white, as in a picture that is not premultiplied, is white.
    @inline(__always) func over(_ below: Pixels) -> Pixels {
        let rest = transparency
        return Pixels(
            even: Self.sum(even, Self.product(below.even, rest)), odd: Self.sum(odd, Self.product(below.odd, rest)))
    }

    @inline(__always) var opaque: Pixels { self | Pixels(repeating: 0xFF00_0000) }

    /// Of two that are 255 for one, to the nearest.
    @inline(__always) private static func product(_ a: Lanes, _ b: Lanes) -> Lanes {
        let product = a &* b &+ Lanes(repeating: 128)
        return (product &+ product &>> Lanes(repeating: 8)) &>> Lanes(repeating: 8)
    }

    @inline(__always) fileprivate static func sum(_ a: Lanes, _ b: Lanes) -> Lanes {
        let sum = a &+ b
        // The ninth bit sets all others.
        return (sum | Lanes.zero &- sum &>> Lanes(repeating: 8)) & Lanes(repeating: 0xFF)
    }
}

extension PixelRow {
    /// A mixture of two rows: 0 is the first, 256 the second.
    func mix(_ a: PixelRow, _ b: PixelRow, _ share: UInt16) {
        let share = Lanes(repeating: share)
        set(a, b) { $0.mixed($1, share) }
    }

    /// The same with a share for each pixel.
    func mix(_ a: PixelRow, _ b: PixelRow, _ shares: PixelRow) {
        set(a, b, shares) { $0.mixed($1, $2.lanes) }
    }

    /// A mixture of a colour with a row: 0 is the colour, 256 the row.
    func mix(_ color: UInt32, _ a: PixelRow, _ share: UInt16) {
        let (color, share) = (Pixels(repeating: color), Lanes(repeating: share))
        set(a) { color.mixed($0, share) }
    }

    func scale(_ a: PixelRow, _ shares: PixelRow) { set(a, shares) { $0.scaled($1.lanes) } }

    /// A row over a colour.
    func lay(_ a: PixelRow, over color: UInt32) {
        let color = Pixels(repeating: color)
        set(a) { $0.over(color) }
    }

    /// A row over what is in this one.
    func lay(_ a: PixelRow) { set(a, self) { $0.over($1) } }

    /// The same, seen in part.
    func lay(_ a: PixelRow, _ share: UInt16) {
        let share = Lanes(repeating: share)
        set(a, self) { $0.scaled(share).over($1) }
    }

    func lay(_ a: PixelRow, _ shares: PixelRow) {
        set(a, self, shares) { $0.scaled($2.lanes).over($1) }
    }

    /// As `shaders/transitions/fade-black.frag` and `fade-white.frag` have it.
    /// - Parameters:
    ///   - color: what is seen of the pictures, of which `share` is left.
    ///   - cover: a pixel whose alpha is that of the result.
    ///   - isWhite: whether the rest of what is covered is white, not black.
    func fade(_ color: PixelRow, _ cover: PixelRow, _ share: UInt16, isWhite: Bool) {
        let (share, alpha) = (Lanes(repeating: share), Pixels(repeating: 0xFF00_0000))
        set(color, cover) { color, cover in
            let scaled = color.scaled(share)
            guard isWhite else { return scaled & ~alpha | cover & alpha }
            // Alpha in all four channels, of what is covered less what the pictures cover of it.
            var rest = (cover &>> Pixels(repeating: 24)) &- (scaled &>> Pixels(repeating: 24))
            // Rounding may leave less than nothing.
            rest = rest & ~(Pixels.zero &- rest &>> Pixels(repeating: 31))
            let both = rest | rest &<< Pixels(repeating: 16)
            let white = unsafe unsafeBitCast(both, to: Lanes.self)
            let sum = Pixels(even: Pixels.sum(scaled.even, white), odd: Pixels.sum(scaled.odd, white))
            return sum & ~alpha | cover & alpha
        }
    }
}

extension SIMD8 where Scalar == UInt32 {
    /// Red and blue change places.
    @inline(__always) var swapped: Pixels {
        let sides = self &>> Pixels(repeating: 16) & Pixels(repeating: 0xFF)
        return self & Pixels(repeating: 0xFF00_FF00) | (self & Pixels(repeating: 0xFF)) &<< Pixels(repeating: 16)
            | sides
    }
}
