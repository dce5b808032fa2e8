public import DisplayModel
import Glibc
import LinuxSystem

/// How buffers are allocated and imported.
extension HeadlessDevice {
    /// Those that renderers draw in memory of their own.
    private static let drawableFormats: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565]

    /// The framebuffers that exist. Empty when all buffers have been released.
    public var framebuffers: Set<FramebufferID> { Set(framebufferTable.shapes.keys) }

    public func makeBuffer(
        size: Size, format: PixelFormat, modifiers: [FormatModifier]
    ) throws(DisplayError) -> any ScanoutBuffer {
        try begin(.makeBuffer, "make a buffer")
        guard Self.drawableFormats.contains(format) else {
            throw refusal("make a buffer", "\(format) cannot be drawn in memory")
        }
        return try register(
            size, format, .renderer, "make a buffer",
            modifier: modifiers.first(where: hardware.modifiers.contains) ?? .implicit)
    }

    public func makeDumbBuffer(size: Size, format: PixelFormat) throws(DisplayError) -> any ScanoutBuffer {
        try begin(.makeBuffer, "make a dumb buffer")
        guard let bytes = format.bytesPerPixel else {
            throw refusal("make a dumb buffer", "dumb buffers have one plane with whole bytes for each pixel")
        }
        // As most drivers have it: whole cache lines.
        let stride = (size.width * bytes + 63) / 64 * 64
        return try register(size, format, .mapped(stride: stride), "make a dumb buffer")
    }

    /// Takes any file that is long enough for a dma-buf, so that tests can hand out memory files.
    public func importBuffer(
        planes: [DMABufPlane], size: Size, format: PixelFormat, modifier: FormatModifier
    ) throws(DisplayError) -> any ScanoutBuffer {
        let operation = "import a buffer"
        try begin(.importBuffer, operation)
        guard [.linear, .implicit].contains(modifier) else {
            throw refusal(operation, "the device knows no modifiers")
        }
        guard let layout = format.planeLayout, layout.count == planes.count else {
            throw refusal(operation, "\(format) is not in \(planes.count) planes")
        }
        var own: [DMABufPlane] = []
        do throws(DisplayError) {
            for (plane, sample) in zip(planes, layout) {
                own.append(try duplicate(plane, sample, size, operation))
            }
            return try register(size, format, .imported(own), operation)
        } catch {
            for plane in own { _ = close(plane.descriptor) }
            throw error
        }
    }

    /// By the rules of `framebuffer_check` and of the drivers' helpers.
    private func duplicate(
        _ plane: DMABufPlane, _ sample: (bytes: Int, across: Int, down: Int), _ size: Size, _ operation: String
    ) throws(DisplayError) -> DMABufPlane {
        let width = (size.width + sample.across - 1) / sample.across
        let height = (size.height + sample.down - 1) / sample.down
        guard Int(plane.stride) >= width * sample.bytes else {
            throw refusal(operation, "a stride of \(plane.stride) bytes is less than \(width * sample.bytes)")
        }
        var status = stat()
        guard unsafe fstat(plane.descriptor, &status) == 0 else { throw refusal(operation, "a descriptor is not open") }
        let end = Int(plane.offset) + Int(plane.stride) * (height - 1) + width * sample.bytes
        guard end <= Int(status.st_size) else {
            throw refusal(operation, "a plane ends at \(end) bytes, its memory at \(status.st_size)")
        }
        var copy = plane
        copy.descriptor = fcntl(plane.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy.descriptor >= 0 else { throw refusal(operation, "a descriptor cannot be duplicated") }
        return copy
    }

    private func register(
        _ size: Size, _ format: PixelFormat, _ pixels: HeadlessBuffer.Pixels, _ operation: String,
        modifier: FormatModifier = .implicit
    ) throws(DisplayError) -> HeadlessBuffer {
        guard Self.sizeLimits.contains(size.width), Self.sizeLimits.contains(size.height),
            topology.planes.contains(where: { $0.formats.contains { $0.format == format } })
        else { throw refusal(operation, "\(size) in \(format) is more than the device has") }
        let shape = HeadlessBuffer.Shape(size: size, format: format, modifier: modifier)
        let held = framebufferTable.shapes.values.reduce(shape.bytes) { $0 + $1.bytes }
        if let memory = hardware.memory, held > memory {
            throw DisplayError(
                operation: operation, object: path, code: DisplayError.Code.noMemory,
                reason: "\(held) bytes of buffers are more than the \(memory) that it has")
        }
        let buffer = HeadlessBuffer(framebufferTable.makeID(), shape, pixels, device: self)
        framebufferTable.add(buffer, shape)
        return buffer
    }

    private func refusal(_ operation: String, _ reason: String) -> DisplayError {
        DisplayError(operation: operation, object: path, code: DisplayError.Code.invalid, reason: reason)
    }
}
