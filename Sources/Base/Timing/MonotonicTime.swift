/// An instant on the clock that the kernel stamps page flips with: `CLOCK_MONOTONIC`.
///
/// It does not jump when the wall clock is set and does not run while the machine is suspended. It is a plain
/// value, so that decisions take the time as an argument and need no clock of their own.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the machine started. 63 bits last 292 years.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static let zero = MonotonicTime(nanoseconds: 0)
    public static let distantFuture = MonotonicTime(nanoseconds: .max)

    public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    /// The instant a length of time later; stays at ``distantFuture`` where the sum would pass it.
    public static func + (instant: MonotonicTime, length: Duration) -> MonotonicTime {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(length.nanoseconds)
        return overflow ? .distantFuture : MonotonicTime(nanoseconds: sum)
    }

    public static func - (instant: MonotonicTime, length: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: instant.nanoseconds &- length.nanoseconds)
    }

    public static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
        .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
    }
}

extension Duration {
    /// The length in whole nanoseconds, cut off at what 64 bits hold (292 years).
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// The length in seconds, for arithmetic that needs a fraction and for messages.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
