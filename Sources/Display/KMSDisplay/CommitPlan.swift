import DisplayModel

/// The properties that a ``DisplayUpdate`` sets, given the kernel's current state.
struct CommitPlan: Hashable {
    /// Removes mode and connectors from CRTCs that are inactive (a blanked console). It is a commit of its own: the main one
    /// asks for page-flip events, which the kernel refuses for a CRTC that stays inactive.
    var clearing: [AtomicAssignment] = []
    var assignments: [AtomicAssignment] = []
    /// The CRTCs that are off afterwards: those that the update disables, and those that lose their last connector.
    var disabled: Set<CRTCID> = []

    /// - Parameter modeBlobs: the property blob of each enabled CRTC's mode.
    static func modeset(_ update: DisplayUpdate, from state: KernelState, modeBlobs: [CRTCID: UInt32]) -> CommitPlan {
        let enabled = Set(update.enabledCRTCs)
        let usedConnectors = Set(update.enabled.map(\.connector))
        let usedPlanes = update.planes
        var plan = CommitPlan()

        // The kernel refuses an active CRTC without a connector.
        plan.disabled = Set(update.disabled.map(\.crtc)).union(
            state.enabledCRTCs.filter { crtc in
                let connectors = state.connectors(on: crtc)
                return !connectors.isEmpty && usedConnectors.isSuperset(of: connectors)
            }
        ).subtracting(enabled)
        for crtc in state.enabledCRTCs where plan.disabled.contains(crtc) {
            let connectors = state.connectors(on: crtc)
            let off =
                connectors.filter { !usedConnectors.contains($0) || !state.isActive(crtc) }
                .map { AtomicAssignment(.connector($0), .crtcID, 0) }
                + planesOff(state.planes(on: crtc))
                + [AtomicAssignment(.crtc(crtc), .modeID, 0), AtomicAssignment(.crtc(crtc), .active, 0)]
            if state.isActive(crtc) { plan.assignments += off } else { plan.clearing += off }
        }

        for crtc in enabled.sorted() {
            plan.assignments += state.connectors(on: crtc).filter { !usedConnectors.contains($0) }
                .map { AtomicAssignment(.connector($0), .crtcID, 0) }
            plan.assignments += planesOff(state.planes(on: crtc).filter { !usedPlanes.contains($0) })
            plan.assignments += [
                AtomicAssignment(.crtc(crtc), .modeID, UInt64(modeBlobs[crtc] ?? 0)),
                AtomicAssignment(.crtc(crtc), .active, 1),
            ]
            plan.assignments += neutral(.crtc(crtc), in: state)
        }
        for output in update.enabled {
            plan.assignments.append(
                AtomicAssignment(.connector(output.connector), .crtcID, UInt64(output.crtc.rawValue)))
            let settings = settings(output, in: state)
            plan.assignments += neutral(.connector(output.connector), in: state).filter { open in
                !output.settings.named.contains(open.property)
            }
            plan.assignments += settings
        }
        for crtc in update.enabledCRTCs {
            for layer in update.layers(on: crtc) {
                plan.assignments += scanout(layer, on: crtc) + appearance(layer, in: state) + fence(layer)
            }
        }
        return plan
    }

    /// A page flip: the framebuffers, and what else differs from what was committed last. Planes that no layer names go
    /// off.
    /// - Parameters:
    ///   - state: as the last commits have left it.
    ///   - damageBlobs: for planes that take it, the property blob of the layer's damage.
    static func flip(
        _ update: DisplayUpdate, from state: KernelState, damageBlobs: [PlaneID: UInt32] = [:]
    ) -> CommitPlan {
        let usedPlanes = update.planes
        var plan = CommitPlan()
        for crtc in update.enabledCRTCs {
            plan.assignments += planesOff(state.planes(on: crtc).filter { !usedPlanes.contains($0) })
            for layer in update.layers(on: crtc) {
                plan.assignments += scanout(layer, on: crtc).filter { assignment in
                    assignment.property == .framebuffer
                        || state.values[assignment.object]?[assignment.property] != assignment.value
                }
                plan.assignments += appearance(layer, in: state) + fence(layer)
                if let blob = damageBlobs[layer.plane] {
                    plan.assignments.append(AtomicAssignment(.plane(layer.plane), .damageClips, UInt64(blob)))
                }
            }
        }
        return plan
    }

    private static func fence(_ layer: DisplayUpdate.Layer) -> [AtomicAssignment] {
        layer.acquireFence.map { [AtomicAssignment(.plane(layer.plane), .inFence, signed(Int($0)))] } ?? []
    }

    private static func scanout(_ layer: DisplayUpdate.Layer, on crtc: CRTCID) -> [AtomicAssignment] {
        let plane = KMSObject.plane(layer.plane)
        let (source, destination) = (layer.source, layer.destination)
        return [
            AtomicAssignment(plane, .framebuffer, UInt64(layer.framebuffer.rawValue)),
            AtomicAssignment(plane, .crtcID, UInt64(crtc.rawValue)),
            AtomicAssignment(plane, .sourceX, fixedPoint(source.x)),
            AtomicAssignment(plane, .sourceY, fixedPoint(source.y)),
            AtomicAssignment(plane, .sourceWidth, fixedPoint(source.width)),
            AtomicAssignment(plane, .sourceHeight, fixedPoint(source.height)),
            AtomicAssignment(plane, .destinationX, signed(destination.x)),
            AtomicAssignment(plane, .destinationY, signed(destination.y)),
            AtomicAssignment(plane, .destinationWidth, signed(destination.width)),
            AtomicAssignment(plane, .destinationHeight, signed(destination.height)),
        ]
    }

