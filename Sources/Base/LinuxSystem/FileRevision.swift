import CLinux
import Glibc
public import Paths

/// What a file was like when it was looked at: another value says that it was written or replaced since.
public struct FileRevision: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    /// In nanoseconds since 1970.
    private let modified, changed: Int

    /// Of an open file. The corresponding C function is `fstat`.
    public init?(of file: borrowing OwnedDescriptor) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of what is at a path, behind links too. Nil where nothing can be looked at. The corresponding C function is `stat`.
    public init?(of path: FilePath) {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
    }
}
