import CLinux
public import DisplayModel
import Glibc
import LinuxSystem

/// The memory of a stream's frames: made here, of a size that nobody can change, and lent to the decoder slot by slot.
///
/// The decoder may write into it at any time, whatever was agreed. That harms nobody: pixels are only pixels, sizes and
/// places were computed here, and the seals keep the memory from shrinking under a reader.
@safe final class VideoMemory {
    let layout: PlanarLayout
    let slotCount: Int
    let descriptor: OwnedDescriptor
    private let base: UnsafeRawPointer
    /// Which slots the decoder has.
    private(set) var lent: Set<Int>
    /// Called with a slot that nobody reads any more.
    var onReturn: ((Int) -> Void)?

    /// The corresponding C functions are `memfd_create` and `mmap`.
    init(_ layout: PlanarLayout, slots: Int) throws(SystemError) {
        self.layout = layout
        slotCount = slots
        lent = Set(0..<slots)
        let memory = try SealedMemory.reserve(byteCount: layout.byteCount * slots)
        let (number, count) = (memory.rawValue, layout.byteCount * slots)
        var address: UnsafeMutableRawPointer?
        try systemCall("mmap") {
            unsafe address = mmap(nil, count, PROT_READ, MAP_SHARED, number, 0)
            return unsafe address == MAP_FAILED ? -1 : 0
        }
        guard let address = unsafe address else { throw SystemError("mmap", code: ENOMEM) }
        unsafe base = UnsafeRawPointer(address)
        descriptor = memory
    }

    deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: base), layout.byteCount * slotCount) }

    /// The decoder gives a slot back with a frame in it. False if it did not have it.
    func take(_ slot: Int) -> Bool { lent.remove(slot) != nil }

    fileprivate func giveBack(_ slot: Int) {
        lent.insert(slot)
        onReturn?(slot)
    }

    fileprivate func bytes(of slot: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base + slot * layout.byteCount, count: layout.byteCount)
    }
}

/// A frame of a stream. The decoder gets its memory back when the last reference goes.
public final class VideoFrame {
    private let memory: VideoMemory
    /// Which of the stream's slots it is in.
    public let slot: Int
    /// When it shows and for how long, on the stream's clock.
    public let start, length: Duration
    /// How many frames before it were left out, because they were over.
    public let leftOut: Int

    init(_ memory: VideoMemory, slot: Int, start: Duration, length: Duration, leftOut: Int = 0) {
        self.memory = memory
        self.slot = slot
        self.start = start
        self.length = length
        self.leftOut = leftOut
    }

    public var layout: PlanarLayout { memory.layout }

    /// Hands the bytes out for the length of the call, laid out as ``layout`` says.
    public func withPixels<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe body(memory.bytes(of: slot))
    }

    deinit { memory.giveBack(slot) }
}
