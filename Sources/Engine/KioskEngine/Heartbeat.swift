import ScreenKeeping
import Timing

/// Proof of life: has every lit screen flip once in each interval, and tells when all have.
struct Heartbeat {
    private let interval: Duration
    private let onProof: () -> Void
    private var isAsked = false
    private var next: MonotonicTime

    init(interval: Duration, from now: MonotonicTime, onProof: @escaping () -> Void) {
        self.interval = interval
        self.onProof = onProof
        next = now
    }

    /// When the screens are asked next. Nil while they are asked: their flips come as events.
    var nextDeadline: MonotonicTime? { isAsked ? nil : next }

    /// Asks the screens where it is time, and hears whether all have flipped.
    mutating func turn(_ slots: [DeviceSlot], now: MonotonicTime) {
        if !isAsked, next <= now {
            isAsked = true
            for slot in slots { slot.keeper?.askForProof() }
            for slot in slots { slot.advance(now: now) }
        }
        if isAsked, slots.allSatisfy({ $0.keeper?.isProven ?? true }) {
            (isAsked, next) = (false, now + interval)
            onProof()
        }
    }
}
