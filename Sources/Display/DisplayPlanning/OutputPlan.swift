public import DisplayModel
public import EDID

/// The plan for one screen: a connector, or all connectors of a tiled monitor.
public struct OutputPlan: Hashable, Sendable {
    /// One, or for a tiled monitor one for each tile, row by row.
    public var parts: [Part]
    /// The name of the first part's connector: `HDMI-A-1`.
    public var name: String
    /// The identity in the EDID. Nil without one.
    public var monitor: MonitorIdentity?
    public var configuration: OutputConfiguration
    /// What to try, best first, each candidate with a mode for every part. Never empty.
    public var candidates: [[Mode]]
    /// Why the first candidate is not what is configured. Nil where it is.
    public var shortfall: String?

    /// One connector of a screen.
    public struct Part: Hashable, Sendable {
        public var route: Route
        /// Its part of the whole picture, in pixels of the whole. Nil for all of it.
        public var tile: Rectangle?

        public init(route: Route, tile: Rectangle? = nil) {
            self.route = route
            self.tile = tile
        }
    }

    /// The connector that stands for the screen.
    public var connector: ConnectorID { parts[0].route.connector }
    public var connectors: [ConnectorID] { parts.map(\.route.connector) }
}

/// Why a connector stays dark.
public enum DarkReason: Hashable, Sendable, CustomStringConvertible {
    case disconnected
    /// Not for a desktop, such as a head-mounted display; it is left to other programs.
    case nonDesktop
    case writeback
    /// Switched off by the configuration.
    case off
    /// Off at present, by its schedule.
    case asleep(ScreenPower.Off)
    case noModes
    case noCRTC
    /// Another connector feeds the same tiled monitor, and alone, because not all of its tiles can be lit.
    case tileOf(String)

    /// Whether a screen is connected that should be lit.
    public var isWanted: Bool { self == .noModes || self == .noCRTC }

    public var description: String {
        switch self {
        case .disconnected: "nothing is connected"
        case .nonDesktop: "not a desktop display (the non-desktop property is set)"
        case .writeback: "a writeback connector, which has no screen"
        case .off: "switched off by the configuration"
        case .asleep(let off): off.reason
        case .noModes: "the monitor offers no modes; its EDID may not have been read"
        case .noCRTC: "no CRTC is left for it: the device drives fewer screens than it has connectors"
        case .tileOf(let name): "its monitor is fed by \(name) alone, because not all of its tiles can be lit"
        }
    }
}
