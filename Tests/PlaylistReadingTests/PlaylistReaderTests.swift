import DisplayModel
import Paths
import Playlist
import Scheduling
import StrictYAML
import Testing
import Timing

@testable import PlaylistReading

/// What a playlist's text means, beyond the messages that `Fixtures` has.
@Suite struct PlaylistReaderTests {
    private func read(_ text: String, _ others: [FilePath: String] = [:]) -> PlaylistReader.Outcome {
        FakeDisk(text, others).read()
    }

    // MARK: Files

    @Test func aListOfPathsIsAPlaylist() throws {
        let outcome = read("[a.png, photos, more.yaml]", ["more.yaml": "items: [b.png]"])
        #expect(outcome.lines == [])
        #expect(
            outcome.items.map(\.content) == [
                .picture(path: "a.png"), .pictures(paths: ["photos/1.png", "photos/2.png", "photos/3.png"], .listed),
                .list(ItemList([Item(.picture(path: "b.png"))])),
            ])
        #expect(outcome.playlist?.sync == .wallClock)
        #expect(outcome.sources.files == ["main.yaml", "more.yaml"])
        #expect(outcome.sources.folders == [".", "photos"], "pictures are followed by their folders")
    }

    @Test func foldersAndPicturesArePlaylists() {
        let disk = FakeDisk("")
        #expect(disk.read("photos").items.map(\.content) == [.pictures(paths: disk.folders["photos"] ?? [], .listed)])
        #expect(disk.read("a.png").items.map(\.content) == [.picture(path: "a.png")])
        #expect(disk.read("nowhere").lines.count == 1)
        #expect(disk.read("nowhere").sources.files == ["nowhere"], "it may come")
    }

    /// A folder, a picture, several paths, and a folder in a playlist: without a word all count by the wall clock, and
    /// with a word to all, all do not.
    @Test func allThatCanBePlayedCountsAlike() {
        let disk = FakeDisk("items: [{folder: photos}]")
        let paths: [PlaylistPath] = ["photos", "a.png", "main.yaml", PlaylistPath(allInTurn: ["a.png", "photos"])]
        let reader = PlaylistReader(transitions: [], files: disk.files, now: WallTime(seconds: 1_800_000_000))
        var atStart = PlaylistDefaults()
        atStart.sync = .start
        for path in paths {
            #expect(reader.read(path).playlist?.sync == .wallClock, "\(path)")
            #expect(reader.read(path, defaults: atStart).playlist?.sync == .start, "\(path)")
        }
        // What a file says counts.
        let own = FakeDisk("{sync: wall-clock, items: [a.png]}")
        #expect(own.read("main.yaml", defaults: atStart).playlist?.sync == .wallClock)
    }

    @Test(arguments: ["", "# nothing", "~", "text", "items: ~\n  - x", "\u{FFFE}", "items: [a.png]\n---\nitems: []"])
    func whatIsNoPlaylistIsAnError(text: String) {
        let outcome = read(text)
        #expect(outcome.playlist == nil)
        #expect(outcome.issues.contains { $0.issue.severity == .error })
    }

    @Test func aPlaylistIsToldFromAConfiguration() {
        for text in ["items: []", "zones: []", "[a]", "itmes: []", "picture: a.png"] {
            #expect(PlaylistReader.purpose(of: Array(text.utf8)) == .playlist, "\(text)")
        }
        for text in [
            "outputs: []", "{playlist: a, sync: start}", "{timezone: Europe/Zurich, outputs: []}", "playlist: a",
            "[broken",
            "{playlist: a, fit: cover, version: 1, devices: [], settle-time: 0, spans: []}",
        ] {
            #expect(PlaylistReader.purpose(of: Array(text.utf8)) == .configuration, "\(text)")
        }
        for text in ["", "# nothing", "menu.png", "fit: cover", "sync: start", "~"] {
            #expect(PlaylistReader.purpose(of: Array(text.utf8)) == .unclear, "\(text)")
        }
    }

    // MARK: Items

    @Test func anItemHasItsOwnSay() throws {
        let outcome = read(
            """
            duration: 5s
            items:
              - {picture: a.png, duration: 1min, repeat: 2, weight: 3, priority: -4}
              - {colour: '#fff'}
            """)
        let items = outcome.items
        try #require(items.count == 2)
        #expect(items[0].duration == .seconds(60))
        #expect([items[0].repeats, items[0].weight, items[0].priority] == [2, 3, -4])
        #expect(items[1].content == .color(Color(red: 1, green: 1, blue: 1)))
        #expect(items[1].duration == .seconds(5))
        #expect([items[1].repeats, items[1].weight, items[1].priority] == [1, 1, 0])
    }

    @Test func foldersHaveOrders() {
        let outcome = read(
            """
            items:
              - {folder: photos, order: newest}
              - {folder: photos, order: shuffle, seed: 9}
              - {folder: photos, order: oldest}
            """)
        let listed: [FilePath] = ["photos/1.png", "photos/2.png", "photos/3.png"]
        #expect(
            outcome.items.map(\.content) == [
                .pictures(paths: listed.reversed(), .listed), .pictures(paths: listed, .shuffled(seed: 9)),
                .pictures(paths: listed, .listed),
            ])
    }

    @Test func listsHaveOrdersAndOtherwise() {
        let outcome = read("{items: [{items: [a.png], order: shuffle}], order: shuffle, seed: 3, otherwise: [b.png]}")
        let content = outcome.playlist?.zones.first?.content
        #expect(content?.order == .shuffled(seed: 3))
        #expect(content?.otherwise == [Item(.picture(path: "b.png"))])
        #expect(
            outcome.items.map(\.content) == [
                .list(ItemList([Item(.picture(path: "a.png"))], order: .shuffled(seed: 0)))
            ])
    }

    @Test func pathsBeginAtTheFile() {
        let disk = FakeDisk(
            "items: [sub/inner.yaml, /abs.png]", ["sub/inner.yaml": "[c.png, ../a.png]", "/abs.png": ""])
        var outcome = disk.read()
        #expect(
            outcome.lines == [
                "sub/inner.yaml:1:2: error: sub/c.png: no such file or folder",
                "sub/inner.yaml:1:9: error: sub/../a.png: no such file or folder",
            ])
        #expect(outcome.sources.files.contains("sub/c.png"), "its coming makes it good")
        var whole = disk
        for path: FilePath in ["sub/c.png", "sub/../a.png"] { whole.texts[path] = "" }
        outcome = whole.read()
        #expect(outcome.playlist?.pictures == ["sub/c.png", "sub/../a.png", "/abs.png"])
    }

    @Test(
        arguments: [
            ("HDMI-1", "HDMI-A-1"), ("HDMI-A-1", nil), ("HDMI-*", nil), ("wall", nil), ("'2'", nil),
        ] as [(String, String?)])
    func namesOfXInConditionsAreDoubtedAndThoseOfSpansAreNot(name: String, kernel: String?) {
        let outcome = read("items: [{picture: a.png, when: {connector: \(name)}}]")
        #expect(outcome.playlist != nil)
        #expect(
            outcome.lines
                == (kernel.map {
                    [
                        "main.yaml:1:44: warning: no connector is called '\(name)' by the kernel (X has names of its own); "
                            + "did you mean '\($0)'? 'vitrine --list-connectors' shows all names"
                    ]
                } ?? []))
    }

    @Test func conditionsOfItemsAreKept() throws {
        let outcome = read(
            "items: [{picture: a.png, when: [{width: ['>= 640', '< 1000'], orientation: portrait}, {connector: 'DP-*'}]}]"
        )
        let conditions = try #require(outcome.items.first?.conditions)
        try #require(conditions.count == 2)
        func holds(_ connector: String, _ width: Int, _ height: Int) -> Bool {
            let output = OutputTraits(connector: connector, size: Size(width: width, height: height))
            return conditions.contains { $0.holds(for: output) }
        }
        #expect(holds("VGA-1", 640, 700))
        #expect(!holds("VGA-1", 1000, 1100))
        #expect(!holds("VGA-1", 800, 600))
        #expect(holds("dp-3", 10, 10))
    }

    // MARK: Zones

    @Test func zonesAreLaidOutInOneAnother() throws {
        let outcome = read(
            """
            zones:
              - name: outer
                area: 50% 10px 50% 100%-20px
                within: screen
                when: {orientation: landscape}
                zones:
                  - {name: left, area: 0 0 1/2 100%, picture: a.png}
                  - {playlist: inner.yaml, area: 1/2 50% 1/2 50%, when: {width: 800}}
              - {items: [a.png]}
            """, ["inner.yaml": "zones: [{picture: b.png, area: 0 10px 100% 100%-10px, when: {height: 600}}]"])
        #expect(outcome.lines == [])
        let zones = try #require(outcome.playlist?.zones)
        try #require(zones.count == 3)
        #expect(zones.map(\.name) == ["left", nil, nil])
        #expect(zones.map(\.frame) == [.screen, .screen, .safeArea])
        #expect(zones.map(\.conditions.count) == [1, 3, 0])
        #expect(
            zones[0].area
                == Area(
                    x: Length(share: 0.5), y: Length(pixels: 10), width: Length(share: 0.25),
                    height: Length(share: 1, pixels: -20)))
        #expect(
            zones[1].area
                == Area(
                    x: Length(share: 0.75), y: Length(share: 0.5, pixels: 10), width: Length(share: 0.25),
                    height: Length(share: 0.5, pixels: -20)))
        #expect(zones[2].area == .whole)
    }

    @Test func aZonePlaysWhatItSays() throws {
        let outcome = read(
            """
            zones:
              - {folder: photos, order: newest}
              - {colour: '#000', duration: 2s}
              - {items: [photos], otherwise: [b.png], order: shuffle, schedule: {days: mon}}
            """)
        #expect(outcome.lines == [])
        let zones = try #require(outcome.playlist?.zones)
        try #require(zones.count == 3)
        #expect(
            zones[0].content.items.map(\.content) == [
                .pictures(paths: ["photos/3.png", "photos/2.png", "photos/1.png"], .listed)
            ])
        #expect(zones[1].content.items.map(\.duration) == [.seconds(2)])
        let scheduled = try #require(zones[2].content.items.first)
        #expect(scheduled.schedules == [0])
        guard case .list(let list) = scheduled.content else {
            Issue.record("a scheduled zone is a list with a schedule")
            return
        }
        #expect(list.order == .shuffled(seed: 0))
        #expect(list.otherwise.count == 1)
    }

    @Test func aPlaylistOfOneZoneIsNoItemEither() {
        let outcome = read("[inner.yaml]", ["inner.yaml": "zones: [{picture: a.png, when: {width: 8}}]"])
        #expect(outcome.lines.count == 1)
        #expect(outcome.lines.first?.contains("a playlist with zones is no item") == true)
    }

    // MARK: Limits

    @Test func aHundredThousandItemsShareTheirStyle() throws {
        let outcome = read(
            "fit: cover\nitems:\n" + String(repeating: "  - a.png\n  - {picture: b.png}\n", count: 50_000))
        #expect(outcome.lines == [])
        #expect(outcome.items.count == 100_000)
        #expect(Set(outcome.items.map { ObjectIdentifier($0.style) }).count == 1)
    }

    @Test func aHundredThousandFilesAreOneItem() {
        var disk = FakeDisk("[photos, photos]")
        disk.folders["photos"] = (0..<100_000).map { "photos/\($0).png" }
        #expect(disk.read().items.count == 2)
        #expect(disk.read().playlist?.pictures.count == 100_000)
        disk.texts["main.yaml"] = "[\(Array(repeating: "photos", count: 30).joined(separator: ", "))]"
        let lines = disk.read().lines
        #expect(
            lines.first?.hasPrefix("main.yaml:1:154: error: photos: with this the playlist holds more than 2000000")
                == true)
    }

    @Test func missingFilesAreCountedNotListed() {
        let outcome = read("items:\n" + String(repeating: "  - gone.png\n", count: 5000))
        #expect(outcome.lines.count == 101)
        #expect(outcome.lines.last == "main.yaml:101:5: error: there are 4900 more errors like these")
    }

    @Test func weightsHaveASum() {
        let outcome = read("items:\n" + String(repeating: "  - {picture: a.png, weight: 100}\n", count: 10_001))
        #expect(
            outcome.lines == [
                "main.yaml:2:3: error: the weights of this list add up to 1000100; a list has 1000000 turns at most"
            ])
    }
}
