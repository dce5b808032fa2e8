import DisplayModel
import Paths
import Playlist
import SeededRandom
import Testing
import Timing

@testable import PlaylistReading

@Suite struct AnimatedPictureTests {
    /// The blocks of a GIF, which this file puts together.
    private enum GIF {
        static let head = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        static let endless = [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        static let delay: [UInt8] = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
        static let picture: [UInt8] = [0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, 3, 0x84, 0x2c, 0x05, 0]
        static let pictureWithColors: [UInt8] =
            [0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0x80] + [UInt8](repeating: 0x2c, count: 6) + [2, 1, 0x2c, 0]
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + Array(name.utf8) + bytes + [0, 0, 0, 0]
    }

    private static func png(_ chunks: [UInt8]...) -> [UInt8] {
        let mark: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        return mark + chunk("IHDR", [UInt8](repeating: 1, count: 13)) + chunks.flatMap(\.self)
    }

    @Test("a GIF moves if it has a second picture, and its extension says whether for ever")
    func gif() {
        let end: [UInt8] = [0x3b]
        let still: [UInt8] = GIF.head + GIF.delay + GIF.picture + end
        #expect(AnimatedPicture(still) == nil)
        #expect(AnimatedPicture(GIF.head + GIF.endless + GIF.picture + end) == nil)
        let first: [UInt8] = GIF.head + GIF.delay + GIF.pictureWithColors
        let once: [UInt8] = first + GIF.delay + GIF.picture + end
        #expect(AnimatedPicture(once) == AnimatedPicture(playsOnce: true))
        let endless: [UInt8] = GIF.head + GIF.endless + GIF.picture + GIF.picture + end
        #expect(AnimatedPicture(endless) == AnimatedPicture(playsOnce: false))
        // What is behind the second picture need not be there.
        for length in 0..<endless.count {
            let known = AnimatedPicture(Array(endless.prefix(length)))
            #expect((known != nil) == (length > GIF.head.count + GIF.endless.count + GIF.picture.count), "\(length)")
        }
    }

    @Test("a PNG moves if it says so before its first picture")
    func png() {
        let data = Self.chunk("IDAT", [1, 2, 3])
        #expect(AnimatedPicture(Self.png(data)) == nil)
        #expect(AnimatedPicture(Self.png(data, Self.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))) == nil)
        #expect(AnimatedPicture(Self.png(Self.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), data)) == nil)
        let profile = Self.chunk("iCCP", [UInt8](repeating: 7, count: 3000))
        #expect(
            AnimatedPicture(Self.png(profile, Self.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), data))
                == AnimatedPicture(playsOnce: false))
        #expect(
            AnimatedPicture(Self.png(Self.chunk("acTL", [0, 0, 0, 9, 0, 0, 0, 1]), data))
                == AnimatedPicture(playsOnce: true))
    }

    @Test("whatever the bytes are, an answer comes")
    func chance() {
        var random = SplitMix64(seed: 7)
        let files = [
            GIF.head + GIF.endless + GIF.delay + GIF.picture + GIF.pictureWithColors,
            Self.png(Self.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), Self.chunk("IDAT", [1])),
        ]
        for _ in 0..<5000 {
            var bytes = files[Int.random(in: 0..<2, using: &random)]
            for _ in 0..<3 {
                bytes[Int.random(in: 6..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = AnimatedPicture(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
    }

    @Test("a picture that moves is a film, for as long as a picture shows")
    func reading() throws {
        var disk = FakeDisk(
            "duration: 7s\nbackground: '#ff0000'\nitems:\n  - folder: photos\n  - {picture: d.gif, duration: 3s}",
            ["d.gif": ""])
        disk.folders["photos"] = ["photos/a.png", "photos/b.gif", "photos/c.gif"]
        disk.animations = [
            "photos/b.gif": AnimatedPicture(playsOnce: false), "d.gif": AnimatedPicture(playsOnce: true),
        ]
        disk.videoLengths = { _ in .success(.milliseconds(400)) }
        let outcome = disk.read()
        #expect(outcome.lines.isEmpty)
        #expect(outcome.playlist?.videos == ["photos/b.gif", "d.gif"])
        #expect(outcome.playlist?.pictures == ["photos/a.png", "photos/c.gif"])
        let item = try #require(outcome.items.last)
        #expect(item.duration == .seconds(3))
        guard case .video(let video) = item.content else {
            Issue.record("\(item)")
            return
        }
        #expect(video.loops == false && video.matte == Color(red: 1, green: 0, blue: 0))
        guard case .list(let list) = outcome.items[0].content else {
            Issue.record("\(outcome.items[0])")
            return
        }
        #expect(list.items.map(\.duration) == [.seconds(7), .seconds(7), .seconds(7)])
    }

    @Test("an animation that cannot be played shows its first picture")
    func broken() {
        var disk = FakeDisk("items: [d.gif]", ["d.gif": ""])
        disk.animations = ["d.gif": AnimatedPicture(playsOnce: true)]
        disk.videoLengths = { .failure(UnplayableVideo(message: "\($0): is damaged")) }
        let outcome = disk.read()
        #expect(outcome.lines.isEmpty && outcome.playlist?.pictures == ["d.gif"])
    }
}
