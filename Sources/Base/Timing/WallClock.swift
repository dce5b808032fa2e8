/// How the wall clock stands to the clock that frames are timed by.
///
/// Both run alike, also while the wall clock is slewed, so the distance between them changes only when the wall clock is
/// set or the machine was suspended.
public struct WallClock: Hashable, Sendable {
    /// What the wall clock shows when the monotonic clock is zero.
    public var origin: WallTime

    public init(origin: WallTime) {
        self.origin = origin
    }

    public func time(at instant: MonotonicTime) -> WallTime { origin + .nanoseconds(instant.nanoseconds) }

    public func instant(of time: WallTime) -> MonotonicTime {
        MonotonicTime(nanoseconds: (time - origin).nanoseconds)
    }

    /// Whether it may be the real time: a machine whose clock does not run while it is off begins somewhere in the past.
    public func isSet(at instant: MonotonicTime) -> Bool { time(at: instant) >= Self.newYear2025 }

    private static let newYear2025 = WallTime(seconds: 1_735_689_600)
}
