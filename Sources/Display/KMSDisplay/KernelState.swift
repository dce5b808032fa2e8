import DisplayModel

/// What the kernel has committed on a device: the values of all properties that commits deal with.
///
/// It is read anew before every modeset: the kernel switches pipes off by itself when a monitor goes, and other programs
/// commit while the session is away. Between modesets it is kept up to date with what flips commit, so that they set
/// only what differs.
struct KernelState: Hashable {
    var values: [KMSObject: [AtomicProperty: UInt64]]

    func has(_ property: AtomicProperty, _ object: KMSObject) -> Bool { values[object]?[property] != nil }

    /// What a commit has made of it.
    mutating func apply(_ assignments: [AtomicAssignment]) {
        for assignment in assignments where !assignment.property.isForOneCommit {
            values[assignment.object, default: [:]][assignment.property] = assignment.value
        }
    }

    /// The CRTCs that have a mode, whether they send a signal or not.
    var enabledCRTCs: [CRTCID] {
        values.compactMap { object, properties in
            if case .crtc(let id) = object, properties[.modeID, default: 0] != 0 { id } else { nil }
        }.sorted()
    }

    /// Those that planes show.
    var framebuffers: Set<UInt32> {
        Set(values.values.compactMap { $0[.framebuffer] }.filter { $0 != 0 }.map { UInt32(truncatingIfNeeded: $0) })
    }

    func isActive(_ crtc: CRTCID) -> Bool { values[.crtc(crtc)]?[.active] == 1 }

    func connectors(on crtc: CRTCID) -> [ConnectorID] {
        values.compactMap { object, properties in
            if case .connector(let id) = object, properties[.crtcID] == UInt64(crtc.rawValue) { id } else { nil }
        }.sorted()
    }

    func planes(on crtc: CRTCID) -> [PlaneID] {
        values.compactMap { object, properties in
            if case .plane(let id) = object, properties[.crtcID] == UInt64(crtc.rawValue) { id } else { nil }
        }.sorted()
    }
}
