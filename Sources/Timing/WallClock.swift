/// How the wall clock stands to the clock that frames are timed by.
///
/// Both run alike, also while the wall clock is slewed, so the distance between them changes only when the wall clock is
/// set or the machine was suspended.
public struct WallClock: Hashable, Sendable {
    /// The wall clock's time since 1970-01-01T00:00:00Z when the monotonic clock is zero.
    public var origin: Duration

    public init(origin: Duration) {
        self.origin = origin
    }

    /// - Returns: the time since 1970.
    public func time(at instant: MonotonicTime) -> Duration { origin + .nanoseconds(instant.nanoseconds) }

    public func instant(of time: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: (time - origin).nanoseconds)
    }

    /// Whether it may be the real time: a machine whose clock does not run while it is off begins somewhere in the past.
    public func isSet(at instant: MonotonicTime) -> Bool { time(at: instant) >= .seconds(1_735_689_600) }  // 2025
}
