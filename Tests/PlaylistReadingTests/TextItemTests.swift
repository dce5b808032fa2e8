import Fonts
import LinuxSystem
import Paths
import Playlist
import PlaylistReading
import Testing
import TextTemplates
import Timing

@Suite struct TextItemTests {
    private static let fonts = try? ["Inter", "DejaVu Sans"].map { name in
        FontFile(
            path: "\(name).ttf", families: [name], descriptor: try OwnedDescriptor.inMemory([], name: "font"),
            checksum: Checksum(name.utf8))
    }

    private func read(_ text: String, _ others: [FilePath: String] = [:]) -> PlaylistReader.Outcome {
        var files = FakeDisk(text, others).files
        files.standardFonts = { Self.fonts ?? [] }
        return PlaylistReader(transitions: [], files: files, now: WallTime(seconds: 1_800_000_000)).read("main.yaml")
    }

    private func texts(_ text: String, _ others: [FilePath: String] = [:]) -> [SlideText] {
        read(text, others).playlist?.texts.map(\.text) ?? []
    }

    @Test func stylesGoInwards() {
        let found = texts(
            """
            font: inter
            text-colour: '#ff0000'
            items:
              - text: one
              - items:
                  - {text: two, font-size: fit}
                  - other.yaml
                font-weight: bold
                padding: 5%
            """, ["other.yaml": "[{text: three, text-colour: '#00ff00'}]"])
        #expect(found.map(\.source) == ["one", "two", "three"])
        #expect(found.allSatisfy { $0.style.families == ["Inter"] })
        #expect(found.map(\.style.weight) == [400, 700, 700])
        #expect(found.map { $0.style.size == TextStyle.Size.fit } == [false, true, false])
        #expect(found.map { "\($0.style.color)" } == ["#ff0000", "#ff0000", "#00ff00"])
    }

    @Test func blocksEndWithTheirLastLine() {
        #expect(texts("items:\n  - text: |\n      one\n      two\n\n").map(\.source) == ["one\ntwo"])
    }

    @Test func aTextInAnotherLineIsTheSame() {
        #expect(read("items: [{text: a}]").playlist == read("\n\nitems: [{text: a}]").playlist)
        #expect(read("items: [{text: a}]").playlist != read("items: [{text: b}]").playlist)
    }

    @Test func mistakesOfTemplatesHaveTheirPlaces() {
        #expect(read("items: [{text: 'at {tim:HH}'}]").lines.first?.hasPrefix("main.yaml:1:21: error: text: ") == true)
        let block = "items:\n  - text: |\n      one\n        two {time:HH\n"
        #expect(read(block).lines.first?.hasPrefix("main.yaml:4:13: error: text: ") == true)
        let quoted = "items:\n  - text: \"a\\tb {tim:HH}\"\n"
        #expect(read(quoted).lines.first?.hasPrefix("main.yaml:2:11: error: text: ") == true)
    }

    @Test func unknownFontsAreErrorsWithTheNearestName() {
        let lines = read("items:\n  - text: a\n    font: [DejaVu Sans, Intre]").lines
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("main.yaml:3:25: error: there is no font 'Intre'; did you mean 'Inter'?") == true)
    }

    @Test func aTextIsAlwaysShown() {
        #expect(read("items: [{text: a}]").playlist?.isEmpty == false)
    }

    @Test func itSaysWhatTheTimeIs() throws {
        let text = try #require(texts("timezone: UTC\nitems: [{text: '{time:HH:mm}'}]").first)
        let words = text.words(at: WallTime(seconds: 3600 * 5 + 61), [:])
        #expect(words.text == "05:01")
        #expect(words.until == WallTime(seconds: 3600 * 5 + 120))
        #expect(texts("items: [{text: always}]").first?.words(at: .epoch, [:]).until == nil)
    }
}
