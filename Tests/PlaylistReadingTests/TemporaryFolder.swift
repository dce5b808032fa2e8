import Foundation
import Paths

/// Calls a test with the path of a folder that has these files, all empty. It is gone afterwards.
func withFolder(_ names: [String], _ body: (FilePath) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }
    try body(FilePath(folder.path()))
}
