public import DisplayModel
public import DisplayPlanning
public import Timing

/// What has become of one connector, and why: for people who look for a dark screen's reason.
public struct ScreenStatus: Hashable, Sendable {
    public var screen: ScreenName
    public var state: State
    /// Combinations of modes that the device refused on the way there, with its reasons.
    public var rejectedAttempts: [String]
    /// Why the mode is not the configured one. Nil where it is, and where the screen is not lit.
    public var shortfall: String?

    public enum State: Hashable, Sendable {
        case lit(mode: Mode, visible: Rectangle)
        /// A screen is there and wanted, and dark. Nil for the time of the next try: when something changes.
        case dark(reason: String, nextTry: MonotonicTime?)
        /// No monitor is there.
        case disconnected
        /// Off by its schedule.
        case asleep(ScreenPower.Off)
        /// Dark on purpose.
        case notWanted(reason: String)
    }

    public init(screen: ScreenName, state: State, rejectedAttempts: [String] = [], shortfall: String? = nil) {
        self.screen = screen
        self.state = state
        self.rejectedAttempts = rejectedAttempts
        self.shortfall = shortfall
    }
}

extension ScreenStatus: CustomStringConvertible {
    /// `HDMI-A-1 (DEL U2720Q): lit at 1920x1080@60`
    public var description: String {
        let tried = rejectedAttempts.isEmpty ? "" : "; tried \(rejectedAttempts.joined(separator: "; "))"
        return switch state {
        case .lit(let mode, let visible):
            "\(screen): lit at \(mode)\(visible == Rectangle(mode.size) ? "" : ", picture within \(visible)")\(tried)"
        case .dark(let reason, let next):
            "\(screen): dark: \(reason)\(next == nil ? "" : "; it is tried again")\(tried)"
        case .disconnected: "\(screen): no monitor"
        case .asleep(let off): "\(screen): \(off.reason)"
        case .notWanted(let reason): "\(screen): not wanted: \(reason)"
        }
    }
}

/// What has become of a device.
public struct DeviceStatus: Hashable, Sendable, CustomStringConvertible {
    public var path: String
    /// The kernel's driver, and what draws. Nil while it is not in use.
    public var driver, renderer: String?
    /// Why it is not in use. Nil where it is.
    public var waiting: String?
    public var screens: [ScreenStatus]

    public init(
        path: String, driver: String? = nil, renderer: String? = nil, waiting: String? = nil,
        screens: [ScreenStatus] = []
    ) {
        self.path = path
        self.driver = driver
        self.renderer = renderer
        self.waiting = waiting
        self.screens = screens
    }

    /// A line for the device where it waits, and one for each connector.
    public var description: String {
        (waiting.map { ["\(path): waiting: \($0)"] } ?? screens.map { "\(path): \($0)" }).joined(separator: "\n")
    }
}
