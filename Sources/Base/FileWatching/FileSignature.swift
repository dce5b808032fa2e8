import CLinux
import Glibc
import Paths

/// Tells whether a file or a folder has changed, without reading it.
struct FileSignature: Hashable {
    private struct Time: Hashable {
        var seconds: Int
        var nanoseconds: Int

        init(_ time: timespec) {
            seconds = time.tv_sec
            nanoseconds = time.tv_nsec
        }
    }

    private let device: dev_t
    private let inode: ino_t
    private let modified: Time
    /// Nil for a folder, where both only change when an entry comes or goes.
    private let size: off_t?
    private let changed: Time?

    /// Nil where there is nothing, or where permission is denied. The C function is `lstat`.
    init?(of path: FilePath) {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        device = status.st_dev
        inode = status.st_ino
        modified = Time(status.st_mtim)
        size = isFolder ? nil : status.st_size
        changed = isFolder ? nil : Time(status.st_ctim)
    }
}

extension PathTrail.Entry {
    /// What is at a path. The C functions are `lstat` and `readlink`.
    init(at path: FilePath) {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else {
            self = .missing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .directory
        case S_IFLNK:
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = unsafe path.withCString { unsafe readlink($0, &target, target.count) }
            // Gone since: whoever took it away makes an event of it.
            let bytes = target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
            self = bytes.isEmpty ? .missing : .link(to: FilePath(bytes: bytes))
        default: self = .other
        }
    }
}
