import Foundation
import Paths
import Playlist
import Rendering
import Testing
import Timing

@testable import PlaylistReading

/// The files of `Fixtures` say at their ends, as comments, what is to be said of them. scripts/check-schema holds the
/// same files against the JSON Schema.
@Suite struct PlaylistFixtureTests {
    private static func files(_ folder: String) throws -> [URL] {
        let fixtures = try #require(Bundle.module.resourceURL).appending(path: "Fixtures").appending(path: folder)
        return try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
            .filter { ["yaml", "json"].contains($0.pathExtension) }
    }

    /// Says what is wrong with a file, without the path of its folder.
    private static func outcome(of file: URL) -> (isGood: Bool, lines: [String]) {
        let outcome = PlaylistReader(
            transitions: TransitionShader.builtIns, now: WallTime(seconds: 1_800_000_000)
        ).read(FilePath(file.path()))
        let folder = file.deletingLastPathComponent().path()
        let name = file.lastPathComponent + ":"
        let lines = outcome.lines.map { line in
            let line = line.replacingOccurrences(of: folder, with: "")
            return line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line
        }
        return (outcome.playlist != nil, lines)
    }

    private static func expected(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("# expect: ") }
            .map { String($0.dropFirst("# expect: ".count)) }
    }

    @Test func goodPlaylistsAreGood() throws {
        let files = try Self.files("good")
        #expect(files.count >= 5)
        for file in files {
            let outcome = Self.outcome(of: file)
            #expect(outcome.isGood, "\(file.lastPathComponent)")
            #expect(outcome.lines == (try Self.expected(file)), "\(file.lastPathComponent)")
        }
    }

    @Test func badPlaylistsAreToldInFull() throws {
        let files = try Self.files("bad")
        #expect(files.count >= 15)
        for file in files {
            let outcome = Self.outcome(of: file)
            #expect(!outcome.isGood, "\(file.lastPathComponent)")
            #expect(outcome.lines == (try Self.expected(file)), "\(file.lastPathComponent)")
        }
    }
}
