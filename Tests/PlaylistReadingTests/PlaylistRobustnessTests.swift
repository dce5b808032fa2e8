import Foundation
import Paths
import Playlist
import SeededRandom
import StrictYAML
import Testing
import Timing

@testable import PlaylistReading

/// Whatever a file holds, it is read to an end, and no playlist without a reason is refused.
@Suite struct PlaylistRobustnessTests {
    /// Reads bytes as the file of a disk on which nothing else but `a.png` and the folder `photos` is.
    private func read(_ bytes: [UInt8]) -> PlaylistReader.Outcome {
        var files = FakeDisk("").files
        let rest = files.read
        files.read = { path, limit in path == "main.yaml" ? .success(bytes) : rest(path, limit) }
        return PlaylistReader(
            transitions: [("fade", false), ("wipe", true)], files: files, now: WallTime(seconds: 1_800_000_000)
        )
        .read("main.yaml")
    }

    private func check(_ bytes: [UInt8], _ comment: Comment) {
        let outcome = read(bytes)
        let hasErrors = outcome.issues.contains { $0.issue.severity == .error }
        #expect(hasErrors == (outcome.playlist == nil), comment)
    }

    /// Texts to start from, with much of the format in them.
    private static func seeds() throws -> [[UInt8]] {
        let fixtures = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
        return try [
            "good/everything.yaml", "good/json.json", "bad/schedules.yaml", "bad/values.yaml", "bad/zones.yaml",
        ]
        .map { Array(try Data(contentsOf: fixtures.appending(path: $0))) }
    }

    private static let tokens =
        [
            "items", "zones", "picture", "a.png", "photos", "main.yaml", "schedule", "when", ": ", "- ", "\n", "\n  ",
            "{",
            "}", "[", "]", ",", "'", "\"", "&x ", "*x", "#", "~", "99999999999999999999", "-1", "1e308", "%", "px", "/",
            "2026-02-29", "24:00-24:00", "FREQ=YEARLY;BYDAY=-53MO", "\0", "\u{FEFF}", "\u{1F600}",
        ].map { Array($0.utf8) }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func changedTextsNeverTrap(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let seeds = try Self.seeds()
        for round in 0..<500 {
            var text = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0..<6, using: &numbers) {
                let place = Int.random(in: 0..<text.count, using: &numbers)
                let end = min(text.count, place + Int.random(in: 0..<12, using: &numbers))
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: text.removeSubrange(place..<max(place, min(end, text.count - 1)))
                case 1: text.insert(contentsOf: Self.tokens.randomElement(using: &numbers) ?? [], at: place)
                case 2: text[place] = .random(in: 0...255, using: &numbers)
                default: text.insert(contentsOf: text[place..<end], at: Int.random(in: 0..<text.count, using: &numbers))
                }
            }
            check(text, "seed \(seed), round \(round): \(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test(arguments: [5, 6] as [UInt64])
    func randomTextsNeverTrap(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        for round in 0..<1500 {
            let length = Int.random(in: 0..<60, using: &numbers)
            let text: [UInt8] =
                round.isMultiple(of: 2)
                ? (0..<length).map { _ in .random(in: 0...255, using: &numbers) }
                : (0..<length / 2).flatMap { _ in Self.tokens.randomElement(using: &numbers) ?? [] }
            check(text, "seed \(seed), round \(round): \(text)")
        }
    }

    @Test func aliasesCountAsWhatTheyStandFor() {
        var text = "x0: &x0 [a.png]\n"
        for level in 1...40 {
            text +=
                "x\(level): &x\(level) [" + Array(repeating: "*x\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        let lines = read(Array((text + "items: *x40").utf8)).lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("error: the file has more than 2000000 values") == true)
    }

    @Test func depthEndsWithAnError() {
        for (open, close) in [("[", "]"), ("{items: [", "]}"), ("- ", ""), ("zones: [{", "}]")] {
            let text = String(repeating: open, count: 5000) + "a.png" + String(repeating: close, count: 5000)
            let outcome = read(Array(text.utf8))
            #expect(outcome.playlist == nil)
            #expect(outcome.lines.count == 1)
        }
    }

    @Test func allFilesTogetherHaveOneLimit() {
        // A million values in a few lines, and three times that.
        var text = "x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        for level in 1...5 {
            text +=
                "x\(level): &x\(level) [" + Array(repeating: "*x\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        let disk = FakeDisk("[big.yaml, big.yaml, big.yaml]", ["big.yaml": text + "items: [a.png]"])
        let refused =
            "big.yaml:1:1: error: with this the playlist holds more than 2000000 values and pictures, or 64 MiB of text"
        #expect(disk.read().playlist == nil)
        #expect(disk.read().lines.filter { $0 == refused }.count == 2, "\(disk.read().lines)")
    }

    @Test func longTextsAndManyKeysAreRefused() {
        let long = read(Array("items: [\(String(repeating: "a", count: 5000))]".utf8)).lines
        #expect(long == ["main.yaml:1:9: error: this text is longer than 4096 bytes"])
        let keys = read(Array((0..<5000).map { "k\($0): 1\n" }.joined().utf8)).lines
        #expect(keys == ["main.yaml:1:1: error: a playlist has only a few keys, but here are 5000"])
    }
}
