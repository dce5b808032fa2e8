import DisplayModel
import Rendering

/// A picture as it was uploaded, and as it is drawn: turned for the outputs that it is on, and made smaller where it is shown
/// smaller than half.
final class StoredPicture {
    let size: Size
    private(set) var upright: PixelMemory
    /// Whether no pixel lets anything show through.
    private(set) var isOpaque = true
    private var variants: [Variant: PixelMemory] = [:]
    private let pool: MemoryPool

    private struct Variant: Hashable {
        var orientation: Orientation
        /// After the turn.
        var size: Size
    }

    /// Outputs of two orientations, each with a copy of full size and one that is smaller.
    private static let mostVariants = 4

    init?(_ size: Size, _ pool: MemoryPool) {
        guard let memory = pool.take(size) else { return nil }
        (self.size, self.pool, upright) = (size, pool, memory)
    }

    deinit {
        forgetVariants()
        pool.give(upright)
    }

    /// - Parameter bytes: the rows' pixels, R, G, B, A, which the caller has measured.
    func upload(rows: Range<Int>, stride: Int, from bytes: UnsafeRawPointer) {
        if rows.lowerBound == 0 { isOpaque = true }
        for (index, row) in rows.enumerated() {
            let common = unsafe upright.row(row).takeRGBA(bytes + index * stride)
            if common >> 24 != 0xFF { isOpaque = false }
        }
        forgetVariants()
    }

    /// Takes in a frame of video, which covers everything.
    /// - Parameter bytes: as long as the frame's layout says.
    /// - Returns: whether there was memory for it.
    func upload(_ frame: PlanarPicture, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let conversion = PlanarConversion(frame)
        if frame.orientation == .normal {
            unsafe conversion.write(bytes, to: upright)
        } else {
            guard let lying = pool.take(frame.layout.size) else { return false }
            unsafe conversion.write(bytes, to: lying)
            let standing = lying.turned(frame.orientation)
            pool.give(lying)
            guard let standing else { return false }
            pool.give(upright)
            upright = standing
        }
        isOpaque = true
        forgetVariants()
        return true
    }

    private func forgetVariants() {
        for memory in variants.values { pool.give(memory) }
        variants = [:]
    }

    /// The picture as it is drawn on an output.
    /// - Parameters:
    ///   - shown: how large the whole is there, in output pixels.
    /// - Returns: at least half as many pixels as are shown, along both sides. Nil where there is no memory.
    func pixels(_ orientation: Orientation, shown: (width: Double, height: Double)) -> PixelMemory? {
        let full = orientation.isTransposing ? size.transposed : size
        // Between two pixels of the picture up to twice as many are seen as a mixture of two.
        func reduced(_ length: Int, _ shown: Double) -> Int {
            var length = length
            while Double(length) > 2 * shown, length > 1 { length = (length + 1) / 2 }
            return length
        }
        let size = Size(width: reduced(full.width, shown.width), height: reduced(full.height, shown.height))
        guard let turned = variant(Variant(orientation: orientation, size: full), make: { upright.turned(orientation) })
        else { return nil }
        guard size != full else { return turned }
        return variant(Variant(orientation: orientation, size: size)) { turned.reduced(to: size) }
    }

    private func variant(_ variant: Variant, make: () -> PixelMemory?) -> PixelMemory? {
        if variant.orientation == .normal, variant.size == size { return upright }
        if let known = variants[variant] { return known }
        guard let made = make() else { return nil }
        if variants.count >= Self.mostVariants { forgetVariants() }
        variants[variant] = made
        return made
    }
}

/// Memory of pictures that were discarded, for the next of the same size: the slides of a screen are mostly of one size,
/// and memory fresh from the kernel costs a page fault for every 4 KiB.
final class MemoryPool {
    /// The oldest first.
    private var spare: [PixelMemory] = []

    /// One for each of the slides that a change of slides on two screens lets go of.
    static let limit = 2

    func take(_ size: Size) -> PixelMemory? {
        if let index = spare.lastIndex(where: { $0.size == size }) { return spare.remove(at: index) }
        if let memory = PixelMemory(size) { return memory }
        // There may be room without what is kept for later.
        spare = []
        return PixelMemory(size)
    }

    func give(_ memory: PixelMemory) {
        spare.append(memory)
        if spare.count > Self.limit { spare.removeFirst() }
    }
}
