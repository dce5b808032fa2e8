import DisplayModel

extension HeadlessDevice {
    private static func linkStatus(isBad: Bool) -> Property {
        Property(
            id: 1, name: "link-status", value: isBad ? 1 : 0,
            kind: .enumeration([.init(value: 0, name: "Good"), .init(value: 1, name: "Bad")]), isImmutable: false)
    }

    /// The device as its user knows it: monitors by the last probe, CRTCs and planes as they are.
    var state: DeviceSnapshot {
        DeviceSnapshot(
            id: id, path: path,
            driver: DeviceSnapshot.Driver(name: "headless", version: "1", about: "display without hardware"), bus: nil,
            capabilities: [.atomic, .universalPlanes, .monotonicTimestamps, .crtcInEvents],
            sizeLimits: Self.sizeLimits,
            connectors: connectors.map { connector in
                let isConnected = connector.knownStatus == .connected
                var snapshot = connector.socket
                snapshot.status = connector.knownStatus
                snapshot.modes = isConnected ? connector.known?.modes ?? [] : []
                snapshot.edid = isConnected ? connector.known?.edid : nil
                snapshot.physicalSize = isConnected ? connector.known?.physicalSize : nil
                snapshot.crtc = routing.feeds[connector.id]
                if let index = snapshot.properties.firstIndex(where: { $0.name == "link-status" }) {
                    snapshot.properties.remove(at: index)
                }
                snapshot.properties.append(Self.linkStatus(isBad: brokenLinks.contains(connector.id)))
                if let tile = connector.known?.tile { snapshot.tile = isConnected ? tile : nil }
                return snapshot
            },
            crtcs: topology.crtcs.map {
                CRTCSnapshot(id: $0, isActive: routing.scanouts[$0] != nil, mode: routing.scanouts[$0]?.mode)
            },
            planes: topology.planes.map { plane in
                PlaneSnapshot(
                    id: plane.id, kind: .primary, possibleCRTCs: plane.possibleCRTCs,
                    formats: plane.formats.map { FormatSupport(format: $0, modifiers: []) },
                    scanout: routing.scanouts.first { $0.value.plane == plane.id }.map { crtc, shown in
                        PlaneSnapshot.Scanout(
                            crtc: crtc, framebuffer: shown.framebuffer, source: shown.source,
                            destination: shown.destination)
                    })
            })
    }
}
