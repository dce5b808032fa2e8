/// When the next process of the decoder is started after one that ended: at once after one that had work; after ones that
/// had none, ever later.
struct DecoderRestarts {
    /// How many processes in a row ended, or could not be started, without having been given anything to do.
    private var uselessStarts = 0
    private var hasWorked = false
    /// How many files the present process has been given.
    private(set) var fileCount = 0

    /// Whether the next one is started although nothing waits for it.
    var startsAtOnce: Bool { uselessStarts == 0 }

    /// Whether requests that wait fail rather than wait longer.
    var isHopeless: Bool { uselessStarts >= 3 }

    /// A process is being started.
    mutating func started() {
        hasWorked = false
        fileCount = 0
    }

    mutating func gotFile() {
        hasWorked = true
        fileCount += 1
    }

    /// A process was ended on purpose, through no fault of its start.
    mutating func replaced() { uselessStarts = 0 }

    /// A process ended by itself, or could not be started.
    /// - Returns: how long to wait before the next one is started: 0.1 s, doubled each time up to 10 s.
    mutating func pauseAfterEnd() -> Duration {
        uselessStarts = hasWorked ? 0 : uselessStarts + 1
        return .milliseconds(uselessStarts == 0 ? 0 : min(100 << min(uselessStarts - 1, 10), 10_000))
    }
}
