import Timing

/// Screens, on any devices, that make their changes in the same refresh: none begins before all can.
///
/// Dark screens do not count. A screen that cannot for too long is not waited for any more.
public final class ScreenGroup {
    public let name: String
    private var members: [ObjectIdentifier: Member] = [:]
    /// Since when a change waits for a screen that is not ready, and when that was asked last.
    private var waiting: (since: MonotonicTime, asked: MonotonicTime)?
    private let report: (String) -> Void

    struct Member {
        /// Whether the screen is lit. A dark one makes no changes, and keeps nobody waiting.
        var isLit: () -> Bool
        /// Whether the media of the frame at an instant are there, and the device takes a flip.
        var isReady: (MonotonicTime) -> Bool
    }

    /// How long changes wait for the slowest screen: several of the longest decodings of large pictures on slow boards.
    /// After that the others go on without it, until it is ready again.
    static let limit = Duration.seconds(5)
    /// A change that was not asked for during this time is off.
    private static let memory = Duration.seconds(1)

    /// - Parameter report: called with a sentence when a screen does not change with the others.
    public init(name: String, report: @escaping (String) -> Void) {
        self.name = name
        self.report = report
    }

    func join(_ owner: AnyObject, _ member: Member) { members[ObjectIdentifier(owner)] = member }

    func leave(_ owner: AnyObject) { members[ObjectIdentifier(owner)] = nil }

    /// Whether a member may make a change. Its own device is asked like those of the others: who goes first would
    /// otherwise be alone when it is refused.
    /// - Parameter instant: the time of the frame with which it would begin.
    func mayMake(at instant: MonotonicTime, now: MonotonicTime) -> Bool {
        if members.values.allSatisfy({ !$0.isLit() || $0.isReady(instant) }) {
            waiting = nil
            return true
        }
        let since = waiting.flatMap { now - $0.asked <= Self.memory ? $0.since : nil } ?? now
        let wasOver = waiting.map { $0.asked - $0.since > Self.limit } ?? false
        waiting = (since, now)
        guard now - since > Self.limit else { return false }
        if !wasOver {
            report("\(name): a screen is not ready after \(Self.limit.inSeconds) s; the others change without it")
        }
        return true
    }

    /// A device that took the test has refused the change itself. The others may have made it.
    func refused(_ screen: String, _ reason: String) {
        report("\(name): \(screen) could not change with the others (\(reason)); it follows at the next refresh")
    }
}
