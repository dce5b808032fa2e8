import Glibc

/// Shows the progress of long work on standard error, if that is a terminal.
final class Progress {
    private let what: String
    private let count: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ what: String, of count: Int) {
        self.what = what
        self.count = count
    }

    func report(_ number: Int) { write("\r\(what) \(number) of \(count)") }

    /// Leaves the line clean.
    deinit { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        guard isTerminal, count > 1 else { return }
        var text = text
        text.withUTF8 { bytes in _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
