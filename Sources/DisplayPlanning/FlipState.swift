public import Timing

/// Where the buffers of one output are, and whether a flip is under way: the rules of atomic KMS as a value.
///
/// At any time one buffer is on screen and at most one is queued for it. A buffer is free again only when its
/// successor's flip event has come, and nothing is committed while a flip is pending.
public struct FlipState: Hashable, Sendable {
    /// The number of the buffer that is scanned out. Nil before the first modeset.
    public private(set) var current: Int?
    /// The number of the buffer that was committed and has not been reported on screen, and since when.
    public private(set) var pending: Pending?
    public let bufferCount: Int

    public struct Pending: Hashable, Sendable {
        public var buffer: Int
        public var since: MonotonicTime
    }

    public init(bufferCount: Int) {
        self.bufferCount = bufferCount
    }

    /// A buffer to draw into, or nil while all are in use. A second flip before the first has come would be EBUSY.
    public var drawable: Int? {
        guard pending == nil else { return nil }
        return (0..<bufferCount).first { $0 != current }
    }

    /// A commit of this buffer was accepted: an event will come.
    public mutating func committed(_ buffer: Int, at time: MonotonicTime) {
        pending = Pending(buffer: buffer, since: time)
    }

    /// The flip event came. An event that nothing waits for (a duplicate, one of a previous owner) changes nothing.
    /// - Returns: whether it was expected.
    @discardableResult
    public mutating func flipped() -> Bool {
        guard let pending else { return false }
        current = pending.buffer
        self.pending = nil
        return true
    }

    /// The event did not come in time. Which of the two buffers is on screen is unknown, so the committed one counts as
    /// current: it is what the next modeset will show.
    public mutating func gaveUpWaiting() {
        flipped()
    }
}
