import CLinux
import Glibc
import Paths

/// File systems on which others change files without the kernel here hearing of it, as `inotify(7)` says of network file
/// systems.
enum SilentFileSystems {
    /// By the numbers that `statfs(2)` gives: NFS, SMB (of three ages), FUSE (sshfs, virtiofs and others), 9P, Ceph, AFS,
    /// Coda, OCFS2, GFS2, Lustre, VirtualBox's shared folders, and those of user-mode Linux.
    private static let types: Set<Int> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F, 0x7375_7245,
        0x7461_636F, 0x0116_1970, 0x0BD0_0BD0, 0x786F_4256, 0x00C0_FFEE,
    ]

    /// Whether a path is on one of them. The corresponding C function is `statfs`.
    static func contain(_ path: FilePath) -> Bool {
        var status = statfs()
        guard unsafe path.withCString({ unsafe statfs($0, &status) }) == 0 else { return false }
        return types.contains(Int(status.f_type))
    }
}

extension FileSignature {
    /// Of all entries directly in a folder: their names, sizes and times. Where events say nothing, this tells of a file
    /// that was written in its place. Nil for what cannot be listed.
    static func entries(of folder: FilePath) -> Int? {
        guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        let number = unsafe dirfd(stream)
        // In whatever order they are listed.
        var sum = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe FilePath(bytes: $0) }
            guard !name.isHidden else { continue }
            var status = stat()
            guard unsafe name.withCString({ unsafe fstatat(number, $0, &status, 0) }) == 0 else { continue }
            var hasher = Hasher()
            hasher.combine(name)
            hasher.combine(status.st_size)
            hasher.combine(status.st_mtim.tv_sec)
            hasher.combine(status.st_mtim.tv_nsec)
            sum &+= hasher.finalize()
        }
        return sum
    }
}
