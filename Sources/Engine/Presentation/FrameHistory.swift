import Rendering
import Timing

/// The frames of one screen on their way: asked for, queued, and on screen; and what was told of them.
struct FrameHistory {
    struct Asked {
        var frame: SourceFrame
        var refresh: Refresh
    }

    /// A frame that is drawn, or being drawn.
    private(set) var asked: Asked?
    /// The frame that was committed last. Nil when what is on screen is not known.
    private(set) var current: SourceFrame?
    /// The refresh of the committed frame, until it is on screen.
    private var queued: Refresh?
    /// The instant that the last frame stands for.
    private(set) var latestInstant = MonotonicTime.zero
    /// Whether something that should show is not there yet.
    private(set) var isMissing = false
    private(set) var hasNewArrivals = false
    /// Whether the next frame is drawn even if it is the one on screen.
    private(set) var isToBeRedrawn = false
    private var announced: [SourceFrame.Arrival?] = []
    private var count: UInt64 = 0

    var isLit: Bool { current != nil }
    /// Whether the frame on screen waits for media that are still being made.
    var asksForMovingMedia: Bool { current.map { $0.waitsForMedia } ?? false }

    mutating func refresh(at vblank: MonotonicTime, period: Duration) -> Refresh {
        count += 1
        return Refresh(vblank: vblank, period: period, number: count)
    }

    mutating func ask(_ frame: SourceFrame, for refresh: Refresh) {
        asked = Asked(frame: frame, refresh: refresh)
        latestInstant = refresh.middle
    }

    /// The frame is the one on screen.
    mutating func keep(_ frame: SourceFrame, for refresh: Refresh) {
        let arrivals = current?.arrivals ?? []
        current = frame
        // What looks the same did not arrive.
        current?.arrivals = arrivals
        latestInstant = refresh.middle
        isMissing = frame.isMissing
    }

    mutating func queue() -> SourceFrame? {
        guard let asked else { return nil }
        hasNewArrivals = current?.arrivals != asked.frame.arrivals
        (current, queued) = (asked.frame, asked.refresh)
        isMissing = asked.frame.isMissing
        self.asked = nil
        isToBeRedrawn = false
        return asked.frame
    }

    mutating func drop() -> SourceFrame? {
        defer { asked = nil }
        return asked?.frame
    }

    /// The committed frame is on screen. Nil where that was known.
    mutating func shown() -> (SourceFrame, Refresh)? {
        defer { queued = nil }
        guard let current, let queued else { return nil }
        return (current, queued)
    }

    /// What is on screen is not known any more.
    mutating func forgetScreen() { (current, queued) = (nil, nil) }

    mutating func redraw() { isToBeRedrawn = true }

    mutating func forgetArrivals() {
        asked = nil
        announced = []
        current?.arrivals = []
    }

    /// The arrivals of the frame on screen that were not told of.
    mutating func announce() -> [(arrival: SourceFrame.Arrival, isNew: Bool)] {
        guard let current, current.arrivals != announced else { return [] }
        let before = announced
        announced = current.arrivals
        return current.arrivals.enumerated().compactMap { index, arrival in
            let earlier = before.indices.contains(index) ? before[index] : nil
            guard let arrival, arrival != earlier else { return nil }
            return (arrival, arrival.identity != earlier?.identity)
        }
    }
}
