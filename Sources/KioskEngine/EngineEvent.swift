public import DisplayModel
public import Timing

/// Something that happened to a screen, a device or a picture: what logs, and later control and reports, are made of.
public enum EngineEvent: Sendable {
    case deviceOpened(path: String, driver: String, renderer: String)
    /// The device cannot be driven for now. Said once for each reason; it is tried again.
    case deviceWaiting(path: String, reason: String)
    case deviceLost(path: String, reason: String)
    case connected(screen: Screen)
    case disconnected(screen: Screen)
    /// The screen shows its content.
    case lit(screen: Screen, mode: Mode, placement: String)
    /// The screen is wanted and stays dark, for now at least.
    case dark(screen: Screen, reason: String)
    /// A slide came on screen, at the time of its first flip; it was due at the other.
    case shown(screen: Screen, path: String, due: MonotonicTime, flipped: MonotonicTime)
    /// A picture is left out from now on. The reason is a sentence that begins with its path.
    case pictureFailed(path: String, reason: String)
    case warning(about: String, text: String)
    /// For those who look for a fault.
    case trace(about: String, text: String)

    /// A screen by the names that people know it by.
    public struct Screen: Hashable, Sendable, CustomStringConvertible {
        /// The connector's name on its device: `HDMI-A-1`.
        public var connector: String
        /// What its EDID calls the monitor. Nil where it has none.
        public var monitor: String?

        public init(connector: String, monitor: String?) {
            self.connector = connector
            self.monitor = monitor
        }

        public var description: String { monitor.map { "\(connector) (\($0))" } ?? connector }
    }

    public enum Severity: Hashable, Sendable {
        case debug, info, warning, error
    }

    public var severity: Severity {
        switch self {
        case .deviceOpened, .connected, .disconnected, .lit: .info
        case .deviceWaiting, .deviceLost, .dark, .pictureFailed, .warning: .warning
        case .shown, .trace: .debug
        }
    }
}

extension EngineEvent: CustomStringConvertible {
    /// One line for people, naming first what it is about.
    public var description: String {
        switch self {
        case .deviceOpened(let path, let driver, let renderer): "\(path): driving \(driver), drawing with \(renderer)"
        case .deviceWaiting(let path, let reason): "\(path): waiting: \(reason)"
        case .deviceLost(let path, let reason): "\(path): lost: \(reason)"
        case .connected(let screen): "\(screen): connected"
        case .disconnected(let screen): "\(screen): disconnected"
        case .lit(let screen, let mode, let placement): "\(screen): lit at \(mode)\(placement)"
        case .dark(let screen, let reason): "\(screen): dark: \(reason)"
        case .shown(let screen, let path, let due, let flipped):
            "\(screen): shows \(path), \((flipped - due).nanoseconds / 1000) us after its time"
        case .pictureFailed(_, let reason): "\(reason); skipped"
        case .warning(let about, let text), .trace(let about, let text): "\(about): \(text)"
        }
    }
}
