public import DisplayModel
import EDID

/// What is to become of one connector.
public struct OutputPlan: Hashable, Sendable {
    public var connector: ConnectorID
    public var name: String
    public var route: Route
    public var wish: OutputWish
    /// The modes to try, best first. Never empty.
    public var ladder: ModeLadder

    public init(connector: ConnectorID, name: String, route: Route, wish: OutputWish, ladder: ModeLadder) {
        self.connector = connector
        self.name = name
        self.route = route
        self.wish = wish
        self.ladder = ladder
    }
}

/// The whole plan for a device, decided from values alone: what to light and how, and what stays dark and why.
public struct DevicePlan: Hashable, Sendable {
    public var outputs: [OutputPlan] = []
    public var dark: [ConnectorID: DarkReason] = [:]

    public enum DarkReason: Hashable, Sendable, CustomStringConvertible {
        case disconnected
        /// Not a screen for people; another program's business.
        case nonDesktop
        case writeback
        case noModes
        case noCRTC

        /// Whether a person who looks at a connected monitor should be told.
        public var isWorthTelling: Bool { self == .noModes || self == .noCRTC }

        public var description: String {
            switch self {
            case .disconnected: "nothing is connected"
            case .nonDesktop: "not a desktop display (the non-desktop property is set)"
            case .writeback: "a writeback connector, which has no screen"
            case .noModes: "the monitor offers no modes; its EDID may not have been read"
            case .noCRTC: "no CRTC is left for it: the device drives fewer screens than it has connectors"
            }
        }
    }

    /// - Parameter current: the routes in use, kept where they can be.
    public init(_ device: DeviceSnapshot, wishes: Wishes, current: [ConnectorID: Route] = [:]) {
        var wanted: [ConnectorSnapshot] = []
        for connector in device.connectors {
            if connector.type == .writeback {
                dark[connector.id] = .writeback
            } else if connector.isNonDesktop {
                dark[connector.id] = .nonDesktop
            } else if connector.status != .connected {
                dark[connector.id] = .disconnected
            } else if connector.modes.isEmpty {
                dark[connector.id] = .noModes
            } else {
                wanted.append(connector)
            }
        }
        // Screens that are lit keep their CRTC before others get one.
        let order = wanted.filter { current[$0.id] != nil } + wanted.filter { current[$0.id] == nil }
        let assignment = RouteAssignment(wanted: order.map(\.id), in: device, keeping: current)
        for id in assignment.unrouted { dark[id] = .noCRTC }
        for connector in wanted {
            guard let route = assignment.routes[connector.id] else { continue }
            let wish = wishes[connector: connector.name, monitor: connector.edid.map { EDID(bytes: $0).identity }]
            let running = connector.crtc.flatMap { device.crtc($0)?.mode }
            outputs.append(
                OutputPlan(
                    connector: connector.id, name: connector.name, route: route, wish: wish,
                    ladder: ModeLadder(wish.mode, modes: connector.modes, current: running)))
        }
    }
}
