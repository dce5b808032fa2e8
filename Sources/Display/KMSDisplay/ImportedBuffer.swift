import DisplayModel
import LinuxSystem

/// Memory from elsewhere with a framebuffer on it.
@safe final class ImportedBuffer: ScanoutBuffer {
    struct Source {
        var planes: [DMABufPlane]
        var size: Size
        var format: PixelFormat
        var modifier: FormatModifier
    }

    let size: Size
    let format: PixelFormat
    let modifier: FormatModifier
    var framebuffer: FramebufferID { kernelFramebuffer.id }
    var memory: BufferMemory { unsafe .imported }
    private let kernelFramebuffer: Framebuffer
    private let census: Census

    /// Over memory that GBM has imported. The framebuffer holds on to it, so GBM's object is not kept.
    init(
        _ memory: consuming BufferObject, _ source: Source, _ layout: GBMBuffer.Layout
    ) throws(DisplayError) {
        do {
            kernelFramebuffer = try memory.addFramebuffer(size: source.size, format: source.format, layout: layout)
        } catch {
            throw DisplayError(
                error, operation: "add \(source.size) \(source.format) framebuffer", object: memory.device.card.path)
        }
        (size, format, modifier) = (source.size, source.format, source.modifier)
        census = memory.device.census
        census.buffers += 1
    }

    /// Over memory that the kernel imports. The framebuffer holds on to it, so the handles are not kept.
    init(
        _ handles: GEMHandles, _ source: Source, _ layout: GBMBuffer.Layout, _ census: Census
    ) throws(SystemError) {
        var planes: [Framebuffer.Plane] = []
        defer { for plane in planes { handles.giveBack(plane.handle) } }
        for plane in source.planes {
            let handle = try handles.take(importing: plane.descriptor)
            planes.append(Framebuffer.Plane(handle: handle, offset: plane.offset, stride: plane.stride))
        }
        let named: FormatModifier? = if case .modifiers = layout { source.modifier } else { nil }
        kernelFramebuffer = try Framebuffer(
            on: handles.card, planes: planes, size: source.size, format: source.format, modifier: named)
        (size, format, modifier) = (source.size, source.format, source.modifier)
        self.census = census
        census.buffers += 1
    }

    deinit { census.buffers -= 1 }
}
