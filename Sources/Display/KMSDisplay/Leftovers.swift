import CDRM
import Glibc

/// What the previous process has left in a card's open file: buffers, the last of them still on the screens, and unread
/// events.
struct Leftovers {
    private let card: Card
    private var framebuffers: Set<UInt32> = []

    /// Releases all of it but the framebuffers. Call it before anything is allocated through the card.
    init(of card: Card) {
        self.card = card
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(card.descriptor, &bytes, bytes.count) > 0 {}
        // The kernel can list a file's framebuffers, not its handles. Handles are small numbers, so all are tried. A
        // framebuffer keeps a reference to its memory.
        var (handle, misses) = (UInt32(1), 0)
        while misses < 256 {
            misses = drmCloseBufferHandle(card.descriptor, handle) == 0 ? 0 : misses + 1
            handle += 1
        }
        guard let resources = unsafe drmModeGetResources(card.descriptor) else { return }
        for index in unsafe 0..<Int(resources.pointee.count_fbs) {
            unsafe framebuffers.insert(resources.pointee.fbs[index])
        }
        unsafe drmModeFreeResources(resources)
    }

    var isEmpty: Bool { framebuffers.isEmpty }

    /// Frees framebuffers that no plane shows. If one were freed that is shown, the kernel would switch its CRTC off.
    mutating func free(keeping shown: Set<UInt32>) {
        for framebuffer in framebuffers.subtracting(shown) {
            _ = drmModeRmFB(card.descriptor, framebuffer)
            framebuffers.remove(framebuffer)
        }
    }
}
