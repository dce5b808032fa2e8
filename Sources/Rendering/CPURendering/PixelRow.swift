import Glibc

/// Eight pixels: what one step of a loop works on. The compiler makes instructions of SSE2, or of what more it is allowed,
/// and of NEON of it.
typealias Pixels = SIMD8<UInt32>
/// Two channels of a pixel are a lane of 16 bits each: blue and red, or green and alpha.
typealias Lanes = SIMD16<UInt16>

/// Pixels beside one another in memory, 0xAARRGGBB, premultiplied; or weights (``weight(_:)``) of as many pixels.
///
/// The memory belongs to somebody else, who keeps it for as long as the row is used. That apart it is safe: nothing beyond
/// its ends is read or written.
@safe struct PixelRow {
    @unsafe private let start: UnsafeMutablePointer<UInt32>
    let count: Int

    @unsafe init(_ start: UnsafeMutablePointer<UInt32>, count: Int) {
        unsafe self.start = unsafe start
        self.count = count
    }

    /// - Parameter range: inside the row.
    subscript(range: Range<Int>) -> PixelRow {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a part of the row")
        return unsafe PixelRow(start + range.lowerBound, count: range.count)
    }

    subscript(index: Int) -> UInt32 {
        get {
            precondition(index >= 0 && index < count, "a pixel of the row")
            return unsafe start[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "a pixel of the row")
            unsafe start[index] = newValue
        }
    }

    /// How a share of 256ths is written into a row of weights: once for each lane of 16 bits.
    @inline(__always) static func weight(_ share: UInt16) -> UInt32 { UInt32(share) | UInt32(share) << 16 }

    // MARK: - Loops

    @inline(__always) private func load(_ index: Int) -> Pixels {
        unsafe UnsafeRawPointer(start + index).loadUnaligned(as: Pixels.self)
    }

    @inline(__always) private func store(_ pixels: Pixels, _ index: Int) {
        unsafe UnsafeMutableRawPointer(start + index).storeBytes(of: pixels, as: Pixels.self)
    }

    /// The pixels at the end that do not fill eight.
    @inline(__always) private func loadRest(_ index: Int, _ limit: Int) -> Pixels {
        var pixels = Pixels.zero
        for lane in 0..<(limit - index) { pixels[lane] = unsafe start[index + lane] }
        return pixels
    }

    @inline(__always) private func storeRest(_ pixels: Pixels, _ index: Int) {
        for lane in 0..<(count - index) { unsafe start[index + lane] = pixels[lane] }
    }

    /// Each pixel from the one at the same place of another row, which may be this one.
    @inline(__always) func set(_ a: PixelRow, _ operation: (Pixels) -> Pixels) {
        precondition(a.count >= count, "as many pixels")
        var index = 0
        while index &+ 8 <= count {
            store(operation(a.load(index)), index)
            index &+= 8
        }
        if index < count { storeRest(operation(a.loadRest(index, count)), index) }
    }

    /// Each pixel from those at the same place of two rows.
    @inline(__always) func set(_ a: PixelRow, _ b: PixelRow, _ operation: (Pixels, Pixels) -> Pixels) {
        precondition(a.count >= count && b.count >= count, "as many pixels")
        var index = 0
        while index &+ 8 <= count {
            store(operation(a.load(index), b.load(index)), index)
            index &+= 8
        }
        if index < count { storeRest(operation(a.loadRest(index, count), b.loadRest(index, count)), index) }
    }

    /// Each pixel from those at the same place of three rows.
    @inline(__always) func set(
        _ a: PixelRow, _ b: PixelRow, _ c: PixelRow, _ operation: (Pixels, Pixels, Pixels) -> Pixels
    ) {
        precondition(a.count >= count && b.count >= count && c.count >= count, "as many pixels")
        var index = 0
        while index &+ 8 <= count {
            store(operation(a.load(index), b.load(index), c.load(index)), index)
            index &+= 8
        }
        guard index < count else { return }
        storeRest(
            operation(a.loadRest(index, count), b.loadRest(index, count), c.loadRest(index, count)), index)
    }

    // MARK: - Copies

    func fill(_ pixel: UInt32) { unsafe start.update(repeating: pixel, count: count) }

    /// - Parameter other: as long or longer.
    func copy(_ other: PixelRow) {
        precondition(other.count >= count, "as many pixels")
        unsafe memmove(start, other.start, count * 4)
    }

