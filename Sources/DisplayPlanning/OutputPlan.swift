public import DisplayModel
public import EDID

/// What is to become of one screen: a connector, or the connectors that feed one tiled monitor together.
public struct OutputPlan: Hashable, Sendable {
    /// One, or for a tiled monitor one for each tile, row by row.
    public var parts: [Part]
    /// The name of the first part's connector: `HDMI-A-1`.
    public var name: String
    /// What the monitor says it is. Nil where it says nothing.
    public var monitor: MonitorIdentity?
    public var wish: OutputWish
    /// What to try, best first, each rung with a mode for every part. Never empty.
    public var rungs: [[Mode]]
    /// Why the first rung is not what was wished for. Nil where it is.
    public var shortfall: String?

    /// One connector of a screen.
    public struct Part: Hashable, Sendable {
        public var route: Route
        /// Where it lies in the whole picture, in pixels of the whole. Nil where it shows all of it.
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

/// Why a connector is to stay dark.
public enum DarkReason: Hashable, Sendable, CustomStringConvertible {
    case disconnected
    /// Not a screen for people; another program's business.
    case nonDesktop
    case writeback
    /// By the configuration.
    case off
    case noModes
    case noCRTC
    /// Another connector feeds the same tiled monitor, and alone, because not all of its tiles can be lit.
    case tileOf(String)

    /// Whether a screen is there, and wanted.
    public var isWanted: Bool { self == .noModes || self == .noCRTC }

    public var description: String {
        switch self {
        case .disconnected: "nothing is connected"
        case .nonDesktop: "not a desktop display (the non-desktop property is set)"
        case .writeback: "a writeback connector, which has no screen"
        case .off: "switched off by the configuration"
        case .noModes: "the monitor offers no modes; its EDID may not have been read"
        case .noCRTC: "no CRTC is left for it: the device drives fewer screens than it has connectors"
        case .tileOf(let name): "its monitor is fed by \(name) alone, because not all of its tiles can be lit"
        }
    }
}
