import CLinux
import Glibc
public import Timing

/// The main thread's loop: descriptors that became readable, deadlines that passed and signals that arrived, one after
/// another, each by its handler. Built on `epoll`, `timerfd` and `signalfd`.
///
/// It belongs to the thread that runs it. Handlers may add and cancel watches and timers, their own included.
@safe public final class EventLoop {
    private let epoll: OwnedDescriptor
    private let timer: OwnedDescriptor
    /// What is watched, by registration number. The number travels in epoll's event, so an event that was fetched
    /// before its watch was cancelled (and perhaps its descriptor's number used again) finds nothing here.
    private var watches: [UInt64: Watch] = [:]
    private var nextRegistration: UInt64 = 1
    /// Those that are set, held weakly: what a deadline's handler holds must not live on when its owner ends.
    private var deadlines: [SetDeadline] = []
    /// What the timer descriptor is set to.
    private var armed: MonotonicTime?
    private var isStopping = false
    private var events = unsafe [epoll_event](repeating: epoll_event(), count: 32)

    /// How often the loop came back from waiting: the wake-ups that a still picture is to have none of.
    public private(set) var wakeUps = 0

    private static let timerRegistration: UInt64 = 0

    public init() throws(SystemError) {
        epoll = OwnedDescriptor(adopting: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        timer = OwnedDescriptor(
            adopting: try systemCall("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
            })
        try register(timer.rawValue, as: Self.timerRegistration)
    }

    /// The current time on `CLOCK_MONOTONIC`.
    public static var now: MonotonicTime {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    // MARK: Descriptors

    /// What a descriptor is watched for.
    public enum Interest: Sendable {
        /// There is something to read: `EPOLLIN`.
        case input
        /// Something changed: `EPOLLPRI`, as for files of `/proc`, which are always readable.
        case change
    }

    /// Calls the handler whenever the descriptor has what is asked for, is hung up or in error, until the watch is
    /// cancelled. The descriptor stays the caller's, who cancels the watch before closing it.
    public func watch(
        _ descriptor: Int32, for interest: Interest = .input, _ handler: @escaping () -> Void
    ) throws(SystemError) -> Watch {
        let registration = nextRegistration
        nextRegistration += 1
        try register(descriptor, as: registration, for: interest)
        let watch = Watch(loop: self, registration: registration, descriptor: descriptor, handler: handler)
        watches[registration] = watch
        return watch
    }

    private func register(
        _ descriptor: Int32, as registration: UInt64, for interest: Interest = .input
    ) throws(SystemError) {
        let events = interest == .input ? EPOLLIN : EPOLLPRI
        var event = unsafe epoll_event(events: events.rawValue, data: epoll_data(u64: registration))
        try systemCall("epoll_ctl") { unsafe epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, descriptor, &event) }
    }

    fileprivate func remove(_ watch: Watch) {
        guard watches.removeValue(forKey: watch.registration) != nil else { return }
        var unused = unsafe epoll_event()
        _ = unsafe epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, watch.descriptor, &unused)
    }

    /// Something watched. Cancelling twice does nothing.
    public final class Watch {
        private weak var loop: EventLoop?
        fileprivate let registration: UInt64
        fileprivate let descriptor: Int32
        fileprivate let handler: () -> Void

        fileprivate init(loop: EventLoop, registration: UInt64, descriptor: Int32, handler: @escaping () -> Void) {
            self.loop = loop
            self.registration = registration
            self.descriptor = descriptor
            self.handler = handler
        }

        public func cancel() {
            loop?.remove(self)
        }
    }

    // MARK: Deadlines

    /// A timer that calls its handler once for each time it is set, when that time has come.
    public func makeTimer(_ handler: @escaping () -> Void) -> Deadline {
        Deadline(loop: self, handler: handler)
    }

    /// One deadline that can be set, moved and cleared. Owned by whoever made it; released, it does not fire.
    public final class Deadline {
        private weak var loop: EventLoop?
        fileprivate let handler: () -> Void
        /// When it will fire; nil while it is not set.
        public fileprivate(set) var time: MonotonicTime?

        fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
            self.loop = loop
            self.handler = handler
        }

        /// Sets or moves the deadline. A time in the past fires at the loop's next turn.
        public func set(_ time: MonotonicTime) {
            if self.time == nil { loop?.deadlines.append(SetDeadline(deadline: self)) }
            self.time = time
        }

        /// Sets the deadline unless an earlier one is set.
        public func setNoLater(than time: MonotonicTime) {
            if let current = self.time, current <= time { return }
            set(time)
        }

        public func clear() {
            guard time != nil else { return }
            time = nil
            loop?.deadlines.removeAll { $0.deadline === self || $0.deadline == nil }
        }
    }

    private struct SetDeadline {
        weak var deadline: Deadline?
    }

    private func fireDeadlines() {
        let now = Self.now
        // A handler may set and clear any deadline, so each is looked at again when its turn comes.
        let due = deadlines.compactMap(\.deadline).filter { $0.time.map { $0 <= now } ?? false }
        for deadline in due {
            guard let time = deadline.time, time <= now else { continue }
            deadline.clear()
            deadline.handler()
        }
    }

    private func armTimer() throws(SystemError) {
        let earliest = deadlines.lazy.compactMap(\.deadline?.time).min()
        guard earliest != armed else { return }
        armed = earliest
        var setting = itimerspec()
        if let earliest {
            // All zeros would disarm it.
            let nanoseconds = max(1, earliest.nanoseconds)
            setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
            setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        }
        try systemCall("timerfd_settime") {
            unsafe timerfd_settime(timer.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }

    // MARK: Running

    /// Runs until ``stop()``.
    public func run() throws(SystemError) {
        isStopping = false
        while !isStopping { try turn() }
    }

    /// Makes ``run()`` return after the handler that is running now.
    public func stop() {
        isStopping = true
    }

    /// Waits for something to happen, at most as long as said, and handles it.
    /// - Parameter limit: nil waits without one; it is for the loop itself, where a timer bounds every wait.
    public func turn(waitingAtMost limit: Duration? = nil) throws(SystemError) {
        try armTimer()
        let milliseconds = limit.map { Int32(clamping: ($0.nanoseconds + 999_999) / 1_000_000) } ?? -1
        let count = try systemCall("epoll_wait") {
            unsafe epoll_wait(epoll.rawValue, &events, Int32(events.count), milliseconds)
        }
        wakeUps += 1
        for index in 0..<Int(count) where !isStopping {
            let registration = unsafe events[index].data.u64
            if registration == Self.timerRegistration {
                var expirations: UInt64 = 0
                _ = unsafe read(timer.rawValue, &expirations, 8)
                armed = nil
            } else {
                watches[registration]?.handler()
            }
        }
        if !isStopping { fireDeadlines() }
    }
}
