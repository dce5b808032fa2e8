import Foundation
import Testing

@testable import MediaDecoding

/// What a decoder that was taken over could do.
@Suite struct ConfinementTests {
    @Test("a decoder is refused what it does not need, in every thread")
    func selfTest() throws {
        try expectSelfTest(of: DecoderExecutable.name, refuses: 24)
    }

    /// Sparse, so that they cost nothing: zeros, and the beginnings of pictures with zeros behind.
    @Test(
        "a huge file that is no picture costs no reading",
        arguments: [
            [], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
        ] as [[UInt8]])
    func hugeFile(head: [UInt8]) throws {
        let folder = try Folder()
        let path = try folder.file("huge.png", head)
        let file = try FileHandle(forWritingTo: URL(filePath: "\(path)"))
        try file.truncate(atOffset: 10 << 30)
        try file.close()
        let bench = try Bench()
        let process = try bench.ready()
        let before = try bytesRead(process)
        // The counter lies with the process, which a broken picture ends: a good one is asked for beside it.
        _ = try bench.failure(PictureRequest(path: path, boxWidth: 64, boxHeight: 64))
        if head.isEmpty {
            #expect(bench.client.processIdentifier == process)
            #expect(try bytesRead(process) - before < 1 << 20)
        }
    }

    /// By proc_pid_io(5).
    private func bytesRead(_ process: Int32) throws -> Int {
        // Only root may read it of a process that is not dumpable; else the test says less.
        guard let text = try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8) else { return 0 }
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
        return try #require(Int(line.dropFirst(7)))
    }
}

/// Has a decoder's program try what it must not be able to do.
/// - Parameter count: how many trials are refused. A kernel without Landlock has only the others.
func expectSelfTest(
    of name: String, refuses count: Int, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let process = Process()
    let messages = Pipe()
    process.executableURL = URL(filePath: try DecoderExecutable.locate(name))
    process.arguments = ["--self-test"]
    process.standardError = messages
    try process.run()
    let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)", sourceLocation: sourceLocation)
    let tried = said.split(separator: "\n").filter { $0.hasSuffix(": refused") }
    #expect(
        tried.filter { !$0.hasPrefix("Landlock alone") }.count == count, "\(said)", sourceLocation: sourceLocation)
    #expect(!said.contains("ALLOWED"), "\(said)", sourceLocation: sourceLocation)
}
