import Foundation
import Testing

@testable import MediaDecoding

/// Files of a few kilobytes that want hundreds of mebibytes.
@Suite(.serialized) struct WorstFileTests {
    /// In MiB. A quarter of what a sign's decoder has, so that the test fits where signs are made.
    private static let limit = 256
    /// In MiB: the program with its libraries, and the picture, whose memory the engine makes.
    private static let besides = 96

    private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
        ("interlaced.png", { WorstFiles.interlacedPNG(side: 8192) }),
        ("progressive.jpg", { WorstFiles.progressiveJPEG(side: 12000) }),
        ("large.webp", { WorstFiles.webP(width: 16383, height: 12000) }),
    ]

    @Test("a file that wants more than the decoder may have is told so, and costs no more", arguments: files.indices)
    func theyStayWithinTheBound(_ index: Int) throws {
        var settings = DecoderClient.Settings()
        (settings.memoryLimit, settings.replacesAfterBreakage) = (Self.limit, false)
        (settings.firstTimeLimit, settings.timeLimit) = (.seconds(50), .seconds(50))
        let bench = try Bench(settings: settings)
        let process = try bench.ready()
        let file = Self.files[index]
        let folder = try Folder()
        let path = try folder.file(file.name, file.bytes())
        let failure = try bench.failure(PictureRequest(path: path, boxWidth: 1920, boxHeight: 1080))
        #expect(failure.kind == .outOfMemory, "\(failure.message)")
        #expect(bench.client.processIdentifier == process, "it lives on")
        #expect(try peak(of: process) < (Self.limit + Self.besides) << 10)
    }

    /// What is asked of it: without the limit these files do take more, so that the bound is the limit's doing.
    @Test("with more room it can be decoded") func theyAreGood() throws {
        let bench = try Bench()
        let folder = try Folder()
        let path = try folder.file("large.webp", WorstFiles.webP(width: 8192, height: 8192))
        let picture = try bench.picture(PictureRequest(path: path, boxWidth: 64, boxHeight: 64))
        #expect(picture.width == 64)
        let process = try #require(bench.client.processIdentifier)
        #expect(try peak(of: process) > 200 << 10)
    }

    /// The most memory that it has had at once, in KiB, by proc_pid_status(5).
    private func peak(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
}
