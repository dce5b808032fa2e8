import DisplayModel

/// The kernel's rules for what a CRTC scans out (`drm_atomic_plane_check` and the helpers that most drivers use), each
/// with its `errno` value.
struct LayerRules {
    let topology: Topology
    let framebuffers: [FramebufferID: HeadlessBuffer.Shape]
    /// Whether planes scale.
    let canScale: Bool

    func check(_ layers: [DisplayUpdate.Layer], on crtc: CRTCID, of size: Size) throws(Refusal) {
        for layer in layers {
            guard let plane = topology.plane(layer.plane) else { throw .unknown("plane \(layer.plane)") }
            guard plane.possibleCRTCs.contains(crtc) else {
                throw .invalid("plane \(plane.id)", "it cannot be on CRTC \(crtc)")
            }
            try checkFramebuffer(layer, plane)
            try checkPlace(layer, plane, size)
            try checkProperties(layer.properties, plane)
        }
        // Some drivers can show overlays alone; what runs on all of them has a primary plane.
        guard layers.contains(where: { topology.plane($0.plane)?.kind == .primary }) else {
            throw .invalid("CRTC \(crtc)", "none of its layers is on a primary plane")
        }
    }

    private func checkFramebuffer(_ layer: DisplayUpdate.Layer, _ plane: PlaneSnapshot) throws(Refusal) {
        guard let shape = framebuffers[layer.framebuffer] else {
            throw .invalid("plane \(plane.id)", "there is no framebuffer \(layer.framebuffer)")
        }
        guard let support = plane.formats.first(where: { $0.format == shape.format }),
            shape.modifier == .implicit || support.modifiers.contains(shape.modifier)
        else { throw .invalid("plane \(plane.id)", "it cannot scan out \(shape.format)") }
        guard Rectangle(shape.size).contains(layer.source), !layer.source.isEmpty else {
            throw Refusal(
                code: DisplayError.Code.noSpace, object: "plane \(plane.id)",
                reason: "\(layer.source) is not inside framebuffer \(layer.framebuffer) of \(shape.size)")
        }
        for clip in layer.damage ?? [] where clip.isEmpty || !Rectangle(shape.size).contains(clip) {
            throw .invalid("plane \(plane.id)", "the damage \(clip) is not inside the framebuffer")
        }
    }

    private func checkPlace(_ layer: DisplayUpdate.Layer, _ plane: PlaneSnapshot, _ size: Size) throws(Refusal) {
        let source = layer.properties.rotation?.isTransposing == true ? layer.source.size.transposed : layer.source.size
        guard !layer.destination.isEmpty, source == layer.destination.size || canScale else {
            throw Refusal(
                code: DisplayError.Code.range, object: "plane \(plane.id)",
                reason: "it cannot scale \(source) to \(layer.destination.size)")
        }
        guard plane.kind != .primary || layer.destination == Rectangle(size) else {
            throw .invalid(
                "plane \(plane.id)", "a primary plane covers the whole of \(size), not \(layer.destination)")
        }
    }

    private func checkProperties(_ wanted: LayerProperties, _ plane: PlaneSnapshot) throws(Refusal) {
        func refuse(_ name: String) throws(Refusal) {
            let reason = plane.properties[name] == nil ? "it has no property \(name)" : "its \(name) cannot be that"
            throw .invalid("plane \(plane.id)", reason)
        }
        if wanted.alpha != nil, !plane.hasAlpha { try refuse("alpha") }
        if let mode = wanted.blendMode, !plane.blendModes.contains(mode) { try refuse("pixel blend mode") }
        if let encoding = wanted.colorEncoding, !plane.colorEncodings.contains(encoding) {
            try refuse("COLOR_ENCODING")
        }
        if let range = wanted.colorRange, !plane.colorRanges.contains(range) { try refuse("COLOR_RANGE") }
        if let rotation = wanted.rotation, !plane.rotations.isSuperset(of: rotation) { try refuse("rotation") }
        if let zpos = wanted.zpos, plane.stacking?.range.contains(zpos) != true { try refuse("zpos") }
    }

    /// Whether layers that are listed from bottom to top are stacked so. True where the planes do not tell.
    func isStackedAsListed(_ layers: [DisplayUpdate.Layer]) -> Bool {
        let heights = layers.map { $0.properties.zpos ?? topology.plane($0.plane)?.stacking?.zpos }
        guard !heights.contains(nil) else { return true }
        let known = heights.compactMap(\.self)
        return zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    }
}
