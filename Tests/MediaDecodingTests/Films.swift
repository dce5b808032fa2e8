import DisplayModel
import Foundation
import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// Films that Debian's `ffmpeg` makes for the tests: each frame has its number in it, as eight fields of black and white
/// in its upper half, the lowest bit on the left.
enum Film {
    /// - Parameters:
    ///   - name: of the file, whose ending says the container.
    ///   - filter: what comes after the numbering, for the filter graph.
    ///   - options: for the encoder and the container.
    static func make(
        _ name: String, in folder: Folder, frames: Int, rate: String = "25", size: Size = Size(width: 128, height: 64),
        filter: String = "null", _ options: [String]
    ) throws -> FilePath {
        let path = "\(folder.path)/\(name)"
        let field = size.width / 8
        // Geq counts frames as N, and its columns as X.
        let luma = "if(lt(Y,\(size.height / 2)),16+219*mod(floor(N/pow(2,floor(X/\(field)))),2),60+mod(N,100))"
        let source = "color=c=gray:s=\(size):r=\(rate),format=yuv420p,geq=lum='\(luma)':cb=110:cr=150,\(filter)"
        try run(["-f", "lavfi", "-i", source, "-frames:v", "\(frames)"] + options + [path])
        return FilePath(path)
    }

    /// Runs `ffmpeg`, and fails with what it says.
    static func run(_ arguments: [String]) throws {
        let process = Process()
        let messages = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"] + arguments
        process.standardError = messages
        try process.run()
        let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(said)")
    }

    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "10"]
    /// Frames that refer to later ones, which the decoder has to put in order and hold back.
    static let reordered = ["-c:v", "libx264", "-preset", "medium", "-bf", "3", "-g", "30"]
}

extension VideoFrame {
    /// The number that is drawn in it.
    var number: Int {
        var number = 0
        unsafe withPixels { bytes in
            let plane = layout.planes[0]
            for bit in 0..<8 {
                let x = (2 * bit + 1) * plane.size.width / 16
                if unsafe bytes[plane.offset + plane.size.height / 4 * plane.stride + x] > 128 { number |= 1 << bit }
            }
        }
        return number
    }

    /// A sample of a plane.
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
        var value = 0
        unsafe withPixels { bytes in
            let plane = layout.planes[plane]
            value = unsafe Int(bytes[plane.offset + y * plane.stride + x])
        }
        return value
    }
}

/// A stream with the smallest event loop that can drive it.
final class Player {
    let stream: VideoStream
    private(set) var description: VideoDescription?
    private(set) var turn: Duration?
    private(set) var end: Duration?
    private(set) var failure: DecodingFailure?
    /// The frames that nobody has taken yet.
    private(set) var frames: [VideoFrame] = []

    init(_ path: FilePath, passage: VideoPassage = .whole, settings: VideoStream.Settings = .init()) throws {
        stream = try VideoStream(
            VideoStream.openFile(path), name: path, passage: passage, settings: settings, now: .now)
    }

    /// With a process that is given, whatever program it is.
    init(launch: () throws(SystemError) -> DecoderProcess) throws {
        let file = try OwnedDescriptor(opening: "/etc/passwd", O_RDONLY)
        stream = try VideoStream(
            file, name: "/film.mp4", passage: .whole, settings: .init(), now: .now, launch: launch)
    }

    /// Waits until a condition holds; every wait has a limit.
    func run(until isDone: () -> Bool) throws {
        let limit = MonotonicTime.now + .seconds(60)
        while true {
            for event in stream.advance(now: .now) {
                switch event {
                case .described(let what): description = what
                case .frame(let frame): frames.append(frame)
                case .turn(let length): turn = length
                case .ended(let time): end = time
                case .failed(let why): failure = why
                case .notice: break
                }
            }
            if isDone() { return }
            try #require(MonotonicTime.now < limit, "the decoder sends nothing")
            try #require(failure == nil && end == nil, "\(failure?.message ?? "the film is over")")
            let deadline = min(stream.nextDeadline ?? .distantFuture, limit)
            var event = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&event, 1, Int32(clamping: max(0, (deadline - .now).nanoseconds / 1_000_000) + 1))
        }
    }

    /// The next frame; nil where there is none any more.
    func next() throws -> VideoFrame? {
        try run { !self.frames.isEmpty || self.end != nil || self.failure != nil }
        return frames.isEmpty ? nil : frames.removeFirst()
    }

    struct Shown: Hashable {
        var number: Int
        var milliseconds: Double
    }

    /// Numbers and times of so many frames, or all.
    func play(_ most: Int = .max) throws -> [Shown] {
        var shown: [Shown] = []
        while shown.count < most, let frame = try next() {
            shown.append(Shown(number: frame.number, milliseconds: Double(frame.start.nanoseconds) / 1e6))
        }
        return shown
    }

    func failing() throws -> DecodingFailure {
        while try next() != nil {}
        return try #require(failure)
    }
}
