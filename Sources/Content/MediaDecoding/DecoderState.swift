import Timing

extension DecoderClient {
    /// The process that is at work.
    var processIdentifier: Int32? { state.process?.identifier }

    /// Whether the process is ready and has nothing to do.
    var isIdle: Bool { if case .idle = state { true } else { false } }

    /// Whether the process works on a file.
    var isDecoding: Bool { if case .decoding = state { true } else { false } }

    /// How a process was lost.
    enum Loss {
        /// It closed the connection, most likely by ending.
        case disconnected
        /// It did what no sound decoder does, told as the end of a sentence, and was killed for it.
        case misbehaved(String)
    }

    /// What a process worked on when it was lost.
    struct Lost {
        let job: DecodingJob
        let opened: PictureOpener.Opened
    }

    enum State {
        /// No process. One is started when there is something to do and the instant has come.
        case absent(until: MonotonicTime)
        case starting(DecoderProcess, deadline: MonotonicTime)
        case idle(DecoderProcess)
        /// With its file, and the memory that the picture is put in.
        case decoding(DecoderProcess, DecodingJob, PictureOpener.Opened, PixelReservation, deadline: MonotonicTime)
        /// The process closed its end or was found broken; how it ended is not known yet.
        case ending(DecoderProcess, Lost?, Loss, deadline: MonotonicTime)

        var process: DecoderProcess? {
            switch self {
            case .absent: nil
            case .starting(let process, _), .idle(let process), .decoding(let process, _, _, _, _),
                .ending(let process, _, _, _):
                process
            }
        }
    }
}
