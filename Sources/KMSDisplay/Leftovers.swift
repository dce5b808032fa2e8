import CDRM
import Glibc

/// What a former life of the program has left in a card's open file: buffers, the last of them still on the screens, and
/// events that nobody waits for.
struct Leftovers {
    private let card: Card
    private var framebuffers: Set<UInt32> = []

    /// Lets go of all but the framebuffers. To be called before anything is made through the card.
    init(of card: Card) {
        self.card = card
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(card.descriptor, &bytes, bytes.count) > 0 {}
        // The kernel tells a file's framebuffers, not its handles; they are small numbers. A framebuffer holds on to its
        // memory by itself.
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

    /// Frees what is not on any plane any more: what is, the kernel would switch off.
    mutating func free(keeping shown: Set<UInt32>) {
        for framebuffer in framebuffers.subtracting(shown) {
            _ = drmModeRmFB(card.descriptor, framebuffer)
            framebuffers.remove(framebuffer)
        }
    }
}
