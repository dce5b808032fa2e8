import CDRM
import DisplayModel
import LinuxEvents

/// A mode as a property blob in the kernel, destroyed with the last reference.
///
/// A modeset prepares the blobs that it needs and replaces the ones in use only after it has succeeded, so none is
/// destroyed while the kernel has to fall back on it.
final class ModeBlob {
    let id: UInt32
    let mode: Mode
    private let card: Card
    private let census: Census

    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    init(_ mode: Mode, on card: Card, census: Census) throws(SystemError) {
        var info = mode.info
        var id: UInt32 = 0
        try negativeErrnoCall("drmModeCreatePropertyBlob", card.path) {
            unsafe drmModeCreatePropertyBlob(card.descriptor, &info, MemoryLayout<drmModeModeInfo>.size, &id)
        }
        (self.id, self.mode, self.card, self.census) = (id, mode, card, census)
        census.modeBlobs += 1
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id)
        census.modeBlobs -= 1
    }
}

/// Counts what is alive in the kernel on a device's behalf, so that tests see leaks.
final class Census {
    var buffers = 0
    var modeBlobs = 0
}
