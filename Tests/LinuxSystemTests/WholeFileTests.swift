import Foundation
import Glibc
import Paths
import Testing

@testable import LinuxSystem

@Suite struct WholeFileTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func callAsFunction(_ name: String) -> FilePath { FilePath(text(of: name)) }
        /// The same, as C functions take it.
        func text(of name: String) -> String { path + "/" + name }

        func replace(_ name: String, _ text: String, permissions: mode_t = 0o644) throws(SystemError) {
            try WholeFile.replace(self(name), with: Array(text.utf8), permissions: permissions, isDurable: true)
        }

        func text(_ name: String) throws -> String {
            String(decoding: try WholeFile.read(self(name), limit: 1 << 20), as: UTF8.self)
        }

        var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
    }

    @Test func aFileIsReadUpToItsLimit() throws {
        let folder = try Folder()
        try folder.replace("a", "12345")
        #expect(try WholeFile.read(folder("a"), limit: 5) == Array("12345".utf8))
        #expect(throws: FileReadingError.longer(than: 4)) { try WholeFile.read(folder("a"), limit: 4) }
        #expect(try WholeFile.readPrefix(of: folder("a"), limit: 4) == Array("1234".utf8))
        #expect(throws: FileReadingError.system(SystemError("stat", folder.text(of: "b"), code: ENOENT))) {
            try WholeFile.read(folder("b"), limit: 4)
        }
    }

    /// A pipe without a writer would be waited for, and a device may act on being opened.
    @Test func whatIsNoRegularFileIsRefused() throws {
        let folder = try Folder()
        try systemCall("mkfifo") { unsafe mkfifo(folder.text(of: "pipe"), 0o600) }
        #expect(throws: FileReadingError.notRegular) { try WholeFile.read(folder("pipe"), limit: 4) }
        #expect(throws: FileReadingError.notRegular) { try WholeFile.read("/dev/zero", limit: 4) }
        #expect(throws: FileReadingError.folder) { try WholeFile.read(FilePath(folder.path), limit: 4) }
        #expect(throws: FileReadingError.folder) { try WholeFile.read(FilePath(folder.path), limit: 4, kind: .stream) }
        #expect(try WholeFile.readPrefix(of: "/dev/zero", limit: 3, kind: .stream) == [0, 0, 0])
    }

    /// The kernel's own files say that they are empty.
    @Test func filesWithoutASizeAreRead() throws {
        #expect(try WholeFile.read("/proc/self/status", limit: 1 << 16).isEmpty == false)
    }

    @Test func aFileIsReplaced() throws {
        let folder = try Folder()
        try folder.replace("a", "old", permissions: 0o600)
        #expect(try folder.text("a") == "old")
        try folder.replace("a", "new", permissions: 0o640)
        #expect(try folder.text("a") == "new")
        var status = stat()
        try systemCall("stat") { unsafe stat(folder.text(of: "a"), &status) }
        #expect(status.st_mode & 0o777 == 0o640 & ~mask)
        #expect(try folder.names == ["a"])
    }

    private var mask: mode_t {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }

    /// A disk that is full takes a part of the bytes and refuses the rest.
    @Test func whatCannotBeWrittenWholeReplacesNothing() throws {
        let folder = try Folder()
        try folder.replace("a", "old")
        let full = SystemError("write", folder.text(of: "a"), code: ENOSPC)
        #expect(throws: full) {
            try WholeFile.replace(folder("a"), permissions: 0o644, isDurable: false) { file, path throws(SystemError) in
                try WholeFile.write(Array("ne".utf8), to: file, path)
                throw full
            }
        }
        #expect(try folder.text("a") == "old")
        #expect(try folder.names == ["a"])
    }

    /// More than a pipe takes at once: each call writes a part.
    @Test func shortWritesAreGoneOnWith() throws {
        let ends = try pipeEnds(O_NONBLOCK)
        let ours = OwnedDescriptor(adopting: ends[0])
        let theirs = OwnedDescriptor(adopting: ends[1])
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        let number = ours.rawValue
        let reader = Thread.reading(number, bytes.count)
        try WholeFile.write(bytes, to: theirs.rawValue, "pipe")
        #expect(reader.result() == bytes)
    }

    @Test func whatIsNoRegularFileIsWrittenToAndStays() throws {
        let folder = try Folder()
        try folder.replace("a", "old")
        try systemCall("symlink") { unsafe symlink("a", folder.text(of: "link")) }
        try folder.replace("link", "new")
        #expect(try folder.text("a") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.text(of: "link")) == "a")
        try WholeFile.replace("/dev/null", with: [1], permissions: 0o600, isDurable: true)
        #expect(throws: SystemError("open", folder.path, code: EISDIR)) {
            try WholeFile.replace(FilePath(folder.path), with: [], permissions: 0o600, isDurable: true)
        }
    }

    /// Left by a process of the same number that a power cut ended, or put there to read along.
    @Test func aForeignTemporaryFileIsNotWrittenInto() throws {
        let folder = try Folder()
        try folder.replace("victim", "untouched")
        try systemCall("symlink") { unsafe symlink("victim", folder.text(of: ".a.\(getpid()).part")) }
        try folder.replace("a", "new")
        #expect(try folder.text("victim") == "untouched")
        #expect(try folder.names == ["a", "victim"])
    }
}

/// Reads on a thread of its own.
private final class Thread: @unchecked Sendable {
    private var bytes: [UInt8] = []
    private let done = DispatchSemaphore(value: 0)

    static func reading(_ descriptor: Int32, _ count: Int) -> Thread {
        let thread = Thread()
        DispatchQueue(label: "reader").async {
            var chunk = [UInt8](repeating: 0, count: 10_000)
            while thread.bytes.count < count {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
                let length = unsafe read(descriptor, &chunk, chunk.count)
                if length == 0 { break }
                if length > 0 { thread.bytes += chunk.prefix(length) }
            }
            thread.done.signal()
        }
        return thread
    }

    func result() -> [UInt8] {
        done.wait()
        return bytes
    }
}
