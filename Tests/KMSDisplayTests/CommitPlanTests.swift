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

    private func lit(_ connector: UInt32, _ crtc: UInt32, framebuffer: UInt32 = 50) -> DisplayUpdate.Enabled {
        DisplayUpdate.Enabled(
            route: Route(
                connector: ConnectorID(rawValue: connector), crtc: CRTCID(rawValue: crtc),
                plane: PlaneID(rawValue: crtc + 10)),
            mode: mode, framebuffer: FramebufferID(rawValue: framebuffer))
    }

    private func plan(_ update: DisplayUpdate, _ state: KernelState) -> CommitPlan {
        CommitPlan.modeset(update, from: state, modeBlobs: blobs)
    }

    @Test func lightingSetsTheWholeRoute() {
        let plan = plan(DisplayUpdate(enabled: [lit(1, 11)]), darkState)
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
        let dark = DisplayUpdate.Disabled(crtc: CRTCID(rawValue: 12), connectors: [ConnectorID(rawValue: 2)])
        let plan = plan(DisplayUpdate(disabled: [dark]), litState)
        #expect(plan.disabled == [CRTCID(rawValue: 12)])
        #expect(
            Set(plan.assignments) == [
                AtomicAssignment(connector(2), .crtcID, 0), AtomicAssignment(crtc(12), .modeID, 0),
                AtomicAssignment(crtc(12), .active, 0), AtomicAssignment(plane(22), .framebuffer, 0),
                AtomicAssignment(plane(22), .crtcID, 0),
            ])
    }

    @Test func whatIsOffIsNotSwitchedOff() {
        let dark = DisplayUpdate.Disabled(crtc: CRTCID(rawValue: 12), connectors: [ConnectorID(rawValue: 2)])
        let plan = plan(DisplayUpdate(disabled: [dark]), darkState)
        #expect(plan.assignments.isEmpty)
        #expect(plan.clearing.isEmpty)
    }

    @Test func otherPlanesOnALitCRTCAreSwitchedOff() {
        var state = litState
        state.values[plane(31)]?[.crtcID] = 11
        let assignments = plan(DisplayUpdate(enabled: [lit(1, 11)]), state).assignments
        #expect(assignments.contains(AtomicAssignment(plane(31), .framebuffer, 0)))
        #expect(assignments.contains(AtomicAssignment(plane(31), .crtcID, 0)))
        #expect(!assignments.contains { $0.object == plane(22) || $0.object == crtc(12) })
    }

    @Test func aConnectorThatLosesItsCRTCIsLetGo() {
        let assignments = plan(DisplayUpdate(enabled: [lit(2, 11)]), litState).assignments
        #expect(assignments.contains(AtomicAssignment(connector(1), .crtcID, 0)))
        #expect(assignments.contains(AtomicAssignment(connector(2), .crtcID, 11)))
    }

    @Test func aCRTCThatLosesItsLastConnectorGoesDark() {
        let plan = plan(DisplayUpdate(enabled: [lit(2, 11)]), litState)
        #expect(plan.disabled == [CRTCID(rawValue: 12)])
        #expect(plan.assignments.contains(AtomicAssignment(crtc(12), .active, 0)))
        #expect(plan.assignments.contains(AtomicAssignment(plane(22), .framebuffer, 0)))
        // Its connector is not switched off: it has a new CRTC.
        #expect(!plan.assignments.contains(AtomicAssignment(connector(2), .crtcID, 0)))
    }

    @Test func aCRTCThatKeepsAConnectorStaysLit() {
        var state = litState
        state.values[connector(3)] = [.crtcID: 12]
        #expect(plan(DisplayUpdate(enabled: [lit(2, 11)]), state).disabled.isEmpty)
    }

    @Test func exchangingConnectorsDarkensNothing() {
        let plan = plan(DisplayUpdate(enabled: [lit(2, 11), lit(1, 12)]), litState)
        #expect(plan.disabled.isEmpty)
        #expect(!plan.assignments.contains { $0.property == .crtcID && $0.value == 0 })
    }

    @Test func aBlankedCRTCIsClearedBeforehand() {
        var state = litState
        state.values[crtc(12)]?[.active] = 0
        let plan = plan(DisplayUpdate(enabled: [lit(2, 11)]), state)
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
        let assignments = plan(DisplayUpdate(enabled: [lit(1, 11)]), state).assignments
        #expect(assignments.contains(AtomicAssignment(connector(1), .linkStatus, 0)))
        #expect(assignments.contains(AtomicAssignment(crtc(11), .gammaTable, 0)))
        #expect(assignments.contains(AtomicAssignment(plane(21), .rotation, 1)))
        #expect(!assignments.contains { $0.property == .alpha })
    }

    /// As a player leaves a television that it showed a film on.
    @Test func coloursOfAFilmAreUndoneAndGivenBack() {
        var state = litState
        let television = connector(1)
        let left: [(AtomicProperty, UInt64)] = [
            (.hdrMetadata, 99), (.colorspace, 9), (.contentType, 3), (.rgbRange, 2),
        ]
        for (property, value) in left { state.values[television]?[property] = value }
        func values(_ settings: ConnectorSettings) -> [AtomicProperty: UInt64] {
            var output = lit(1, 11)
            output.settings = settings
            let assignments = plan(DisplayUpdate(enabled: [output]), state).assignments
            let ours = assignments.filter { line in left.contains { $0.0 == line.property } }
            return Dictionary(uniqueKeysWithValues: ours.map { ($0.property, $0.value) })
        }
        #expect(values(ConnectorSettings()) == [.hdrMetadata: 0, .colorspace: 0, .contentType: 1])
        #expect(values(ConnectorSettings(rgbRange: 1))[.rgbRange] == 1)
        var original = ConnectorSettings(rgbRange: 2)
        (original.colorspace, original.contentType) = (9, 3)
        #expect(values(original) == [.hdrMetadata: 0], "what is so already is not set")
        (original.colorspace, original.contentType) = (8, 0)
        #expect(values(original) == [.hdrMetadata: 0, .colorspace: 8, .contentType: 0])
    }

    @Test func aFlipSetsTheFramebufferAlone() {
        let plan = CommitPlan.flip(
            DisplayUpdate(enabled: [lit(1, 11, framebuffer: 51)]), from: committed(lit(1, 11)))
        #expect(plan.assignments == [AtomicAssignment(plane(21), .framebuffer, 51)])
    }

    @Test func aFlipCarriesItsFence() {
        var output = lit(1, 11)
        let state = committed(output)
        output.layers[0].acquireFence = 9
        let plan = CommitPlan.flip(DisplayUpdate(enabled: [output]), from: state)
        #expect(
            plan.assignments == [
                AtomicAssignment(plane(21), .framebuffer, 50), AtomicAssignment(plane(21), .inFence, 9),
            ])
    }

    @Test func aFlipMovesTheRectanglesWhereTheyDiffer() {
        var output = lit(1, 11)
        let state = committed(output)
        output.layers[0].destination.x = -8
        let assignments = CommitPlan.flip(DisplayUpdate(enabled: [output]), from: state).assignments
        #expect(
            assignments == [
                AtomicAssignment(plane(21), .framebuffer, 50),
                AtomicAssignment(plane(21), .destinationX, UInt64(bitPattern: -8)),
            ])
    }

    // MARK: Layers

    /// The state after a modeset that enables these.
    private func committed(_ outputs: DisplayUpdate.Enabled...) -> KernelState {
        var state = darkState
        state.apply(plan(DisplayUpdate(enabled: outputs), state).assignments)
        return state
    }

    /// A cursor plane above the primary one of the first CRTC.
    private func layered(_ change: (inout DisplayUpdate.Layer) -> Void = { _ in }) -> DisplayUpdate.Enabled {
        var output = lit(1, 11)
        let place = Rectangle(x: 10, y: 20, width: 64, height: 64)
        var layer = DisplayUpdate.Layer(
            plane: PlaneID(rawValue: 31), framebuffer: FramebufferID(rawValue: 60), source: Rectangle(place.size),
            destination: place)
        change(&layer)
        output.layers.append(layer)
        return output
    }

    @Test func aFlipSwitchesALayerOn() {
        let plan = CommitPlan.flip(DisplayUpdate(enabled: [layered()]), from: committed(lit(1, 11)))
        #expect(plan.assignments.filter { $0.object == plane(21) } == [AtomicAssignment(plane(21), .framebuffer, 50)])
        let added = Set(plan.assignments.filter { $0.object == plane(31) })
        #expect(
            added.isSuperset(of: [
                AtomicAssignment(plane(31), .framebuffer, 60), AtomicAssignment(plane(31), .crtcID, 11),
                AtomicAssignment(plane(31), .sourceWidth, 64 << 16), AtomicAssignment(plane(31), .destinationX, 10),
                AtomicAssignment(plane(31), .destinationY, 20),
            ]))
    }

    @Test func aFlipSwitchesALayerOffThatItDoesNotName() {
        let plan = CommitPlan.flip(DisplayUpdate(enabled: [lit(1, 11)]), from: committed(layered()))
        #expect(
            Set(plan.assignments) == [
                AtomicAssignment(plane(31), .framebuffer, 0), AtomicAssignment(plane(31), .crtcID, 0),
                AtomicAssignment(plane(21), .framebuffer, 50),
            ])
    }

    @Test func anUnchangedListCostsOneLineForEachLayer() {
        let plan = CommitPlan.flip(DisplayUpdate(enabled: [layered()]), from: committed(layered()))
        #expect(
            plan.assignments == [
                AtomicAssignment(plane(21), .framebuffer, 50), AtomicAssignment(plane(31), .framebuffer, 60),
            ])
    }

    @Test func whatALayerNoLongerAsksForBecomesNeutral() {
        var state = committed(lit(1, 11))
        for property in [AtomicProperty.alpha, .rotation] {
            state.values[plane(31)]?[property] = property == .alpha ? 0xFFFF : 1
        }
        let translucent = layered {
            ($0.properties.alpha, $0.properties.rotation, $0.properties.zpos) = (0x8000, .rotate180, 3)
        }
        let first = CommitPlan.flip(DisplayUpdate(enabled: [translucent]), from: state).assignments
        #expect(first.contains(AtomicAssignment(plane(31), .alpha, 0x8000)))
        #expect(first.contains(AtomicAssignment(plane(31), .rotation, 4)))
        #expect(first.contains(AtomicAssignment(plane(31), .zpos, 3)))
        state.apply(first)
        #expect(CommitPlan.flip(DisplayUpdate(enabled: [translucent]), from: state).assignments.count == 2)
        let second = CommitPlan.flip(DisplayUpdate(enabled: [layered()]), from: state).assignments
        #expect(
            second.filter { $0.property != .framebuffer } == [
                AtomicAssignment(plane(31), .rotation, 1), AtomicAssignment(plane(31), .alpha, 0xFFFF),
            ], "the stacking has no neutral value")
    }

    @Test func choicesAreTheKernelsNumbers() {
        let layer = layered {
            $0.properties = LayerProperties(blendMode: BlendMode.none, colorEncoding: .bt709, colorRange: .full)
        }
        let assignments = plan(DisplayUpdate(enabled: [layer]), darkState).assignments
        #expect(
            assignments.filter { [.blendMode, .colorEncoding, .colorRange].contains($0.property) } == [
                AtomicAssignment(plane(31), .blendMode, 2), AtomicAssignment(plane(31), .colorEncoding, 1),
                AtomicAssignment(plane(31), .colorRange, 1),
            ])
    }

    @Test func damageIsForOneCommit() {
        var state = committed(lit(1, 11))
        let output = lit(1, 11)
        let plan = CommitPlan.flip(
            DisplayUpdate(enabled: [output]), from: state, damageBlobs: [PlaneID(rawValue: 21): 70])
        #expect(plan.assignments.contains(AtomicAssignment(plane(21), .damageClips, 70)))
        state.apply(plan.assignments)
        #expect(!state.has(.damageClips, plane(21)))
    }

    @Test func connectorsOfOneCRTCShareItsLayers() {
        let plan = plan(DisplayUpdate(enabled: [lit(1, 11), lit(2, 11)]), darkState)
        #expect(
            plan.assignments.filter { $0.property == .framebuffer } == [AtomicAssignment(plane(21), .framebuffer, 50)])
        #expect(plan.assignments.contains(AtomicAssignment(connector(2), .crtcID, 11)))
    }
}
