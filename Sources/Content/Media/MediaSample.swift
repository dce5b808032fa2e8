public import DisplayModel
public import Timing

/// One frame of a medium, as a provider made it. It names no renderer.
///
/// Whoever holds a sample holds its slot: the memory is not written again before the last copy of the sample is gone.
public struct MediaSample {
    /// Which of the medium's slots has the pixels. A renderer keeps one texture for each.
    public var slot: SlotNumber
    /// Counts what was written into the slot: the same slot and version are the same pixels.
    public var version: UInt64
    public var pixels: Pixels
    public var size: Size
    /// A pixel's width by its height.
    public var pixelAspect: Double
    /// Whether every pixel hides what is below it.
    public var isOpaque: Bool
    /// From when on it shows. Nil for a medium that has only this frame.
    public var presentAt: MonotonicTime?
    /// What differs from the frame before, in pixels from the top left. Nil where that is not known.
    public var damage: [Rectangle]?
    let lease: SlotLease?

    public init(
        slot: SlotNumber, version: UInt64 = 0, pixels: Pixels, size: Size, pixelAspect: Double = 1,
        isOpaque: Bool = true,
        presentAt: MonotonicTime? = nil, damage: [Rectangle]? = nil, lease: SlotLease? = nil
    ) {
        self.slot = slot
        self.version = version
        self.pixels = pixels
        self.size = size
        self.pixelAspect = pixelAspect
        self.isOpaque = isOpaque
        self.presentAt = presentAt
        self.damage = damage
        self.lease = lease
    }

    /// Where the pixels are.
    public enum Pixels {
        /// In memory: 8 bits a channel, in the order R, G, B, A, premultiplied, sRGB; `stride` bytes from row to row.
        case memory(any PixelMemory, stride: Int)
        /// In memory, as a frame of video.
        case planar(any PixelMemory, PlanarPicture)
        /// In dma-bufs, for renderers and planes that import them. The descriptors belong to the slot.
        case dmaBuf([DMABufPlane], format: PixelFormat, modifier: FormatModifier)
    }
}

/// Memory with pixels that nobody writes while a sample refers to it.
public protocol PixelMemory: AnyObject {
    /// Hands the bytes out for the length of the call. They begin with the first row.
    func withPixels<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure)
}

/// What a medium has to show at a refresh.
public enum MediaState {
    case sample(MediaSample)
    /// Its first frame, or the one for this refresh, has not come yet.
    case notYet
    /// It has shown all that it has.
    case ended
    case failed(MediaFailure)
}
