import CGBM
import DisplayModel
import LinuxSystem

/// The allocator of a card's buffers. The corresponding C structure is `struct gbm_device`.
@safe final class GBMDevice {
    let card: Card
    let census: Census
    @unsafe let pointer: OpaquePointer

    /// The corresponding C function is `gbm_create_device`.
    init(_ card: Card, census: Census) throws(DisplayError) {
        self.card = card
        self.census = census
        do {
            unsafe pointer = try nonNullCall("gbm_create_device") { unsafe gbm_create_device(card.descriptor) }
        } catch {
            throw DisplayError(
                operation: "create GBM device", object: card.path, code: error.code,
                reason: "Mesa has no driver that loads for this device; install Mesa's drivers (\(error.reason))")
        }
    }

    deinit { unsafe gbm_device_destroy(pointer) }
}
