import CLinux
import Glibc
package import LinuxSystem

/// Memory that one process makes, another fills, and the first then keeps: a memfd.
///
/// The decoder gets memory of the size that its picture may have, and can make none itself, so that this size bounds
/// what it uses.
package enum SealedMemory {
    /// What is set before the memory is given away: its size stays.
    private static let sizeSeals = Int32(CLINUX_SEAL_SHRINK | CLINUX_SEAL_GROW)
    /// What is set before its contents are believed: the size cannot change, nor the contents, nor these seals.
    static let seals = sizeSeals | Int32(CLINUX_SEAL_SEAL | CLINUX_SEAL_WRITE)

    /// Makes memory of a size, for somebody else to fill. The corresponding C functions are `memfd_create`, `ftruncate`
    /// and `fcntl(F_ADD_SEALS)`.
    package static func reserve(byteCount: Int) throws(SystemError) -> OwnedDescriptor {
        let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
        let number = try systemCall("memfd_create") { unsafe memfd_create("picture", flags) }
        let memory = OwnedDescriptor(adopting: number)
        try systemCall("ftruncate") { ftruncate(number, byteCount) }
        try systemCall("fcntl") { fcntl(number, Int32(CLINUX_ADD_SEALS), sizeSeals) }
        return memory
    }

    /// Lets a closure fill the first bytes of memory. The corresponding C function is `mmap`.
    package static func fill(
        _ memory: borrowing OwnedDescriptor, byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SystemError) {
        let number = memory.rawValue
        // Wrapped, because mmap answers -1 as a pointer.
        var base: UnsafeMutableRawPointer?
        try systemCall("mmap") {
            unsafe base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
            return unsafe base == MAP_FAILED ? -1 : 0
        }
        unsafe body(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        unsafe munmap(base, byteCount)
    }

    /// Keeps anybody from changing the memory. The corresponding C function is `fcntl(F_ADD_SEALS)`.
    /// - Throws: `EBUSY` as the code as long as a writable mapping exists.
    package static func seal(_ memory: borrowing OwnedDescriptor) throws(SystemError) {
        let number = memory.rawValue
        try systemCall("fcntl") { fcntl(number, Int32(CLINUX_ADD_SEALS), seals) }
    }

    /// Makes memory of a size, lets a closure fill it, and seals it.
    package static func make(
        byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SystemError) -> OwnedDescriptor {
        let memory = try reserve(byteCount: byteCount)
        try unsafe fill(memory, byteCount: byteCount, body)
        try seal(memory)
        return memory
    }
}
