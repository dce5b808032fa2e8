public import Timing

/// Predicts an output's vblanks from its flip events and its mode's exact period.
public struct FrameClock: Hashable, Sendable {
    public let period: Duration
    /// The last flip with a plausible time.
    public private(set) var lastFlip: MonotonicTime?
    private var lastSequence: UInt32?
    /// When the frame was committed whose flip comes next.
    private var committed: MonotonicTime?
    /// How many flips in a row came sooner than a device with vblanks could make them.
    private var tooSoon = 0

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
        let age = received - stamp
        let isPlausible = age >= .milliseconds(-1) && age <= period * 2 + .milliseconds(20)
        let time = isPlausible ? stamp : received
        judge(time, countMoved: sequence != lastSequence)
        lastSequence = sequence
        lastFlip = time
        return time
    }

    /// A frame is on its way: the kernel took it at this instant.
    public mutating func queued(at instant: MonotonicTime) { committed = instant }

    /// Whether flips wait for vblanks. A device without them (virtio-gpu, DisplayLink) leaves the sequence number as it
    /// is and reports flips as soon as they are asked for; the frame loop has to be slowed down by a timer then.
    ///
    /// A number that stands still is not enough to tell: NVIDIA's driver gives 0 with every flip, and yet flips at
    /// vblanks.
    public var isPacedByDevice: Bool { tooSoon < Self.convincing }
    private static let convincing = 3

    private mutating func judge(_ flip: MonotonicTime, countMoved: Bool) {
        let commit = committed
        committed = nil
        guard !countMoved else { return tooSoon = 0 }
        guard let lastFlip else { return }
        if flip - lastFlip < period * 3 / 4 {
            tooSoon = min(tooSoon + 1, Self.convincing)
        } else if let commit, flip - commit > period / 2 {
            // It was waited for. Of a flip that comes at once, but long after the last one, nothing is learnt: a vblank
            // may just have been near.
            tooSoon = 0
        }
    }

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
