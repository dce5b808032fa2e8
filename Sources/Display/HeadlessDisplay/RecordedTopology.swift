public import DisplayModel
public import LinuxSystem

extension HeadlessDevice {
    /// A device with the connectors, CRTCs, primary and overlay planes of a snapshot, by the same ids and with the same
    /// limits to what goes with what.
    ///
    /// It begins dark, whatever the snapshot shows. Monitors are plugged in where the snapshot has connected ones. An
    /// unknown status counts as not connected. Buffers are the renderer's memory, so of the formats only those are there
    /// that the renderer draws in memory, and NV12, which is imported; and no modifiers.
    public convenience init(recording device: DeviceSnapshot, clock: Clock = .monotonic) throws(SystemError) {
        try self.init(
            id: device.id, path: device.path,
            connectors: device.connectors.map { connector in
                let monitor = HeadlessMonitor(
                    modes: connector.modes, edid: connector.edid, physicalSize: connector.physicalSize)
                return Connector(connector, connector.status == .connected ? monitor : nil)
            },
            crtcs: device.crtcs.map(\.id),
            planes: device.planes.filter { $0.kind != .cursor }.map { plane in
                PlaneSnapshot(
                    id: plane.id, kind: plane.kind, possibleCRTCs: plane.possibleCRTCs,
                    formats: plane.formats.filter { [.xrgb8888, .argb8888, .nv12].contains($0.format) }
                        .map { FormatSupport(format: $0.format, modifiers: []) },
                    properties: plane.properties.filter { Self.capabilities.contains($0.name) })
            },
            clock: clock)
    }

    /// Properties that say what a plane can do.
    private static let capabilities = [
        "zpos", "rotation", "alpha", "pixel blend mode", "COLOR_ENCODING", "COLOR_RANGE",
    ]
}
