import Glibc
public import LinuxSystem
public import Paths
public import Timing

extension VideoStream {
    /// How long and with how much memory a decoder may work.
    public struct Settings: Sendable {
        /// How long the process may take to start.
        public var startLimit: Duration = .seconds(10)
        /// How long it may take to find out what the file is.
        public var openLimit: Duration = .seconds(10)
        /// How long it may take to the first frame: to come to the place where a film is joined late, much of the file may
        /// have to be read.
        public var entryLimit: Duration = .seconds(60)
        /// How long it may take from one frame to the next while there is memory for it.
        public var progressLimit: Duration = .seconds(5)
        /// How much memory of its own the process may use, in MiB; the frames' slots not counted.
        public var memoryLimit = 1024
        /// How many frames there may be at once: one that shows, one that is uploaded, and those decoded ahead.
        public var slots = 6
        /// How many threads decode. Each beyond the first holds one frame more in the decoder.
        public var threads = 4
        /// Whether everything else of the machine comes first.
        public var isInBackground = true
        /// Whether it decodes also where the kernel has no system call filters.
        public var allowsUnconfined = false

        public init() {}
    }

    /// Starts a decoder for a file.
    ///
    /// - Parameters:
    ///   - file: opened by ``openFile(_:)``.
    ///   - executable: the path of `vitrine-decode-video`; nil to look beside the running program and in
    ///     `../libexec/vitrine` from there.
    /// - Throws: `decoderUnavailable`, if there is no such program or the process cannot be started.
    public convenience init(
        _ file: consuming OwnedDescriptor, name: FilePath, passage: VideoPassage = .whole, executable: String? = nil,
        settings: Settings = Settings(), now: MonotonicTime
    ) throws(DecodingFailure) {
        let path = try DecoderExecutable.locate(DecoderExecutable.videoName, unlessAt: executable)
        do throws(SystemError) {
            try self.init(file, name: name.description, passage: passage, settings: settings, now: now) {
                () throws(SystemError) in
                try DecoderProcess(
                    starting: path, memoryLimit: settings.memoryLimit, isInBackground: settings.isInBackground,
                    allowsUnconfined: settings.allowsUnconfined)
            }
        } catch {
            throw DecodingFailure(.decoderUnavailable, "the decoder \(path) cannot be started: \(error.reason)")
        }
    }

    /// Opens a video file. It may take as long as the disk or share does: not for a thread that must not wait.
    public static func openFile(_ path: FilePath) throws(DecodingFailure) -> OwnedDescriptor {
        try PictureFile.open(path)
    }
}
