import DisplayModel
import Foundation
import Glibc
import LinuxSystem
import Paths
import SeededRandom
import Testing
import Timing

@testable import MediaDecoding

/// Files that are no films or broken ones, and decoders that end, hang and lie.
@Suite struct BrokenVideoTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a video decoder is refused what it does not need, in every thread")
    func selfTest() throws {
        try expectSelfTest(of: DecoderExecutable.videoName, refuses: 26)
    }

    @Test(
        "what is no film is named and refused",
        arguments: [
            ("text.mp4", Array("hello, this is no film".utf8)), ("zeros.mp4", [UInt8](repeating: 0, count: 5000)),
            // A playlist that names other files: its format is on no list.
            ("list.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n".utf8)),
            ("list.txt", Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8)),
        ])
    func noFilm(name: String, bytes: [UInt8]) throws {
        let path = try folder.file(name, bytes)
        let failure = try Player(path).failing()
        #expect(failure.kind == .notAPicture)
        #expect(failure.message == "\(path): is not a video file that is played (MP4, Matroska, WebM, MPEG, AVI)")
    }

    @Test("a file with sound alone, and a codec that is on no list, are named")
    func unsupported() throws {
        let sound = "\(folder.path)/sound.mp4"
        try Film.run(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", sound])
        #expect(try Player(FilePath(sound)).failing().message == "\(sound): has no video in it")
        let other = try Film.make("other.mkv", in: folder, frames: 3, ["-c:v", "huffyuv", "-pix_fmt", "yuv422p"])
        let failure = try Player(other).failing()
        #expect(failure.kind == .unsupported)
        #expect(failure.message == "\(other): is in the codec huffyuv, which is not played")
    }

    @Test("a film with sound plays: the sound is not even read")
    func sound() throws {
        let path = "\(folder.path)/both.mp4"
        try Film.run([
            "-f", "lavfi", "-i", "sine=duration=3", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=1", "-c:a", "aac",
            "-c:v", "libx264", "-preset", "ultrafast", path,
        ])
        let player = try Player(FilePath(path))
        // The container is as long as the sound; the film ends with its last frame.
        #expect(try player.play().count == 25)
        #expect(player.end == .seconds(1))
        #expect(player.description?.hasSound == true)
    }

    @Test("a file that is cut off plays up to there, or is named", arguments: ["a.mkv", "b.ts", "c.mp4"])
    func truncated(name: String) throws {
        let path = try Film.make(name, in: folder, frames: 60, Film.h264)
        let whole = try Data(contentsOf: URL(filePath: "\(path)"))
        for part in [0.1, 0.5, 0.9] {
            let cut = try folder.file("cut-\(name)", Array(whole.prefix(Int(Double(whole.count) * part))))
            let player = try Player(cut)
            let shown = try player.play()
            #expect(player.end != nil || player.failure?.kind.isReportedByDecoder == true)
            #expect(shown.map(\.number) == Array(0..<shown.count))
            // Without its index, which comes last, an MP4 is nothing.
            if name == "c.mp4" { #expect(shown.isEmpty) } else if part == 0.9 { #expect(shown.count > 30) }
        }
    }

    @Test("files with flipped bits end, with frames or a reason", arguments: ["a.mp4", "b.mkv", "c.ts", "d.avi"])
    func flipped(name: String) throws {
        // One thread: with more the bytes depend on how many processors there are.
        let options = (name == "d.avi" ? ["-c:v", "mpeg4"] : Film.reordered) + ["-threads", "1"]
        let whole = Array(
            try Data(contentsOf: URL(filePath: "\(Film.make(name, in: folder, frames: 30, options))")))
        for seed in 0..<16 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = whole
            for _ in 0..<1 + 4 * Int(seed % 16) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(seed % 8)
            }
            let player = try Player(folder.file("flipped-\(name)", bytes))
            var count = 0
            while try player.next() != nil { count += 1 }
            #expect(player.end != nil || player.failure != nil)
            #expect(count <= 200)
            // It may give up, but neither crash nor hang nor talk nonsense.
            if let failure = player.failure { #expect(failure.kind.isReportedByDecoder, "seed \(seed): \(failure)") }
        }
    }

    @Test("a killed decoder ends the stream and leaves the frames that were there")
    func killed() throws {
        let passage = try #require(VideoPassage(loops: true))
        let player = try Player(Film.make("k.mp4", in: folder, frames: 60, Film.h264), passage: passage)
        let frame = try #require(try player.next())
        kill(player.stream.processIdentifier, SIGKILL)
        let failure = try player.failing()
        #expect(failure.kind == .decoderEnded)
        #expect(failure.message.hasSuffix("k.mp4: the decoder was killed by SIGKILL (out of memory?)"))
        #expect(frame.number == 0)
        #expect(player.stream.nextDeadline == nil)
    }

    @Test("a decoder that stops is given up after a while")
    func hung() throws {
        let passage = try #require(VideoPassage(loops: true))
        let player = try Player(Film.make("h.mp4", in: folder, frames: 60, Film.h264), passage: passage)
        _ = try player.next()
        kill(player.stream.processIdentifier, SIGSTOP)
        // What it sent before.
        while try #require(player.stream.nextDeadline) > .now + .seconds(60) {}
        var failure: DecodingFailure?
        for second in 0...20 where failure == nil {
            for case .failed(let why) in player.stream.advance(now: .now + .seconds(second * 6)) { failure = why }
        }
        #expect(failure?.kind == .tookTooLong)
        #expect(failure?.message.hasSuffix("h.mp4: the decoder sent nothing for 5 s") == true)
    }

    // MARK: Lies

    @Test(
        "what makes no sense ends the stream",
        arguments: [
            ([1, 2, 3], "something unintelligible"),
            (VideoReply.ended(.seconds(1)).bytes, "an answer to a question that was not asked"),
            (
                VideoReply.frame(slot: 0, start: .zero, length: .zero).bytes,
                "an answer to a question that was not asked"
            ),
        ] as [([UInt8], String)])
    func lies(bytes: [UInt8], complaint: String) throws {
        let voice = Voice()
        let player = try player(voice)
        try voice.socket?.send(VideoReply.ready(.systemCallFilter).bytes)
        try voice.socket?.send(bytes)
        #expect(try player.failing().message == "/film.mp4: the decoder sent \(complaint)")
    }

    @Test("a frame in a slot that it does not have, and one before its time, end the stream")
    func lyingFrames() throws {
        for (replies, complaint) in [
            ([(0, 5), (0, 6)], "a frame in memory that it does not have"),
            ([(9, 5)], "a frame in memory that it does not have"),
            ([(0, 5), (1, 4)], "a frame of an earlier time"),
        ] as [([(Int, Int)], String)] {
            let voice = Voice()
            let player = try player(voice)
            let layout = PlanarLayout(size: Size(width: 16, height: 8), chromaShift: (x: 1, y: 1))
            try voice.socket?.send(VideoReply.ready(.systemCallFilter).bytes)
            try voice.socket?.send(VideoReply.described(VideoDescription(layout: layout, codec: "h264")).bytes)
            for (slot, start) in replies {
                try voice.socket?.send(
                    VideoReply.frame(slot: slot, start: .seconds(start), length: .seconds(1)).bytes)
            }
            var kept: [VideoFrame] = []
            while let frame = try player.next() { kept.append(frame) }
            #expect(player.failure?.message == "/film.mp4: the decoder sent \(complaint)")
        }
    }

    @Test("the frames' memory has the size that was agreed, and cannot be made smaller")
    func memory() throws {
        let voice = Voice()
        let player = try player(voice)
        try voice.socket?.send(VideoReply.ready(.systemCallFilter).bytes)
        let layout = PlanarLayout(size: Size(width: 16, height: 8), chromaShift: (x: 1, y: 1))
        try voice.socket?.send(VideoReply.described(VideoDescription(layout: layout, codec: "h264")).bytes)
        try player.run { player.description != nil }
        _ = try voice.socket?.receive(upTo: 99, waiting: .untilPacketArrives)
        guard var packet = try voice.socket?.receive(upTo: 99, waiting: .untilPacketArrives),
            let memory = packet.descriptor.take()
        else {
            Issue.record("no memory comes")
            return
        }
        #expect(VideoOrder(packet.bytes) == .slots(6))
        var status = stat()
        unsafe fstat(memory.rawValue, &status)
        #expect(Int(status.st_size) == 6 * layout.byteCount)
        #expect(ftruncate(memory.rawValue, 0) == -1)
        #expect(ftruncate(memory.rawValue, 1 << 30) == -1)
    }

    @Test("a decoder that is not confined gets no file")
    func unconfined() throws {
        let voice = Voice()
        let player = try player(voice)
        try voice.socket?.send(VideoReply.ready(.limitsOnly).bytes)
        #expect(
            try player.failing().message == "/film.mp4: the decoder sent word that it is not confined")
    }

    private func player(_ voice: Voice) throws -> Player {
        try Player { () throws(SystemError) in
            let ends = try PacketSocket.makePair()
            voice.socket = PacketSocket(try ends.second.descriptor.duplicate())
            return try DecoderProcess(starting: "/bin/sleep", arguments: ["1000"], over: ends)
        }
    }

    private final class Voice {
        var socket: PacketSocket?
    }
}
