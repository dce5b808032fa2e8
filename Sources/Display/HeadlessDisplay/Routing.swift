import DisplayModel

/// What a headless device shows where, and the kernel's rules for changing it: a value that an update makes another
/// of, or an error.
struct Routing: Hashable, Sendable {
    /// The CRTC that feeds each connector. None for a connector that is off.
    var feeds: [ConnectorID: CRTCID] = [:]
    /// What each lit CRTC scans out. None for a CRTC that is off.
    var scanouts: [CRTCID: Scanout] = [:]

    struct Scanout: Hashable, Sendable {
        var mode: Mode
        /// From bottom to top.
        var layers: [DisplayUpdate.Layer]
    }

    func connectors(on crtc: CRTCID) -> [ConnectorID] {
        feeds.filter { $0.value == crtc }.map(\.key).sorted()
    }
}

/// A refusal: the `errno` value, about what, and why in words.
struct Refusal: Error, Hashable {
    var code: Int32
    var object: String
    var reason: String

    static func invalid(_ object: String, _ reason: String) -> Refusal {
        Refusal(code: DisplayError.Code.invalid, object: object, reason: reason)
    }

    /// The kernel's answer to an object id that it does not know.
    static func unknown(_ object: String) -> Refusal {
        Refusal(code: DisplayError.Code.noEntry, object: object, reason: "the device has no such object")
    }
}

extension Routing {
    /// What a modeset makes of this.
    func applying(_ update: DisplayUpdate, _ rules: LayerRules) throws(Refusal) -> Routing {
        let topology = rules.topology
        var result = self
        for off in update.disabled {
            guard topology.crtcs.contains(off.crtc) else { throw .unknown("CRTC \(off.crtc)") }
            guard scanouts[off.crtc] != nil else {
                throw .invalid("CRTC \(off.crtc)", "it is off already, and an event was asked for")
            }
            result.scanouts[off.crtc] = nil
            for connector in off.connectors {
                guard topology.connectors[connector] != nil else { throw .unknown("connector \(connector)") }
                result.feeds[connector] = nil
            }
        }
        for output in update.enabled {
            try Self.checkRoute(output, topology)
            // `drm_mode_validate_basic`. No blanking is fine: simpledrm's modes have none.
            guard !output.mode.size.isEmpty, output.mode.clock > 0,
                output.mode.horizontal.total >= output.mode.horizontal.display,
                output.mode.vertical.total >= output.mode.vertical.display
            else { throw .invalid("CRTC \(output.crtc)", "mode \(output.mode) has no valid timings") }
            try rules.check(output.layers, on: output.crtc, of: output.mode.size)
            result.feeds[output.connector] = output.crtc
            result.scanouts[output.crtc] = Scanout(mode: output.mode, layers: output.layers)
        }
        // What a CRTC fed before is let go, and one that has lost its last connector is switched off.
        for (connector, crtc) in result.feeds
        where update.enabled.contains(where: { $0.crtc == crtc })
            && !update.enabled.contains(where: { $0.connector == connector })
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
                throw .invalid("CRTC \(crtc)", "it would be on without a connector")
            }
            if result.scanouts[crtc] == nil, let connector = connectors.first {
                throw .invalid("CRTC \(crtc)", "it would be off, with \(topology.name(connector)) still on it")
            }
        }
        try result.checkPlanes()
        return result
    }

    /// What a flip makes of this: other layers on CRTCs that are on, and nothing else changed.
    func flipping(_ update: DisplayUpdate, _ rules: LayerRules) throws(Refusal) -> Routing {
        if let off = update.disabled.first {
            throw .invalid("CRTC \(off.crtc)", "switching it off takes a modeset")
        }
        var result = self
        for output in update.enabled {
            try Self.checkRoute(output, rules.topology)
            guard let mode = scanouts[output.crtc]?.mode else { throw .invalid("CRTC \(output.crtc)", "it is off") }
            guard feeds[output.connector] == output.crtc else {
                throw .invalid(
                    rules.topology.name(output.connector), "routing it to CRTC \(output.crtc) takes a modeset")
            }
            try rules.check(output.layers, on: output.crtc, of: mode.size)
            // `plane_switching_crtc`: a plane is off for a while before it is on another CRTC.
            for layer in output.layers {
                if let other = crtc(of: layer.plane), other != output.crtc {
                    throw .invalid("plane \(layer.plane)", "it is on CRTC \(other)")
                }
            }
            result.scanouts[output.crtc]?.layers = output.layers
        }
        try result.checkPlanes()
        return result
    }

    private func crtc(of plane: PlaneID) -> CRTCID? {
        scanouts.first { $0.value.layers.contains { $0.plane == plane } }?.key
    }

    /// Each plane is on one CRTC at most.
    private func checkPlanes() throws(Refusal) {
        var crtcs: [PlaneID: CRTCID] = [:]
        for (crtc, scanout) in scanouts.sorted(by: { $0.key < $1.key }) {
            for layer in scanout.layers {
                if let other = crtcs.updateValue(crtc, forKey: layer.plane) {
                    throw .invalid("plane \(layer.plane)", "it would be on the CRTCs \(other) and \(crtc) at once")
                }
            }
        }
    }

    private static func checkRoute(_ output: DisplayUpdate.Enabled, _ topology: Topology) throws(Refusal) {
        guard let connector = topology.connectors[output.connector] else {
            throw .unknown("connector \(output.connector)")
        }
        guard topology.crtcs.contains(output.crtc) else { throw .unknown("CRTC \(output.crtc)") }
        guard connector.possibleCRTCs.contains(output.crtc) else {
            throw .invalid(connector.name, "CRTC \(output.crtc) cannot feed it")
        }
    }
}
