import Glibc
import Testing

@testable import LinuxSystem

@Suite struct StartSignalTests {
    /// A forked process would have only one of this program's threads, so what ends by the signal is another program.
    @Test func afterItIsStoppedSignalsWait() throws {
        // A signal that this program uses for nothing else, blocked in this thread only for as long as the test.
        let number = __libc_current_sigrtmin() + 7
        var former = sigset_t()
        var set = signalSet([number])
        unsafe pthread_sigmask(SIG_BLOCK, &set, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        let signals = try StartSignals([number])
        signals.stop()
        pthread_kill(pthread_self(), number)
        var pending = sigset_t()
        unsafe sigpending(&pending)
        #expect(unsafe sigismember(&pending, number) == 1)
        var time = timespec()
        #expect(unsafe sigtimedwait(&set, nil, &time) == number)
    }
}
