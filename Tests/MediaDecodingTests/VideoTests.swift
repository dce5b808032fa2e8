import DisplayModel
import Foundation
import Glibc
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// Films of every container and codec that is on the lists, decoded in the confined process.
@Suite struct VideoTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test(
        "each frame comes once, in its order, at its time",
        arguments: [
            ("a.mp4", Film.h264, "h264"), ("b.mp4", Film.reordered, "h264"), ("c.mkv", Film.reordered, "h264"),
            ("d.ts", Film.reordered, "h264"), ("e.avi", ["-c:v", "mpeg4", "-q:v", "2"], "mpeg4"),
            ("f.mov", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], "mjpeg"),
            ("g.webm", ["-c:v", "libvpx", "-b:v", "2M", "-deadline", "realtime"], "vp8"),
            ("h.webm", ["-c:v", "libvpx-vp9", "-b:v", "2M", "-deadline", "realtime", "-cpu-used", "8"], "vp9"),
            ("i.mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"], "hevc"),
            ("j.ts", ["-c:v", "mpeg2video", "-q:v", "2"], "mpeg2video"),
            ("k.mp4", ["-c:v", "libsvtav1", "-preset", "12"], "libdav1d"),
        ] as [(String, [String], String)])
    func order(name: String, options: [String], codec: String) throws {
        let path = try Film.make(name, in: folder, frames: 60, options)
        let player = try Player(path)
        let shown = try player.play()
        #expect(player.failure == nil)
        #expect(shown.map(\.number) == Array(0..<60))
        #expect(firstUneven(shown, step: 40) == nil)
        #expect(player.end == .milliseconds(2400))
        #expect(player.turn == .milliseconds(2400))
        let description = try #require(player.description)
        #expect(description.codec == codec)
        #expect(description.layout.size == Size(width: 128, height: 64))
        #expect(description.uprightPixelAspect == 1)
    }

    @Test(
        "rates that containers round to milliseconds are even",
        arguments: [("24000/1001", "r.mkv"), ("30000/1001", "s.webm"), ("60", "t.mkv"), ("50", "u.mp4")])
    func rates(rate: String, name: String) throws {
        let codec = name.hasSuffix("webm") ? ["-c:v", "libvpx", "-deadline", "realtime"] : Film.h264
        let player = try Player(Film.make(name, in: folder, frames: 40, rate: rate, codec))
        let parts = rate.split(separator: "/").compactMap { Double($0) }
        let step = 1000 * (parts.count == 2 ? parts[1] : 1) / parts[0]
        #expect(firstUneven(try player.play(), step: step) == nil)
    }

    @Test(
        "a loop has no seam: each turn has every frame, and its times go on",
        arguments: [("l.mp4", Film.reordered), ("m.mkv", Film.reordered), ("n.ts", Film.reordered)])
    func loop(name: String, options: [String]) throws {
        let passage = try #require(VideoPassage(loops: true))
        let player = try Player(Film.make(name, in: folder, frames: 50, options), passage: passage)
        let shown = try player.play(50 * 20)
        #expect(shown.map(\.number) == (0..<50 * 20).map { $0 % 50 })
        #expect(firstUneven(shown, step: 40) == nil)
        #expect(player.turn == .seconds(2))
    }

    @Test("start and end cut to the frame, also between key frames, and a loop keeps to them")
    func passage() throws {
        let path = try Film.make("o.mp4", in: folder, frames: 75, Film.reordered)
        let cut = try #require(VideoPassage(start: .milliseconds(400), end: .milliseconds(1600)))
        let player = try Player(path, passage: cut)
        let shown = try player.play()
        #expect(shown.map(\.number) == Array(10..<40))
        #expect(shown.first?.milliseconds == 0)
        #expect(player.end == .milliseconds(1200))

        let loop = try #require(
            VideoPassage(start: .milliseconds(400), end: .milliseconds(1600), loops: true, entry: .milliseconds(1000)))
        let later = try Player(path, passage: loop).play(10)
        #expect(later.map(\.number) == [35, 36, 37, 38, 39, 10, 11, 12, 13, 14])
        #expect(later.first?.milliseconds == 1000)
    }

    @Test(
        "a loop that is joined after hours is where it would be", arguments: ["l.mp4", "m.mkv", "n.ts"])
    func lateEntry(name: String) throws {
        let path = try Film.make(name, in: folder, frames: 50, Film.reordered)
        // 18,000 turns of 2 s, and a half.
        let loop = try #require(VideoPassage(loops: true, entry: .seconds(36_001)))
        let player = try Player(path, passage: loop)
        let shown = try player.play(60)
        #expect(shown.map(\.number) == (25..<85).map { $0 % 50 })
        #expect(shown.first?.milliseconds == 36_001_000)
        #expect(shown.last?.milliseconds == 36_003_360)
        #expect(player.turn == .seconds(2))

        let part = try #require(
            VideoPassage(start: .milliseconds(400), end: .milliseconds(1600), loops: true, entry: .seconds(36_000)))
        let other = try Player(path, passage: part).play(35)
        #expect(other.map(\.number) == (0..<35).map { 10 + $0 % 30 })
        #expect(other.first?.milliseconds == 36_000_000)
    }

    @Test("one that is joined when it is over has its last frame", arguments: ["y.mp4", "x.mkv", "v.ts"])
    func afterItsEnd(name: String) throws {
        let path = try Film.make(name, in: folder, frames: 50, Film.reordered)
        for (end, last) in [(nil, 49), (Duration.milliseconds(1600), 39)] {
            let over = try #require(VideoPassage(end: end, entry: .seconds(3)))
            let player = try Player(path, passage: over)
            let shown = try player.play()
            #expect(shown.map(\.number) == [last])
            #expect(shown.first?.milliseconds == 0)
            #expect(player.end == end ?? .seconds(2))
        }
    }

    @Test("a loop that was left behind by hours goes on where it should be")
    func farBehind() throws {
        let loop = try #require(VideoPassage(loops: true))
        let player = try Player(Film.make("z.mp4", in: folder, frames: 50, Film.h264), passage: loop)
        _ = try player.next()
        player.stream.playhead = .seconds(36_000)
        let shown = try player.play(100)
        let rest = try #require(shown.firstIndex { $0.milliseconds >= 36_000_000 })
        // Those that were decoded before the decoder knew.
        #expect(rest <= 6)
        #expect(shown[rest].milliseconds == 36_000_000)
        #expect(shown[rest...].map(\.number) == (0..<100 - rest).map { $0 % 50 })
    }

    @Test("a decoder without a free slot waits, and nothing is lost")
    func waiting() throws {
        let player = try Player(Film.make("p.mp4", in: folder, frames: 60, Film.h264))
        var held: [VideoFrame] = []
        while held.count < 6 { held.append(try #require(try player.next())) }
        // All slots are held: nothing is owed, however long it takes.
        #expect(player.stream.nextDeadline == nil)
        #expect(player.stream.advance(now: .now + .seconds(3600)).isEmpty)
        #expect(held.map(\.number) == Array(0..<6))
        #expect(Set(held.map(\.slot)).count == 6)
        held = []
        #expect(try player.play().map(\.number) == Array(6..<60))
    }

    @Test("frames that are late are not sent")
    func late() throws {
        let player = try Player(Film.make("q.mp4", in: folder, frames: 100, Film.h264))
        _ = try player.next()
        player.stream.playhead = .milliseconds(2000)
        let shown = try player.play()
        // What was decoded before the decoder knew comes still; the rest begins with the frame that is due.
        let late = shown.filter { $0.number < 50 }
        #expect(late.count <= 6)
        #expect(shown.map(\.number).suffix(50) == Array(50..<100)[...])
    }

    @Test("what a file says of its colours, its pixels' shape and its rotation is found")
    func description() throws {
        let marked = try Film.make(
            "v.mp4", in: folder, frames: 3, filter: "setsar=4/3",
            Film.h264 + [
                "-colorspace", "bt2020nc", "-color_trc", "bt709", "-color_primaries", "bt2020", "-color_range", "pc",
                "-chroma_sample_location", "topleft",
            ])
        let player = try Player(marked)
        _ = try player.next()
        let found = try #require(player.description)
        #expect(found.encoding.matrix == .bt2020)
        #expect(found.encoding.range == .full)
        #expect(found.pixelAspect == VideoDescription.Ratio(4, 3))
        #expect(found.uprightPixelAspect == Double(4) / 3)
        #expect(found.frameRate == VideoDescription.Ratio(25, 1))

        let plain = try Film.make("w.mp4", in: folder, frames: 3, Film.h264)
        let turned = "\(folder.path)/turned.mp4"
        // The container's matrix: what telephones write.
        try Film.run(["-i", "\(plain)", "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
        let other = try Player(FilePath(turned))
        _ = try other.next()
        let description = try #require(other.description)
        #expect(description.orientation == .clockwise90 || description.orientation == .clockwise270)
        #expect(description.uprightPixelAspect == 1)
        #expect(description.encoding == SampleEncoding(matrix: .bt601, range: .limited, siting: .left))
    }

    @Test(
        "all kinds of samples become three planes of bytes",
        arguments: [
            ("yuv444p", 1), ("yuv422p", 1), ("yuv420p10le", 1), ("yuv444p10le", 1), ("gray", 18), ("gbrp", 3),
        ])
    func formats(format: String, tolerance: Int) throws {
        let path = try Film.make("x.mkv", in: folder, frames: 4, ["-c:v", "ffv1", "-pix_fmt", format])
        let player = try Player(path)
        let frame = try #require(try player.next())
        #expect(frame.layout.chromaShift.x == (["yuv444p", "yuv444p10le", "gbrp"].contains(format) ? 0 : 1))
        if format == "gbrp" {
            #expect(player.description?.color.isRGB == true)
            return
        }
        let chroma = format == "gray" ? (128, 128) : (110, 150)
        for y in [40, 63] {
            #expect(abs(frame.sample(0, 70, y) - 60) <= tolerance, "luma \(frame.sample(0, 70, y))")
        }
        #expect(abs(frame.sample(1, 3, 3) - chroma.0) <= 1)
        #expect(abs(frame.sample(2, 3, 3) - chroma.1) <= 1)
    }

    /// The first frame that is not at its place in an even rate.
    /// - Parameter step: from frame to frame, in milliseconds.
    private func firstUneven(_ shown: [Player.Shown], step: Double) -> String? {
        shown.enumerated().first { abs($1.milliseconds - Double($0) * step) >= 0.001 }
            .map { "the \($0). frame is at \($1.milliseconds) ms" }
    }
}
