public import EDID
public import ScreenKeeping

/// What a screen is known by.
public struct ScreenLabel: Hashable, Sendable {
    /// `HDMI-A-1`
    public var connector: String
    public var monitor: MonitorIdentity?
    /// `1920x1080@60`
    public var mode: String

    public init(connector: String, monitor: MonitorIdentity?, mode: String) {
        self.connector = connector
        self.monitor = monitor
        self.mode = mode
    }

    public init(_ screen: ScreenDescription) {
        self.init(connector: screen.name.connector, monitor: screen.monitor, mode: "\(screen.mode)")
    }
}
