import CLinux
import Glibc

extension OwnedDescriptor {
    /// A file in memory that holds some bytes. The corresponding C function is `memfd_create`.
    /// - Parameter name: for people who look at the process.
    public static func inMemory(_ bytes: [UInt8], name: String) throws(SystemError) -> OwnedDescriptor {
        let number = try systemCall("memfd_create") { unsafe memfd_create(name, UInt32(MFD_CLOEXEC)) }
        let file = OwnedDescriptor(adopting: number)
        try WholeFile.write(bytes, to: number, name)
        return file
    }
}
