/// An instant on the wall clock: the time since 1970-01-01T00:00:00Z, leap seconds not counted, as POSIX has it.
///
/// Not a ``Duration``: the distance between two instants is one, and the sum of two instants means nothing and does not
/// compile. It is a plain value, as ``MonotonicTime`` is.
public struct WallTime: Hashable, Comparable, Sendable {
    private var sinceEpoch: Duration

    /// 1970-01-01T00:00:00Z.
    public static let epoch = WallTime(seconds: 0)

    /// - Parameter nanoseconds: since ``epoch``.
    public init(nanoseconds: Int64) {
        sinceEpoch = .nanoseconds(nanoseconds)
    }

    /// - Parameter seconds: since ``epoch``. Reaches further than nanoseconds do, for the calendar's years.
    public init(seconds: Int) {
        sinceEpoch = .seconds(seconds)
    }

    /// Since ``epoch``, cut off at what 64 bits hold: the years 1678 to 2262.
    public var nanoseconds: Int64 { sinceEpoch.nanoseconds }

    /// The whole second that it lies in, since ``epoch``.
    public var seconds: Int {
        let (seconds, attoseconds) = sinceEpoch.components
        return Int(seconds) - (attoseconds < 0 ? 1 : 0)
    }

    /// The nearest whole second, since ``epoch``.
    public var nearestSecond: Int { (self + .milliseconds(500)).seconds }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.sinceEpoch < b.sinceEpoch }

    public static func - (later: WallTime, earlier: WallTime) -> Duration { later.sinceEpoch - earlier.sinceEpoch }

    public static func + (instant: WallTime, length: Duration) -> WallTime {
        var instant = instant
        instant += length
        return instant
    }

    public static func - (instant: WallTime, length: Duration) -> WallTime {
        var instant = instant
        instant -= length
        return instant
    }

    public static func += (instant: inout WallTime, length: Duration) { instant.sinceEpoch += length }

    public static func -= (instant: inout WallTime, length: Duration) { instant.sinceEpoch -= length }
}
