import DisplayModel

/// What a ``DisplayUpdate`` means in properties, given what the kernel runs now.
struct CommitPlan: Hashable {
    /// Takes mode and connectors from CRTCs that have them and are dark already (a blanked console). A commit of its
    /// own: the kernel refuses a page-flip event, which the other one asks for, for a CRTC that stays dark.
    var clearing: [AtomicAssignment] = []
    var assignments: [AtomicAssignment] = []
    /// The CRTCs that are dark afterwards: those that the update names, and those it takes the last connector from.
    var dark: Set<CRTCID> = []

    /// - Parameter modeBlobs: the property blob of each lit CRTC's mode.
    static func modeset(_ update: DisplayUpdate, from state: KernelState, modeBlobs: [CRTCID: UInt32]) -> CommitPlan {
        let lit = Set(update.lit.map(\.route.crtc))
        let litConnectors = Set(update.lit.map(\.route.connector))
        let litPlanes = Set(update.lit.map(\.route.plane))
        var plan = CommitPlan()

        // The kernel refuses to leave a CRTC on that has lost its last connector.
        plan.dark = Set(update.dark.map(\.crtc)).union(
            state.enabledCRTCs.filter { crtc in
                let connectors = state.connectors(on: crtc)
                return !connectors.isEmpty && litConnectors.isSuperset(of: connectors)
            }
        ).subtracting(lit)
        for crtc in state.enabledCRTCs where plan.dark.contains(crtc) {
            let connectors = state.connectors(on: crtc)
            let off =
                connectors.filter { !litConnectors.contains($0) || !state.isActive(crtc) }
                .map { AtomicAssignment(.connector($0), .crtcID, 0) }
                + planesOff(state.planes(on: crtc))
                + [AtomicAssignment(.crtc(crtc), .modeID, 0), AtomicAssignment(.crtc(crtc), .active, 0)]
            if state.isActive(crtc) { plan.assignments += off } else { plan.clearing += off }
        }

        for crtc in lit.sorted() {
            plan.assignments += state.connectors(on: crtc).filter { !litConnectors.contains($0) }
                .map { AtomicAssignment(.connector($0), .crtcID, 0) }
            plan.assignments += planesOff(state.planes(on: crtc).filter { !litPlanes.contains($0) })
            plan.assignments += [
                AtomicAssignment(.crtc(crtc), .modeID, UInt64(modeBlobs[crtc] ?? 0)),
                AtomicAssignment(.crtc(crtc), .active, 1),
            ]
            plan.assignments += neutral(.crtc(crtc), in: state)
        }
        for output in update.lit {
            plan.assignments.append(
                AtomicAssignment(.connector(output.route.connector), .crtcID, UInt64(output.route.crtc.rawValue)))
            plan.assignments += neutral(.connector(output.route.connector), in: state)
            plan.assignments += settings(output, in: state)
            plan.assignments += scanout(output) + neutral(.plane(output.route.plane), in: state)
        }
        return plan
    }

    /// A page flip: the framebuffer, and the rectangles where they are not those on screen.
    /// - Parameter shown: what was committed last for each CRTC.
    static func flip(_ update: DisplayUpdate, shown: [CRTCID: DisplayUpdate.Lit]) -> CommitPlan {
        var plan = CommitPlan()
        for output in update.lit {
            let before = shown[output.route.crtc]
            let moved = before?.source != output.source || before?.destination != output.destination
            plan.assignments += moved ? scanout(output) : [framebuffer(output)] + fence(output)
        }
        return plan
    }

    private static func framebuffer(_ output: DisplayUpdate.Lit) -> AtomicAssignment {
        AtomicAssignment(.plane(output.route.plane), .framebuffer, UInt64(output.framebuffer.rawValue))
    }

    private static func fence(_ output: DisplayUpdate.Lit) -> [AtomicAssignment] {
        output.acquireFence.map { [AtomicAssignment(.plane(output.route.plane), .inFence, signed(Int($0)))] } ?? []
    }

