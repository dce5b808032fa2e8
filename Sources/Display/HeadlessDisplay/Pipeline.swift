import DisplayModel
import Timing

/// What the CRTCs of a headless device do: what each scans out, the flips that are under way, and their events.
struct Pipeline {
    var routing = Routing()
    /// The CRTCs that are on.
    var pipes: [CRTCID: Pipe] = [:]
    var events = FlipEvents()

    /// A CRTC that is on.
    struct Pipe {
        var grid: VblankGrid
        var pending: PendingFlip?
    }

    /// A flip that waits for its vblank.
    struct PendingFlip {
        var scanout: Routing.Scanout
        var sequence: UInt32
        var due: MonotonicTime
        var serial: UInt64
    }

    /// The time of the next flip or of the next event's arrival. Nil where there is neither.
    var nextDeadline: MonotonicTime? {
        let flip = pipes.values.lazy.compactMap(\.pending?.due).min()
        let event = events.nextArrival
        guard let flip, let event else { return flip ?? event }
        return min(flip, event)
    }

    /// Removes the flips whose vblank has come, and returns them in their order.
    mutating func takeFlips(dueBy now: MonotonicTime) -> [(crtc: CRTCID, flip: PendingFlip)] {
        let due = pipes.compactMap { crtc, pipe in pipe.pending.map { (crtc: crtc, flip: $0) } }
            .filter { $0.flip.due <= now }.sorted { ($0.flip.due, $0.crtc) < ($1.flip.due, $1.crtc) }
        for (crtc, _) in due { pipes[crtc]?.pending = nil }
        return due
    }
}

/// What a headless device tells a test afterwards.
struct Record {
    /// What the caller did wrong.
    var violations: [String] = []
    /// What each connector showed, oldest first.
    private(set) var flips: [ConnectorID: [HeadlessDevice.Flip]] = [:]

    /// The least number of flips that are kept for each connector. Up to twice as many are.
    static let flipLimit = 4096

    mutating func add(_ flip: HeadlessDevice.Flip, on connector: ConnectorID) {
        flips[connector, default: []].append(flip)
        if let count = flips[connector]?.count, count > 2 * Self.flipLimit {
            flips[connector]?.removeFirst(count - Self.flipLimit)
        }
    }
}
