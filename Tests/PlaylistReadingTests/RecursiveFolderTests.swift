import Foundation
import Paths
import Playlist
import Testing
import Timing

@testable import PlaylistReading

/// Folders in folders.
@Suite struct RecursiveFolderTests {
    @Test func foldersAreWalkedOnce() throws {
        try withFolder(["a/2.png", "a/10.png", "a/b/x.png", "1.png", ".hidden/h.png", "a/notes.txt"]) { path in
            for (name, target) in [("a/b/up", "\(path)"), ("twice", "\(path)/a")] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(path)/\(name)", withDestinationPath: target)
            }
            var listing = FolderListing()
            listing.isRecursive = true
            let media = try MediaFolder(folder: path, listing)
            #expect(media.files.count == 4)
            let names = Set(media.files.map(\.name))
            #expect(names == ["1.png", "2.png", "10.png", "x.png"])
            #expect(media.ignored.map(\.path.name) == ["notes.txt"])
            #expect(media.folders.count == 2)
            #expect(try MediaFolder(folder: path).files.map(\.name) == ["1.png"])

            let playlist = "\(path)/list.yaml"
            try "items: [{folder: ., recursive: true}]".write(toFile: playlist, atomically: true, encoding: .utf8)
            let outcome = PlaylistReader(transitions: [], now: .epoch).read(FilePath(playlist))
            #expect(outcome.playlist?.pictures.count == 4)
            #expect(outcome.sources.folders.count == 3, "all are watched")
        }
    }

    @Test func depthHasALimit() throws {
        let deep = (1...20).map { "\($0)" }.joined(separator: "/")
        try withFolder(["\(deep)/a.png", "b.png"]) { path in
            var listing = FolderListing()
            listing.isRecursive = true
            let media = try MediaFolder(folder: path, listing)
            #expect(media.files.map(\.name) == ["b.png"])
            #expect(media.ignored.map(\.reason) == ["16 folders deep is the most"])
        }
    }

    @Test func namesMayDescend() throws {
        try withFolder(["1.png", "2.png", "10.png"]) { path in
            let media = try MediaFolder(folder: path, FolderListing(order: .nameDescending))
            #expect(media.files.map(\.name) == ["10.png", "2.png", "1.png"])
        }
    }
}
