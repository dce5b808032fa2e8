import CLinux
import Glibc

/// Lets signals end the program while it starts: they are blocked already, and no loop takes them yet.
///
/// A signal does what it does by default. ``stop()`` ends this, before a ``SignalSource`` takes the signals.
public final class StartSignals: Sendable {
    private let signals: OwnedDescriptor
    private let end: OwnedDescriptor
    /// `pthread_t` is an integer here.
    private let thread: pthread_t

    /// - Parameter numbers: signals that are blocked, as by ``SignalSource/block(_:)``.
    public init(_ numbers: [Int32]) throws(SystemError) {
        var set = signalSet(numbers)
        signals = OwnedDescriptor(
            adopting: try systemCall("signalfd") { unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC)) })
        end = OwnedDescriptor(adopting: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) })
        var thread = pthread_t()
        let descriptors = unsafe Unmanaged.passRetained(Descriptors(signals: signals.rawValue, end: end.rawValue))
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Descriptors>.fromOpaque(context).takeRetainedValue().wait()
                }
                return nil
            }, descriptors.toOpaque())
        self.thread = thread
        guard code == 0 else {
            unsafe descriptors.release()
            throw SystemError("pthread_create", code: code)
        }
    }

    /// From here on the signals wait. Call it once.
    public func stop() {
        var one: UInt64 = 1
        _ = unsafe write(end.rawValue, &one, 8)
        _ = pthread_join(thread, nil)
    }

    /// Their numbers; the owner keeps them open until the thread has ended.
    private final class Descriptors: Sendable {
        let signals, end: Int32

        init(signals: Int32, end: Int32) {
            self.signals = signals
            self.end = end
        }

        /// Waits for a signal, or for the end of the wait.
        func wait() {
            var waiting = [
                pollfd(fd: end, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            while unsafe poll(&waiting, 2, -1) < 0 {}
            if waiting[0].revents != 0 { return }
            var info = signalfd_siginfo()
            guard unsafe read(signals, &info, MemoryLayout<signalfd_siginfo>.size) > 0 else { return }
            let number = Int32(bitPattern: info.ssi_signo)
            _ = signal(number, SIG_DFL)
            var set = signalSet([number])
            unsafe _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
            raise(number)
        }
    }
}
