public import MediaDecoding
import Timing

/// How the frames of a film come, since its turn began.
public struct FrameCount: Hashable, Sendable {
    /// Those that were there to be drawn.
    public private(set) var shown = 0
    /// Those of them that came when they should have been on the screens already.
    public private(set) var late = 0
    /// Those that were over before they were decoded, or overtaken by a later one before anything was drawn of them.
    public private(set) var dropped = 0
    /// When the first frame came since the film was opened, while what came was late: nothing was lost by that.
    private var opened: MonotonicTime?
    private var isCatchingUp = true
    /// When the last one came, if it was over by then.
    private var overAt: MonotonicTime?

    /// How long a film that is joined has to reach what is due. Later than that it is too much for the machine.
    static let patience = Duration.seconds(1)

    public init() {}

    /// Another decoder begins to make its frames.
    mutating func restart() { (opened, isCatchingUp, overAt) = (nil, true, nil) }

    /// A frame has come.
    /// - Parameters:
    ///   - leftOut: how many before it the decoder has left out, because they were over.
    ///   - due: when it is to show, and until when.
    mutating func came(leftOut: Int, due: Range<MonotonicTime>, now: MonotonicTime) {
        let start = opened ?? now
        opened = start
        if isCatchingUp {
            let isLate = now > due.lowerBound
            isCatchingUp = isLate && now - start <= Self.patience
            if isCatchingUp || !isLate {
                if now < due.upperBound { shown += 1 }
                return
            }
        }
        dropped += leftOut
        if overAt == now {
            // It came together with a later one, so that nothing was drawn of it.
            (shown, late, dropped) = (shown - 1, late - 1, dropped + 1)
        }
        shown += 1
        if now > due.lowerBound { late += 1 }
        overAt = now >= due.upperBound ? now : nil
    }
}

/// A film that plays, for people.
public struct VideoPlayback: Hashable, Sendable {
    public var description: VideoDescription
    public var frames: FrameCount
}
