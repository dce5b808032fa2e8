import CLinux
import Glibc
import LinuxSystem
import Paths

/// What comes from a stick that anybody may have plugged in.
enum RemovableMedia {
    /// Where the package mounts sticks, and where it copies them to.
    private static let folders: [FilePath] = ["/run/vitrine-stick", "/var/lib/vitrine/stick"]

    /// Whether a file is, or is a copy of, a stick's.
    /// - Parameters:
    ///   - disk: the file system whose disk is the machine's own, even if it can be pulled out: an image may run from a
    ///     stick.
    ///   - sysfs: where the kernel tells of block devices.
    static func holds(_ path: FilePath, machine disk: FilePath = "/", sysfs: String = "/sys") -> Bool {
        let resolved = unsafe path.withCString { path -> FilePath? in
            guard let text = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(text) }
            return FilePath(bytes: unsafe String(cString: text).utf8)
        }
        if [path, resolved].compactMap(\.self).contains(where: { folders.contains(where: $0.isIn) }) { return true }
        guard let device = wholeDevice(of: path, sysfs), isRemovable(device) else { return false }
        return device != wholeDevice(of: disk, sysfs)
    }

    /// The folder in sysfs of the disk that a file is on. Nil where it is on none.
    private static func wholeDevice(of path: FilePath, _ sysfs: String) -> String? {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) == 0 }) else { return nil }
        return wholeDevice(major: gnu_dev_major(status.st_dev), minor: gnu_dev_minor(status.st_dev), sysfs)
    }

    static func wholeDevice(major: UInt32, minor: UInt32, _ sysfs: String) -> String? {
        guard let text = unsafe realpath("\(sysfs)/dev/block/\(major):\(minor)", nil) else { return nil }
        defer { unsafe free(text) }
        let folder = unsafe String(cString: text)
        // A partition's folder is in its disk's.
        guard unsafe access("\(folder)/partition", F_OK) == 0, let slash = folder.lastIndex(of: "/") else {
            return folder
        }
        return String(folder[..<slash])
    }

    static func isRemovable(_ folder: String) -> Bool {
        (try? WholeFile.readPrefix(of: FilePath("\(folder)/removable"), limit: 1)) == [UInt8(ascii: "1")]
    }
}
