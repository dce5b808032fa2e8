public import DisplayModel
public import DisplayPlanning
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
    /// A lit screen has another mode.
    case modeChanged(screen: Screen, from: Mode, to: Mode)
    /// Page flips do not come; this is done about it.
    case recovering(screen: Screen, step: FlipWatchdog.Step, reason: String)
    /// The session went to another program, or came back.
    case sessionPaused
    case sessionResumed
    /// The screen is wanted and stays dark, for now at least.
    case dark(screen: Screen, reason: String)
    /// A slide came on screen, at the time of its first flip; it was due at the other.
    case shown(screen: Screen, zone: String?, slide: String, due: MonotonicTime, flipped: MonotonicTime)
    /// The slide's transition is over: it shows alone.
    case settled(screen: Screen, zone: String?, slide: String)
    /// A playlist that changed has taken over, or was not taken because of what is wrong with it.
    case playlistReplaced(path: String)
    case playlistKept(path: String, reason: String)
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
        case .deviceOpened, .connected, .disconnected, .lit, .modeChanged, .sessionPaused, .sessionResumed,
            .playlistReplaced:
            .info
        case .deviceWaiting, .deviceLost, .dark, .pictureFailed, .recovering, .warning,
            .playlistKept:
            .warning
        case .shown, .settled, .trace: .debug
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
        case .modeChanged(let screen, let old, let new): "\(screen): mode changed from \(old) to \(new)"
        case .recovering(let screen, let step, let reason): "\(screen): \(reason); \(step)"
        case .sessionPaused: "session: given to another program; nothing is drawn until it comes back"
        case .sessionResumed: "session: back; setting all screens again"
        case .dark(let screen, let reason): "\(screen): dark: \(reason)"
        case .shown(let screen, let zone, let slide, let due, let flipped):
            "\(screen)\(Self.suffix(zone)): shows \(slide), \((flipped - due).nanoseconds / 1000) us after its time"
        case .settled(let screen, let zone, let slide): "\(screen)\(Self.suffix(zone)): \(slide) shows alone"
        case .playlistReplaced(let path): "\(path): changed; the new playlist plays"
        case .playlistKept(let path, let reason): "\(path): changed, but the playlist plays on as it was: \(reason)"
        case .pictureFailed(_, let reason): "\(reason); skipped"
        case .warning(let about, let text), .trace(let about, let text): "\(about): \(text)"
        }
    }

    private static func suffix(_ zone: String?) -> String { zone.map { ", \($0)" } ?? "" }
}
