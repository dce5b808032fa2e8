public import DisplayModel
public import Timing

/// The state of one output's buffers and of its pending flip: the rules of atomic KMS as a value.
///
/// At any time one buffer is on screen and at most one is queued for it. A buffer is free again only when its
/// successor's flip event has come, and nothing is committed while a flip is pending. A tiled output has as many CRTCs
/// as tiles; its flip has come when all have reported.
public struct FlipState: Hashable, Sendable {
    /// The number of the buffer that is scanned out. Nil before the first modeset.
    public private(set) var current: Int?
    /// The number of the buffer that was committed and has not been reported on screen, and since when.
    public private(set) var pending: Pending?
    public let bufferCount: Int

    public struct Pending: Hashable, Sendable {
        public var buffer: Int
        public var since: MonotonicTime
        /// The CRTCs that have not reported yet.
        public var awaited: Set<CRTCID>
    }

    public init(bufferCount: Int) {
        self.bufferCount = bufferCount
    }

    /// A buffer to draw into, or nil while all are in use. A second flip before the first has come would be EBUSY.
    public var drawable: Int? {
        guard pending == nil else { return nil }
        return (0..<bufferCount).first { $0 != current }
    }

    /// A commit of this buffer was accepted: each of the CRTCs will report an event.
    public mutating func committed(_ buffer: Int, on crtcs: some Sequence<CRTCID>, at time: MonotonicTime) {
        pending = Pending(buffer: buffer, since: time, awaited: Set(crtcs))
    }

    /// A CRTC's flip event came. An unexpected event (a duplicate, one of a previous owner) changes nothing.
    /// - Returns: whether the flip is complete with it.
    @discardableResult
    public mutating func flipped(_ crtc: CRTCID) -> Bool {
        guard var pending, pending.awaited.remove(crtc) != nil else { return false }
        guard pending.awaited.isEmpty else {
            self.pending = pending
            return false
        }
        complete(pending)
        return true
    }

    /// Stops waiting for the event of a flip. Which of the two buffers is on screen is unknown then. The committed one
    /// counts as current, because the next modeset will show it.
    public mutating func abandonPendingFlip() {
        if let pending { complete(pending) }
    }

    private mutating func complete(_ flip: Pending) {
        current = flip.buffer
        pending = nil
    }
}
