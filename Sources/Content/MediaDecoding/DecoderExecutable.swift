import Glibc
import LinuxSystem
public import Timing

/// Where the decoders' programs are.
enum DecoderExecutable {
    /// Of pictures.
    static let name = "vitrine-decode"
    /// Of video.
    static let videoName = "vitrine-decode-video"
    /// Of texts, which are drawn.
    static let textName = "vitrine-draw-text"

    /// The first of: the path that is given, beside the running program, and in `../libexec/vitrine` from there.
    static func locate(
        _ name: String = name, unlessAt executable: String? = nil
    ) throws(DecodingFailure) -> String {
        if let executable { return executable }
        let candidates = candidates(name)
        for path in candidates where unsafe access(path, X_OK) == 0 { return path }
        throw DecodingFailure(
            .decoderUnavailable,
            "\(name) is neither \(candidates.joined(separator: " nor ")): install it there, or say where it is")
    }

    /// Where a program is, or where it should be.
    static func expected(_ name: String = name) -> String { (try? locate(name)) ?? candidates(name)[0] }

    private static func candidates(_ name: String) -> [String] {
        let folder = RunningProgram.folder
        return ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
    }
}

extension DecoderProcess {
    /// Starts a decoder's program with what its settings say.
    /// - Parameter memoryLimit: in MiB.
    convenience init(
        starting path: String, memoryLimit: Int, isInBackground: Bool, allowsUnconfined: Bool,
        with further: [Int32] = []
    ) throws(SystemError) {
        let arguments =
            ["--memory-limit", String(memoryLimit)] + (isInBackground ? [] : ["--foreground"])
            + (allowsUnconfined ? ["--unconfined"] : [])
        try self.init(starting: path, arguments: arguments, over: try PacketSocket.makePair(), with: further)
    }
}

extension DecoderClient {
    /// Starts the decoder process.
    ///
    /// - Parameter executable: The path of `vitrine-decode`; nil to look beside the running program and in
    ///   `../libexec/vitrine` from there.
    /// - Throws: `decoderUnavailable`, if there is no such program or the process cannot be started, unless the settings
    ///   say that it may start later.
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
        let known = settings.mayStartLater ? executable : try DecoderExecutable.locate(unlessAt: executable)
        do throws(SystemError) {
            try self.init(settings: settings, now: now, open: open) { () throws(SystemError) in
                try DecoderProcess(
                    starting: known ?? DecoderExecutable.expected(), memoryLimit: settings.memoryLimit,
                    isInBackground: settings.isInBackground,
                    allowsUnconfined: settings.allowsUnconfined)
            }
        } catch {
            let path = known ?? DecoderExecutable.expected()
            throw DecodingFailure(.decoderUnavailable, "the decoder \(path) cannot be started: \(error.reason)")
        }
    }
}