    /// The properties of a layer, and neutral values for those that it leaves open, as far as they differ from the plane's
    /// state. A property that the plane lacks is included where a layer asks for it: the commit is refused then.
    private static func appearance(_ layer: DisplayUpdate.Layer, in state: KernelState) -> [AtomicAssignment] {
        let plane = KMSObject.plane(layer.plane)
        let wanted = layer.properties.values
        let assignments = wanted.compactMap { property, value in
            state.values[plane]?[property] == value ? nil : AtomicAssignment(plane, property, value)
        }
        return assignments + neutral(plane, in: state).filter { open in !wanted.contains { $0.0 == open.property } }
    }

    private static func planesOff(_ planes: [PlaneID]) -> [AtomicAssignment] {
        planes.flatMap {
            [AtomicAssignment(.plane($0), .framebuffer, 0), AtomicAssignment(.plane($0), .crtcID, 0)]
        }
    }

    /// The connector's settings, as far as it has properties for them and they differ.
    private static func settings(_ output: DisplayUpdate.Enabled, in state: KernelState) -> [AtomicAssignment] {
        let connector = KMSObject.connector(output.connector)
        var values: [(AtomicProperty, UInt64)] = []
        if let depth = output.settings.maxBPC { values.append((.maxBPC, UInt64(clamping: depth))) }
        let settings = output.settings
        for case (let property, let value?) in [
            (AtomicProperty.rgbRange, settings.rgbRange), (.colorspace, settings.colorspace),
            (.contentType, settings.contentType),
        ] {
            values.append((property, value))
        }
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

    /// Resets what a previous owner may have set and what would be visible: consoles rotate planes for turned panels,
    /// desktops load gamma tables, players leave televisions in HDR. `Graphics` tells a television that there is nothing to
    /// cut off or to sharpen. Setting a bad link to good makes the kernel train it again.
    private static func neutral(_ object: KMSObject, in state: KernelState) -> [AtomicAssignment] {
        neutralValues.compactMap { property, value in
            guard let now = state.values[object]?[property], now != value else { return nil }
            return AtomicAssignment(object, property, value)
        }
    }

    /// `DRM_MODE_LINK_STATUS_GOOD`, `DRM_MODE_COLORIMETRY_DEFAULT` and `DRM_MODE_BLEND_PREMULTI` are 0,
    /// `DRM_MODE_CONTENT_TYPE_GRAPHICS` is 1, `DRM_MODE_ROTATE_0` is bit 0, full opacity is 0xFFFF.
    private static let neutralValues: KeyValuePairs<AtomicProperty, UInt64> = [
        .linkStatus: 0, .hdrMetadata: 0, .colorspace: 0, .contentType: 1, .gammaTable: 0, .degammaTable: 0,
        .colorMatrix: 0, .variableRefresh: 0, .rotation: 1,
        .alpha: 0xFFFF, .blendMode: 0,
    ]

    /// Source rectangles are in 16.16 fixed point.
    private static func fixedPoint(_ pixels: Int) -> UInt64 { signed(pixels << 16) }

    private static func signed(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value)) }
}

extension DisplayUpdate {
    /// Those of all layers.
    fileprivate var planes: Set<PlaneID> { Set(enabled.flatMap(\.layers).map(\.plane)) }
}

extension LayerProperties {
    /// The values of those that are set. The kernel's core numbers the choices, so they are the same for all drivers:
    /// `DRM_MODE_BLEND_*`, `enum drm_color_encoding` and `enum drm_color_range`.
    fileprivate var values: [(AtomicProperty, UInt64)] {
        var values: [(AtomicProperty, UInt64)] = []
        if let alpha { values.append((.alpha, UInt64(alpha))) }
        switch blendMode {
        case .premultiplied: values.append((.blendMode, 0))
        case .coverage: values.append((.blendMode, 1))
        case .some(.none): values.append((.blendMode, 2))
        case nil: break
        }
        if let rotation { values.append((.rotation, rotation.rawValue)) }
        switch colorEncoding {
        case .bt601: values.append((.colorEncoding, 0))
        case .bt709: values.append((.colorEncoding, 1))
        case .bt2020: values.append((.colorEncoding, 2))
        case nil: break
        }
        switch colorRange {
        case .limited: values.append((.colorRange, 0))
        case .full: values.append((.colorRange, 1))
        case nil: break
        }
        if let zpos { values.append((.zpos, zpos)) }
        return values
    }
}

extension ConnectorSettings {
    /// Those that have a neutral value and are set to another one nevertheless.
    fileprivate var named: [AtomicProperty] {
        (colorspace == nil ? [] : [.colorspace]) + (contentType == nil ? [] : [.contentType])
    }
}
