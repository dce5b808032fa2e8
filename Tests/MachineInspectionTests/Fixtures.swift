import Foundation

/// A small tree of `/proc`, `/sys`, `/dev`, `/run` and `/etc` that is gone with this value.
final class Tree {
    let root: String

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "vitrine-tree-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func file(_ path: String, _ text: String, mode: Int = 0o644) throws {
        try makeFolder(above: path)
        try Data(text.utf8).write(to: URL(filePath: root + path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: root + path)
    }

    func link(_ path: String, to target: String) throws {
        try makeFolder(above: path)
        try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }

    private func makeFolder(above path: String) throws {
        let folder = URL(filePath: root + path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// A process with what it has open.
    func process(_ id: Int, _ name: String, terminal: Int = 0, open: [String] = []) throws {
        try file("/proc/\(id)/stat", "\(id) (\(name)) S 1 \(id) \(id) \(terminal) -1 4194560 1 2 3\n")
        for (number, target) in open.enumerated() { try link("/proc/\(id)/fd/\(number)", to: target) }
    }
}
