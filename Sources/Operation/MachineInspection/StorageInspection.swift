import Doctor
import Glibc
import LinuxSystem
import Paths

/// Disks, and the folder that the service writes into.
extension SystemTree {
    /// The file systems that folders are on, each once. A folder that is not there is taken for the one above it.
    func fileSystems(of folders: [String]) -> [MachineFacts.FileSystem] {
        let mounts = mounts
        var known: Set<UInt> = []
        return folders.compactMap { folder -> MachineFacts.FileSystem? in
            let path = existing(folder)
            var numbers = statvfs()
            guard unsafe statvfs(root + path, &numbers) == 0, known.insert(numbers.f_fsid).inserted else { return nil }
            let block = UInt64(numbers.f_frsize)
            var fileSystem = MachineFacts.FileSystem(
                path: folder, size: UInt64(numbers.f_blocks) &* block, available: UInt64(numbers.f_bavail) &* block,
                availableFiles: numbers.f_files == 0 ? nil : UInt64(numbers.f_favail),
                isReadOnly: numbers.f_flag & UInt(ST_RDONLY) != 0)
            if let mount = mounts.mount(of: FilePath(path)) {
                (fileSystem.device, fileSystem.kind) = (mount.source, mount.kind)
                fileSystem.mountPoint = mount.point.description
            }
            return fileSystem
        }
    }

    /// A path that is there: itself, or of its folders the nearest.
    private func existing(_ folder: String) -> String {
        var path = folder
        while !isThere(path), let slash = path.lastIndex(of: "/"), path != "/" {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    private var mounts: MountTable {
        MountTable(mountinfo: (text("/proc/self/mountinfo", limit: 1 << 20) ?? "").utf8)
    }

    // MARK: - The service's folder

    static let stateFolder = "/var/lib/vitrine/state"

    /// Nil where no package has made `/var/lib/vitrine`.
    /// - Parameter account: who writes into it.
    func stateFolder(of account: MachineFacts.Account?) -> MachineFacts.StateFolder? {
        let path = Self.stateFolder
        guard let account, isThere("/var/lib/vitrine") else { return nil }
        let place = existing(path)
        let point = mounts.mount(of: FilePath(place))?.point.description ?? "/"
        guard let status = status(path), status.st_mode & S_IFMT == S_IFDIR else {
            return .init(path: path, mountPoint: point, condition: .missing)
        }
        var numbers = statvfs()
        if unsafe statvfs(root + path, &numbers) == 0, numbers.f_flag & UInt(ST_RDONLY) != 0 {
            return .init(path: path, mountPoint: point, condition: .readOnly)
        }
        let bits =
            status.st_uid == account.user
            ? status.st_mode >> 6 : account.groups.contains(status.st_gid) ? status.st_mode >> 3 : status.st_mode
        return .init(path: path, mountPoint: point, condition: bits & 3 == 3 ? .writable : .foreign)
    }
}
