import DisplayModel
import DisplayPlanning
import EDID

extension DeviceSnapshot {
    /// This snapshot while its connectors may be bouncing: monitors that have gone are taken for still there, since a
    /// screen would be switched off in vain that comes back at once. Monitors that have come without an EDID are taken for
    /// not yet there, since they may be about to wake. All else is as it was found.
    /// - Parameter before: what was known of the device so far.
    /// - Returns: also the connectors whose monitors have gone.
    func withoutBounces(since before: DeviceSnapshot) -> (DeviceSnapshot, gone: Set<ConnectorID>) {
        var result = self
        var gone: Set<ConnectorID> = []
        for (index, connector) in connectors.enumerated() {
            guard let former = before.connector(connector.id) else { continue }
            let hasGone = former.status == .connected && connector.status == .disconnected
            if hasGone { gone.insert(connector.id) }
            if hasGone || connector.isSilentArrival(after: former) {
                result.connectors[index] = former
                result.connectors[index].crtc = connector.crtc
            }
        }
        return (result, gone)
    }
}

extension ConnectorSnapshot {
    fileprivate func isSilentArrival(after former: ConnectorSnapshot) -> Bool {
        former.status == .disconnected && status == .connected && type.hasEDID && (edid?.count ?? 0) < EDID.blockSize
    }

    /// Whether it has the same monitor as in another snapshot, as far as can be told.
    func hasMonitor(of other: ConnectorSnapshot?) -> Bool {
        guard let other else { return false }
        return status == other.status && edid == other.edid && modes == other.modes
    }
}
