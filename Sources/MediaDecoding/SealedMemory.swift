import CLinux
import Glibc
package import LinuxEvents

/// Memory that one process fills and another maps: a memfd, sealed before it is sent.
package enum SealedMemory {
    /// What the receiver insists on: the size cannot change, nor the contents, nor these seals.
    static let seals = Int32(CLINUX_SEAL_SEAL | CLINUX_SEAL_SHRINK | CLINUX_SEAL_GROW | CLINUX_SEAL_WRITE)

    /// Makes memory of a size, lets a closure fill it, and seals it. The corresponding C functions are
    /// `memfd_create`, `ftruncate`, `mmap` and `fcntl(F_ADD_SEALS)`.
    package static func make(
        byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SystemError) -> OwnedDescriptor {
        let number = try systemCall("memfd_create") { unsafe memfd_create("picture", flags) }
        let memory = OwnedDescriptor(adopting: number)
        try systemCall("ftruncate") { ftruncate(number, byteCount) }
        // Wrapped, because mmap answers -1 as a pointer.
        var base: UnsafeMutableRawPointer?
        try systemCall("mmap") {
            unsafe base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
            return unsafe base == MAP_FAILED ? -1 : 0
        }
        unsafe fill(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        // The seal against writing is refused as long as a writable mapping exists.
        unsafe munmap(base, byteCount)
        try systemCall("fcntl") { fcntl(number, Int32(CLINUX_ADD_SEALS), seals) }
        return memory
    }

    private static let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
}
