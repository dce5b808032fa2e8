import DisplayModel

extension HeadlessDevice {
    private static func linkStatus(isBad: Bool) -> Property {
        Property(
            id: 1, name: "link-status", value: isBad ? 1 : 0,
            kind: .enumeration([.init(value: 0, name: "Good"), .init(value: 1, name: "Bad")]), isImmutable: false)
    }

    /// The device as its user knows it: monitors by the last probe, CRTCs and planes as they are.
    var state: DeviceSnapshot {
        let crtcs = crtcIDs
        return DeviceSnapshot(
            id: id, path: path,
            driver: DeviceSnapshot.Driver(name: "headless", version: "1", about: "display without hardware"), bus: nil,
            capabilities: [.atomic, .universalPlanes, .monotonicTimestamps, .crtcInEvents],
            sizeLimits: Self.sizeLimits,
            connectors: connectors.map { connector in
                let isConnected = connector.knownStatus == .connected
                return ConnectorSnapshot(
                    id: connector.id, type: ConnectorType(rawValue: 15), typeIndex: connector.index,
                    status: connector.knownStatus, modes: isConnected ? connector.known?.modes ?? [] : [],
                    edid: isConnected ? connector.known?.edid : nil,
                    physicalSize: isConnected ? connector.known?.physicalSize : nil,
                    possibleCRTCs: topology.connectors[connector.id]?.possibleCRTCs ?? [],
                    crtc: routing.feeds[connector.id],
                    properties: [Self.linkStatus(isBad: brokenLinks.contains(connector.id))],
                    tile: isConnected ? connector.known?.tile : nil)
            },
            crtcs: crtcs.map {
                CRTCSnapshot(id: $0, isActive: routing.scanouts[$0] != nil, mode: routing.scanouts[$0]?.mode)
            },
            planes: crtcs.compactMap { crtc in
                guard let plane = topology.planes[crtc] else { return nil }
                return PlaneSnapshot(
                    id: plane, kind: .primary, possibleCRTCs: [crtc],
                    formats: topology.formats.map { FormatSupport(format: $0, modifiers: []) },
                    scanout: routing.scanouts[crtc].map {
                        PlaneSnapshot.Scanout(
                            crtc: crtc, framebuffer: $0.framebuffer, source: $0.source, destination: $0.destination)
                    })
            })
    }
}
