public import DisplayModel

/// A framebuffer of a pretended device. Its pixels are the renderer's.
public final class HeadlessBuffer: ScanoutBuffer {
    public let framebuffer: FramebufferID
    public let size: Size
    public let format: PixelFormat
    public var modifier: FormatModifier { .implicit }
    public var memory: BufferMemory { unsafe .rendererOwned }

    private weak let device: HeadlessDevice?

    /// What the device has to know of it, alive or not.
    struct Shape: Hashable, Sendable {
        var size: Size
        var format: PixelFormat
    }

    init(_ framebuffer: FramebufferID, _ shape: Shape, device: HeadlessDevice) {
        self.framebuffer = framebuffer
        (size, format) = (shape.size, shape.format)
        self.device = device
    }

    deinit { device?.bufferWasFreed(framebuffer) }
}
