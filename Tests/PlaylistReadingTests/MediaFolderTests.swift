import Foundation
import LinuxSystem
import Paths
import Playlist
import Testing
import Timing

@testable import PlaylistReading

@Suite struct MediaFolderTests {
    @Test func picturesComeInTheOrderOfTheirNames() throws {
        try withFolder(["b.JPG", "10.png", "2.png", "a.webp", "notes.txt", ".hidden.png", "A.png", "02.png"]) { path in
            let folder = try MediaFolder(path: path)
            #expect(
                folder.pictures.map { $0.name } == [
                    "02.png", "2.png", "10.png", "A.png", "a.webp", "b.JPG",
                ])
            #expect(folder.ignored.map(\.path).allSatisfy { $0.hasSuffix("notes.txt") })
            #expect(folder.ignored.count == 1)
        }
    }

    @Test func onePictureIsAPlaylistToo() throws {
        try withFolder(["a.png"]) { path in
            let single = try MediaFolder(path: "\(path)/a.png")
            #expect(single.pictures.count == 1)
        }
    }

    @Test func aFolderNamedLikeAPictureIsNone() throws {
        try withFolder(["a.png"]) { path in
            try FileManager.default.createDirectory(atPath: "\(path)/x.png", withIntermediateDirectories: false)
            let folder = try MediaFolder(path: path)
            #expect(folder.pictures.count == 1)
            #expect(folder.ignored.map(\.reason) == ["a folder"])
        }
    }

    @Test func nothingToPlayIsSaid() throws {
        try withFolder(["notes.txt"]) { path in
            #expect(throws: MediaFolder.Problem.noPictures(path: path)) { try MediaFolder(path: path) }
            #expect(throws: MediaFolder.Problem.unsupported(path: "\(path)/notes.txt")) {
                try MediaFolder(path: "\(path)/notes.txt")
            }
            #expect(throws: MediaFolder.Problem.self) { try MediaFolder(path: "\(path)/nowhere") }
        }
    }
}

@Suite struct NaturalNameTests {
    @Test(arguments: [
        ("2", "10"), ("a2b", "a10b"), ("a", "B"), ("B", "c"), ("a", "a1"), ("a01", "a1"), ("A", "a"), ("x9", "x0010"),
        ("img 1", "img 2"),
    ])
    func namesAreOrderedAsPeopleDo(first: String, second: String) {
        #expect(NaturalName(FilePath(first)) < NaturalName(FilePath(second)))
        #expect(!(NaturalName(FilePath(second)) < NaturalName(FilePath(first))))
    }

    @Test func theOrderIsStrict() {
        let names: [FilePath] = ["", "a", "A", "a1", "a01", "a001", "b", "1", "01", "10", "9", "ä", "日本", "a 1", "a-1"]
        for x in names {
            #expect(!(NaturalName(x) < NaturalName(x)))
            for y in names where x != y {
                #expect((NaturalName(x) < NaturalName(y)) != (NaturalName(y) < NaturalName(x)), "\(x) and \(y)")
                for z in names where NaturalName(x) < NaturalName(y) && NaturalName(y) < NaturalName(z) {
                    #expect(NaturalName(x) < NaturalName(z), "\(x), \(y), \(z)")
                }
            }
        }
    }

    /// The same letters in two normalisation forms, and bytes that are no UTF-8 at all.
    @Test func namesAreBytes() throws {
        try withFolder([]) { path in
            let names: [FilePath] = [
                "caf\u{E9}.png", "cafe\u{301}.png", FilePath(bytes: [0xFF, 0xFE] + Array(".png".utf8)),
            ]
            for name in names {
                let file = try OwnedDescriptor(opening: path.appending(name), O_WRONLY | O_CREAT)
                try WholeFile.write([1], to: file.rawValue, "\(name)")
            }
            let folder = try MediaFolder(path: path)
            #expect(Set(folder.pictures) == Set(names.map { path.appending($0) }))
            for picture in folder.pictures {
                #expect(PlaylistFiles.onDisk.kind(picture) == .file)
                #expect(try PlaylistFiles.onDisk.read(picture, 10).get() == [1])
            }
            let playlist = PlaylistReader(transitions: [], now: .epoch).read(path).playlist
            #expect(playlist?.pictures.count == 3)
        }
    }
}
