import DisplayModel

func mode(
    _ width: Int, _ height: Int, _ hertz: Double, interlaced: Bool = false, preferred: Bool = false
) -> Mode {
    // Blanking of a tenth each way; an interlaced mode refreshes twice a frame.
    let (htotal, vtotal) = (width * 11 / 10, height * 11 / 10)
    let clock = Double(htotal * vtotal) * hertz / 1000 / (interlaced ? 2 : 1)
    return Mode(
        clock: UInt32(clock.rounded()),
        horizontal: (UInt16(width), UInt16(width + 8), UInt16(width + 16), UInt16(htotal)),
        vertical: (UInt16(height), UInt16(height + 1), UInt16(height + 2), UInt16(vtotal)),
        vrefresh: UInt32(hertz.rounded()), flags: interlaced ? .interlaced : [], type: preferred ? .preferred : [],
        name: "\(width)x\(height)")
}

/// A device whose connectors can use the CRTCs of these masks, bit n being the nth CRTC, each with a plane of its own.
func device(masks: [UInt32], crtcs count: Int, status: ConnectorSnapshot.Status = .connected) -> DeviceSnapshot {
    let crtcs = (0..<count).map { CRTCID(rawValue: UInt32(100 + $0)) }
    return DeviceSnapshot(
        id: DeviceID(major: 226, minor: 0), path: "/dev/dri/card0",
        driver: .init(name: "test", version: "1", about: ""),
        bus: nil, capabilities: .atomic, sizeLimits: 1...16384,
        connectors: masks.enumerated().map { index, mask in
            ConnectorSnapshot(
                id: ConnectorID(rawValue: UInt32(200 + index)), type: ConnectorType(rawValue: 11),
                typeIndex: UInt32(index + 1), status: status, modes: [mode(1920, 1080, 60, preferred: true)],
                possibleCRTCs: crtcs.indices.filter { mask & (1 << UInt32($0)) != 0 }.map { crtcs[$0] })
        },
        crtcs: crtcs.map { CRTCSnapshot(id: $0, isActive: false, mode: nil) },
        planes: crtcs.enumerated().map { index, crtc in
            PlaneSnapshot(
                id: PlaneID(rawValue: UInt32(300 + index)), kind: .primary, possibleCRTCs: [crtc],
                formats: [FormatSupport(format: .xrgb8888, modifiers: [])])
        })
}
