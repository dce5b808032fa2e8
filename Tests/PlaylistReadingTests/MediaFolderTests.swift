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
                folder.files.map { $0.name } == [
                    "02.png", "2.png", "10.png", "A.png", "a.webp", "b.JPG",
                ])
            #expect(folder.ignored.map(\.path).allSatisfy { $0.hasSuffix("notes.txt") })
            #expect(folder.ignored.count == 1)
        }
    }

    @Test func onePictureIsAPlaylistToo() throws {
        try withFolder(["a.png"]) { path in
            let single = try MediaFolder(path: "\(path)/a.png")
            #expect(single.files.count == 1)
        }
    }

    @Test func aFolderNamedLikeAPictureIsNone() throws {
        try withFolder(["a.png"]) { path in
            try FileManager.default.createDirectory(atPath: "\(path)/x.png", withIntermediateDirectories: false)
            let folder = try MediaFolder(path: path)
            #expect(folder.files.count == 1)
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
            #expect(Set(folder.files) == Set(names.map { path.appending($0) }))
            for picture in folder.files {
                #expect(PlaylistFiles.onDisk.kind(picture) == .file)
                #expect(try PlaylistFiles.onDisk.read(picture, 10).get() == [1])
            }
            let playlist = PlaylistReader(transitions: [], now: .epoch).read(path).playlist
            #expect(playlist?.pictures.count == 3)
        }
    }

    // MARK: What is new comes next

    @Test func whenPicturesCameIsWhenTheyChanged() throws {
        try withFolder(["a.png", "b.png", "c.png"]) { path in
            for (name, second) in [("a.png", 300.25), ("b.png", 100), ("c.png", 200)] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: second)], ofItemAtPath: "\(path)/\(name)")
            }
            let folder = try MediaFolder(folder: path, FolderListing(order: .newFirst))
            #expect(folder.files.map { $0.name } == ["b.png", "c.png", "a.png"])
            #expect(folder.arrivals == [100_000_000_000, 200_000_000_000, 300_250_000_000])
        }
    }

    private func newFirst(_ disk: FakeDisk) throws -> (PlaylistReader.Outcome, ItemList) {
        let outcome = disk.read()
        guard case .list(let list) = try #require(outcome.items.first).content else { return (outcome, ItemList([])) }
        return (outcome, list)
    }

    /// The reader's present is 1,800,000,000.
    @Test func eachPictureIsThereFromWhenItCame() throws {
        var disk = FakeDisk("items: [{folder: photos, order: new-first, duration: 5s}]")
        disk.arrivals = ["photos/2.png": 1_799_999_999_500_000_000, "photos/3.png": 1_800_003_600_000_000_000]
        let (outcome, list) = try newFirst(disk)
        #expect(outcome.lines == [])
        #expect(list.order == .newFirst)
        #expect(list.items.map(\.duration) == Array(repeating: .seconds(5), count: 3))
        // One is always there, and a clock that was wrong hides nothing.
        #expect(list.items.map(\.arrival) == [nil, WallTime(nanoseconds: 1_799_999_999_500_000_000), nil])
    }

    @Test func ofManyPicturesTheLastOnesAreNew() throws {
        var disk = FakeDisk("items: [{folder: photos, order: new-first}]")
        func arrivals(_ count: Int) throws -> Int {
            let pictures = (0..<count).map { FilePath("photos/\($0).png") }
            disk.folders["photos"] = pictures
            disk.arrivals = Dictionary(
                uniqueKeysWithValues: pictures.enumerated().map { ($1, Int64($0) * 1_000_000_000) })
            return try newFirst(disk).1.items.count { $0.arrival != nil }
        }
        #expect(try [1, 2, 500, 1023, 1024, 1535, 1536].map(arrivals) == [0, 1, 499, 1022, 512, 1023, 512])
        disk.folders["photos"] = (0...10_000).map { FilePath("photos/\($0).png") }
        let outcome = disk.read()
        #expect(outcome.lines.count == 1 && outcome.lines[0].contains("more than 10000 pictures"))
        #expect(outcome.items.first?.content == .pictures(paths: disk.folders["photos"] ?? [], .listed))
    }
}
