import CDRM
import CGBM
import DisplayModel
import Glibc
import LinuxEvents

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
    let framebuffer: FramebufferID
    @unsafe let memory: BufferMemory
    private let bufferObject: BufferObject
    private let planes: [DMABufPlane]

    init(on device: GBMDevice, size: Size, format: PixelFormat, layout: Layout) throws(DisplayError) {
        let bufferObject: BufferObject
        do { bufferObject = try BufferObject(on: device, size: size, format: format, layout: layout) } catch {
            throw DisplayError(error, operation: "allocate \(size) \(format) buffer", object: device.card.path)
        }
        do {
            framebuffer = try bufferObject.addFramebuffer(size: size, format: format, layout: layout)
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
        let device = bufferObject.device
        for plane in planes { _ = close(plane.descriptor) }
        // Kernels before 6.8 cannot close a framebuffer, only remove it, which switches off a CRTC that shows it.
        if drmCloseFramebuffer(device.card.descriptor, framebuffer.rawValue) != 0 {
            _ = drmModeRmFB(device.card.descriptor, framebuffer.rawValue)
        }
        device.census.buffers -= 1
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
        self.device = device
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let usage = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
        switch layout {
        case .modifiers(let modifiers):
            let codes = modifiers.map(\.rawValue)
            unsafe pointer = try nonNullCall("gbm_bo_create_with_modifiers2") {
                unsafe gbm_bo_create_with_modifiers2(
                    device.pointer, width, height, format.rawValue, codes, UInt32(codes.count), usage)
            }
        case .implicit:
            unsafe pointer = try nonNullCall("gbm_bo_create") {
                unsafe gbm_bo_create(device.pointer, width, height, format.rawValue, usage)
            }
        }
        unsafe planeCount = gbm_bo_get_plane_count(pointer)
    }

    deinit { unsafe gbm_bo_destroy(pointer) }

    var modifier: FormatModifier { unsafe FormatModifier(rawValue: gbm_bo_get_modifier(pointer)) }

    /// The corresponding C functions are `drmModeAddFB2WithModifiers` and `drmModeAddFB2`.
    func addFramebuffer(size: Size, format: PixelFormat, layout: GBMBuffer.Layout) throws(SystemError) -> FramebufferID
    {
        let card = device.card
        // The kernel's structure has room for four planes.
        let none = [UInt32](repeating: 0, count: 4)
        var (handles, strides, offsets, modifiers) = (none, none, none, [UInt64](repeating: 0, count: 4))
        for plane in 0..<min(planeCount, 4) {
            let index = Int(plane)
            handles[index] = unsafe gbm_bo_get_handle_for_plane(pointer, plane).u32
            strides[index] = unsafe gbm_bo_get_stride_for_plane(pointer, plane)
            offsets[index] = unsafe gbm_bo_get_offset(pointer, plane)
            modifiers[index] = modifier.rawValue
        }
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        var id: UInt32 = 0
        switch layout {
        case .modifiers:
            try negativeErrnoCall("drmModeAddFB2WithModifiers", card.path) {
                unsafe drmModeAddFB2WithModifiers(
                    card.descriptor, width, height, format.rawValue, handles, strides, offsets, modifiers, &id,
                    UInt32(DRM_MODE_FB_MODIFIERS))
            }
        case .implicit:
            try negativeErrnoCall("drmModeAddFB2", card.path) {
                unsafe drmModeAddFB2(
                    card.descriptor, width, height, format.rawValue, handles, strides, offsets, &id, 0)
            }
        }
        return FramebufferID(rawValue: id)
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
