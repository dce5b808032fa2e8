import DisplayModel
import Testing

@testable import KMSDisplay

/// What an update becomes on a device without atomic modesetting: two connectors (1, 2), two CRTCs (11, 12), each with a
/// primary plane (21, 22), and an overlay (31).
@Suite struct LegacyPlanTests {
    private let mode = Mode(
        clock: 65000, horizontal: (1024, 1048, 1184, 1344), vertical: (768, 771, 777, 806), vrefresh: 60,
        name: "1024x768")
    private let crtcs = [CRTCID(rawValue: 11), CRTCID(rawValue: 12)]

    private var device: DeviceSnapshot {
        DeviceSnapshot(
            id: DeviceID(major: 226, minor: 0), path: "card0", driver: .init(name: "radeon", version: "2", about: ""),
            bus: nil, capabilities: .universalPlanes, sizeLimits: 1...4096,
            connectors: [1, 2].map {
                ConnectorSnapshot(
                    id: ConnectorID(rawValue: $0), type: ConnectorType(rawValue: 11), typeIndex: $0,
                    status: .connected, possibleCRTCs: $0 == 1 ? crtcs : [crtcs[1]])
            },
            crtcs: crtcs.map { CRTCSnapshot(id: $0, isActive: false, mode: nil) },
            planes: [
                PlaneSnapshot(id: PlaneID(rawValue: 21), kind: .primary, possibleCRTCs: [crtcs[0]], formats: []),
                PlaneSnapshot(id: PlaneID(rawValue: 22), kind: .primary, possibleCRTCs: [crtcs[1]], formats: []),
                PlaneSnapshot(id: PlaneID(rawValue: 31), kind: .overlay, possibleCRTCs: crtcs, formats: []),
            ])
    }

    private func lit(_ connector: UInt32, _ crtc: UInt32, plane: UInt32? = nil) -> DisplayUpdate.Enabled {
        DisplayUpdate.Enabled(
            route: Route(
                connector: ConnectorID(rawValue: connector), crtc: CRTCID(rawValue: crtc),
                plane: PlaneID(rawValue: plane ?? crtc + 10)),
            mode: mode, framebuffer: FramebufferID(rawValue: 50))
    }

    private func refusal(_ output: DisplayUpdate.Enabled) -> String? {
        LegacyPlan.refusal(of: DisplayUpdate(enabled: [output]), on: device)
    }

    @Test func onePlaneThatCoversTheModeIsAllThereIs() {
        #expect(refusal(lit(1, 11)) == nil)
        #expect(refusal(lit(1, 11, plane: 31)) != nil, "an overlay alone")
        #expect(refusal(lit(1, 11, plane: 22)) != nil, "another CRTC's plane")
        #expect(refusal(lit(2, 11)) != nil, "a CRTC that cannot feed the connector")
        var two = lit(1, 11)
        two.layers.append(two.layers[0])
        #expect(refusal(two) != nil, "two layers")
        var part = lit(1, 11)
        part.layers[0].destination = Rectangle(x: 8, y: 0, width: 1016, height: 768)
        #expect(refusal(part) != nil, "beside the edge")
        var scaled = lit(1, 11)
        scaled.layers[0].source = Rectangle(x: 0, y: 0, width: 512, height: 384)
        #expect(refusal(scaled) != nil, "scaled")
        var turned = lit(1, 11)
        turned.layers[0].properties.rotation = .rotate180
        #expect(refusal(turned) != nil, "turned")
    }

    @Test func whatGoesOffIsSetFirst() {
        var update = DisplayUpdate(enabled: [lit(1, 11)])
        update.enabled[0].layers[0].source.x = 100
        update.disabled = [.init(crtc: crtcs[1], connectors: [ConnectorID(rawValue: 2)])]
        let configurations = LegacyPlan.configurations(update)
        #expect(configurations.map(\.crtc) == [crtcs[1], crtcs[0]])
        #expect(configurations[0].picture == nil)
        #expect(configurations[1].picture?.connectors == [ConnectorID(rawValue: 1)])
        #expect(configurations[1].picture?.x == 100)
    }

    @Test func aCRTCThatFeedsTwoConnectorsIsSetOnce() {
        let configurations = LegacyPlan.configurations(DisplayUpdate(enabled: [lit(1, 12), lit(2, 12)]))
        #expect(configurations.map(\.picture?.connectors) == [[ConnectorID(rawValue: 1), ConnectorID(rawValue: 2)]])
    }

    /// Those that the connector has; modes, routes and planes have calls of their own, and so has the gamma table.
    @Test func connectorsAreSetByTheirProperties() {
        let connector = KMSObject.connector(ConnectorID(rawValue: 1))
        let state = KernelState(values: [
            connector: [.linkStatus: 1, .rgbRange: 0, .underscan: 1, .underscanHorizontal: 9, .underscanVertical: 9],
            .crtc(crtcs[0]): [.gammaTable: 77],
            .plane(PlaneID(rawValue: 21)): [.rotation: 4],
        ])
        var update = DisplayUpdate(enabled: [lit(1, 11)])
        update.enabled[0].settings = ConnectorSettings(maxBPC: 10, margins: .zero, rgbRange: 1)
        let properties = Set(LegacyPlan.properties(update, from: state))
        #expect(
            properties == [
                AtomicAssignment(connector, .linkStatus, 0), AtomicAssignment(connector, .rgbRange, 1),
                AtomicAssignment(connector, .underscan, 0), AtomicAssignment(connector, .underscanHorizontal, 0),
                AtomicAssignment(connector, .underscanVertical, 0),
                AtomicAssignment(.plane(PlaneID(rawValue: 21)), .rotation, 1),
            ])
    }

    @Test func aGammaTableIsNeutralWhereNoPixelOfEightBitsChanges() {
        #expect(GammaTable(linear: 256).isNeutral)
        let shifted = (0..<256).map { UInt16($0 << 8) }
        #expect(GammaTable(red: shifted, green: shifted, blue: shifted).isNeutral, "as drivers begin")
        var night = GammaTable(linear: 256)
        night.blue = night.blue.map { $0 / 2 }
        #expect(!night.isNeutral && night != GammaTable(linear: 256))
    }
}
