import DisplayModel

/// The fixed parts of a headless device: what there is, and what goes with what.
struct Topology {
    var id: DeviceID
    var path: String
    var connectors: [ConnectorID: (name: String, possibleCRTCs: [CRTCID])]
    /// In the kernel's order.
    var crtcs: [CRTCID]
    /// In the kernel's order, and dark.
    var planes: [PlaneSnapshot]

    func name(_ connector: ConnectorID) -> String {
        connectors[connector]?.name ?? "connector \(connector)"
    }

    func plane(_ id: PlaneID) -> PlaneSnapshot? { planes.first { $0.id == id } }
}

extension PlaneSnapshot {
    /// The formats that buffers can be made in, and one for video that is imported.
    private static let overlayFormats: [PixelFormat] = [.xrgb8888, .argb8888, .nv12]

    /// A primary plane of a device of our own.
    static func primary(_ id: UInt32, on crtc: CRTCID) -> PlaneSnapshot {
        PlaneSnapshot(
            id: PlaneID(rawValue: id), kind: .primary, possibleCRTCs: [crtc],
            formats: [.xrgb8888, .argb8888, .rgb565].map { FormatSupport(format: $0, modifiers: []) },
            properties: [.zpos(0)])
    }

    /// An overlay plane of a device of our own: the nth above the primary plane, from 1.
    static func overlay(_ id: UInt32, height: UInt64, on crtcs: [CRTCID]) -> PlaneSnapshot {
        PlaneSnapshot(
            id: PlaneID(rawValue: id), kind: .overlay, possibleCRTCs: crtcs,
            formats: overlayFormats.map { FormatSupport(format: $0, modifiers: []) },
            properties: [
                .zpos(height),
                Property(id: 11, name: "alpha", value: 0xFFFF, kind: .range(0...0xFFFF), isImmutable: false),
                .choices(12, "pixel blend mode", BlendMode.allCases),
                .choices(13, "COLOR_ENCODING", ColorEncoding.allCases),
                .choices(14, "COLOR_RANGE", ColorRange.allCases),
            ])
    }
}

extension Property {
    fileprivate static func zpos(_ value: UInt64) -> Property {
        Property(id: 10, name: "zpos", value: value, kind: .range(value...value), isImmutable: true)
    }

    fileprivate static func choices<Value: RawRepresentable<String>>(
        _ id: UInt32, _ name: String, _ values: [Value]
    ) -> Property {
        let choices = values.enumerated().map { Property.Choice(value: UInt64($0), name: $1.rawValue) }
        return Property(id: id, name: name, value: 0, kind: .enumeration(choices), isImmutable: false)
    }
}
