import DisplayModel
import Testing

@testable import KMSDisplay

/// Two connectors (1, 2), two CRTCs (11, 12), each with a primary plane (21, 22) and a cursor plane (31, 32).
@Suite struct CommitPlanTests {
    private let mode = Mode(
        clock: 65000, horizontal: (1024, 1048, 1184, 1344), vertical: (768, 771, 777, 806), vrefresh: 60,
        name: "1024x768")
    private let blobs = [CRTCID(rawValue: 11): 101 as UInt32, CRTCID(rawValue: 12): 102]

    private func connector(_ id: UInt32) -> KMSObject { .connector(ConnectorID(rawValue: id)) }
    private func crtc(_ id: UInt32) -> KMSObject { .crtc(CRTCID(rawValue: id)) }
    private func plane(_ id: UInt32) -> KMSObject { .plane(PlaneID(rawValue: id)) }

    private var darkState: KernelState {
        KernelState(values: [
            connector(1): [.crtcID: 0, .linkStatus: 0], connector(2): [.crtcID: 0, .linkStatus: 0],
            crtc(11): [.active: 0, .modeID: 0], crtc(12): [.active: 0, .modeID: 0],
            plane(21): [.crtcID: 0], plane(22): [.crtcID: 0], plane(31): [.crtcID: 0], plane(32): [.crtcID: 0],
        ])
    }

    /// Connector 1 on CRTC 11, and 2 on 12, by their primary planes.
    private var litState: KernelState {
        var state = darkState
        for number in [1, 2] as [UInt32] {
            state.values[connector(number)]?[.crtcID] = UInt64(10 + number)
            state.values[crtc(10 + number)] = [.active: 1, .modeID: 99]
            state.values[plane(20 + number)] = [.crtcID: UInt64(10 + number)]
        }
        return state
    }

    private func lit(_ connector: UInt32, _ crtc: UInt32, framebuffer: UInt32 = 50) -> DisplayUpdate.Lit {
        DisplayUpdate.Lit(
            route: Route(
                connector: ConnectorID(rawValue: connector), crtc: CRTCID(rawValue: crtc),
                plane: PlaneID(rawValue: crtc + 10)),
            mode: mode, framebuffer: FramebufferID(rawValue: framebuffer))
    }

    private func plan(_ update: DisplayUpdate, _ state: KernelState) -> CommitPlan {
        CommitPlan.modeset(update, from: state, modeBlobs: blobs)
    }

