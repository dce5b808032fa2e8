import Timing

/// Decides when a change is told: when nothing has happened for a while, so that a burst of changes is one report and
/// a file is not read while it is being written; and after the longest wait even so.
struct Settling {
    enum Change {
        /// Something is different, and whoever did it may be done: replaced, deleted, closed after writing.
        case complete
        /// Somebody is writing and will close the file.
        case writing
        /// Something is different that says nothing about a writer: attributes, a signature.
        case touched
    }

    private struct Pending {
        var since: MonotonicTime
        var isBeingWritten: Bool
    }

    private let settleTime: Duration
    private let longestWait: Duration
    private var pending: [String: Pending] = [:]
    /// The last change that was not one of a file being written; those wait together for the same quiet.
    private var latest = MonotonicTime.zero

    init(settleTime: Duration, longestWait: Duration) {
        self.settleTime = settleTime
        self.longestWait = longestWait
    }

    mutating func note(_ change: Change, of path: String, at now: MonotonicTime) {
        var state = pending[path] ?? Pending(since: now, isBeingWritten: false)
        switch change {
        case .complete: state.isBeingWritten = false
        case .writing: state.isBeingWritten = true
        case .touched: break
        }
        if !state.isBeingWritten { latest = now }
        pending[path] = state
    }

    /// What was noted of a path counts no more.
    mutating func forget(_ path: String) {
        pending[path] = nil
    }

    /// When ``take(at:)`` has something to give, if nothing else happens.
    var nextDeadline: MonotonicTime? {
        guard let oldest = pending.values.lazy.map(\.since).min() else { return nil }
        let end = oldest + longestWait
        return pending.values.contains { !$0.isBeingWritten } ? min(end, latest + settleTime) : end
    }

    /// The paths whose changes have settled or waited for long enough. They are not given again.
    mutating func take(at now: MonotonicTime) -> Set<String> {
        let isOver = { [longestWait] (state: Pending) in state.since + longestWait <= now }
        let isQuiet =
            latest + settleTime <= now || pending.values.contains { !$0.isBeingWritten && isOver($0) }
        let due = pending.filter { $0.value.isBeingWritten ? isOver($0.value) : isQuiet }
        for path in due.keys { pending[path] = nil }
        return Set(due.keys)
    }
}