    private static func scanout(_ output: DisplayUpdate.Lit) -> [AtomicAssignment] {
        let plane = KMSObject.plane(output.route.plane)
        let (source, destination) = (output.source, output.destination)
        return [
            framebuffer(output),
            AtomicAssignment(plane, .crtcID, UInt64(output.route.crtc.rawValue)),
            AtomicAssignment(plane, .sourceX, fixedPoint(source.x)),
            AtomicAssignment(plane, .sourceY, fixedPoint(source.y)),
            AtomicAssignment(plane, .sourceWidth, fixedPoint(source.width)),
            AtomicAssignment(plane, .sourceHeight, fixedPoint(source.height)),
            AtomicAssignment(plane, .destinationX, signed(destination.x)),
            AtomicAssignment(plane, .destinationY, signed(destination.y)),
            AtomicAssignment(plane, .destinationWidth, signed(destination.width)),
            AtomicAssignment(plane, .destinationHeight, signed(destination.height)),
        ] + fence(output)
    }

    private static func planesOff(_ planes: [PlaneID]) -> [AtomicAssignment] {
        planes.flatMap {
            [AtomicAssignment(.plane($0), .framebuffer, 0), AtomicAssignment(.plane($0), .crtcID, 0)]
        }
    }

    /// What the connector is to be set to, as far as it has properties for it and is not set so already.
    private static func settings(_ output: DisplayUpdate.Lit, in state: KernelState) -> [AtomicAssignment] {
        let connector = KMSObject.connector(output.route.connector)
        var values: [(AtomicProperty, UInt64)] = []
        if let depth = output.settings.maxBPC { values.append((.maxBPC, UInt64(clamping: depth))) }
        if let margins = output.settings.margins {
            if state.has(.leftMargin, connector) {
                values += [
                    (.leftMargin, UInt64(clamping: margins.left)), (.rightMargin, UInt64(clamping: margins.right)),
                    (.topMargin, UInt64(clamping: margins.top)), (.bottomMargin, UInt64(clamping: margins.bottom)),
                ]
            } else {
                values += [
                    (.underscan, margins == .zero ? underscanOff : underscanOn),
                    (.underscanHorizontal, UInt64(clamping: margins.left)),
                    (.underscanVertical, UInt64(clamping: margins.top)),
                ]
            }
        }
        return values.compactMap { property, value in
            guard let now = state.values[connector]?[property], now != value else { return nil }
            return AtomicAssignment(connector, property, value)
        }
    }

    /// `UNDERSCAN_OFF` and `UNDERSCAN_ON` are 0 and 1 in the three drivers that have the property.
    private static let (underscanOff, underscanOn): (UInt64, UInt64) = (0, 1)

    /// Undoes what an earlier owner may have left behind and what would show: a console turns planes for tilted
    /// panels, desktops load gamma tables. A link that went bad is declared good, which makes the kernel train it anew.
    private static func neutral(_ object: KMSObject, in state: KernelState) -> [AtomicAssignment] {
        neutralValues.compactMap { property, value in
            guard let now = state.values[object]?[property], now != value else { return nil }
            return AtomicAssignment(object, property, value)
        }
    }

    /// `DRM_MODE_LINK_STATUS_GOOD` is 0, `DRM_MODE_ROTATE_0` is bit 0, full opacity is 0xFFFF.
    private static let neutralValues: KeyValuePairs<AtomicProperty, UInt64> = [
        .linkStatus: 0, .gammaTable: 0, .degammaTable: 0, .colorMatrix: 0, .variableRefresh: 0, .rotation: 1,
        .alpha: 0xFFFF,
    ]

    /// Source rectangles are in 16.16 fixed point.
    private static func fixedPoint(_ pixels: Int) -> UInt64 { signed(pixels << 16) }

    private static func signed(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value)) }
}
