import DisplayModel
import DisplayPlanning

/// What these tests need of a plan.
struct PlannedRoutes {
    var lit: [ConnectorID: Route]
    /// Why, in words.
    var dark: [ConnectorID: String]

    /// Without any configuration.
    init(_ device: DeviceSnapshot, keeping current: [ConnectorID: Route] = [:]) {
        let plan = DevicePlan(device, configurations: OutputConfigurations(), keeping: current)
        lit = Dictionary(uniqueKeysWithValues: plan.outputs.flatMap(\.parts).map { ($0.route.connector, $0.route) })
        dark = plan.dark.mapValues(\.description)
    }
}

/// The most connectors that can be lit together, each by a CRTC and a primary plane of its own, found by going through
/// all ways to light them.
/// - Parameter kept: routes that must stay.
func largestNumberOfScreens(
    _ device: DeviceSnapshot, connected: [ConnectorSnapshot], keeping kept: [ConnectorID: Route] = [:]
) -> Int {
    struct Used: Hashable {
        var crtcs: Set<CRTCID>
        var planes: Set<PlaneID>
    }
    let primary = device.planes.filter { $0.kind == .primary }
    var reachable: Set<Used> = [Used(crtcs: Set(kept.values.map(\.crtc)), planes: Set(kept.values.map(\.plane)))]
    for connector in connected where kept[connector.id] == nil {
        for used in reachable {
            for crtc in connector.possibleCRTCs where !used.crtcs.contains(crtc) {
                for plane in primary where plane.possibleCRTCs.contains(crtc) && !used.planes.contains(plane.id) {
                    reachable.insert(Used(crtcs: used.crtcs.union([crtc]), planes: used.planes.union([plane.id])))
                }
            }
        }
    }
    return reachable.map(\.crtcs.count).max() ?? 0
}
