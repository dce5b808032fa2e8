import CSeat
import Glibc
import LinuxSystem
import Synchronization

/// An open seat of libseat, each of whose calls has a limit. The C structure is `struct libseat`.
///
/// libseat answers its caller only when its daemon has; a daemon that hangs would hang the screens too. So the calls
/// are made on a thread of their own. One that gets no answer ends the seat: every later call fails at once.
final class Libseat {
    /// What the seat has reported.
    enum Event: Hashable, Sendable {
        case enabled, disabled
    }

    private let thread: SeatThread
    private let seat: SeatPointer
    private let events: Events
    private(set) var hasFailed = false

    /// The seat's name, `seat0`.
    let name: String
    /// Becomes readable when ``dispatch()`` has something to do. libseat closes it.
    let descriptor: Int32

    /// - Parameters:
    ///   - backend: libseat's name for it; nil for the first that works, or the one in `$LIBSEAT_BACKEND`.
    ///   - limit: how long each call may take.
    init(
        backend: String?, limit: Duration, report: @escaping @Sendable (SeatMessage) -> Void
    ) throws(SystemError) {
        LibseatLog.send(to: report)
        ForkedSeat.prepare()
        let thread = try SeatThread(limit: limit)
        let events = Events()
        if let backend { unsafe setenv(Self.variable, backend, 1) }
        defer { if backend != nil { unsafe unsetenv(Self.variable) } }
        let opened = thread.answer(
            to: { () -> Result<SeatPointer, SystemError> in
                .init { () throws(SystemError) in try SeatPointer(opening: events) }
            },
            tooLate: { if case .success(let seat) = $0 { seat.close(events) } })
        do throws(SystemError) {
            guard let opened else { throw SystemError("libseat_open_seat", code: ETIMEDOUT) }
            seat = try opened.get()
            (self.thread, self.events) = (thread, events)
            // These two only look something up.
            name = unsafe String(cString: libseat_seat_name(seat.pointer))
            descriptor = unsafe libseat_get_fd(seat.pointer)
        } catch {
            thread.end()
            throw error
        }
    }

    static let variable = "LIBSEAT_BACKEND"

    /// Lets libseat do what has come up, and returns the seat's events since the last call.
    func dispatch() throws(SystemError) -> [Event] {
        // A millisecond, because without any time to wait the seatd backend takes the end of its connection for silence.
        try call("libseat_dispatch") { unsafe libseat_dispatch($0.pointer, 1) }
        return events.take()
    }

    /// Lets the seat go on after it was disabled. The corresponding C function is `libseat_disable_seat`.
    func acknowledgeDisabled() throws(SystemError) {
        try call("libseat_disable_seat") { unsafe libseat_disable_seat($0.pointer) }
    }

    /// An open device: libseat's number for it, and the descriptor, which is to be closed after ``close(device:)``.
    struct Device: Sendable {
        var id: Int32
        var descriptor: Int32
    }

    func open(_ path: String) throws(SystemError) -> Device {
        let descriptor = DescriptorNumber()
        let id = try call("libseat_open_device", path) { seat in
            descriptor.value.withLock { number in unsafe libseat_open_device(seat.pointer, path, &number) }
        }
        return Device(id: id, descriptor: descriptor.value.withLock { $0 })
    }

    func close(device id: Int32) throws(SystemError) {
        try call("libseat_close_device") { unsafe libseat_close_device($0.pointer, id) }
    }

    /// Closes the seat and everything that belongs to it.
    func close() {
        guard !hasFailed else { return thread.end() }
        _ = thread.answer(to: { [seat, events] in seat.close(events) })
        thread.end()
    }

