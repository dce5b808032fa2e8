import ArgumentParser
import Glibc
import LinuxEvents

/// Where answers go.
enum StandardOutput {
    /// Writes in one go, so that nothing is told by halves. A reader that went away has read enough.
    static func write(_ text: String, _ log: Log) throws {
        _ = signal(SIGPIPE, SIG_IGN)
        var rest = Array(text.utf8)[...]
        do throws(SystemError) {
            while !rest.isEmpty {
                let count = try systemCall("write", "standard output") {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            }
        } catch {
            if error.code == EPIPE { return }
            log(.error, "\(error)")
            throw ExitCode(ExitStatus.osError)
        }
    }
}
