import CDRM
import DisplayModel
import LinuxSystem

/// A framebuffer in the kernel, which holds on to its memory by itself. It goes with the last reference.
struct Framebuffer: ~Copyable {
    let id: FramebufferID
    private let card: Card

    /// One plane of the memory: where it is in what a handle stands for.
    struct Plane {
        var handle: UInt32
        /// In bytes.
        var offset: UInt32
        /// In bytes.
        var stride: UInt32
    }

    /// The corresponding C functions are `drmModeAddFB2WithModifiers` and `drmModeAddFB2`.
    /// - Parameter modifier: nil leaves the layout to the driver.
    init(
        on card: Card, planes: [Plane], size: Size, format: PixelFormat, modifier: FormatModifier?
    ) throws(SystemError) {
        // The kernel's structure has room for four planes.
        let none = [UInt32](repeating: 0, count: 4)
        var (handles, strides, offsets, modifiers) = (none, none, none, [UInt64](repeating: 0, count: 4))
        for (index, plane) in planes.prefix(4).enumerated() {
            (handles[index], strides[index], offsets[index]) = (plane.handle, plane.stride, plane.offset)
            modifiers[index] = modifier?.rawValue ?? 0
        }
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        var id: UInt32 = 0
        if modifier != nil {
            try negativeErrnoCall("drmModeAddFB2WithModifiers", card.path) {
                unsafe drmModeAddFB2WithModifiers(
                    card.descriptor, width, height, format.rawValue, handles, strides, offsets, modifiers, &id,
                    UInt32(DRM_MODE_FB_MODIFIERS))
            }
        } else {
            try negativeErrnoCall("drmModeAddFB2", card.path) {
                unsafe drmModeAddFB2(
                    card.descriptor, width, height, format.rawValue, handles, strides, offsets, &id, 0)
            }
        }
        self.id = FramebufferID(rawValue: id)
        self.card = card
    }

    deinit {
        // Kernels before 6.8 cannot close a framebuffer, only remove it, which switches off a CRTC that shows it.
        if drmCloseFramebuffer(card.descriptor, id.rawValue) != 0 { _ = drmModeRmFB(card.descriptor, id.rawValue) }
    }
}
