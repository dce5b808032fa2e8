import DisplayModel

/// The framebuffers of a headless device, which it does not keep alive.
struct FramebufferTable {
    /// What is known of each framebuffer that exists.
    private(set) var shapes: [FramebufferID: HeadlessBuffer.Shape] = [:]
    private var buffers: [FramebufferID: WeakBuffer] = [:]
    private var next: UInt32 = 1000

    private struct WeakBuffer {
        weak var value: HeadlessBuffer?
    }

    subscript(framebuffer: FramebufferID) -> HeadlessBuffer? { buffers[framebuffer]?.value }

    mutating func makeID() -> FramebufferID {
        next += 1
        return FramebufferID(rawValue: next - 1)
    }

    mutating func add(_ buffer: HeadlessBuffer, _ shape: HeadlessBuffer.Shape) {
        shapes[buffer.framebuffer] = shape
        buffers[buffer.framebuffer] = WeakBuffer(value: buffer)
    }

    mutating func remove(_ framebuffer: FramebufferID) {
        shapes[framebuffer] = nil
        buffers[framebuffer] = nil
    }

    mutating func removeAll() { (shapes, buffers) = ([:], [:]) }
}
