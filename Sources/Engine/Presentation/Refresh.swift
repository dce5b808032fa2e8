public import Timing

/// One refresh of a screen: the time for which a frame is asked.
public struct Refresh: Hashable, Sendable {
    /// The vblank at which the frame comes on screen.
    public var vblank: MonotonicTime
    /// How long it is on screen at least: the length of a refresh.
    public var period: Duration
    /// Counts the frames that were asked for on this screen.
    public var number: UInt64

    public init(vblank: MonotonicTime, period: Duration, number: UInt64 = 0) {
        self.vblank = vblank
        self.period = period
        self.number = number
    }

    /// The instant that the frame stands for. It is on screen for a whole refresh, so a change comes at the vblank that
    /// is nearest to its time.
    public var middle: MonotonicTime { vblank + period / 2 }
}
