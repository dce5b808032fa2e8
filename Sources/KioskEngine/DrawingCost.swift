import Timing

/// How long drawing a frame takes, estimated from the frames before: the slowest lately.
struct DrawingCost {
    private(set) var estimate: Duration = .milliseconds(4)

    mutating func record(_ duration: Duration) {
        // Quick to believe a slow frame, slow to forget it.
        estimate = max(duration, estimate * 7 / 8)
    }
}
