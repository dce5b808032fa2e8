import Glibc
import LinuxSystem
public import Timing

/// Where the decoder's program is.
enum DecoderExecutable {
    static let name = "vitrine-decode"

    /// The first of: beside the running program, and in `../libexec/vitrine` from there.
    static func locate() throws(DecodingFailure) -> String {
        let folder = RunningProgram.folder
        let candidates = ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
        for path in candidates where unsafe access(path, X_OK) == 0 { return path }
        throw DecodingFailure(
            .decoderUnavailable,
            "\(name) is neither \(candidates.joined(separator: " nor ")): install it there, or say where it is")
    }
}

extension DecoderClient {
    /// Starts the decoder process.
    ///
    /// - Parameter executable: The path of `vitrine-decode`; nil to look beside the running program and in
    ///   `../libexec/vitrine` from there.
    /// - Throws: `decoderUnavailable`, if there is no such program or the process cannot be started.
    public convenience init(
        executable: String? = nil, settings: Settings = Settings(), now: MonotonicTime
    ) throws(DecodingFailure) {
        try self.init(executable: executable, settings: settings, now: now, open: PictureOpener.open)
    }

    /// - Parameter open: opens a file, on another thread.
    convenience init(
        executable: String? = nil, settings: Settings = Settings(), now: MonotonicTime,
        open: @escaping @Sendable (PictureRequest) -> PictureOpener.Answer
    ) throws(DecodingFailure) {
        let path: String
        if let executable {
            path = executable
        } else {
            path = try DecoderExecutable.locate()
        }
        do throws(SystemError) {
            try self.init(settings: settings, now: now, open: open) { () throws(SystemError) in
                let ends = try PacketSocket.makePair()
                let arguments =
                    ["--memory-limit", String(settings.memoryLimit)]
                    + (settings.isInBackground ? [] : ["--foreground"])
                    + (settings.allowsUnconfined ? ["--unconfined"] : [])
                return try DecoderProcess(starting: path, arguments: arguments, over: ends)
            }
        } catch {
            throw DecodingFailure(.decoderUnavailable, "the decoder \(path) cannot be started: \(error.reason)")
        }
    }
}
