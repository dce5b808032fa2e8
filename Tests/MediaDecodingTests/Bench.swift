import Foundation
import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// A client with the smallest event loop that can drive it.
final class Bench {
    let client: DecoderClient
    /// Outcomes that came while files were opened.
    private var early: [DecodingOutcome] = []

    init(settings: DecoderClient.Settings = .init()) throws {
        client = try DecoderClient(settings: settings, now: .now)
    }

    /// With files that are opened by a closure, on other threads.
    init(open: @escaping @Sendable (PictureRequest) -> PictureOpener.Answer) throws {
        client = try DecoderClient(now: .now, open: open)
    }

    /// With a process that is given, whatever program it is.
    init(
        settings: DecoderClient.Settings = .init(), launch: @escaping () throws(SystemError) -> DecoderProcess
    ) throws {
        client = try DecoderClient(settings: settings, now: .now, launch: launch)
    }

    /// Waits until a condition holds; every wait has a limit.
    func run(until isDone: ([DecodingOutcome]) -> Bool) throws -> [DecodingOutcome] {
        let end = MonotonicTime.now + .seconds(60)
        var outcomes = early
        early = []
        while !isDone(outcomes) {
            try #require(MonotonicTime.now < end, "the decoder answers nothing")
            let deadline = min(client.nextDeadline ?? .distantFuture, end)
            let pause = max(0, (deadline - .now).nanoseconds / 1_000_000)
            var event = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&event, 1, Int32(clamping: pause + 1))
            outcomes += client.advance(now: .now)
        }
        return outcomes
    }

    /// Waits for the process to be ready, and returns its number.
    @discardableResult
    /// - Parameter orDecoding: whether a process that has been given something is as good.
    func ready(orDecoding: Bool = false) throws -> Int32 {
        _ = try run { _ in self.client.isIdle || orDecoding && self.client.isDecoding }
        return try #require(client.processIdentifier)
    }

    /// Asks for a picture, and waits until its file is open or cannot be.
    func submit(_ request: PictureRequest, due: MonotonicTime = .zero, now: MonotonicTime = .now) throws -> DecodingID {
        let id = client.submit(request, due: due, now: now)
        let end = MonotonicTime.now + .seconds(60)
        while client.isOpening {
            try #require(MonotonicTime.now < end, "the file does not open")
            var event = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&event, 1, 100)
            early += client.advance(now: now)
        }
        return id
    }

    func decode(_ request: PictureRequest) throws -> Result<DecodedPicture, DecodingFailure> {
        let id = try submit(request)
        return try #require(try run { !$0.isEmpty }.first { $0.id == id }).result
    }

    func picture(_ request: PictureRequest) throws -> DecodedPicture {
        try decode(request).get()
    }

    func failure(_ request: PictureRequest) throws -> DecodingFailure {
        var failure: DecodingFailure?
        if case .failure(let reason) = try decode(request) { failure = reason }
        return try #require(failure, "\(request.path) became a picture")
    }
}

extension MonotonicTime {
    static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// A folder that goes when its owner does.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A file among the test's fixtures.
func fixture(_ name: String) throws -> FilePath {
    FilePath(try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil)).path)
}

struct Pixel: Hashable, CustomStringConvertible {
    var red, green, blue, alpha: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    var description: String { "(\(red) \(green) \(blue) \(alpha))" }

    static let red = Pixel(255, 0, 0)
    static let green = Pixel(0, 255, 0)
    static let blue = Pixel(0, 0, 255)
    static let white = Pixel(255, 255, 255)
    static let black = Pixel(0, 0, 0)

    func isNear(_ other: Pixel, within distance: Int) -> Bool {
        zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha])
            .allSatisfy { abs(Int($0) - Int($1)) <= distance }
    }
}

extension DecodedPicture {
    subscript(x: Int, y: Int) -> Pixel {
        unsafe withUnsafeBytes { bytes in
            let start = y * stride + 4 * x
            return unsafe Pixel(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
        }
    }

    var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// The middles of the four quarters, row by row.
    var quarters: [Pixel] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { self[width * $0 / 4, height * $1 / 4] }
    }
}
