import DisplayModel
import Paths
import Playlist
import Scheduling
import StrictYAML
import Testing

@testable import PlaylistReading

/// Playlists that include others.
@Suite struct PlaylistIncludeTests {
    private func read(_ text: String, _ others: [FilePath: String] = [:]) -> PlaylistReader.Outcome {
        FakeDisk(text, others).read()
    }

    @Test func includedFilesInheritLooksAndTimeZones() throws {
        let inner = """
            duration: 3s
            items:
              - a.png
              - {picture: b.png, schedule: {days: mon}}
            """
        let outcome = read(
            """
            timezone: Asia/Tokyo
            duration: 20s
            fit: cover
            opacity: 50%
            items:
              - {playlist: inner.yaml, opacity: 25%}
              - {picture: b.png, schedule: {days: mon}}
              - {picture: b.png, schedule: {days: mon, timezone: UTC}}
            """, ["inner.yaml": inner])
        #expect(outcome.lines == [])
        guard case .list(let list) = outcome.items.first?.content else {
            Issue.record("the included file is no list")
            return
        }
        #expect(list.items.map(\.duration) == [.seconds(3), .seconds(3)])
        #expect(list.items.map(\.style.look.fit) == [.cover, .cover])
        #expect(list.items.map(\.style.look.opacity) == [0.25, 0.25])
        #expect(list.items[0].style === list.items[1].style, "what says nothing of its own shares a style")
        #expect(outcome.playlist?.schedules.map(\.zone.name) == ["Asia/Tokyo", "UTC"], "equal ones are there once")
        #expect(list.items[1].schedules == outcome.items[1].schedules)
    }

    @Test func theOutermostFileNamesTheTimeZone() {
        let inner: [FilePath: String] = ["inner.yaml": "timezone: Asia/Tokyo\nitems: [a.png]"]
        #expect(read("timezone: UTC\nitems: [inner.yaml]", inner).playlist?.timeZone?.name == "UTC")
        #expect(read("items: [inner.yaml]", inner).playlist?.timeZone == nil, "the machine's")
        #expect(read("[a.png]").playlist?.timeZone == nil)
    }

    @Test func filesThatIncludeEachOtherAreRefused() {
        let outcome = read("[one.yaml]", ["one.yaml": "[two.yaml]", "two.yaml": "[a.png, one.yaml]"])
        #expect(
            outcome.lines == [
                "two.yaml:1:9: error: one.yaml: it includes itself: one.yaml → two.yaml → one.yaml; take one of these out"
            ])
    }

    @Test func includesHaveADepthAndANumber() {
        var chain: [FilePath: String] = [:]
        for index in 1...20 { chain["\(index).yaml"] = "[\(index + 1).yaml]" }
        chain["21.yaml"] = "[a.png]"
        #expect(
            read("[1.yaml]", chain).lines == [
                "15.yaml:1:2: error: 16.yaml: playlists include one another more than 16 deep here"
            ])
        let many = Array(repeating: "one.yaml", count: 1200).joined(separator: ", ")
        let lines = read("[\(many)]", ["one.yaml": "[a.png]"]).lines
        #expect(lines.first?.hasSuffix("error: one.yaml: a playlist includes others 1000 times at most") == true)
        #expect(lines.last?.hasSuffix("there are 101 more errors like these") == true)
        #expect(lines.count == 101)
    }

    @Test func theOutermostFileDecidesAboutClocks() {
        let outcome = read("sync: start\nitems: [one.yaml]", ["one.yaml": "sync: wall-clock\nitems: [a.png]"])
        #expect(outcome.playlist?.sync == .start)
        #expect(outcome.lines.count == 1)
        #expect(outcome.lines.first?.hasPrefix("one.yaml:1:7: warning: 'sync' has no effect here") == true)
    }
}
