public import DisplayModel

/// Gives each connector a CRTC and a primary plane of its own.
///
/// Which CRTC can feed which connector is a graph (`possible_crtcs`), and first fit leaves screens dark that another
/// choice would have lit. This is a maximum matching by augmenting paths, begun from the routes in use, so that as many
/// screens as can be are lit and as few as can be are moved.
public struct RouteAssignment: Hashable, Sendable {
    /// By connector.
    public var routes: [ConnectorID: Route] = [:]
    /// Connectors for which no CRTC or no plane was left, in the order they were wanted.
    public var unrouted: [ConnectorID] = []

    /// - Parameters:
    ///   - wanted: the connectors to light, the most important first.
    ///   - current: the routes in use, to be kept where they can.
    public init(wanted: [ConnectorID], in device: DeviceSnapshot, keeping current: [ConnectorID: Route] = [:]) {
        let possible: [ConnectorID: [CRTCID]] = Dictionary(
            uniqueKeysWithValues: wanted.map { id in
                let connector = device.connector(id)
                // The kernel's own routing first: another program (a boot splash, a console) may have lit it well.
                var crtcs = connector?.possibleCRTCs ?? []
                if let now = current[id]?.crtc ?? connector?.crtc, let index = crtcs.firstIndex(of: now) {
                    crtcs.swapAt(0, index)
                }
                return (id, crtcs.filter { crtc in device.planes.contains { $0.canBePrimary(of: crtc) } })
            })
        var owner: [CRTCID: ConnectorID] = [:]
        for id in wanted {
            if let crtc = current[id]?.crtc, possible[id]?.contains(crtc) == true, owner[crtc] == nil {
                owner[crtc] = id
            }
        }
        for id in wanted where !owner.values.contains(id) {
            var visited: Set<CRTCID> = []
            _ = Self.augment(id, possible, &owner, &visited)
        }
        let crtcs = Dictionary(uniqueKeysWithValues: owner.map { ($0.value, $0.key) })
        let planes = Self.primaryPlanes(for: wanted.compactMap { crtcs[$0] }, in: device, keeping: current)
        for id in wanted {
            if let crtc = crtcs[id], let plane = planes[crtc] {
                routes[id] = Route(connector: id, crtc: crtc, plane: plane)
            } else {
                unrouted.append(id)
            }
        }
    }

    /// Finds a CRTC for the connector, moving others along a chain of alternatives where needed.
    private static func augment(
        _ connector: ConnectorID, _ possible: [ConnectorID: [CRTCID]], _ owner: inout [CRTCID: ConnectorID],
        _ visited: inout Set<CRTCID>
    ) -> Bool {
        let choices = possible[connector] ?? []
        // A free one before any that would have to be taken from another.
        for crtc in choices where owner[crtc] == nil && visited.insert(crtc).inserted {
            owner[crtc] = connector
            return true
        }
        for crtc in choices where visited.insert(crtc).inserted {
            if let holder = owner[crtc], augment(holder, possible, &owner, &visited) {
                owner[crtc] = connector
                return true
            }
        }
        return false
    }

    /// A primary plane for each CRTC. Drivers that share planes between CRTCs list the most constrained ones in few
    /// masks, so those are given out first.
    private static func primaryPlanes(
        for crtcs: [CRTCID], in device: DeviceSnapshot, keeping current: [ConnectorID: Route]
    ) -> [CRTCID: PlaneID] {
        var result: [CRTCID: PlaneID] = [:]
        var taken: Set<PlaneID> = []
        for route in current.values where crtcs.contains(route.crtc) {
            if taken.insert(route.plane).inserted { result[route.crtc] = route.plane }
        }
        let candidates = device.planes.sorted { $0.possibleCRTCs.count < $1.possibleCRTCs.count }
        for crtc in crtcs where result[crtc] == nil {
            // The one that the driver pairs with it is the nth primary plane for the nth CRTC, where masks overlap.
            let fitting = candidates.filter { $0.canBePrimary(of: crtc) && !taken.contains($0.id) }
            let showing = fitting.first { $0.scanout?.crtc == crtc }
            if let plane = showing ?? fitting.first {
                taken.insert(plane.id)
                result[crtc] = plane.id
            }
        }
        return result
    }
}

extension PlaneSnapshot {
    fileprivate func canBePrimary(of crtc: CRTCID) -> Bool {
        kind == .primary && possibleCRTCs.contains(crtc)
    }
}
