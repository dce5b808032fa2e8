import Doctor
import Glibc

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
            if let mount = mounts.last(where: { $0.contains(path) }) {
                (fileSystem.device, fileSystem.kind, fileSystem.mountPoint) = (mount.device, mount.kind, mount.point)
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

    private struct Mount {
        var point, kind, device: String

        func contains(_ path: String) -> Bool { point == "/" || path == point || path.hasPrefix(point + "/") }
    }

    /// Of this process's view, the outermost first and those mounted over others after them: the longest that has a path
    /// is the one it is on. proc_pid_mountinfo(5) describes the fields.
    private var mounts: [Mount] {
        (text("/proc/self/mountinfo", limit: 1 << 20) ?? "").split(separator: "\n").compactMap { line -> Mount? in
            let fields = line.split(separator: " ")
            guard let end = fields.firstIndex(of: "-"), fields.count > end + 2, end > 4 else { return nil }
            return Mount(
                point: Self.unescaped(fields[4]), kind: String(fields[end + 1]),
                device: Self.unescaped(fields[end + 2]))
        }.enumerated().sorted { ($0.element.point.count, $0.offset) < ($1.element.point.count, $1.offset) }
            .map(\.element)
    }

    /// Blanks and the like are written as `\040`.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - The service's folder

    static let stateFolder = "/var/lib/vitrine/state"

    /// Nil where no package has made `/var/lib/vitrine`.
    /// - Parameter account: who writes into it.
    func stateFolder(of account: MachineFacts.Account?) -> MachineFacts.StateFolder? {
        let path = Self.stateFolder
        guard let account, isThere("/var/lib/vitrine") else { return nil }
        let place = existing(path)
        let point = mounts.last { $0.contains(place) }?.point ?? "/"
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
