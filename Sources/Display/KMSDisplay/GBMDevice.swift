import CGBM
import DisplayModel
import LinuxSystem
import Synchronization

/// The allocator of a card's buffers. The corresponding C structure is `struct gbm_device`.
///
/// It is made when it is first asked for. That loads Mesa's driver, which without a GPU brings LLVM along: much of a start
/// that the CPU renderer has no use for.
@safe final class GBMDevice {
    let card: Card
    let census: Census
    /// A renderer may be made on another thread.
    private let made = Mutex<Made?>(nil)

    @safe private struct Made: @unchecked Sendable {
        @unsafe let pointer: OpaquePointer
    }

    init(_ card: Card, census: Census) {
        self.card = card
        self.census = census
    }

    deinit {
        made.withLock { made in
            if let made { unsafe gbm_device_destroy(made.pointer) }
        }
    }

    /// The corresponding C function is `gbm_create_device`. Lives as long as this object.
    var pointer: OpaquePointer {
        get throws(SystemError) {
            let device = try made.withLock { [card] made throws(SystemError) in
                if let made { return made }
                let new = unsafe Made(
                    pointer: try nonNullCall("gbm_create_device") { unsafe gbm_create_device(card.descriptor) })
                made = new
                return new
            }
            return unsafe device.pointer
        }
    }

    /// What a GL renderer connects to.
    var nativeDisplay: NativeDisplay {
        get throws(DisplayError) {
            do { return unsafe .gbm(try pointer) } catch {
                throw DisplayError(
                    operation: "create GBM device", object: card.path, code: error.code,
                    reason: "Mesa has no driver that loads for this device; install Mesa's drivers (\(error.reason))")
            }
        }
    }
}
