import CLinux
import Glibc

/// Signals that arrive as events of a loop instead of interrupting the program. The C interface is `signalfd`.
///
/// The signals stay blocked for the life of the process, also in programs it starts, unless those are told otherwise.
public final class SignalSource {
    private let descriptor: OwnedDescriptor
    private var watch: EventLoop.Watch?

    /// - Parameter handler: called with the signal's number, on the loop's thread.
    public init(_ signals: [Int32], on loop: EventLoop, _ handler: @escaping (Int32) -> Void) throws(SystemError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        try systemCall("sigprocmask") { unsafe sigprocmask(SIG_BLOCK, &set, nil) }
        descriptor = OwnedDescriptor(
            adopting: try systemCall("signalfd") {
                unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
            })
        let number = descriptor.rawValue
        watch = try loop.watch(number) {
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while unsafe read(number, &info, size) == size {
                handler(Int32(bitPattern: info.ssi_signo))
            }
        }
    }

    deinit {
        watch?.cancel()
    }
}