    /// - Parameter values: as many or more.
    func copy(_ values: ArraySlice<UInt32>) {
        precondition(values.count >= count, "as many values")
        unsafe values.withUnsafeBytes { bytes in
            if let address = bytes.baseAddress { unsafe memcpy(start, address, count * 4) }
        }
    }

    /// Whether the memory is that of another row, from the same pixel on.
    func isSame(as other: PixelRow) -> Bool { unsafe start == other.start }

    /// Each pixel between two neighbours of another row.
    /// - Parameters:
    ///   - first: the left neighbours, in order, less the offset. Each has one to its right in the other row.
    ///   - shares: of the right ones, in 256ths.
    func interpolate(_ other: PixelRow, _ first: ArraySlice<Int32>, _ shares: ArraySlice<UInt16>, less offset: Int) {
        precondition(first.count >= count && shares.count >= count, "as many pixels")
        guard count > 0 else { return }
        let (begin, end) = (first[first.startIndex], first[first.startIndex + count - 1])
        precondition(Int(begin) >= offset && Int(end) - offset + 1 < other.count, "neighbours in the row")
        unsafe first.withUnsafeBufferPointer { first in
            unsafe shares.withUnsafeBufferPointer { shares in
                for index in 0..<count {
                    let left = Int(unsafe first[index]) &- offset
                    assert(left >= 0 && left &+ 1 < other.count, "in order, so between the ends")
                    let share = UInt64(unsafe shares[index])
                    let a = Self.spread(unsafe other.start[left]) &* (256 &- share)
                    let b = Self.spread(unsafe other.start[left &+ 1]) &* share
                    let mixed = ((a &+ b &+ 0x0080_0080_0080_0080) &>> 8) & 0x00FF_00FF_00FF_00FF
                    unsafe start[index] = UInt32(truncatingIfNeeded: mixed | mixed &>> 24)
                }
            }
        }
    }

    /// The four channels with 16 bits for each.
    @inline(__always) private static func spread(_ pixel: UInt32) -> UInt64 {
        (UInt64(pixel) | UInt64(pixel) &<< 24) & 0x00FF_00FF_00FF_00FF
    }

    /// Takes in a picture's row as it is uploaded: R, G, B, A in memory.
    /// - Returns: all its pixels joined by "and": what every pixel has in common.
    func takeRGBA(_ bytes: UnsafeRawPointer) -> UInt32 {
        var common = Pixels(repeating: .max)
        var index = 0
        while index &+ 8 <= count {
            let pixels = unsafe bytes.loadUnaligned(fromByteOffset: index &* 4, as: Pixels.self)
            common &= pixels
            store(pixels.swapped, index)
            index &+= 8
        }
        var rest = UInt32.max
        while index < count {
            let pixel = unsafe bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            rest &= pixel
            unsafe start[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
            index &+= 1
        }
        for lane in 0..<8 { rest &= common[lane] }
        return rest
    }

    /// Takes in a row of video.
    /// - Parameters:
    ///   - luma: the first plane's samples, a byte each.
    ///   - zero: what of them stands for black, in 256ths of a sample.
    ///   - blue, red: the other planes', less what stands for black, in 256ths of a sample.
    ///   - factors: for red, green and blue, what each plane adds, with so many bits behind the point as is to be shifted.
    func convert(
        _ luma: UnsafeRawBufferPointer, less zero: Int32, _ blue: [Int32], _ red: [Int32], _ factors: [SIMD3<Int32>],
        shift: Int32
    ) {
        precondition(luma.count >= count && blue.count >= count && red.count >= count, "as many samples")
        let (r, g, b) = (factors[0], factors[1], factors[2])
        let (shift, half) = (shift &+ 8, Int32(1) &<< (shift &+ 7))
        unsafe blue.withUnsafeBufferPointer { blue in
            unsafe red.withUnsafeBufferPointer { red in
                for x in 0..<count {
                    let first = unsafe Int32(luma[x]) &* 256 &- zero
                    let (second, third) = unsafe (blue[x], red[x])
                    func channel(_ factors: SIMD3<Int32>) -> UInt32 {
                        let sum = first &* factors.x &+ second &* factors.y &+ third &* factors.z
                        return UInt32(truncatingIfNeeded: max(0, min(255, (sum &+ half) &>> shift)))
                    }
                    unsafe start[x] = 0xFF00_0000 | channel(r) &<< 16 | channel(g) &<< 8 | channel(b)
                }
            }
        }
    }

    @unsafe var bytes: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(start) }
}
