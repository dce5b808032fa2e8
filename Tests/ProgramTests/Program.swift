import Foundation

/// The program as people call it: it lies beside the one that tests run in.
struct Program {
    let status: Int32
    let output, messages: String

    init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws { try self.init(Self.url(), arguments) }

    /// A line of a shell, in which `$vitrine` is the program: for arguments that are no text.
    init(shell line: String) throws {
        try self.init(URL(filePath: "/bin/sh"), ["-c", line], ["vitrine": Self.url().path])
    }

    private static func url() throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own).deletingLastPathComponent().appending(path: "vitrine")
    }

    private init(_ executable: URL, _ arguments: [String], _ environment: [String: String] = [:]) throws {
        let process = Process()
        let (output, messages) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["COLUMNS": "80"]) { $1 }
            .merging(environment) { $1 }
        (process.standardOutput, process.standardError) = (output, messages)
        try process.run()
        // Neither fills its pipe before the other is read: there is little of both.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.messages = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// A folder that goes when its owner does.
final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/program-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file, in folders that are made, and returns its path.
    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
