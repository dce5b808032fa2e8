import Paths
import Playlist
import PlaylistReading
import Testing
import Timing

/// Several paths of a command line: one list, in which each has its turn.
@Suite struct AskedPathsTests {
    private func read(
        _ disk: FakeDisk, _ paths: [FilePath], isPlaying: Bool = false, leavesOutMissing: Bool = false
    ) -> PlaylistReader.Outcome {
        var reader = PlaylistReader(transitions: [], files: disk.files, now: WallTime(seconds: 1_800_000_000))
        reader.leavesOutMissing = leavesOutMissing
        let path = PlaylistPath(allInTurn: paths)
        return reader.read(path, playing: isPlaying ? path : nil)
    }

    private let missing = "no such file or folder"

    @Test func picturesFoldersAndPlaylistsPlayInTurn() throws {
        let disk = FakeDisk("items: [{picture: b.png, duration: 3s}]")
        let paths: [FilePath] = ["b.png", "a.png", "photos", "main.yaml", "a.png"]
        let outcome = read(disk, paths)
        #expect(outcome.lines == [])
        #expect(outcome.path == PlaylistPath(allInTurn: paths))
        let items = outcome.items
        try #require(items.count == 4)
        #expect(items[0].content == .pictures(paths: ["b.png", "a.png"], .listed))
        #expect(items[3].content == .pictures(paths: ["a.png"], .listed))
        #expect(
            items[1].content
                == .list(ItemList([Item(.pictures(paths: ["photos/1.png", "photos/2.png", "photos/3.png"], .listed))])))
        #expect(items[2].content == .list(ItemList([Item(.picture(path: "b.png"), duration: .seconds(3))])))
        #expect(outcome.playlist?.sync == .wallClock)
        #expect(outcome.isFile)
        #expect(read(disk, ["a.png", "photos"]).isFile == false)
        // Each is followed; pictures by their folder, however many they are.
        #expect(outcome.sources.folders == [".", "photos"])
        #expect(outcome.sources.files == ["main.yaml"])
        #expect(outcome.texts.keys.sorted() == ["main.yaml"])
    }

    @Test func oneAloneIsThatPlaylist() {
        let disk = FakeDisk("items: [a.png]")
        #expect(PlaylistPath(allInTurn: ["main.yaml"]) == "main.yaml")
        #expect(read(disk, ["main.yaml"]).playlist?.sync == .wallClock)
    }

    @Test func eachThatIsMissingIsNamedAtOnce() {
        let outcome = read(FakeDisk("[a.png]"), ["gone.png", "a.png", "neither.yaml"])
        #expect(outcome.playlist == nil)
        #expect(outcome.lines == ["gone.png:1:1: error: \(missing)", "neither.yaml:1:1: error: \(missing)"])
        #expect(outcome.sources.files.isSuperset(of: ["gone.png", "neither.yaml"]))
    }

    @Test func ofManyThatAreMissingTheRestIsCounted() {
        let paths = (1...10_000).map { FilePath("\($0).png") }
        let lines = read(FakeDisk("[a.png]"), paths).lines
        #expect(lines.count == 21)
        #expect(lines.last == "21.png:1:1: error: \(missing), and neither are 9979 more of the paths")
        #expect(read(FakeDisk("[a.png]"), Array(paths.prefix(20))).lines.count == 20)
    }

    /// Nobody reads an error then, or something plays already: the others play on.
    @Test(arguments: [(true, false), (false, true)])
    func whatIsMissingIsLeftOutWhereItMayCome(isPlaying: Bool, leavesOutMissing: Bool) {
        var disk = FakeDisk("[a.png]")
        func read(_ paths: FilePath...) -> PlaylistReader.Outcome {
            self.read(disk, paths, isPlaying: isPlaying, leavesOutMissing: leavesOutMissing)
        }
        let outcome = read("gone.png", "a.png")
        #expect(outcome.lines == ["gone.png:1:1: warning: \(missing); it is left out until it is there"])
        #expect(outcome.playlist?.pictures == ["a.png"])
        #expect(outcome.sources.files == ["gone.png"])
        // With none of them there is nothing to play, and what plays stays.
        #expect(read("gone.png", "neither.png").playlist == nil)
        disk.texts["gone.png"] = ""
        #expect(read("gone.png", "a.png").items.map(\.content) == [.pictures(paths: ["gone.png", "a.png"], .listed)])
    }

    @Test func aPlaylistWithZonesPlaysAlone() {
        var disk = FakeDisk("zones: [{picture: a.png}]", ["sign/playlist.yaml": "zones: [{colour: '#fff'}]"])
        disk.folders["sign"] = []
        for path: FilePath in ["main.yaml", "sign"] {
            let outcome = read(disk, ["b.png", path])
            #expect(outcome.playlist == nil)
            #expect(
                outcome.lines == [
                    "\(path):1:1: error: a playlist with zones fills the screen, so it plays alone: give no other path beside it"
                ])
        }
    }

    @Test func whatIsNoPictureIsAnError() {
        let disk = FakeDisk("[a.png]", ["talk.pdf": ""])
        let outcome = read(disk, ["a.png", "talk.pdf"])
        #expect(outcome.playlist == nil && outcome.lines.count == 1)
        #expect(outcome.lines[0].hasPrefix("talk.pdf:1:1: error: not a picture by its name"))
    }

    @Test func aMistakeInAPlaylistIsNamedThere() {
        let outcome = read(FakeDisk("[b.png, gone.png]"), ["a.png", "main.yaml"])
        #expect(outcome.playlist == nil)
        #expect(outcome.lines == ["main.yaml:1:9: error: gone.png: \(missing)"])
    }

    @Test func clocksOfSingleFilesDoNotCount() {
        let disk = FakeDisk("{sync: start, unset-clock: all, items: [a.png]}")
        let outcome = read(disk, ["b.png", "main.yaml"])
        #expect(outcome.playlist?.sync == .wallClock && outcome.playlist?.unsetClock == .unscheduled)
        #expect(
            outcome.lines == [
                "main.yaml:1:8: warning: 'sync' has no effect here: this file plays as one of several paths",
                "main.yaml:1:28: warning: 'unset-clock' has no effect here: this file plays as one of several paths",
            ])
    }

    @Test func aTimeZoneThatAllPlaylistsHaveIsTheirs() {
        let (berlin, tokyo) = ("{timezone: Europe/Berlin, items: [a.png]}", "{timezone: Asia/Tokyo, items: [a.png]}")
        let disk = FakeDisk(berlin, ["other.yaml": berlin, "third.yaml": tokyo, "fourth.yaml": "[a.png]"])
        let zone = read(disk, ["main.yaml"]).playlist?.timeZone
        #expect(zone != nil)
        #expect(read(disk, ["a.png", "main.yaml", "other.yaml"]).playlist?.timeZone == zone)
        #expect(read(disk, ["main.yaml", "third.yaml"]).playlist?.timeZone == nil)
        #expect(read(disk, ["main.yaml", "fourth.yaml"]).playlist?.timeZone == nil)
    }

    @Test func manyAreOneList() {
        var disk = FakeDisk("[a.png]")
        let paths = (1...10_000).map { FilePath("many/\($0).png") }
        for path in paths { disk.texts[path] = "" }
        let outcome = read(disk, paths)
        #expect(outcome.items.map(\.content) == [.pictures(paths: paths, .listed)])
        #expect(outcome.sources == Playlist.Sources(folders: ["many"]))
        #expect("\(PlaylistPath(allInTurn: paths))" == "many/1.png, many/2.png, many/3.png and 9997 more")
    }

    @Test func theNameSaysWhatPlays() {
        #expect("\(PlaylistPath(allInTurn: ["a.png", "b"]))" == "a.png and b")
        #expect("\(PlaylistPath(allInTurn: ["a", "b", "c", "d"]))" == "a, b, c and d")
        #expect("\(PlaylistPath(allInTurn: ["a", "b", "c", "d", "e"]))" == "a, b, c and 2 more")
        #expect("\(PlaylistPath(firstExisting: ["a", "b"]))" == "a, else b")
    }
}
