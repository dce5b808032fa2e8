import CDRM
import DisplayModel
import LinuxSystem

/// A property's value that is more than a number, as a blob in the kernel. It is destroyed with the last reference; what
/// is committed with it keeps a reference of its own there.
final class PropertyBlob {
    let id: UInt32
    private let card: Card
    private let census: Census

    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    init<Value: BitwiseCopyable>(_ values: [Value], on card: Card, census: Census) throws(SystemError) {
        var id: UInt32 = 0
        try negativeErrnoCall("drmModeCreatePropertyBlob", card.path) {
            unsafe drmModeCreatePropertyBlob(
                card.descriptor, values, values.count * MemoryLayout<Value>.stride, &id)
        }
        (self.id, self.card, self.census) = (id, card, census)
        census.blobs += 1
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id)
        census.blobs -= 1
    }
}

/// A mode as a blob. The C structure is `struct drm_mode_modeinfo`.
///
/// A modeset prepares the blobs that it needs and replaces the ones in use only after it has succeeded, so none is
/// destroyed while the kernel has to fall back on it.
struct ModeBlob {
    let mode: Mode
    private let blob: PropertyBlob

    var id: UInt32 { blob.id }

    init(_ mode: Mode, on card: Card, census: Census) throws(SystemError) {
        self.mode = mode
        blob = try PropertyBlob([mode.info], on: card, census: census)
    }
}

extension PropertyBlob {
    /// Rectangles as `FB_DAMAGE_CLIPS` has them. The C structure is `struct drm_mode_rect`.
    convenience init(damage: [Rectangle], on card: Card, census: Census) throws(SystemError) {
        let corners = damage.flatMap { [$0.x, $0.y, $0.maxX, $0.maxY] }
        try self.init(corners.map { Int32(clamping: $0) }, on: card, census: census)
    }
}

/// Counts what is alive in the kernel on a device's behalf, so that tests see leaks.
final class Census {
    var buffers = 0
    var blobs = 0
}
