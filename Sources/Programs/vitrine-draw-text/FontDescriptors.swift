import Glibc

/// The fonts that the engine has opened for this process: its descriptors from 4 on.
///
/// Pango, FreeType and HarfBuzz open a font's file by its name whenever they come to need it, and of many files some are
/// closed again meanwhile. The names are those of descriptors, which this program opens by copying them, so that no file
/// has to be opened once it is confined.
enum FontDescriptors {
    static let first: Int32 = 4
    static let folder = "/proc/self/fd/"

    /// Those that are open, at the program's start.
    static var all: [Int32] {
        var number = first
        while fcntl(number, F_GETFD) >= 0 { number += 1 }
        return Array(first..<number)
    }

    /// The descriptor that a name stands for.
    fileprivate static func descriptor(_ name: UnsafePointer<CChar>) -> Int32? {
        guard unsafe strncmp(name, folder, strlen(folder)) == 0 else { return nil }
        return unsafe Int32(String(cString: name + strlen(folder)))
    }

    fileprivate static func open(_ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
        if let number = unsafe descriptor(name) { return fcntl(number, F_DUPFD_CLOEXEC, 0) }
        return unsafe openat(AT_FDCWD, name, flags, mode)
    }

    fileprivate static func access(_ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        if let number = unsafe descriptor(name), mode == R_OK { return fcntl(number, F_GETFL) < 0 ? -1 : 0 }
        return unsafe faccessat(AT_FDCWD, name, mode, 0)
    }
}

// What libraries call for open(2), whether they are built for large files or not, and for access(2): the program's own
// functions come before the C library's.

@_cdecl("open")
public func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
    unsafe FontDescriptors.open(name, flags, mode)
}

@_cdecl("open64")
public func openLargeFile(_ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
    unsafe FontDescriptors.open(name, flags, mode)
}

@_cdecl("access")
public func accessFile(_ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
    unsafe FontDescriptors.access(name, mode)
}
