import Dispatch
import DisplayModel
import LinuxSystem
import Playlist
public import Timing

/// A clock that was set by much. What lists with schedules come to at its time is worked out on another thread before it
/// counts: from the origin of their histories that may take longer than a refresh, and something shows meanwhile.
final class ClockChange {
    private struct Result: Sendable {
        let number: Int
        let pasts: [ListPasts]
    }

    private let results: Mailbox<Result>
    private let queue = DispatchQueue(label: "clock change")
    private var waiting: (number: Int, clock: WallClock, shows: [Show])?
    private var lastNumber = 0

    /// Smaller steps leave histories where they are: following them takes microseconds.
    private static let leastStep = Duration.seconds(3600)

    init() throws(SystemError) {
        results = try Mailbox()
    }

    /// Readable when ``take()`` has something.
    var descriptor: Int32 { results.rawDescriptor }

    /// - Returns: whether the clock counts at once; else it does when ``take()`` gives it.
    func begin(_ clock: WallClock, for shows: [Show], now: MonotonicTime) -> Bool {
        waiting = nil
        let shows = shows.filter { show in
            let step = clock.time(at: now) - show.clock.time(at: now)
            return step >= Self.leastStep || step <= .zero - Self.leastStep
        }
        guard !shows.isEmpty else { return true }
        lastNumber += 1
        waiting = (lastNumber, clock, shows)
        queue.async {
            [results, number = lastNumber, until = clock.time(at: now), lists = shows.map { ($0.playlist, $0.outputs) }]
            in
            results.post(Result(number: number, pasts: lists.map { ListPasts(of: $0.0, on: $0.1, until: until) }))
        }
        return false
    }

    /// The clock that counts from now on; its shows know what their lists came to.
    func take() -> WallClock? {
        for result in results.take() where result.number == waiting?.number {
            guard let (_, clock, shows) = waiting else { continue }
            for (show, pasts) in zip(shows, result.pasts) { show.learn(pasts) }
            waiting = nil
            return clock
        }
        return nil
    }
}

extension Engine {
    /// The wall clock was set, or stood still while the machine was suspended. If it was set by much this counts a moment
    /// later.
    public func clockSet(_ clock: WallClock) {
        let now = EventLoop.now
        if watches.clockChange?.begin(clock, for: director.programme.all, now: now) == false { return }
        director.clockSet(clock, now: now)
        advance()
    }

    func takeClock() {
        guard let clock = watches.clockChange?.take() else { return }
        director.clockSet(clock, now: EventLoop.now)
        advance()
    }

    /// What the lists of a playlist came to, for screens that are yet to come.
    func learn(_ pasts: ListPasts, of path: PlaylistPath) { director.programme[path]?.learn(pasts) }
}
