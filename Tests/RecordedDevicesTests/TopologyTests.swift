import DisplayModel
import SeededRandom
import Testing

/// Devices of random shapes, most of which no driver has made yet.
@Suite struct TopologyTests {
    enum Planes: CaseIterable { case own, shared }

    /// As many are lit as can be, none that was lit and is still there goes dark, and where all can keep their routes
    /// they do.
    @Test(arguments: Planes.allCases)
    func monitorsComeAndGo(_ planes: Planes) {
        var dice = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let device = randomDevice(planes, &dice)
            var routes: [ConnectorID: Route] = [:]
            for _ in 0..<4 {
                var now = device
                for index in now.connectors.indices where Bool.random(using: &dice) {
                    now.connectors[index].status = .disconnected
                }
                let connected = now.connectors.filter { $0.status == .connected }
                let lit = PlannedRoutes(now, keeping: routes).lit
                #expect(lit.count == largestNumberOfScreens(now, connected: connected))
                let kept = routes.filter { route in connected.contains { $0.id == route.key } }
                #expect(kept.keys.allSatisfy { lit[$0] != nil })
                if largestNumberOfScreens(now, connected: connected, keeping: kept) == lit.count {
                    #expect(kept.allSatisfy { lit[$0.key] == $0.value })
                }
                routes = lit
            }
        }
    }

    private func randomDevice(_ planes: Planes, _ dice: inout SplitMix64) -> DeviceSnapshot {
        let mode = Mode(
            clock: 1000, horizontal: (64, 64, 64, 64), vertical: (64, 64, 64, 64), vrefresh: 60, name: "64x64")
        let crtcs = (1...Int.random(in: 1...5, using: &dice)).map { CRTCID(rawValue: UInt32($0)) }
        func some() -> [CRTCID] { crtcs.filter { _ in Bool.random(using: &dice) } }
        return DeviceSnapshot(
            id: DeviceID(major: 226, minor: 0), path: "/dev/dri/card0",
            driver: .init(name: "random", version: "1", about: ""), bus: nil, capabilities: [.atomic],
            sizeLimits: 1...8192,
            connectors: (1...6).map { index in
                ConnectorSnapshot(
                    id: ConnectorID(rawValue: 100 + index), type: ConnectorType(rawValue: 11), typeIndex: index,
                    status: .connected, modes: [mode], possibleCRTCs: some())
            },
            crtcs: crtcs.map { CRTCSnapshot(id: $0, isActive: false, mode: nil) },
            planes: crtcs.map { crtc in
                PlaneSnapshot(
                    id: PlaneID(rawValue: 50 + crtc.rawValue), kind: .primary,
                    possibleCRTCs: planes == .own ? [crtc] : some(), formats: [])
            })
    }
}