    @discardableResult
    private func call(
        _ operation: String, _ object: String? = nil, _ function: @escaping @Sendable (SeatPointer) -> Int32
    ) throws(SystemError) -> Int32 {
        guard !hasFailed else { throw SystemError(operation, object, code: ENOTCONN) }
        let answer = thread.answer(to: { [seat] () -> Result<Int32, SystemError> in
            .init { () throws(SystemError) in
                // Not every backend sets errno, and what an earlier call left there would be told otherwise.
                try nonNullCall(operation, object) {
                    let result = function(seat)
                    return result < 0 ? nil : result
                }
            }
        })
        guard let answer else {
            hasFailed = true
            throw SystemError(operation, object, code: ETIMEDOUT)
        }
        return try answer.get()
    }
}

/// The process that libseat's builtin backend forks. It is told of switches by `SIGUSR1` and `SIGUSR2`, which are blocked
/// here. `SIGTERM` and the like stay blocked there: it ends when this program does.
private enum ForkedSeat {
    private static let isPrepared: Bool = {
        // In the child only, so that the signals are blocked in every thread of this process at all times. What starts
        // programs here is posix_spawn, which calls no such handler.
        pthread_atfork(
            nil, nil,
            {
                var set = sigset_t()
                unsafe sigemptyset(&set)
                unsafe sigaddset(&set, SIGUSR1)
                unsafe sigaddset(&set, SIGUSR2)
                unsafe _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
            }) == 0
    }()

    static func prepare() { _ = isPrepared }
}

/// Where libseat's thread puts the descriptor of a device that it opens.
private final class DescriptorNumber: Sendable {
    let value = Mutex<Int32>(-1)
}

/// What libseat's callbacks leave for the thread of the loop.
private final class Events: Sendable {
    private let events = Mutex<[Libseat.Event]>([])

    func add(_ event: Libseat.Event) {
        events.withLock { $0.append(event) }
    }

    func take() -> [Libseat.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    static func add(_ event: Libseat.Event, to context: UnsafeMutableRawPointer?) {
        if let context = unsafe context {
            unsafe Unmanaged<Events>.fromOpaque(context).takeUnretainedValue().add(event)
        }
    }
}

/// The seat on its way between threads: one at a time uses it, because the other waits.
@safe private struct SeatPointer: @unchecked Sendable {
    @unsafe let pointer: OpaquePointer
    /// libseat keeps a pointer to it.
    @unsafe private let listener: UnsafeMutablePointer<libseat_seat_listener>

    /// - Parameter events: kept alive until ``close(_:)``.
    init(opening events: Events) throws(SystemError) {
        let listener = UnsafeMutablePointer<libseat_seat_listener>.allocate(capacity: 1)
        unsafe listener.initialize(
            to: libseat_seat_listener(
                enable_seat: { _, context in unsafe Events.add(.enabled, to: context) },
                disable_seat: { _, context in unsafe Events.add(.disabled, to: context) }))
        let context = unsafe Unmanaged.passRetained(events)
        do throws(SystemError) {
            unsafe pointer = try nonNullCall("libseat_open_seat") {
                unsafe libseat_open_seat(listener, context.toOpaque())
            }
            unsafe self.listener = listener
        } catch {
            unsafe context.release()
            unsafe listener.deallocate()
            throw error
        }
    }

    func close(_ events: Events) {
        unsafe libseat_close_seat(pointer)
        unsafe Unmanaged.passUnretained(events).release()
        unsafe listener.deallocate()
    }
}

/// libseat's own messages, which it sends to one place for the whole process.
private enum LibseatLog {
    private static let sink = Mutex<(@Sendable (SeatMessage) -> Void)?>(nil)

    static func send(to report: @escaping @Sendable (SeatMessage) -> Void) {
        sink.withLock { $0 = report }
        unsafe cseat_send_log(LIBSEAT_LOG_LEVEL_INFO) { line in
            guard let line = unsafe line, let report = LibseatLog.sink.withLock({ $0 }) else { return }
            let text = unsafe String(cString: line)
            // What it calls an error is one of several ways that was tried, or is thrown as an error as well.
            report(SeatMessage(.debug, "libseat: \(text)"))
        }
    }
}
