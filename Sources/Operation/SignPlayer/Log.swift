import Glibc
public import KioskEngine
import LinuxSystem
public import MediaDecoding
import Paths
public import SeatSession
import TextLayout

/// How much to say on standard error, from the most to the least.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case trace, debug, info, warning, error

    public static func < (a: LogLevel, b: LogLevel) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

/// One line for each message, which names first what it is about. Texts of others that a message repeats are escaped: it
/// stays one line, and nothing in it acts on a terminal. The journal gets its priority, and not the program's name, which
/// it knows.
public struct Log: Sendable {
    public var level: LogLevel
    private let isJournal: Bool
    private let write: @Sendable (String) -> Void

    /// Writes to standard error.
    public init(level: LogLevel) {
        self.init(level: level, isJournal: Self.standardErrorIsJournal, write: Self.writeToStandardError)
    }

    /// - Parameter write: takes a line with its end, on any thread.
    public init(level: LogLevel, isJournal: Bool = false, write: @escaping @Sendable (String) -> Void) {
        self.level = level
        self.isJournal = isJournal
        self.write = write
    }

    public func callAsFunction(_ event: EngineEvent) {
        let severity: LogLevel =
            switch event.severity {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        callAsFunction(severity, "\(event)")
    }

    /// For whoever started the program by hand.
    public func sayHowToStop() {
        let hasTerminal = (try? OwnedDescriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY)) != nil
        callAsFunction(.info, "to stop: \(hasTerminal ? "Ctrl-C, or from elsewhere " : "")'kill \(getpid())'")
    }

    public func callAsFunction(_ message: SeatMessage) {
        let severity: LogLevel =
            switch message.severity {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        callAsFunction(severity, message.text)
    }

    public func callAsFunction(_ notice: DecoderNotice) {
        switch notice {
        case .confined(.limitsOnly), .said, .silenced: callAsFunction(.warning, "\(notice)")
        case .confined: callAsFunction(.debug, "\(notice)")
        }
    }

    public func callAsFunction(_ severity: LogLevel, _ message: String) {
        guard severity >= level else { return }
        let message = message.escaped
        if isJournal {
            write("<\(severity.priority)>\(message)\n")
        } else {
            let mark = severity >= .warning && !message.statesSeverity ? "\(severity.rawValue): " : ""
            write("vitrine: \(mark)\(message)\n")
        }
    }

    /// A line of what was asked for, whatever the level.
    public func answer(_ line: String) { write("vitrine: \(line.escaped)\n") }

    /// An error of any kind, a line for each problem.
    public func callAsFunction(_ error: any Error) {
        for line in FileProblem.lines(of: error) { callAsFunction(.error, line) }
    }

    /// Whether standard error is the journal's, as `$JOURNAL_STREAM` of systemd.exec(5) says: its device and inode.
    private static let standardErrorIsJournal: Bool = {
        var status = stat()
        guard let stream = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(STDERR_FILENO, &status) == 0 else {
            return false
        }
        return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// In one call, so that lines of several programs do not mix. A log that cannot be written is not worth dying for.
    @Sendable private static func writeToStandardError(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}

extension LogLevel {
    /// As in syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug, .trace: 7
        }
    }
}

extension String {
    /// Whether it begins with a place in a file, and has its severity behind that: `menu.yaml:3:7: error: …`.
    fileprivate var statesSeverity: Bool {
        guard let end = firstRange(of: ": ") else { return false }
        let rest = self[end.upperBound...]
        return self[..<end.lowerBound].contains(#/:\d+:\d+$/#)
            && (rest.hasPrefix("error: ") || rest.hasPrefix("warning: "))
    }
}
