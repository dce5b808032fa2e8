import Paths
import Playlist
import PlaylistReading
import Testing
import Timing

/// A playlist that may be in several places, and folders that are one.
@Suite struct SeveralPathsTests {
    private func read(_ disk: FakeDisk, _ paths: FilePath..., playing: PlaylistPath? = nil) -> PlaylistReader.Outcome {
        PlaylistReader(transitions: [], files: disk.files, now: WallTime(seconds: 1_800_000_000)).read(
            PlaylistPath(firstExisting: paths), playing: playing)
    }

    private let good = "items: [{picture: a.png}]"
    private let bad = "itmes: []"

    @Test func theFirstThatIsThereIsTaken() {
        var disk = FakeDisk(good)
        let outcome = read(disk, "nowhere.yaml", "photos", "main.yaml")
        #expect(outcome.path == "photos")
        #expect(outcome.isFile == false)
        #expect(outcome.lines == [])
        // Its coming back is followed.
        #expect(outcome.sources.files.contains("nowhere.yaml"))
        disk.texts["nowhere.yaml"] = good
        #expect(read(disk, "nowhere.yaml", "photos").path == "nowhere.yaml")
    }

    @Test func theLastOneIsToldOfWhenNoneIsThere() {
        let outcome = read(FakeDisk(good), "nowhere.yaml", "neither")
        #expect(outcome.playlist == nil && outcome.path == nil)
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasPrefix("neither:"))
        #expect(outcome.sources.files == ["nowhere.yaml", "neither"])
    }

    @Test func oneWithErrorsIsPassedOverAndToldOf() {
        let disk = FakeDisk(good, ["first.yaml": bad])
        let outcome = read(disk, "first.yaml", "main.yaml")
        #expect(outcome.path == "main.yaml")
        #expect(outcome.lines.contains { $0.hasPrefix("first.yaml:1:") && $0.contains("error") })
    }

    @Test func oneThatHasNothingIsPassedOver() {
        var disk = FakeDisk(good)
        disk.folders["empty"] = []
        #expect(read(disk, "empty", "main.yaml").path == "main.yaml")
        #expect(read(disk, "main.yaml", "empty").path == "main.yaml")
        // The last is taken for what it is.
        #expect(read(disk, "empty").playlist?.isEmpty == true)
    }

    /// What plays stays when it is edited badly, and goes when it is taken away.
    @Test func aMistakeInWhatPlaysLetsNothingElseIn() {
        var disk = FakeDisk(good, ["first.yaml": bad])
        #expect(read(disk, "first.yaml", "main.yaml", playing: "first.yaml").playlist == nil)
        #expect(read(disk, "first.yaml", "main.yaml", playing: "main.yaml").path == "main.yaml")
        disk.texts["first.yaml"] = nil
        #expect(read(disk, "first.yaml", "main.yaml", playing: "first.yaml").path == "main.yaml")
    }

    @Test(arguments: ["playlist.yaml", "playlist.yml", "playlist.json"])
    func aFolderWithAPlaylistIsThatPlaylist(name: String) {
        var disk = FakeDisk(good)
        disk.folders["sign"] = ["sign/1.png", "sign/2.png"]
        disk.folders["sign/"] = disk.folders["sign"]
        disk.texts["sign/2.png"] = ""
        disk.texts["sign/\(name)"] = #"{"items": [{"picture": "2.png"}]}"#
        for folder: FilePath in ["sign", "sign/"] {
            let outcome = read(disk, folder)
            #expect(outcome.playlist?.pictures == ["sign/2.png"])
            #expect(outcome.isFile)
            #expect(outcome.sources.files.contains("sign/\(name)") && outcome.sources.folders.contains(folder))
        }
        for text in ["items: [{folder: sign}]", "[sign]", "zones: [{folder: sign}]"] {
            disk.texts["main.yaml"] = text
            let outcome = read(disk, "main.yaml")
            #expect(outcome.lines == [] && outcome.playlist?.pictures == ["sign/2.png"], "\(text)")
            #expect(outcome.sources.files.contains("sign/\(name)") && outcome.sources.folders.contains("sign"))
        }
    }

    @Test func aPlaylistMayPlayThePicturesOfItsOwnFolder() {
        var disk = FakeDisk(good)
        disk.texts["sign/playlist.yaml"] = "items: [{folder: .}, {folder: ../sign}]"
        for folder: FilePath in ["sign", "sign/.", "sign/../sign"] { disk.folders[folder] = ["sign/1.png"] }
        let outcome = read(disk, "sign")
        #expect(outcome.lines == [])
        #expect(outcome.items.map(\.content) == Array(repeating: .pictures(paths: ["sign/1.png"], .listed), count: 2))
    }

    @Test func whatOrdersAFolderOrdersNoPlaylistInIt() {
        var disk = FakeDisk("items: [{folder: sign, order: newest, recursive: true}]", ["sign/playlist.yaml": "[]"])
        disk.folders["sign"] = []
        #expect(
            read(disk, "main.yaml").lines.filter { $0.hasPrefix("main.yaml") } == [
                "main.yaml:1:31: warning: 'order' has no effect here: sign/playlist.yaml is what plays of this folder",
                "main.yaml:1:50: warning: 'recursive' has no effect here: sign/playlist.yaml is what plays of this folder",
            ])
    }

    @Test func aPlaylistWithZonesInAFolderIsNoItem() {
        var disk = FakeDisk("[sign]", ["sign/playlist.yaml": "zones: [{colour: '#fff'}]"])
        disk.folders["sign"] = []
        #expect(read(disk, "main.yaml").lines.first?.contains("a playlist with zones is no item") == true)
        disk.texts["main.yaml"] = "zones: [{folder: sign, area: 0 0 50% 100%}]"
        #expect(read(disk, "main.yaml").playlist?.zones.count == 1)
    }

    @Test func theNamesHaveAnOrder() {
        var disk = FakeDisk(good, ["sign/playlist.yaml": "[{colour: '#f00'}]", "sign/playlist.json": "[]"])
        disk.folders["sign"] = []
        #expect(read(disk, "sign").playlist?.hasMadeSlides == true)
    }
}
