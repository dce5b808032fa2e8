public import DisplayModel
public import LinuxEvents

extension HeadlessDevice {
    /// A device with the connectors, CRTCs and primary planes of a snapshot, by the same ids and with the same limits to
    /// what goes with what.
    ///
    /// It begins dark, whatever the snapshot shows. Monitors are plugged in where the snapshot has connected ones. What
    /// the driver could not tell counts as not connected, for here somebody knows. Buffers are the renderer's memory, so
    /// of the formats only those with eight bits a channel are there, and no modifiers.
    public convenience init(recording device: DeviceSnapshot, clock: Clock = .monotonic) throws(SystemError) {
        try self.init(
            id: device.id, path: device.path,
            connectors: device.connectors.map { connector in
                let monitor = HeadlessMonitor(
                    modes: connector.modes, edid: connector.edid, physicalSize: connector.physicalSize)
                return Connector(connector, connector.status == .connected ? monitor : nil)
            },
            crtcs: device.crtcs.map(\.id),
            planes: device.planes.filter { $0.kind == .primary }.map { plane in
                let formats = plane.formats.map(\.format).filter { [.xrgb8888, .argb8888].contains($0) }
                return (plane.id, plane.possibleCRTCs, formats)
            },
            clock: clock)
    }
}
