import DisplayModel
import Glibc
import LinuxSystem
import MediaDecoding
import Paths
import Timing

/// What `vitrine check` says of videos: what they are, and with `--decode` whether this machine keeps up with them.
struct VideoReport {
    private(set) var warnings: [String] = []
    private(set) var notices: [String] = []

    /// How long each is decoded to see how fast that goes.
    private static let trial = Duration.seconds(1)
    /// How much of a video's end is decoded to see its last frame.
    private static let tail = Duration.seconds(1)

    /// Those that cannot be opened are passed over: what reads a playlist says why.
    /// - Parameter decodes: whether to decode some of each.
    init(_ paths: [FilePath], decodes: Bool) {
        var settings = VideoStream.Settings()
        // Somebody waits for it.
        settings.isInBackground = false
        let probe = VideoProbe(settings: settings)
        for path in paths {
            guard let description = try? probe.describe(path) else { continue }
            notices.append("\(path): notice: \(Self.sentence(description))")
            guard decodes else { continue }
            warnings += FilmTrial.problems(of: path, description, settings, for: Self.trial, tail: Self.tail)
                .map { "\(path): warning: \($0)" }
        }
    }

    private static func sentence(_ video: VideoDescription) -> String {
        let rate = video.frameRate.map { " at \($0.text) frames/s" } ?? ""
        let length = video.length.map { ", \(Double(($0.inSeconds * 10).rounded()) / 10) s" } ?? ""
        let sound = video.hasSound ? "with sound, which is not played" : "without sound"
        return "\(video.codec), \(video.layout.size)\(rate)\(length), \(sound)"
    }
}

extension FilmTrial {
    /// What is to be expected of a film on this machine, each as a sentence without its path.
    static func problems(
        of path: FilePath, _ description: VideoDescription, _ settings: VideoStream.Settings, for time: Duration,
        tail: Duration
    ) -> [String] {
        var problems: [String] = []
        var start = Frames()
        do throws(DecodingFailure) {
            start = try frames(of: path, .whole, settings, for: time)
        } catch {
            return ["cannot be decoded: \(error.message)"]
        }
        if let rate = description.frameRate, let speed = start.speed, speed < rate.value {
            problems.append(
                "this machine decodes about \(Int(speed)) frames/s of it, and it has \(rate.text): frames will be left "
                    + "out; convert it to a smaller size or rate")
        }
        if start.first?.isBlack(description) == true { problems.append("its first frame is black") }
        if let length = description.length,
            let passage = VideoPassage(start: max(.zero, length - tail)),
            let end = try? frames(of: path, passage, settings, for: .seconds(5)), end.isOver,
            end.last?.isBlack(description) == true
        {
            problems.append("its last frame is black")
        }
        return problems
    }

    /// What came of decoding for a while.
    private struct Frames {
        var first, last: VideoFrame?
        /// Frames a second, from the first one on. Nil where there are too few to tell.
        var speed: Double?
        /// Whether that was all of it.
        var isOver = false
    }

    /// The stream has limits of its own for everything it does, so this ends.
    private static func frames(
        of path: FilePath, _ passage: VideoPassage, _ settings: VideoStream.Settings, for time: Duration
    ) throws(DecodingFailure) -> Frames {
        let stream = try VideoStream(
            VideoStream.openFile(path), name: path, passage: passage, settings: settings, now: EventLoop.now)
        var frames = Frames()
        var (count, began) = (0, EventLoop.now)
        while true {
            for event in stream.advance(now: EventLoop.now) {
                switch event {
                case .frame(let frame):
                    if frames.first == nil { (frames.first, began) = (frame, EventLoop.now) } else { count += 1 }
                    frames.last = frame
                case .failed(let failure): throw failure
                case .ended: frames.isOver = true
                case .described, .turn, .notice: break
                }
            }
            let elapsed = EventLoop.now - began
            if frames.first != nil, frames.isOver || elapsed >= time {
                // What is decoded ahead while the first frame is taken would flatter a short one.
                if count >= leastCount { frames.speed = Double(count) / max(elapsed.inSeconds, 0.001) }
                return frames
            }
            let wait = min(stream.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100), time)
            var poll = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        }
    }

    private static let leastCount = 20
}

extension VideoFrame {
    /// Whether nothing is to be seen in it: but for a thousandth of its samples, which may be noise.
    fileprivate func isBlack(_ description: VideoDescription) -> Bool {
        // Of RGB, all planes count; else luma, whose black is 16 in the limited range.
        let isRGB = description.encoding.matrix == nil
        let darkest = isRGB || description.encoding.range == .full ? 8 : 24
        var (bright, all) = (0, 0)
        unsafe withPixels { bytes in
            for plane in layout.planes.prefix(isRGB ? 3 : 1) {
                for y in stride(from: 0, to: plane.size.height, by: 2) {
                    let row = plane.offset + y * plane.stride
                    for x in stride(from: 0, to: plane.size.width, by: 2) {
                        all += 1
                        if unsafe bytes[row + x] > UInt8(darkest) { bright += 1 }
                    }
                }
            }
        }
        return 1000 * bright <= all
    }
}
