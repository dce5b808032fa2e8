import Configuration
import Foundation
import Paths
import Playlist
import PlaylistReading
import Rendering
import SlideComposition
import StrictYAML
import Testing
import Timing

/// The examples of the page about playlists are good, and it names every key.
@Suite struct PlaylistDocumentationTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Reads a text as the only file of a disk on which every picture, folder and playlist is that anybody names.
    private static func read(_ text: String) -> PlaylistReader.Outcome {
        var files = PlaylistFiles(
            read: { path, _ in
                switch path {
                case "example.yaml": .success(Array(text.utf8))
                case _ where PlaylistReader.isPlaylist(path): .success(Array("items: [inner.png]".utf8))
                case _ where path.hasSuffix(".ics"):
                    .success(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261225\nEND:VEVENT\nEND:VCALENDAR".utf8))
                default: .success(Array("vec4 transition(vec2 uv) { return getToColor(uv); }".utf8))
                }
            },
            kind: {
                $0.ending == nil
                    ? .folder : ["playlist.yaml", "playlist.yml", "playlist.json"].contains($0.name) ? nil : .file
            },
            list: { folder, _ in .success(MediaFolder(files: ["\(folder)/1.png", "\(folder)/2.png"])) })
        files.standardFonts = PlaylistFiles.onDisk.standardFonts
        // Before all the dates of the examples.
        return PlaylistReader(
            transitions: TransitionShader.builtIns, files: files, now: WallTime(seconds: 1_767_225_600)
        )
        .read("example.yaml")
    }

    private static func page() throws -> String {
        try String(contentsOf: top.appending(path: "docs/playlists.md"), encoding: .utf8)
    }

    @Test func everyBlockOfYAMLIsGood() throws {
        let blocks = try Self.page().components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.count >= 15)
        for block in blocks {
            if PlaylistReader.purpose(of: Array(block.utf8)) == .playlist {
                #expect(Self.read(block).issues == [], "\(block)")
            } else {
                let outcome = Configuration.read(Array(block.utf8), folder: "") { _ in
                    .failure(UnreadableFile(reason: "no such file"))
                }
                #expect(outcome.issues == [], "\(block)")
            }
        }
    }

    @Test func everyTransitionIsNamed() throws {
        let page = try Self.page()
        let package = try String(contentsOf: Self.top.appending(path: "Package.swift"), encoding: .utf8)
        var words: Set<String> = ["cut", "cross-fade", "fade"]
        for (name, isDirected) in TransitionShader.builtIns {
            words.formUnion(isDirected ? ["left", "right", "up", "down"].map { "\(name)-\($0)" } : [name])
            #expect(package.contains("\"transitions/\(name).frag\""), "Package.swift does not embed \(name)")
        }
        for word in words { #expect(page.contains("`\(word)`"), "docs/playlists.md does not name \(word)") }

        let schema = try JSONSerialization.jsonObject(
            with: Data(contentsOf: Self.top.appending(path: "docs/playlist.schema.json")))
        let definitions = (schema as? [String: Any])?["$defs"] as? [String: Any]
        let names = (definitions?["transitionName"] as? [String: Any])?["enum"] as? [String]
        #expect(Set(try #require(names)) == words)
    }

    @Test func theTableHasTheKeysThatTheParserAsksFor() throws {
        let folder = Self.top.appending(path: "Sources/Content/PlaylistReading")
        var asked: Set<String> = []
        for part in ["Parser", "Zones", "Items", "Folders", "Schedules", "Conditions", "Looks", "Rates", "Texts"] {
            let file = "Playlist\(part).swift"
            let code = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let calls = code.matches(
                of:
                    /(?:fields\.(?:value|choice|integer|number|flag|duration|list|node)\(|(?:values|alternatives|view|dates)\(\s*&fields,|pattern\()\s*"([a-z-]+)"/
            )
            asked.formUnion(calls.map { String($0.output.1) })
        }
        #expect(asked.count > 35)
        asked.formUnion(["picture", "folder", "text", "data", "colour", "playlist", "items", "zones"])

        let table = try #require(try Self.page().components(separatedBy: "## All keys").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
        }
        #expect(Set(named).symmetricDifference(asked).sorted() == [])
    }
}
