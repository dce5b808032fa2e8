import CLinux
import Glibc

/// Signals that arrive as events of a loop instead of interrupting the program. The C interface is `signalfd`.
///
/// The signals stay blocked for the life of the process, also in programs that it starts, unless they reset them.
public final class SignalSource {
    private let descriptor: OwnedDescriptor
    private var watch: EventLoop.Watch?

    /// - Parameter handler: called with the signal's number, on the loop's thread.
    public init(_ signals: [Int32], on loop: EventLoop, _ handler: @escaping (Int32) -> Void) throws(SystemError) {
        try Self.block(signals)
        var set = signalSet(signals)
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

    /// Blocks signals in the calling thread and in every thread that is made from it afterwards. The corresponding C
    /// function is `pthread_sigmask`.
    ///
    /// The kernel gives a signal of the process to any thread that does not block it, and carries out its default action
    /// there, which mostly ends the process. So a program blocks all signals that it handles before it, or a library,
    /// makes its first thread.
    public static func block(_ signals: [Int32]) throws(SystemError) {
        var set = signalSet(signals)
        let code = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
    }
}

func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
}
