import DisplayModel

/// What a pretended device shows where, and the kernel's rules for changing it: a value that an update makes another
/// of, or an error.
struct Routing: Hashable, Sendable {
    /// The CRTC that feeds each connector. None for a connector that is off.
    var feeds: [ConnectorID: CRTCID] = [:]
    /// What each lit CRTC scans out. None for a CRTC that is off.
    var scanouts: [CRTCID: Scanout] = [:]

    struct Scanout: Hashable, Sendable {
        var plane: PlaneID
        var mode: Mode
        var framebuffer: FramebufferID
        var source: Rectangle
        var destination: Rectangle
    }

    func connectors(on crtc: CRTCID) -> [ConnectorID] {
        feeds.filter { $0.value == crtc }.map(\.key).sorted()
    }
}

/// The fixed parts of a device, which the rules need: what there is, and what goes with what.
struct Topology {
    var connectors: [ConnectorID: (name: String, possibleCRTCs: [CRTCID])]
    /// In the kernel's order.
    var crtcs: [CRTCID]
    /// The primary planes; there are no others. In the kernel's order.
    var planes: [(id: PlaneID, possibleCRTCs: [CRTCID], formats: [PixelFormat])]
}

/// A refusal: the `errno` value, about what, and why in words.
struct Refusal: Error, Hashable {
    var code: Int32
    var object: String
    var reason: String

    /// The kernel's answer to an object id that it does not know. `DisplayError.Code` has no name for it.
    static let noSuchObject: Int32 = 2
}

extension Routing {
    /// What a modeset makes of this.
    func applying(
        _ update: DisplayUpdate, _ topology: Topology, _ framebuffers: [FramebufferID: HeadlessBuffer.Shape]
    ) throws(Refusal) -> Routing {
        var result = self
        for dark in update.dark {
            guard topology.crtcs.contains(dark.crtc) else { throw Self.unknown("CRTC \(dark.crtc)") }
            guard scanouts[dark.crtc] != nil else {
                throw Self.invalid("CRTC \(dark.crtc)", "it is off already, and an event was asked for")
            }
            guard !update.lit.contains(where: { $0.route.crtc == dark.crtc }) else {
                throw Self.invalid("CRTC \(dark.crtc)", "it is to be lit and dark at once")
            }
            result.scanouts[dark.crtc] = nil
            for connector in dark.connectors {
                guard topology.connectors[connector] != nil else { throw Self.unknown("connector \(connector)") }
                result.feeds[connector] = nil
            }
        }
        for lit in update.lit {
            let (connector, crtc) = (lit.route.connector, lit.route.crtc)
            try Self.checkRoute(lit.route, topology)
            // `drm_mode_validate_basic`. No blanking is fine: simpledrm's modes have none.
            guard !lit.mode.size.isEmpty, lit.mode.clock > 0, lit.mode.htotal >= lit.mode.hdisplay,
                lit.mode.vtotal >= lit.mode.vdisplay
            else { throw Self.invalid("CRTC \(crtc)", "mode \(lit.mode) has no valid timings") }
            let scanout = Scanout(
                plane: lit.route.plane, mode: lit.mode, framebuffer: lit.framebuffer, source: lit.source,
                destination: lit.destination)
            try Self.check(scanout, crtc, topology, framebuffers)
            if update.lit.contains(where: {
                $0.route.crtc == crtc
                    && ($0.mode != lit.mode || $0.framebuffer != lit.framebuffer || $0.source != lit.source)
            }) {
                throw Self.invalid(
                    "CRTC \(crtc)", "the connectors that it feeds are to have different modes or framebuffers")
            }
            if update.lit.contains(where: { $0.route.connector == connector && $0.route.crtc != crtc }) {
                throw Self.invalid(topology.name(connector), "two CRTCs are to feed it")
            }
            result.feeds[connector] = crtc
            result.scanouts[crtc] = scanout
        }
        // What a CRTC fed before is let go, and one that has lost its last connector is switched off.
        for (connector, crtc) in result.feeds
        where update.lit.contains(where: { $0.route.crtc == crtc })
            && !update.lit.contains(where: { $0.route.connector == connector })
        {
            result.feeds[connector] = nil
        }
        for crtc in scanouts.keys where !connectors(on: crtc).isEmpty && result.connectors(on: crtc).isEmpty {
            result.scanouts[crtc] = nil
        }
        // `drm_atomic_helper_check_modeset`: enabled means that there is a connector, and the other way round.
        for crtc in topology.crtcs {
            let connectors = result.connectors(on: crtc)
            if result.scanouts[crtc] != nil, connectors.isEmpty {
                throw Self.invalid("CRTC \(crtc)", "it would be on without a connector")
            }
            if result.scanouts[crtc] == nil, let connector = connectors.first {
                throw Self.invalid("CRTC \(crtc)", "it would be off, with \(topology.name(connector)) still on it")
            }
            if let plane = result.scanouts[crtc]?.plane,
                let other = result.scanouts.first(where: { $0.key != crtc && $0.value.plane == plane })?.key
            {
                throw Self.invalid("plane \(plane)", "it would be on the CRTCs \(crtc) and \(other) at once")
            }
        }
        return result
    }

