import DisplayModel
import Glibc
import HeadlessDisplay
import LinuxSystem
import Paths
import Rendering
import Timing

@testable import KioskEngine
@testable import MediaDecoding

/// A decoder of the tests that makes counted frames as fast as it gets memory for them, each with its number in its first
/// bytes.
final class CountedFilms: VideoDecoding {
    private final class Film {
        let memory: VideoMemory
        let passage: VideoPassage
        var free = Array(0..<6)
        var next: Int64 = 0
        var isDescribed = false
        var isOver = false
        var playhead = Duration.zero

        init(_ passage: VideoPassage) throws {
            memory = try VideoMemory(
                PlanarLayout(size: Size(width: 16, height: 8), chromaShift: (x: 1, y: 1)), slots: 6)
            self.passage = passage
            memory.onReturn = { [weak self] in self?.free.append($0) }
        }
    }

    private let rate: (frames: Int64, seconds: Int64)
    /// How many frames a film has.
    private let count: Int64
    private var films: [VideoStreams.ID: Film] = [:]
    private var lastID: UInt64 = 0
    /// The number of the frame that the decoder ends at.
    var failure: (frame: Int64, what: DecodingFailure)?
    /// How many films may still come to that end.
    var failures = Int.max
    private(set) var made = 0
    /// While it holds, nothing is decoded.
    var isStuck = false

    init(rate: (frames: Int64, seconds: Int64) = (25, 1), count: Int64) {
        self.rate = rate
        self.count = count
    }

    func time(of frame: Int64) -> Duration {
        let (seconds, rest) = (frame * rate.seconds).quotientAndRemainder(dividingBy: rate.frames)
        return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate.frames)
    }

    var openFilms: Int { films.count }

    func open(_ path: FilePath, _ passage: VideoPassage, now: MonotonicTime) -> VideoStreams.ID {
        lastID += 1
        let id = VideoStreams.ID(rawValue: lastID)
        films[id] = try? Film(passage)
        films[id]?.next = passage.loops ? frame(at: passage.entry) : min(frame(at: passage.entry), count - 1)
        return id
    }

    /// The frame that shows at a time, or the one before it.
    private func frame(at time: Duration) -> Int64 {
        max(0, Int64(time.inSeconds * Double(rate.frames) / Double(rate.seconds)) - 1)
    }

    func close(_ id: VideoStreams.ID) { films[id] = nil }
    func setPlayhead(_ time: Duration, of id: VideoStreams.ID) { films[id]?.playhead = time }

    var nextDeadline: MonotonicTime? {
        !isStuck && films.values.contains { !$0.isOver && !$0.free.isEmpty } ? .zero : nil
    }

    func advance(now: MonotonicTime) -> [(VideoStreams.ID, VideoStreams.Event)] {
        if isStuck { return [] }
        var events: [(VideoStreams.ID, VideoStreams.Event)] = []
        for (id, film) in films where !film.isOver {
            if !film.isDescribed {
                events.append((id, .stream(.described(VideoDescription(layout: film.memory.layout, codec: "count")))))
                film.isDescribed = true
            }
            while !film.free.isEmpty, !film.isOver {
                let (start, end) = (time(of: film.next), time(of: film.next + 1))
                if let failure, film.next == failure.frame, failures > 0 {
                    failures -= 1
                    film.isOver = true
                    events.append((id, .stream(.failed(failure.what))))
                } else if !film.passage.loops, film.next == count {
                    film.isOver = true
                    events.append((id, .stream(.ended(start))))
                } else if film.passage.loops || film.next < count - 1, end <= max(film.playhead, film.passage.entry) {
                    film.next = max(film.next + 1, frame(at: max(film.playhead, film.passage.entry)))
                } else {
                    let slot = film.free.removeFirst()
                    var number = UInt32(truncatingIfNeeded: film.next)
                    unsafe _ = pwrite(
                        film.memory.descriptor.rawValue, &number, 4, off_t(slot * film.memory.layout.byteCount))
                    _ = film.memory.take(slot)
                    events.append(
                        (id, .stream(.frame(VideoFrame(film.memory, slot: slot, start: start, length: end - start)))))
                    film.next += 1
                    made += 1
                }
            }
        }
        return events
    }
}

extension Stage {
    /// The number of such a film's frame that is on a screen alone, or its lowest two bytes; nil for anything else.
    func frameOfFilm(_ index: Int = 0) -> Int? {
        guard let buffer = device.buffer(on: device.connectorIDs[index]),
            let command = renderer.drawn[buffer.framebuffer]?.commands.last,
            case .picture(let picture, _, _, _) = command,
            let bytes = renderer.uploads[picture.picture]?[picture.version]
        else { return nil }
        return Int(bytes[0]) + Int(bytes[1]) << 8
    }
}
