import DisplayModel

extension HeadlessDevice {
    /// A connector: what is plugged in, and what a snapshot reports of it.
    struct Connector {
        /// What does not change with monitors.
        let socket: ConnectorSnapshot
        var monitor: HeadlessMonitor?
        /// The monitor at the last probe.
        var known: HeadlessMonitor?
        /// At the last probe or notification.
        var knownStatus: ConnectorSnapshot.Status
        /// Whether the link failed since the last modeset.
        var isLinkBroken = false

        var id: ConnectorID { socket.id }

        init(_ socket: ConnectorSnapshot, _ monitor: HeadlessMonitor?) {
            self.socket = socket
            self.monitor = monitor
            known = monitor
            knownStatus = monitor == nil ? .disconnected : .connected
        }
    }

    func monitor(_ connector: ConnectorID) -> HeadlessMonitor? {
        connectors.first { $0.id == connector }?.monitor
    }

    func change(_ id: ConnectorID, _ notice: Notice, _ body: (inout HeadlessMonitor?) -> Void) {
        guard let index = connectors.firstIndex(where: { $0.id == id }) else { return }
        body(&connectors[index].monitor)
        guard notice == .loud else { return }
        connectors[index].knownStatus = connectors[index].monitor == nil ? .disconnected : .connected
        onHotplug?(id)
    }
}
