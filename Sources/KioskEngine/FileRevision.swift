import Glibc

/// Tells whether a file was written since it was last looked at.
enum FileRevision {
    /// A number made of the file's inode, size and times (`stat(2)`); 0 for one that is not there.
    static func current(of path: String) -> UInt64 {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        // FNV-1a: also equal in another process, as Swift's own hashes are not.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let values = [
            Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size), Int64(status.st_mtim.tv_sec),
            Int64(status.st_mtim.tv_nsec), Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
        ]
        for value in values { hash = (hash ^ UInt64(bitPattern: value)) &* 0x100_0000_01B3 }
        return max(hash, 1)
    }
}
