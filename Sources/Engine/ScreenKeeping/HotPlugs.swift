import DisplayModel

/// The hot-plug events since the monitors were asked last.
///
/// A pulse that is over when the monitors are asked leaves nothing different, yet the monitor may have forgotten what it was
/// told when its mode was set. Above 340 MHz of pixel clock HDMI's signal is scrambled, and a monitor that does not know
/// stays dark: its mode has to be set anew.
struct HotPlugs {
    private var connectors: Set<ConnectorID> = []
    private var isUnnamed = false

    mutating func happened(_ event: HotPlug) {
        switch event {
        case .at(let connector): connectors.insert(connector)
        case .somewhere: isUnnamed = true
        }
    }

    mutating func formUnion(_ other: HotPlugs) {
        connectors.formUnion(other.connectors)
        isUnnamed = isUnnamed || other.isUnnamed
    }

    /// Whether a connector may have had one of them. An event that names none is that of what has changed; where nothing
    /// has, it may be anyone's.
    func mayHaveHit(_ connector: ConnectorID, before: DeviceSnapshot, after: DeviceSnapshot) -> Bool {
        connectors.contains(connector) || isUnnamed && after.hasMonitors(of: before)
    }

    /// Those of them that are not the event of something that has changed.
    func unexplained(by after: DeviceSnapshot, before: DeviceSnapshot) -> HotPlugs {
        var result = HotPlugs()
        result.connectors = connectors.filter { id in
            after.connector(id).map { $0.hasMonitor(of: before.connector(id)) } ?? false
        }
        result.isUnnamed = isUnnamed && after.hasMonitors(of: before)
        return result
    }
}

extension DeviceSnapshot {
    fileprivate func hasMonitors(of other: DeviceSnapshot) -> Bool {
        connectors.allSatisfy { $0.hasMonitor(of: other.connector($0.id)) }
    }
}

extension KeptScreen {
    /// Those of its connectors whose signal is scrambled. More bits for each colour raise HDMI's clock over that of the
    /// pixels, which is not counted here: drivers choose them by themselves.
    var scrambledConnectors: [ConnectorID] {
        parts.filter { part in
            [.hdmiA, .hdmiB].contains(part.connector.type) && part.mode.clock > Self.fastestUnscrambled
        }.map(\.route.connector)
    }

    /// HDMI 1.4's highest clock, in kHz.
    private static let fastestUnscrambled: UInt32 = 340_000
}
