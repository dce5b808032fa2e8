import DisplayModel
import Foundation
import Paths
import SeededRandom
import Testing
import Timing

@testable import MediaDecoding

/// Moving pictures in formats of pictures, through the decoder of films.
@Suite struct AnimationTests {
    private let matte = PictureColor(red: 40, green: 200, blue: 80)

    private func player(_ name: String, loops: Bool = false, entry: Duration = .zero) throws -> Player {
        var passage = try #require(VideoPassage(loops: loops, entry: entry))
        passage.matte = matte
        return try Player(fixture(name), passage: passage)
    }

    /// Red, green and blue of a frame's middle.
    private func color(_ frame: VideoFrame) -> [Int] { [2, 0, 1].map { frame.sample($0, 16, 12) } }

    @Test(
        "its frames have their own times, what is transparent shows what it lies on",
        arguments: [("transparent.gif", [0, 0, 255]), ("transparent.apng", [20, 100, 168])])
    func frames(name: String, second: [Int]) throws {
        let player = try player(name)
        var shown: [(color: [Int], start: Duration, length: Duration)] = []
        while let frame = try player.next() { shown.append((color(frame), frame.start, frame.length)) }
        #expect(player.failure == nil)
        // No time at all, or next to none, is 100 ms, as browsers have it.
        #expect(shown.map(\.start) == [.zero, .milliseconds(100), .milliseconds(200)])
        #expect(player.end == .milliseconds(500))
        let wanted = [[255, 0, 0], second, [40, 200, 80]]
        for (found, wanted) in zip(shown, wanted) {
            #expect(zip(found.color, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(found.color) for \(wanted)")
        }
        #expect(player.description?.color.isRGB == true)
    }

    @Test("a loop has no seam, and can be joined late", arguments: ["transparent.gif", "transparent.apng"])
    func loops(name: String) throws {
        let whole = try player(name, loops: true)
        let starts = try (0..<30).map { _ in try #require(try whole.next()).start }
        #expect(starts == (0..<30).map { .milliseconds(500 * ($0 / 3) + 100 * ($0 % 3)) })
        #expect(whole.turn == .milliseconds(500))
        let late = try player(name, loops: true, entry: .milliseconds(3_600_000 + 150))
        let frame = try #require(try late.next())
        #expect(frame.start == .milliseconds(3_600_100))
    }

    @Test(
        "a damaged animation is played as far as it goes, or named", arguments: ["transparent.gif", "transparent.apng"])
    func damage(name: String) throws {
        let folder = try Folder()
        let sound = try Array(Data(contentsOf: URL(filePath: "\(fixture(name))")))
        var random = SplitMix64(seed: 11)
        for _ in 0..<6 {
            var bytes = sound
            for _ in 0..<3 {
                bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let player = try Player(
                try folder.file(name, Array(bytes.prefix(Int.random(in: 40...bytes.count, using: &random)))))
            while try player.next() != nil {}
            if let failure = player.failure { #expect(failure.kind != .decoderEnded, "\(failure) \(bytes)") }
        }
    }
}
