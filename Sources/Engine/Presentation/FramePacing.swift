public import DisplayPlanning
public import Timing

/// When a screen's next frame is begun, and when it is committed: pure, from the times of the flips before.
///
/// A frame that is committed in a refresh comes on screen at the vblank that ends it. So a frame is begun early enough
/// to be drawn before that, and one that is drawn earlier still is held back until the refresh before its own.
public struct FramePacing: Hashable, Sendable {
    /// What is to happen now.
    public enum Decision: Hashable, Sendable {
        /// Ask for the frame that comes on screen at this vblank.
        case draw(for: MonotonicTime)
        case sleep(until: MonotonicTime)
        /// Nothing changes before something happens.
        case waitForEvent
    }

    public private(set) var clock: FrameClock
    /// How long drawing takes: the slowest lately.
    public private(set) var cost: Duration = .milliseconds(4)
    /// Every nth vblank has a frame at most.
    private let frameInterval: Int
    private var wake = Wake.now
    /// Whether every refresh has another frame, so that flips set the pace and nothing is held back.
    private(set) var isMoving = false

    private enum Wake: Hashable {
        case now
        case at(MonotonicTime)
        case event
    }

    /// How much of a refresh before its vblank a frame is committed at the earliest. The missing eighth keeps a commit
    /// from falling before the vblank that begins its refresh, when clock and flip disagree a little.
    private static let commitWindow = (numerator: 7, denominator: 8)
    /// A frame that is done this part of a refresh before it may be committed is held; a shorter wait is not worth a
    /// timer.
    private static let shortestHoldDivisor = 8
    /// How much longer than lately drawing is taken to last when a frame is begun ahead of its time: one that is done
    /// too soon is held back, one that is late misses its vblank.
    private static let costMargin = (numerator: 3, denominator: 2)
    /// How much of a slow frame's cost is believed after one that was faster.
    private static let costMemory = (numerator: 7, denominator: 8)

    public init(period: Duration, frameInterval: Int) {
        clock = FrameClock(period: period)
        self.frameInterval = max(1, frameInterval)
    }

    public var period: Duration { clock.period }

    /// When ``decide(at:)`` has an answer that is not to sleep on, if nothing happens before.
    public var nextDeadline: MonotonicTime {
        switch wake {
        case .now: .zero
        case .at(let time): time
        case .event: .distantFuture
        }
    }

    public mutating func decide(at now: MonotonicTime) -> Decision {
        switch wake {
        case .event: return .waitForEvent
        case .at(let time) where time > now: return .sleep(until: time)
        case .now, .at: break
        }
        if let earliest = earliestBegin, earliest > now {
            wake = .at(earliest)
            return .sleep(until: earliest)
        }
        // While something moves each frame goes out as soon as it is drawn: planning for a slow one would skip
        // refreshes.
        return .draw(for: clock.nextPresentation(from: now, drawing: isMoving ? .zero : cost))
    }

    /// Before this instant no frame is begun where something else than flips sets the pace: only every nth vblank is
    /// wanted, or the device does not wait for vblanks.
    private var earliestBegin: MonotonicTime? {
        guard let last = clock.lastFlip, frameInterval > 1 || !clock.isPacedByDevice else { return nil }
        // A device with vblanks takes the frame in the refresh before its own; one without shows it at once.
        return clock.isPacedByDevice
            ? last + period * (frameInterval - 1) + period / 8 : last + period * frameInterval
    }

    /// A frame was drawn.
    /// - Returns: until when it is held back. Nil: it is committed at once.
    public mutating func drawn(for vblank: MonotonicTime, took duration: Duration, at now: MonotonicTime)
        -> MonotonicTime?
    {
        record(duration)
        let commitAt = vblank - period * Self.commitWindow.numerator / Self.commitWindow.denominator
        return !isMoving && commitAt - period / Self.shortestHoldDivisor > now ? commitAt : nil
    }

    /// Drawing took so long.
    public mutating func record(_ duration: Duration) {
        cost = max(duration, cost * Self.costMemory.numerator / Self.costMemory.denominator)
    }

    /// A frame is on its way to the screen: its flip calls for the next one.
    public mutating func queued(at time: MonotonicTime, isMoving: Bool) {
        clock.queued(at: time)
        self.isMoving = isMoving
        wake = .now
    }

    /// The frame that is on screen is right until its source has another one.
    public mutating func unchanged(until change: SourceFrame.NextChange, at now: MonotonicTime) {
        switch change {
        case .never: wake = .event
        case .everyRefresh: wake = .at(begin(for: now + period, at: now))
        case .at(let time): wake = .at(begin(for: time, at: now))
        }
    }

    /// When a frame is begun that is due at an instant: early enough for a slow one.
    private func begin(for due: MonotonicTime, at now: MonotonicTime) -> MonotonicTime {
        let vblank = clock.vblank(atOrAfter: max(due - period / 2, now))
        let begin = vblank - period / 2 - cost * Self.costMargin.numerator / Self.costMargin.denominator
        return max(begin, now + period / 8)
    }

    /// Tries again a refresh later.
    public mutating func retry(after now: MonotonicTime) { wake = .at(now + period) }

    /// Something happened that may lead to another frame.
    public mutating func wakeUp() { wake = .now }

    /// A frame came on screen.
    /// - Returns: when it did, by what is believed of the time stamp.
    public mutating func flipped(stamp: MonotonicTime, sequence: UInt32, received: MonotonicTime) -> MonotonicTime {
        clock.flipped(stamp: stamp, sequence: sequence, received: received)
    }
}
