import CGBM
import DisplayModel
import Glibc
import LinuxSystem

/// Memory from GBM with a framebuffer on it. Framebuffer, descriptors and memory go with the last reference.
@safe final class GBMBuffer: ScanoutBuffer {
    enum Layout {
        /// One of these modifiers, of the driver's choosing.
        case modifiers([FormatModifier])
        /// The driver's own choice, which the framebuffer does not name.
        case implicit
    }

    let size: Size
    let format: PixelFormat
    let modifier: FormatModifier
    var framebuffer: FramebufferID { kernelFramebuffer.id }
    @unsafe let memory: BufferMemory
    private let kernelFramebuffer: Framebuffer
    private let bufferObject: BufferObject
    private let planes: [DMABufPlane]

    init(on device: GBMDevice, size: Size, format: PixelFormat, layout: Layout) throws(DisplayError) {
        let bufferObject: BufferObject
        do { bufferObject = try BufferObject(on: device, size: size, format: format, layout: layout) } catch {
            throw DisplayError(error, operation: "allocate \(size) \(format) buffer", object: device.card.path)
        }
        do {
            kernelFramebuffer = try bufferObject.addFramebuffer(size: size, format: format, layout: layout)
        } catch {
            throw DisplayError(error, operation: "add \(size) \(format) framebuffer", object: device.card.path)
        }
        self.size = size
        self.format = format
        modifier =
            switch layout {
            case .modifiers: bufferObject.modifier
            case .implicit: .implicit
            }
        planes = bufferObject.exportPlanes()
        unsafe memory = .gbm(bufferObject: bufferObject.pointer, planes: planes)
        self.bufferObject = bufferObject
        device.census.buffers += 1
    }

    deinit {
        for plane in planes { _ = close(plane.descriptor) }
        bufferObject.device.census.buffers -= 1
    }
}

/// The memory itself. The corresponding C structure is `struct gbm_bo`.
@safe struct BufferObject: ~Copyable {
    /// Held here because the memory must go before it.
    let device: GBMDevice
    @unsafe let pointer: OpaquePointer
    private let planeCount: Int32

    /// The corresponding C functions are `gbm_bo_create_with_modifiers2` and `gbm_bo_create`.
    init(on device: GBMDevice, size: Size, format: PixelFormat, layout: GBMBuffer.Layout) throws(SystemError) {
        let allocator = try unsafe device.pointer
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let usage = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
        let buffer: OpaquePointer
        switch layout {
        case .modifiers(let modifiers):
            let codes = modifiers.map(\.rawValue)
            unsafe buffer = try nonNullCall("gbm_bo_create_with_modifiers2") {
                unsafe gbm_bo_create_with_modifiers2(
                    allocator, width, height, format.rawValue, codes, UInt32(codes.count), usage)
            }
        case .implicit:
            unsafe buffer = try nonNullCall("gbm_bo_create") {
                unsafe gbm_bo_create(allocator, width, height, format.rawValue, usage)
            }
        }
        unsafe self.init(adopting: buffer, of: device)
    }

    /// Memory from elsewhere. The corresponding C function is `gbm_bo_import`.
    init(on device: GBMDevice, importing source: ImportedBuffer.Source) throws(SystemError) {
        let allocator = try unsafe device.pointer
        var data = gbm_import_fd_modifier_data()
        (data.width, data.height) = (UInt32(source.size.width), UInt32(source.size.height))
        (data.format, data.modifier) = (source.format.rawValue, source.modifier.rawValue)
        data.num_fds = UInt32(source.planes.count)
        let planes = source.planes.map { ($0.descriptor, Int32(bitPattern: $0.stride), Int32(bitPattern: $0.offset)) }
        let padded = planes + Array(repeating: (-1, 0, 0), count: 4 - planes.count)
        data.fds = (padded[0].0, padded[1].0, padded[2].0, padded[3].0)
        data.strides = (padded[0].1, padded[1].1, padded[2].1, padded[3].1)
        data.offsets = (padded[0].2, padded[1].2, padded[2].2, padded[3].2)
        let buffer = try unsafe nonNullCall("gbm_bo_import") {
            unsafe gbm_bo_import(
                allocator, UInt32(GBM_BO_IMPORT_FD_MODIFIER), &data, GBM_BO_USE_SCANOUT.rawValue)
        }
        unsafe self.init(adopting: buffer, of: device)
    }

    private init(adopting buffer: OpaquePointer, of device: GBMDevice) {
        self.device = device
        unsafe pointer = buffer
        unsafe planeCount = gbm_bo_get_plane_count(buffer)
    }

    deinit { unsafe gbm_bo_destroy(pointer) }

    var modifier: FormatModifier { unsafe FormatModifier(rawValue: gbm_bo_get_modifier(pointer)) }

    func addFramebuffer(size: Size, format: PixelFormat, layout: GBMBuffer.Layout) throws(SystemError) -> Framebuffer {
        let planes = (0..<min(planeCount, 4)).map { plane in
            unsafe Framebuffer.Plane(
                handle: gbm_bo_get_handle_for_plane(pointer, plane).u32, offset: gbm_bo_get_offset(pointer, plane),
                stride: gbm_bo_get_stride_for_plane(pointer, plane))
        }
        let named: FormatModifier? = if case .modifiers = layout { modifier } else { nil }
        return try Framebuffer(on: device.card, planes: planes, size: size, format: format, modifier: named)
    }

    /// The planes as dma-bufs, to be closed by the caller. None where the driver cannot export them all.
    /// The corresponding C function is `gbm_bo_get_fd_for_plane`.
    func exportPlanes() -> [DMABufPlane] {
        var planes: [DMABufPlane] = []
        for plane in 0..<planeCount {
            let descriptor = unsafe gbm_bo_get_fd_for_plane(pointer, plane)
            guard descriptor >= 0 else {
                for plane in planes { _ = close(plane.descriptor) }
                return []
            }
            unsafe planes.append(
                DMABufPlane(
                    descriptor: descriptor, offset: gbm_bo_get_offset(pointer, plane),
                    stride: gbm_bo_get_stride_for_plane(pointer, plane)))
        }
        return planes
    }
}
