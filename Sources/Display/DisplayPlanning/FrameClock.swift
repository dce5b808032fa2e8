public import Timing

/// Predicts an output's vblanks from its flip events and its mode's exact period.
public struct FrameClock: Hashable, Sendable {
    public let period: Duration
    /// The last flip with a plausible time.
    public private(set) var lastFlip: MonotonicTime?
    private var lastSequence: UInt32?
    /// How many flips in a row had the same sequence number.
    private var standstill = 0

    public init(period: Duration) {
        self.period = period
    }

    /// Takes in the time stamp of a flip event. Some drivers report none or an old one, so one that does not lie
    /// within two periods before its arrival is replaced by the arrival itself.
    /// - Returns: the time of the flip that is used.
    @discardableResult
    public mutating func flipped(
        stamp: MonotonicTime, sequence: UInt32, received: MonotonicTime
    ) -> MonotonicTime {
        standstill = sequence == lastSequence ? min(standstill + 1, Self.convincing) : 0
        lastSequence = sequence
        let age = received - stamp
        let isPlausible = age >= .milliseconds(-1) && age <= period * 2 + .milliseconds(20)
        let time = isPlausible ? stamp : received
        lastFlip = time
        return time
    }

    /// Whether flips wait for vblanks. A device without them (virtio-gpu, DisplayLink) leaves the sequence number as it
    /// is and reports flips as soon as they are asked for; the frame loop has to be slowed down by a timer then.
    public var isPacedByDevice: Bool { standstill < Self.convincing }
    private static let convincing = 3

    /// The first vblank at or after an instant. Far from the last flip the phase is a guess (two clocks drift apart),
    /// and before any flip the instant itself is as good as any.
    public func vblank(atOrAfter instant: MonotonicTime) -> MonotonicTime {
        guard let lastFlip, instant > lastFlip else { return lastFlip.map { max($0, instant) } ?? instant }
        let elapsed = (instant - lastFlip).nanoseconds
        let step = max(1, period.nanoseconds)
        let count = (elapsed + step - 1) / step
        return MonotonicTime(nanoseconds: lastFlip.nanoseconds + count * step)
    }

    /// The vblank that a frame begun now can reach, when drawing takes this long.
    public func nextPresentation(from now: MonotonicTime, drawing: Duration) -> MonotonicTime {
        vblank(atOrAfter: now + drawing)
    }
}
