import DisplayModel

extension HeadlessDevice {
    private static func linkStatus(isBad: Bool) -> Property {
        Property(
            id: 1, name: "link-status", value: isBad ? 1 : 0,
            kind: .enumeration([.init(value: 0, name: "Good"), .init(value: 1, name: "Bad")]), isImmutable: false)
    }

    private static let capabilities: DeviceSnapshot.Capabilities = [
        .universalPlanes, .monotonicTimestamps, .crtcInEvents, .dumbBuffers, .primeImport,
    ]

    /// The device as the kernel would report it: monitors as at the last probe, CRTCs and planes as they are.
    var state: DeviceSnapshot {
        DeviceSnapshot(
            id: id, path: path,
            driver: DeviceSnapshot.Driver(name: "headless", version: "1", about: "display without hardware"), bus: nil,
            capabilities: hardware.isAtomic ? Self.capabilities.union(.atomic) : Self.capabilities,
            sizeLimits: Self.sizeLimits,
            connectors: connectors.map { connector in
                let isConnected = connector.knownStatus == .connected
                var snapshot = connector.socket
                snapshot.status = connector.knownStatus
                snapshot.modes = isConnected ? connector.known?.modes ?? [] : []
                snapshot.edid = isConnected ? connector.known?.edid : nil
                snapshot.physicalSize = isConnected ? connector.known?.physicalSize : nil
                snapshot.crtc = pipeline.routing.feeds[connector.id]
                if let index = snapshot.properties.firstIndex(where: { $0.name == "link-status" }) {
                    snapshot.properties.remove(at: index)
                }
                snapshot.properties.append(Self.linkStatus(isBad: connector.isLinkBroken))
                if let tile = connector.known?.tile { snapshot.tile = isConnected ? tile : nil }
                return snapshot
            },
            crtcs: topology.crtcs.map {
                CRTCSnapshot(
                    id: $0, isActive: pipeline.routing.scanouts[$0] != nil, mode: pipeline.routing.scanouts[$0]?.mode)
            },
            planes: planes.map { plane in
                var snapshot = plane
                snapshot.scanout = scanout(of: plane.id)
                return snapshot
            })
    }

    /// With the hardware's layouts of memory.
    var planes: [PlaneSnapshot] {
        guard !hardware.modifiers.isEmpty else { return topology.planes }
        return topology.planes.map { plane in
            var plane = plane
            plane.formats = plane.formats.map { FormatSupport(format: $0.format, modifiers: hardware.modifiers) }
            return plane
        }
    }

    private func scanout(of plane: PlaneID) -> PlaneSnapshot.Scanout? {
        for (crtc, scanout) in pipeline.routing.scanouts {
            if let layer = scanout.layers.first(where: { $0.plane == plane }) {
                return PlaneSnapshot.Scanout(
                    crtc: crtc, framebuffer: layer.framebuffer, source: layer.source, destination: layer.destination)
            }
        }
        return nil
    }
}
