import DisplayModel
import Glibc
import LinuxSystem
import Timing

/// A completed page flip, as the kernel reports it. The C structure is `struct drm_event_vblank`.
struct VblankEvent: Hashable {
    /// What the commit was given to carry: its serial number.
    var serial: UInt64
    var crtc: CRTCID
    var sequence: UInt32
    var time: MonotonicTime

    /// Reads what `read` on a card gave: events one after another, each with its type and length first.
    ///
    /// Other types are skipped by their length; a length that cannot be, or an event cut short, ends the reading.
    static func decode(_ bytes: [UInt8]) -> [VblankEvent] {
        let (headerLength, vblankLength, flipComplete) = (8, 32, 2 as UInt32)
        var events: [VblankEvent] = []
        var start = 0
        while let type = bytes.load(UInt32.self, at: start), let length = bytes.load(UInt32.self, at: start + 4),
            length >= headerLength, start + Int(length) <= bytes.count
        {
            if type == flipComplete, length >= vblankLength, let serial = bytes.load(UInt64.self, at: start + 8),
                let seconds = bytes.load(UInt32.self, at: start + 16),
                let microseconds = bytes.load(UInt32.self, at: start + 20),
                let sequence = bytes.load(UInt32.self, at: start + 24),
                let crtc = bytes.load(UInt32.self, at: start + 28)
            {
                let time = MonotonicTime(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000)
                events.append(
                    VblankEvent(serial: serial, crtc: CRTCID(rawValue: crtc), sequence: sequence, time: time))
            }
            start += Int(length)
        }
        return events
    }
}

extension Card {
    /// The page flips that the kernel has reported since the last call. Does not wait.
    func readVblankEvents() throws(DisplayError) -> [VblankEvent] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        do {
            let count = try systemCall("read", path) { unsafe read(descriptor, &bytes, bytes.count) }
            bytes.removeLast(bytes.count - count)
        } catch {
            if error.code == EAGAIN { return [] }
            throw DisplayError(error, operation: "read events", object: path)
        }
        return VblankEvent.decode(bytes)
    }
}
