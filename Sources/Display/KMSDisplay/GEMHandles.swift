import CDRM
import LinuxSystem

/// The handles of imported memory in a card's open file. The kernel gives a dma-buf the same handle however often it is
/// imported, and closing it once closes it for all: so its users are counted here.
final class GEMHandles {
    let card: Card
    private var users: [UInt32: Int] = [:]

    init(of card: Card) { self.card = card }

    /// The corresponding C function is `drmPrimeFDToHandle`. Each import is given back once.
    func take(importing descriptor: Int32) throws(SystemError) -> UInt32 {
        var handle: UInt32 = 0
        try systemCall("drmPrimeFDToHandle", card.path) {
            unsafe drmPrimeFDToHandle(card.descriptor, descriptor, &handle)
        }
        users[handle, default: 0] += 1
        return handle
    }

    /// The corresponding C function is `drmCloseBufferHandle`.
    func giveBack(_ handle: UInt32) {
        guard let count = users[handle] else { return }
        users[handle] = count > 1 ? count - 1 : nil
        if count == 1 { _ = drmCloseBufferHandle(card.descriptor, handle) }
    }
}
