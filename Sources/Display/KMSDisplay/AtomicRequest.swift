import CDRM
import LinuxSystem

/// A commit in the making. The corresponding C structure is `drmModeAtomicReq`.
@safe struct AtomicRequest: ~Copyable {
    @unsafe private let request: drmModeAtomicReqPtr

    init() throws(SystemError) {
        unsafe request = try nonNullCall("drmModeAtomicAlloc") { unsafe drmModeAtomicAlloc() }
    }

    /// The corresponding C function is `drmModeAtomicAddProperty`.
    func set(_ property: UInt32, of object: UInt32, to value: UInt64) throws(SystemError) {
        try negativeErrnoCall("drmModeAtomicAddProperty") {
            unsafe drmModeAtomicAddProperty(request, object, property, value)
        }
    }

    /// The corresponding C function is `drmModeAtomicCommit`.
    /// - Parameters:
    ///   - flags: `DRM_MODE_ATOMIC_*` and `DRM_MODE_PAGE_FLIP_EVENT`.
    ///   - serial: comes back in the events.
    func commit(to card: Card, flags: Int32, serial: UInt64) throws(SystemError) {
        try negativeErrnoCall("drmModeAtomicCommit", card.path) {
            unsafe drmModeAtomicCommit(
                card.descriptor, request, UInt32(flags), UnsafeMutableRawPointer(bitPattern: UInt(serial)))
        }
    }

    deinit { unsafe drmModeAtomicFree(request) }
}
