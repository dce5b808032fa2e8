import Timing

/// "20 s", "0.5 s".
func seconds(_ length: Duration) -> String {
    let value = length.inSeconds
    return value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
}

extension DecoderClient {
    /// How long and with how much memory the process may work.
    public struct Settings: Sendable {
        /// How long one picture may take while others wait. One that takes longer is put behind all of them, so that a
        /// slow or hostile file, or a process that hangs, costs them no more than this. Where nothing waits it goes on.
        public var firstTimeLimit: Duration = .seconds(4)
        /// How long it may take where nothing waits behind it, or at its second attempt.
        public var timeLimit: Duration = .seconds(20)
        /// How long the process may take to start.
        public var startLimit: Duration = .seconds(10)
        /// How much memory of its own the process may use, in MiB; the finished picture not counted.
        public var memoryLimit = 1024
        /// Whether everything else of the machine comes first, so that no frame is late.
        public var isInBackground = true
        /// Whether pictures are decoded also where the kernel has no system call filters.
        public var allowsUnconfined = false
        /// Whether a program that is not there is waited for: its pictures fail meanwhile. Else it is an error at once.
        public var mayStartLater = false
        /// After so many files a process is replaced, in case one of them has changed it.
        public var filesPerProcess = 200
        /// Whether a process is replaced after a file in which a library failed. Tests of the libraries keep it.
        var replacesAfterBreakage = true

        public init() {}
    }
}