    /// Checks a flip: other framebuffers on CRTCs that are lit, and nothing else changed.
    func checkFlip(
        _ update: DisplayUpdate, _ topology: Topology, _ framebuffers: [FramebufferID: HeadlessBuffer.Shape]
    ) throws(Refusal) {
        if let dark = update.dark.first {
            throw Self.invalid("CRTC \(dark.crtc)", "switching it off takes a modeset")
        }
        for lit in update.lit {
            let crtc = lit.route.crtc
            try Self.checkRoute(lit.route, topology)
            guard var scanout = scanouts[crtc] else { throw Self.invalid("CRTC \(crtc)", "it is off") }
            guard feeds[lit.route.connector] == crtc else {
                throw Self.invalid(
                    topology.name(lit.route.connector), "routing it to CRTC \(crtc) takes a modeset")
            }
            guard scanout.plane == lit.route.plane else {
                throw Self.invalid("plane \(lit.route.plane)", "putting it on CRTC \(crtc) takes a modeset")
            }
            (scanout.framebuffer, scanout.source, scanout.destination) = (lit.framebuffer, lit.source, lit.destination)
            try Self.check(scanout, crtc, topology, framebuffers)
        }
    }

    private static func checkRoute(_ route: Route, _ topology: Topology) throws(Refusal) {
        guard let connector = topology.connectors[route.connector] else {
            throw unknown("connector \(route.connector)")
        }
        guard topology.crtcs.contains(route.crtc) else { throw unknown("CRTC \(route.crtc)") }
        guard let plane = topology.planes.first(where: { $0.id == route.plane }) else {
            throw unknown("plane \(route.plane)")
        }
        guard connector.possibleCRTCs.contains(route.crtc) else {
            throw invalid(connector.name, "CRTC \(route.crtc) cannot feed it")
        }
        guard plane.possibleCRTCs.contains(route.crtc) else {
            throw invalid("plane \(route.plane)", "it cannot be on CRTC \(route.crtc)")
        }
    }

    /// `drm_atomic_plane_check` and `drm_atomic_helper_check_plane_state`.
    private static func check(
        _ scanout: Scanout, _ crtc: CRTCID, _ topology: Topology,
        _ framebuffers: [FramebufferID: HeadlessBuffer.Shape]
    ) throws(Refusal) {
        guard let shape = framebuffers[scanout.framebuffer] else {
            throw invalid("CRTC \(crtc)", "there is no framebuffer \(scanout.framebuffer)")
        }
        guard let plane = topology.planes.first(where: { $0.id == scanout.plane }),
            plane.formats.contains(shape.format)
        else {
            throw invalid("CRTC \(crtc)", "its plane cannot scan out \(shape.format)")
        }
        guard Rectangle(shape.size).contains(scanout.source), !scanout.source.isEmpty else {
            throw Refusal(
                code: DisplayError.Code.noSpace, object: "CRTC \(crtc)",
                reason: "\(scanout.source) is not inside framebuffer \(scanout.framebuffer) of \(shape.size)")
        }
        guard scanout.source.size == scanout.destination.size else {
            throw Refusal(
                code: DisplayError.Code.range, object: "CRTC \(crtc)",
                reason: "its plane cannot scale \(scanout.source.size) to \(scanout.destination.size)")
        }
        guard scanout.destination == Rectangle(scanout.mode.size) else {
            throw invalid(
                "CRTC \(crtc)", "a primary plane covers the whole of \(scanout.mode.size), not \(scanout.destination)")
        }
    }

    private static func invalid(_ object: String, _ reason: String) -> Refusal {
        Refusal(code: DisplayError.Code.invalid, object: object, reason: reason)
    }

    private static func unknown(_ object: String) -> Refusal {
        Refusal(code: Refusal.noSuchObject, object: object, reason: "the device has no such object")
    }
}

extension Topology {
    func name(_ connector: ConnectorID) -> String {
        connectors[connector]?.name ?? "connector \(connector)"
    }
}
