import Paths
import Timing

/// Decides when changes are reported: when nothing has happened for a while, so that a burst of changes is one report and
/// a file is not read while it is being written; and after the longest wait in any case.
struct Debouncer {
    enum Change {
        /// A change that may be the last: replaced, deleted, closed after writing.
        case complete
        /// The file is being written, and will be closed.
        case writing
        /// A change that says nothing about a writer: attributes, a signature.
        case touched
    }

    private struct Pending {
        var since: MonotonicTime
        var isBeingWritten: Bool
    }

    private let settleTime: Duration
    private let longestWait: Duration
    private var pending: [FilePath: Pending] = [:]
    /// The last change that was not one of a file being written; those wait together for the same quiet.
    private var latest = MonotonicTime.zero

    init(settleTime: Duration, longestWait: Duration) {
        self.settleTime = settleTime
        self.longestWait = longestWait
    }

    mutating func note(_ change: Change, of path: FilePath, at now: MonotonicTime) {
        var state = pending[path] ?? Pending(since: now, isBeingWritten: false)
        switch change {
        case .complete: state.isBeingWritten = false
        case .writing: state.isBeingWritten = true
        case .touched: break
        }
        if !state.isBeingWritten { latest = now }
        pending[path] = state
    }

    /// Drops what was noted of a path.
    mutating func forget(_ path: FilePath) {
        pending[path] = nil
    }

    /// When ``take(at:)`` returns something, if nothing else happens.
    var nextDeadline: MonotonicTime? {
        guard let oldest = pending.values.lazy.map(\.since).min() else { return nil }
        let end = oldest + longestWait
        return pending.values.contains { !$0.isBeingWritten } ? min(end, latest + settleTime) : end
    }

    /// The paths whose changes have settled or waited for long enough. Each is returned once.
    mutating func take(at now: MonotonicTime) -> Set<FilePath> {
        let isOver = { [longestWait] (state: Pending) in state.since + longestWait <= now }
        let isQuiet =
            latest + settleTime <= now || pending.values.contains { !$0.isBeingWritten && isOver($0) }
        let due = pending.filter { $0.value.isBeingWritten ? isOver($0.value) : isQuiet }
        for path in due.keys { pending[path] = nil }
        return Set(due.keys)
    }
}