    @Test func lightingSetsTheWholeRoute() {
        let plan = plan(DisplayUpdate(lit: [lit(1, 11)]), darkState)
        #expect(plan.clearing.isEmpty)
        #expect(
            Set(plan.assignments) == [
                AtomicAssignment(connector(1), .crtcID, 11),
                AtomicAssignment(crtc(11), .modeID, 101), AtomicAssignment(crtc(11), .active, 1),
                AtomicAssignment(plane(21), .framebuffer, 50), AtomicAssignment(plane(21), .crtcID, 11),
                AtomicAssignment(plane(21), .sourceX, 0), AtomicAssignment(plane(21), .sourceY, 0),
                AtomicAssignment(plane(21), .sourceWidth, 1024 << 16),
                AtomicAssignment(plane(21), .sourceHeight, 768 << 16),
                AtomicAssignment(plane(21), .destinationX, 0), AtomicAssignment(plane(21), .destinationY, 0),
                AtomicAssignment(plane(21), .destinationWidth, 1024),
                AtomicAssignment(plane(21), .destinationHeight, 768),
            ])
    }

    @Test func switchingOffTakesEverythingFromTheCRTC() {
        let dark = DisplayUpdate.Dark(crtc: CRTCID(rawValue: 12), connectors: [ConnectorID(rawValue: 2)])
        let plan = plan(DisplayUpdate(dark: [dark]), litState)
        #expect(plan.dark == [CRTCID(rawValue: 12)])
        #expect(
            Set(plan.assignments) == [
                AtomicAssignment(connector(2), .crtcID, 0), AtomicAssignment(crtc(12), .modeID, 0),
                AtomicAssignment(crtc(12), .active, 0), AtomicAssignment(plane(22), .framebuffer, 0),
                AtomicAssignment(plane(22), .crtcID, 0),
            ])
    }

    @Test func whatIsOffIsNotSwitchedOff() {
        let dark = DisplayUpdate.Dark(crtc: CRTCID(rawValue: 12), connectors: [ConnectorID(rawValue: 2)])
        let plan = plan(DisplayUpdate(dark: [dark]), darkState)
        #expect(plan.assignments.isEmpty)
        #expect(plan.clearing.isEmpty)
    }

    @Test func otherPlanesOnALitCRTCAreSwitchedOff() {
        var state = litState
        state.values[plane(31)]?[.crtcID] = 11
        let assignments = plan(DisplayUpdate(lit: [lit(1, 11)]), state).assignments
        #expect(assignments.contains(AtomicAssignment(plane(31), .framebuffer, 0)))
        #expect(assignments.contains(AtomicAssignment(plane(31), .crtcID, 0)))
        #expect(!assignments.contains { $0.object == plane(22) || $0.object == crtc(12) })
    }

    @Test func aConnectorThatLosesItsCRTCIsLetGo() {
        let assignments = plan(DisplayUpdate(lit: [lit(2, 11)]), litState).assignments
        #expect(assignments.contains(AtomicAssignment(connector(1), .crtcID, 0)))
        #expect(assignments.contains(AtomicAssignment(connector(2), .crtcID, 11)))
    }

    @Test func aCRTCThatLosesItsLastConnectorGoesDark() {
        let plan = plan(DisplayUpdate(lit: [lit(2, 11)]), litState)
        #expect(plan.dark == [CRTCID(rawValue: 12)])
        #expect(plan.assignments.contains(AtomicAssignment(crtc(12), .active, 0)))
        #expect(plan.assignments.contains(AtomicAssignment(plane(22), .framebuffer, 0)))
        // Its connector is not let go: it has a new place.
        #expect(!plan.assignments.contains(AtomicAssignment(connector(2), .crtcID, 0)))
    }

    @Test func aCRTCThatKeepsAConnectorStaysLit() {
        var state = litState
        state.values[connector(3)] = [.crtcID: 12]
        #expect(plan(DisplayUpdate(lit: [lit(2, 11)]), state).dark.isEmpty)
    }

    @Test func exchangingConnectorsDarkensNothing() {
        let plan = plan(DisplayUpdate(lit: [lit(2, 11), lit(1, 12)]), litState)
        #expect(plan.dark.isEmpty)
        #expect(!plan.assignments.contains { $0.property == .crtcID && $0.value == 0 })
    }

    @Test func aBlankedCRTCIsClearedBeforehand() {
        var state = litState
        state.values[crtc(12)]?[.active] = 0
        let plan = plan(DisplayUpdate(lit: [lit(2, 11)]), state)
        #expect(plan.clearing.contains(AtomicAssignment(crtc(12), .modeID, 0)))
        #expect(plan.clearing.contains(AtomicAssignment(connector(2), .crtcID, 0)))
        #expect(!plan.assignments.contains { $0.object == crtc(12) })
    }

    @Test func leftoversOfAnEarlierOwnerAreUndone() {
        var state = litState
        state.values[connector(1)]?[.linkStatus] = 1
        state.values[crtc(11)]?[.gammaTable] = 77
        state.values[plane(21)]?[.rotation] = 4
        state.values[plane(21)]?[.alpha] = 0xFFFF
        let assignments = plan(DisplayUpdate(lit: [lit(1, 11)]), state).assignments
        #expect(assignments.contains(AtomicAssignment(connector(1), .linkStatus, 0)))
        #expect(assignments.contains(AtomicAssignment(crtc(11), .gammaTable, 0)))
        #expect(assignments.contains(AtomicAssignment(plane(21), .rotation, 1)))
        #expect(!assignments.contains { $0.property == .alpha })
    }

    @Test func aFlipSetsTheFramebufferAlone() {
        let output = lit(1, 11)
        let next = lit(1, 11, framebuffer: 51)
        let plan = CommitPlan.flip(DisplayUpdate(lit: [next]), shown: [output.route.crtc: output])
        #expect(plan.assignments == [AtomicAssignment(plane(21), .framebuffer, 51)])
    }

    @Test func aFlipCarriesItsFence() {
        var output = lit(1, 11)
        let shown = [output.route.crtc: output]
        output.acquireFence = 9
        let plan = CommitPlan.flip(DisplayUpdate(lit: [output]), shown: shown)
        #expect(
            plan.assignments == [
                AtomicAssignment(plane(21), .framebuffer, 50), AtomicAssignment(plane(21), .inFence, 9),
            ])
    }

    @Test func aFlipMovesTheRectanglesWhereTheyDiffer() {
        var output = lit(1, 11)
        let shown = [output.route.crtc: output]
        output.destination.x = -8
        let assignments = CommitPlan.flip(DisplayUpdate(lit: [output]), shown: shown).assignments
        #expect(assignments.contains(AtomicAssignment(plane(21), .destinationX, UInt64(bitPattern: -8))))
        #expect(!assignments.contains { $0.property == .modeID || $0.property == .active })
    }
}
