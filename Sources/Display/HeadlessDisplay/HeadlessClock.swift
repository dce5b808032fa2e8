import CLinux
import Glibc
import LinuxSystem
import Timing

/// A headless device's time: the machine's, with a timer that makes a descriptor readable, or one that tests move.
struct HeadlessClock: ~Copyable {
    private let timer: OwnedDescriptor
    private var manualTime: MonotonicTime?

    init(_ clock: HeadlessDevice.Clock) throws(SystemError) {
        timer = OwnedDescriptor(
            adopting: try systemCall("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
        if case .manual(let start) = clock { manualTime = start }
    }

    /// Readable when the time is over that was set. Closed with the clock.
    var descriptor: Int32 { timer.rawValue }

    var now: MonotonicTime {
        if let manualTime { return manualTime }
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Moves a manual clock forward.
    mutating func advance(to time: MonotonicTime) {
        precondition(manualTime != nil, "only a manual clock is moved by hand")
        manualTime = max(time, now)
    }

    /// Makes the descriptor readable at an instant, or never. A manual clock has no timer.
    func arm(_ deadline: MonotonicTime?) {
        guard manualTime == nil else { return }
        var setting = itimerspec()
        if let deadline {
            // Zero would switch the timer off.
            let nanoseconds = max(1, deadline.nanoseconds)
            setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
            setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        }
        let number = timer.rawValue
        // It fails for a bad descriptor or a bad time only, and this has neither.
        _ = unsafe timerfd_settime(number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
