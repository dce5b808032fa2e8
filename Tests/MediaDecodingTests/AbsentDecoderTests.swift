import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// What becomes of pictures where the decoder's program is missing.
@Suite struct AbsentDecoderTests {
    private func request() throws -> PictureRequest {
        try PictureRequest(path: fixture("quarters.png"), boxWidth: 32, boxHeight: 24)
    }

    @Test("a program that is not there ends nothing where it may come later")
    func absentProgram() throws {
        let path = try DecoderExecutable.locate()
        var isThere = false
        let launch: () throws(SystemError) -> DecoderProcess = { () throws(SystemError) in
            guard isThere else { throw SystemError("posix_spawn", code: ENOENT) }
            return try DecoderProcess(
                starting: path, memoryLimit: 1024, isInBackground: false, allowsUnconfined: false)
        }
        #expect(throws: SystemError.self) { try Bench(launch: launch) }
        var settings = DecoderClient.Settings()
        settings.mayStartLater = true
        let bench = try Bench(settings: settings, launch: launch)
        let failure = try bench.failure(request())
        #expect(failure.kind == .decoderUnavailable && failure.kind.mayPass)
        #expect(
            failure.message.hasSuffix(": cannot be decoded: the decoder cannot be started: No such file or directory"))
        isThere = true
        #expect(try bench.picture(request()).quarters == [.red, .green, .blue, .white])
    }

    @Test("a program that is named and not there is an error, or waited for")
    func absentPath() throws {
        var settings = DecoderClient.Settings()
        #expect(throws: DecodingFailure.self) {
            try DecoderClient(executable: "/nowhere/decoder", settings: settings, now: .now)
        }
        settings.mayStartLater = true
        _ = try DecoderClient(executable: "/nowhere/decoder", settings: settings, now: .now)
    }
}
