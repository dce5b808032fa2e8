import DisplayModel
import Timing

/// The page-flip events of a device on their way to the program.
struct FlipEvents {
    /// The commit that each CRTC is to report. The kernel's events carry such a number too, so that a late event of an
    /// earlier commit is not taken for the last one's.
    var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64 = 0
    private var queue: [(arrival: MonotonicTime, serial: UInt64, event: DisplayEvent)] = []

    /// The number of a commit that is carried out now.
    mutating func nextSerial() -> UInt64 {
        lastSerial += 1
        return lastSerial
    }

    mutating func add(_ event: DisplayEvent, of serial: UInt64, arriving time: MonotonicTime) {
        queue.append((time, serial, event))
    }

    /// When the next event arrives. Nil where none is on its way.
    var nextArrival: MonotonicTime? { queue.lazy.map(\.arrival).min() }

    /// Removes the events that have arrived, and returns those that are awaited, in the order of arrival.
    mutating func take(arrivedBy now: MonotonicTime) -> [DisplayEvent] {
        // A sort by the place in the queue too keeps the order of events that arrive together.
        let arrived = queue.enumerated().filter { $0.element.arrival <= now }
            .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
        queue.removeAll { $0.arrival <= now }
        return arrived.map(\.element).compactMap { item in
            guard case .pageFlip(let crtc, _, _) = item.event, awaited[crtc] == item.serial else { return nil }
            awaited[crtc] = nil
            return item.event
        }
    }

    mutating func forget() { (queue, awaited) = ([], [:]) }
}
