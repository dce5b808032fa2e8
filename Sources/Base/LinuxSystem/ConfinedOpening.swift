import CLinux
import Glibc
public import Paths

extension OwnedDescriptor {
    /// Opens a file for reading below a folder: no link and no `..` on the way leads out of the folder. The corresponding
    /// system call is `openat2(RESOLVE_BENEATH)`.
    public init(opening path: FilePath, below folder: FilePath) throws(SystemError) {
        let root = try OwnedDescriptor(opening: folder, Int32(CLINUX_O_PATH) | O_DIRECTORY)
        let number = root.rawValue
        rawValue = try systemCall("openat2", "\(folder)/\(path)") {
            unsafe path.withCString {
                unsafe clinux_openat2(number, $0, Self.flags, UInt64(CLINUX_RESOLVE_BENEATH))
            }
        }
    }

    /// Opens a file for reading by a path that has no links in it at all. The corresponding system call is
    /// `openat2(RESOLVE_NO_SYMLINKS)`.
    public init(openingWithoutLinks path: FilePath) throws(SystemError) {
        rawValue = try systemCall("openat2", path.description) {
            unsafe path.withCString {
                unsafe clinux_openat2(AT_FDCWD, $0, Self.flags, UInt64(CLINUX_RESOLVE_NO_SYMLINKS))
            }
        }
    }

    private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
}
