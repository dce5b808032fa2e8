public import DisplayModel

/// Gives each connector a CRTC and a primary plane of its own.
///
/// Which CRTC can feed which connector, and which plane can be on which CRTC, is a graph (the `possible_crtcs` masks),
/// and first fit leaves screens dark that another choice would have lit. This finds the largest number of disjoint paths
/// from connectors through CRTCs to planes, by augmenting paths (Ford and Fulkerson), starting from the routes in use. A
/// screen that is lit stays lit, and keeps its route unless another screen could not be lit otherwise.
public struct RouteAssignment: Hashable, Sendable {
    /// By connector.
    public var routes: [ConnectorID: Route] = [:]
    /// Connectors for which no CRTC or no plane was left, in the order they were wanted.
    public var unrouted: [ConnectorID] = []

    /// - Parameters:
    ///   - wanted: the connectors to light, the most important first.
    ///   - current: the routes in use, to be kept where they can.
    public init(wanted: [ConnectorID], in device: DeviceSnapshot, keeping current: [ConnectorID: Route] = [:]) {
        var ways = Ways(wanted: wanted, in: device, keeping: current)
        for id in wanted where ways.crtc(of: id) == nil { _ = ways.keepingOthers(id) }
        for id in wanted where ways.crtc(of: id) == nil { _ = ways.movingOthers(id) }
        for id in wanted {
            if let crtc = ways.crtc(of: id), let plane = ways.planes[crtc] {
                routes[id] = Route(connector: id, crtc: crtc, plane: plane)
            } else {
                unrouted.append(id)
            }
        }
    }
}

/// The assignment while it is computed.
private struct Ways {
    /// For each CRTC that is used, the connector that it feeds and the plane that is on it.
    private(set) var connectors: [CRTCID: ConnectorID] = [:]
    private(set) var planes: [CRTCID: PlaneID] = [:]
    /// For each connector the CRTCs that can feed it, and for each CRTC its planes, the best first.
    private var crtcChoices: [ConnectorID: [CRTCID]] = [:]
    private var planeChoices: [CRTCID: [PlaneID]] = [:]
    /// The CRTCs and planes that the current search has visited.
    private var visited: (crtcs: Set<CRTCID>, planes: Set<PlaneID>) = ([], [])
    private let inUse: (crtcs: Set<CRTCID>, planes: Set<PlaneID>)

    init(wanted: [ConnectorID], in device: DeviceSnapshot, keeping current: [ConnectorID: Route]) {
        // Planes with the fewest CRTCs first, which leaves the more flexible ones for others.
        let primary = device.planes.filter { $0.kind == .primary }
            .sorted { ($0.possibleCRTCs.count, $0.id) < ($1.possibleCRTCs.count, $1.id) }
        for crtc in device.crtcs.map(\.id) {
            let fitting = primary.filter { $0.possibleCRTCs.contains(crtc) }
            let showing = fitting.filter { $0.scanout?.crtc == crtc }
            planeChoices[crtc] = (showing + fitting.filter { $0.scanout?.crtc != crtc }).map(\.id)
        }
        for id in wanted {
            let connector = device.connector(id)
            // The kernel's current routing first: changing what a boot splash has set would flicker.
            var crtcs = connector?.possibleCRTCs ?? []
            if let now = current[id]?.crtc ?? connector?.crtc, let index = crtcs.firstIndex(of: now) {
                crtcs.swapAt(0, index)
            }
            crtcChoices[id] = crtcs
        }
        for id in wanted {
            guard let route = current[id], crtcChoices[id]?.contains(route.crtc) == true,
                planeChoices[route.crtc]?.contains(route.plane) == true, connectors[route.crtc] == nil,
                !planes.values.contains(route.plane)
            else { continue }
            (connectors[route.crtc], planes[route.crtc]) = (id, route.plane)
        }
        inUse = (Set(connectors.keys), Set(planes.values))
    }

    func crtc(of connector: ConnectorID) -> CRTCID? { connectors.first { $0.value == connector }?.key }

    /// Finds a path for a connector that changes no route in use.
    mutating func keepingOthers(_ connector: ConnectorID) -> Bool {
        visited = inUse
        return lead(connector)
    }

    /// Finds a path for a connector, and moves others to other paths for it.
    mutating func movingOthers(_ connector: ConnectorID) -> Bool {
        visited = ([], [])
        return lead(connector)
    }

    /// Finds a CRTC for a connector.
    private mutating func lead(_ connector: ConnectorID) -> Bool {
        let choices = crtcChoices[connector] ?? []
        // A free one before any that would have to be taken from another.
        for crtc in choices where connectors[crtc] == nil && visited.crtcs.insert(crtc).inserted {
            guard cover(crtc) else { continue }
            connectors[crtc] = connector
            return true
        }
        for crtc in choices where visited.crtcs.insert(crtc).inserted {
            // Its plane stays on it.
            guard let holder = connectors[crtc], lead(holder) else { continue }
            connectors[crtc] = connector
            return true
        }
        return false
    }

    /// Finds a plane for a CRTC.
    private mutating func cover(_ crtc: CRTCID) -> Bool {
        let choices = planeChoices[crtc] ?? []
        for plane in choices where !planes.values.contains(plane) && visited.planes.insert(plane).inserted {
            planes[crtc] = plane
            return true
        }
        for plane in choices where visited.planes.insert(plane).inserted {
            guard let other = planes.first(where: { $0.value == plane })?.key, giveUpPlane(other) else { continue }
            planes[crtc] = plane
            return true
        }
        return false
    }

    /// Frees a CRTC's plane: the CRTC gets another one, or its connector another CRTC.
    private mutating func giveUpPlane(_ crtc: CRTCID) -> Bool {
        if cover(crtc) { return true }
        guard visited.crtcs.insert(crtc).inserted, let holder = connectors[crtc], lead(holder) else { return false }
        (connectors[crtc], planes[crtc]) = (nil, nil)
        return true
    }
}
