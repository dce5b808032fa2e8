import Glibc
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// Several films at once, behind one descriptor.
@Suite struct VideoStreamsTests {
    private let folder: Folder
    private let streams: VideoStreams

    init() throws {
        folder = try Folder()
        streams = try VideoStreams()
    }

    /// Takes in events until one of them is the last that is needed; every wait has a limit.
    private func run(until isLast: (VideoStreams.ID, VideoStream.Event) -> Bool) throws {
        let limit = MonotonicTime.now + .seconds(60)
        while true {
            var isDone = false
            for (id, event) in streams.advance(now: .now) {
                if case .stream(let event) = event, isLast(id, event) { isDone = true }
            }
            if isDone { return }
            try #require(MonotonicTime.now < limit, "the decoders send nothing")
            let deadline = min(streams.nextDeadline ?? .distantFuture, limit)
            var event = pollfd(fd: streams.descriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&event, 1, Int32(clamping: max(0, (deadline - .now).nanoseconds / 1_000_000) + 1))
        }
    }

    @Test("two films play beside one another, and the end of one is nothing to the other")
    func two() throws {
        let path = try Film.make("a.mp4", in: folder, frames: 50, Film.h264)
        let loop = try #require(VideoPassage(loops: true))
        let (endless, short) = (streams.open(path, loop, now: .now), streams.open(path, .whole, now: .now))
        var numbers: [VideoStreams.ID: [Int]] = [:]
        var hasEnded = false
        try run { id, event in
            if case .frame(let frame) = event { numbers[id, default: []].append(frame.number) }
            if case .ended = event { hasEnded = id == short }
            return hasEnded && (numbers[endless]?.count ?? 0) >= 200
        }
        #expect(numbers[short] == Array(0..<50))
        #expect(numbers[endless] == (0..<(numbers[endless]?.count ?? 0)).map { $0 % 50 })
    }

    @Test("a film that is not there is named, and one that is closed says nothing more")
    func missing() throws {
        let path = try Film.make("a.mp4", in: folder, frames: 50, Film.h264)
        let missing = streams.open("/nowhere/film.mp4", .whole, now: .now)
        var message: String?
        try run { id, event in
            if case .failed(let failure) = event, id == missing { message = failure.message }
            return message != nil
        }
        #expect(message == "/nowhere/film.mp4: cannot be read: No such file or directory")

        let loop = try #require(VideoPassage(loops: true))
        let closed = streams.open(path, loop, now: .now)
        var frames: [VideoFrame] = []
        try run { _, event in
            if case .frame(let frame) = event { frames.append(frame) }
            return frames.count >= 3
        }
        streams.close(closed)
        #expect(streams.advance(now: .now).isEmpty)
        #expect(streams.nextDeadline == nil)
        // Whoever holds a frame keeps it.
        #expect(frames.map(\.number).prefix(3) == [0, 1, 2])
    }

    @Test("decoders that are killed time and again leave nothing behind")
    func killed() throws {
        let path = try Film.make("a.mp4", in: folder, frames: 50, Film.h264)
        let loop = try #require(VideoPassage(loops: true))
        let before = openDescriptors()
        for _ in 0..<20 {
            let film = streams.open(path, loop, now: .now)
            var hasKilled = false
            try run { id, event in
                if case .frame = event, !hasKilled {
                    hasKilled = true
                    if let process = streams.processIdentifier(of: film) { kill(process, SIGKILL) }
                }
                if case .failed(let failure) = event { return failure.kind == .decoderEnded }
                return false
            }
            streams.close(film)
        }
        // Other tests run beside this one; twenty leaks of four descriptors each would show.
        #expect(openDescriptors() - before < 60)
    }

    private func openDescriptors() -> Int {
        (0..<1024 as Range<Int32>).count { fcntl($0, F_GETFD) != -1 }
    }
}
