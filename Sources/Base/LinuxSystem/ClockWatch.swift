import CLinux
import Glibc
public import Timing

/// Reports when the machine was suspended and resumed, and when the wall clock was set. Causes no wake-ups of its own.
///
/// A `timerfd` on `CLOCK_REALTIME` that never comes due, with `TFD_TIMER_CANCEL_ON_SET`: the kernel cancels it when the
/// wall clock jumps, and it jumps against `CLOCK_MONOTONIC` with each suspension.
@safe public final class ClockWatch {
    /// What happened to the clocks.
    public enum Change: Hashable, Sendable {
        /// The machine was suspended for this time and runs again.
        case resumed(after: Duration)
        /// The wall clock was set; forward is positive. Leap seconds count as such.
        case wallClockSet(by: Duration)
    }

    private let timer: OwnedDescriptor
    private var watch: EventLoop.Watch?
    private var offsets = ClockOffsets.current

    public init(on loop: EventLoop, _ handler: @escaping (Change) -> Void) throws(SystemError) {
        timer = OwnedDescriptor(
            adopting: try systemCall("timerfd_create") {
                timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
            })
        try arm()
        watch = try loop.watch(timer.rawValue) { [unowned self] in
            // Fails with ECANCELED, which is the news.
            var expirations: UInt64 = 0
            _ = unsafe read(timer.rawValue, &expirations, 8)
            let now = ClockOffsets.current
            let changes = now.changes(since: offsets)
            offsets = now
            for change in changes { handler(change) }
        }
    }

    deinit {
        watch?.cancel()
    }

    private func arm() throws(SystemError) {
        var setting = itimerspec()
        setting.it_value.tv_sec = .max
        try systemCall("timerfd_settime") {
            unsafe timerfd_settime(
                timer.rawValue, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
        }
    }
}

/// How far the clocks are apart. Two clocks cannot be read at once, so each distance is known as a range; what is
/// outside the former range has changed, however long the reading took.
struct ClockOffsets {
    /// `CLOCK_BOOTTIME` minus `CLOCK_MONOTONIC`, in nanoseconds: how long the machine was suspended so far.
    var suspended: ClosedRange<Int64>
    /// `CLOCK_REALTIME` minus `CLOCK_BOOTTIME`, in nanoseconds: changes when the wall clock is set, and only then,
    /// because slewing it slews both.
    var wall: ClosedRange<Int64>

    static var current: ClockOffsets {
        let monotonic = nanoseconds(CLOCK_MONOTONIC)
        let boot = nanoseconds(CLOCK_BOOTTIME)
        let monotonicAfter = nanoseconds(CLOCK_MONOTONIC)
        let wall = nanoseconds(CLOCK_REALTIME)
        let bootAfter = nanoseconds(CLOCK_BOOTTIME)
        return ClockOffsets(
            suspended: range(boot - monotonicAfter, boot - monotonic), wall: range(wall - bootAfter, wall - boot))
    }

    /// A suspension between two readings turns the bounds around.
    private static func range(_ a: Int64, _ b: Int64) -> ClosedRange<Int64> { min(a, b)...max(a, b) }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func changes(since before: ClockOffsets) -> [ClockWatch.Change] {
        var changes: [ClockWatch.Change] = []
        if let length = Self.step(from: before.suspended, to: suspended) {
            changes.append(.resumed(after: .nanoseconds(length)))
        }
        if let step = Self.step(from: before.wall, to: wall) {
            changes.append(.wallClockSet(by: .nanoseconds(step)))
        }
        return changes
    }

    /// From the end of one range to the beginning of the other: the least that lies between them.
    private static func step(from a: ClosedRange<Int64>, to b: ClosedRange<Int64>) -> Int64? {
        if b.lowerBound > a.upperBound { return b.lowerBound - a.upperBound }
        if b.upperBound < a.lowerBound { return b.upperBound - a.lowerBound }
        return nil
    }
}

extension ClockWatch.Change: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .resumed(let length): "the machine runs again after \(length.inSeconds) s of suspension"
        case .wallClockSet(let step): "the wall clock was set by \(step.inSeconds) s"
        }
    }
}

extension WallClock {
    /// As the kernel's clocks stand now: `CLOCK_REALTIME` against `CLOCK_MONOTONIC`.
    public static var current: WallClock {
        let offsets = ClockOffsets.current
        // The middle of what is known; the ranges are as narrow as a few system calls.
        func middle(_ range: ClosedRange<Int64>) -> Int64 {
            range.lowerBound + (range.upperBound - range.lowerBound) / 2
        }
        return WallClock(origin: WallTime(nanoseconds: middle(offsets.suspended) + middle(offsets.wall)))
    }
}
