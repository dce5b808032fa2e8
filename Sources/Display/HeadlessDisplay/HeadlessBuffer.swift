import CLinux
public import DisplayModel
import Glibc
import LinuxSystem

/// A framebuffer of a headless device.
@safe public final class HeadlessBuffer: ScanoutBuffer {
    public let framebuffer: FramebufferID
    public let size: Size
    public let format: PixelFormat
    public let modifier: FormatModifier
    @unsafe public let memory: BufferMemory
    /// Of an imported buffer its planes, by descriptors of the buffer's own. Empty for others.
    public let planes: [DMABufPlane]

    private weak let device: HeadlessDevice?

    /// What the device has to know of it, alive or not.
    struct Shape: Hashable, Sendable {
        var size: Size
        var format: PixelFormat
        var modifier = FormatModifier.implicit

        /// Of its pixels, without what rows are padded with.
        var bytes: Int { size.area * (format.bytesPerPixel ?? 2) }
    }

    /// Whose pixels they are.
    enum Pixels {
        case renderer
        /// In this process, with so many bytes for each row.
        case mapped(stride: Int)
        /// Behind these planes, whose descriptors the buffer closes.
        case imported([DMABufPlane])
    }

    init(_ framebuffer: FramebufferID, _ shape: Shape, _ pixels: Pixels, device: HeadlessDevice) {
        self.framebuffer = framebuffer
        (size, format, modifier) = (shape.size, shape.format, shape.modifier)
        self.device = device
        switch pixels {
        case .renderer: unsafe (memory, planes) = (.rendererOwned, [])
        case .imported(let planes): unsafe (memory, self.planes) = (.imported, planes)
        case .mapped(let stride):
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * shape.size.height, alignment: 64)
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe (memory, planes) = (.mapped(pixels: bytes, stride: stride), [])
        }
    }

    deinit {
        for plane in planes { _ = close(plane.descriptor) }
        if case .mapped(let bytes, _) = unsafe memory { unsafe bytes.deallocate() }
        device?.bufferWasFreed(framebuffer)
    }
}
