import Foundation

/// Calls a test with the path of a folder that has these files, all empty. It is gone afterwards.
func withFolder(_ names: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names { try Data().write(to: folder.appending(path: name)) }
    try body(folder.path())
}
