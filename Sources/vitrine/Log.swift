import Glibc
import KioskEngine
import SeatSession

/// One line to standard error for each message, naming first what it is about. The journal gets its priority, and not the
/// program's name, which it knows.
struct Log {
    var level: LogLevel

    func callAsFunction(_ event: EngineEvent) {
        let severity: LogLevel =
            switch event.severity {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        callAsFunction(severity, "\(event)")
    }

    func callAsFunction(_ message: SeatMessage) {
        let severity: LogLevel =
            switch message.severity {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        callAsFunction(severity, message.text)
    }

    func callAsFunction(_ severity: LogLevel, _ message: String) {
        guard severity >= level else { return }
        if Self.isJournal {
            Self.write("<\(severity.priority)>\(message)\n")
        } else {
            let mark = severity >= .warning ? "\(severity.rawValue): " : ""
            Self.write("vitrine: \(mark)\(message)\n")
        }
    }

    /// What was asked for, whatever the level: each line by itself.
    func answer(_ lines: String) {
        for line in lines.split(separator: "\n") { Self.write("vitrine: \(line)\n") }
    }

    /// Whether standard error is the journal's, as `$JOURNAL_STREAM` of systemd.exec(5) tells: its device and inode.
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(STDERR_FILENO, &status) == 0 else {
            return false
        }
        return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// In one call, so that lines of several programs do not mix. A log that cannot be written is not worth dying for.
    private static func write(_ line: String) {
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

/// Exit codes of sysexits.h.
enum ExitStatus {
    static let badData: Int32 = 65
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let software: Int32 = 70
    static let osError: Int32 = 71
    static let cannotCreate: Int32 = 73
    static let ioError: Int32 = 74
    static let noPermission: Int32 = 77
    static let configuration: Int32 = 78
}
