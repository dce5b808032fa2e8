import Glibc
public import LinuxSystem
import SeatSession

/// The signals that a playing Vitrine handles.
public enum ProgramSignals {
    /// End the program; the screens are given back.
    public static func ending(isUnattended: Bool) -> [Int32] {
        isUnattended ? [SIGTERM, SIGHUP] : [SIGTERM, SIGINT, SIGHUP]
    }
    /// Asks for the state of each connector.
    public static let question = SIGUSR1

    /// Before any thread is made: whatever is handled is blocked from here on. Unattended, no key of a terminal ends or
    /// stops the program, nor does a log that nobody reads any more.
    public static func prepare(isUnattended: Bool) throws(SystemError) {
        try SignalSource.block(ending(isUnattended: isUnattended) + [question] + seatSignals)
        guard isUnattended else { return }
        for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTOU, SIGPIPE] { _ = signal(number, SIG_IGN) }
    }
}
