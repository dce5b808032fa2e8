import Glibc
import LinuxSystem
import Paths

/// The files by which the kernel and the system's services tell about themselves, below a root of which tests hand in
/// their own.
struct SystemTree: Sendable {
    /// Empty for the machine's own.
    let root: String

    var isOwn: Bool { root.isEmpty }

    /// The text of a small file; nil where it is not there or not for us. Never waits.
    func text(_ path: String, limit: Int = 1 << 16) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ path: String, limit: Int = 1 << 16) -> [UInt8]? {
        try? WholeFile.readPrefix(of: FilePath(root + path), limit: limit)
    }

    /// The first line, without what surrounds it.
    func line(_ path: String) -> String? {
        text(path).map { text in
            let line = text.prefix { $0 != "\n" }
            return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    func number(_ path: String) -> Int? { line(path).flatMap { Int($0) } }

    /// The names in a folder, sorted.
    func names(_ path: String) -> [String] {
        guard let directory = unsafe opendir(root + path) else { return [] }
        defer { unsafe _ = closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// What a link says. Nil for what is no link, or not for us.
    func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(root + path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The last part of what a link says.
    func linkName(_ path: String) -> String? { link(path)?.split(separator: "/").last.map(String.init) }

    func isThere(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(root + path, &status) == 0 ? status : nil
    }
}
