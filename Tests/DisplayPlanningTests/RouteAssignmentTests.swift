import DisplayModel
import DisplayPlanning
import SeededRandom
import Testing

@Suite struct RouteAssignmentTests {
    private func assign(_ device: DeviceSnapshot, keeping: [ConnectorID: Route] = [:]) -> RouteAssignment {
        RouteAssignment(wanted: device.connectors.map(\.id), in: device, keeping: keeping)
    }

    @Test func firstFitWouldLeaveTheSecondDark() {
        // The first connector can use both CRTCs, the second only the first one.
        let device = device(masks: [0b11, 0b01], crtcs: 2)
        let assignment = assign(device)
        #expect(assignment.unrouted.isEmpty)
        #expect(assignment.routes[ConnectorID(rawValue: 201)]?.crtc == CRTCID(rawValue: 100))
        #expect(assignment.routes[ConnectorID(rawValue: 200)]?.crtc == CRTCID(rawValue: 101))
    }

    @Test func routesInUseStay() {
        let device = device(masks: [0b111, 0b111, 0b111], crtcs: 3)
        let first = ConnectorID(rawValue: 200)
        let inUse = Route(connector: first, crtc: CRTCID(rawValue: 102), plane: PlaneID(rawValue: 302))
        #expect(assign(device, keeping: [first: inUse]).routes[first] == inUse)
    }

    @Test func whatTheKernelRoutedIsPreferred() {
        var device = device(masks: [0b11, 0b11], crtcs: 2)
        device.connectors[0].crtc = CRTCID(rawValue: 101)
        #expect(assign(device).routes[device.connectors[0].id]?.crtc == CRTCID(rawValue: 101))
    }

    @Test func moreScreensThanCRTCsLeavesTheLastWanted() {
        let assignment = assign(device(masks: [0b11, 0b11, 0b11], crtcs: 2))
        #expect(assignment.unrouted == [ConnectorID(rawValue: 202)])
    }

    @Test func asManyAsPossibleForAnyMasks() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let crtcs = Int.random(in: 1...5, using: &random)
            let masks = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                UInt32.random(in: 0..<(1 << UInt32(crtcs)), using: &random)
            }
            let device = device(masks: masks, crtcs: crtcs)
            let assignment = assign(device)
            let used = assignment.routes.values.map(\.crtc)
            #expect(Set(used).count == used.count, "masks \(masks): a CRTC was given out twice")
            #expect(Set(assignment.routes.values.map(\.plane)).count == used.count)
            for route in assignment.routes.values {
                #expect(device.connector(route.connector)?.possibleCRTCs.contains(route.crtc) == true)
            }
            #expect(used.count == mostMatched(masks[...], free: (1 << UInt32(crtcs)) - 1), "masks \(masks)")
        }
    }

    /// The expected result, by trying all assignments.
    private func mostMatched(_ masks: ArraySlice<UInt32>, free: UInt32) -> Int {
        guard let mask = masks.first else { return 0 }
        var best = mostMatched(masks.dropFirst(), free: free)
        for bit in 0..<UInt32(8) where mask & free & (1 << bit) != 0 {
            best = max(best, 1 + mostMatched(masks.dropFirst(), free: free & ~(1 << bit)))
        }
        return best
    }
}

@Suite struct DevicePlanTests {
    @Test func everyConnectorIsPlannedOrHasAReason() {
        var device = device(masks: [1, 2, 4, 8, 16, 32], crtcs: 4)
        device.connectors[1].status = .disconnected
        device.connectors[2].properties = [
            Property(id: 1, name: "non-desktop", value: 1, kind: .range(0...1), isImmutable: true)
        ]
        device.connectors[3].modes = []
        device.connectors[5].type = .writeback
        let plan = DevicePlan(device, configurations: OutputConfigurations())
        #expect(plan.outputs.map(\.connector) == [device.connectors[0].id])
        #expect(
            plan.dark == [
                device.connectors[1].id: .disconnected, device.connectors[2].id: .nonDesktop,
                device.connectors[3].id: .noModes, device.connectors[4].id: .noCRTC,
                device.connectors[5].id: .writeback,
            ])
    }

    @Test func aLitScreenIsNotPushedOutByANewOne() {
        let device = device(masks: [1, 1], crtcs: 1)
        let second = device.connectors[1].id
        let inUse = Route(connector: second, crtc: CRTCID(rawValue: 100), plane: PlaneID(rawValue: 300))
        let plan = DevicePlan(device, configurations: OutputConfigurations(), keeping: [second: inUse])
        #expect(plan.outputs.map(\.connector) == [second])
    }
}
