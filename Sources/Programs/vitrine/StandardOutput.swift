import ArgumentParser
import Glibc
import LinuxSystem
import SignPlayer

/// Where results go.
enum StandardOutput {
    /// Writes the whole text. A reader that closes the pipe has read enough.
    static func write(_ text: String, _ log: Log) throws {
        _ = signal(SIGPIPE, SIG_IGN)
        do throws(SystemError) {
            try WholeFile.write(Array(text.utf8), to: STDOUT_FILENO, "standard output")
        } catch {
            if error.code == EPIPE { return }
            log(.error, "\(error)")
            throw ExitCode(ExitStatus.osError)
        }
    }
}
