import DisplayModel

/// Whether a keeper goes on, and what it said of failures that have no screen to be told of.
struct KeeperFate {
    /// Whether the session is away: nothing is submitted then.
    var isPaused = false
    /// The error that ended it. Its owner takes it away then.
    private(set) var lost: DisplayError?
    /// Why the device has to be reopened. Its owner does that.
    private(set) var needsReopening: String?
    private var reported: Set<DisplayError> = []

    /// Whether its owner has to take it away.
    var isOver: Bool { lost != nil || needsReopening != nil }

    /// Something did not work.
    /// - Returns: whether that is news.
    mutating func failed(_ error: DisplayError) -> Bool {
        if error.recovery == .deviceGone { lost = error }
        return reported.insert(error).inserted
    }

    mutating func workedAgain() { reported = [] }

    mutating func reopen(_ reason: String) { needsReopening = needsReopening ?? reason }
}
