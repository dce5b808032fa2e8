import DisplayModel
import Timing

/// The instants at which a mode's vblanks fall: exact multiples of its period from a first one, so that no error adds
/// up however long it runs.
struct VblankGrid: Hashable, Sendable {
    let origin: MonotonicTime
    /// The number of the vblank at the origin.
    let firstSequence: UInt32
    let refresh: RefreshRate

    /// When the nth vblank after the origin falls, rounded down to a nanosecond.
    func time(_ n: Int64) -> MonotonicTime {
        let nanoseconds =
            Int128(n) * 1_000_000_000 * Int128(refresh.denominator) / Int128(refresh.numerator)
        return origin + .nanoseconds(Int64(nanoseconds))
    }

    /// The first vblank strictly after an instant.
    func next(after instant: MonotonicTime) -> (sequence: UInt32, time: MonotonicTime) {
        let elapsed = Int128((instant - origin).nanoseconds)
        var n = Int64(elapsed * Int128(refresh.numerator) / (1_000_000_000 * Int128(refresh.denominator)))
        // Rounding down above can land one short.
        while time(n) <= instant { n += 1 }
        return (firstSequence &+ UInt32(truncatingIfNeeded: n), time(n))
    }
}
