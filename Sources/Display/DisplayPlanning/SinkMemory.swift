public import DisplayModel
import EDID

/// The last known EDIDs and modes of monitors.
///
/// A sleeping television or a receiver that is switched off keeps its connector connected and gives no EDID. The kernel
/// then offers a few standard modes, and the screen would come up at 1024x768 in the morning. Until the EDID can be read
/// again, the last known one is used.
public struct SinkMemory: Hashable, Sendable {
    private var known: [ConnectorID: Sink] = [:]

    private struct Sink: Hashable, Sendable {
        var edid: [UInt8]
        var modes: [Mode]
    }

    public init() {}

    /// Completes a snapshot with known EDIDs and modes, and returns the connectors that should be probed again.
    public mutating func complete(_ snapshot: DeviceSnapshot) -> (snapshot: DeviceSnapshot, silent: Set<ConnectorID>) {
        var result = snapshot
        var silent: Set<ConnectorID> = []
        for (index, connector) in snapshot.connectors.enumerated() where connector.status == .connected {
            if let edid = connector.edid, edid.count >= EDID.blockSize, !connector.modes.isEmpty {
                known[connector.id] = Sink(edid: edid, modes: connector.modes)
            } else if let sink = known[connector.id] {
                result.connectors[index].edid = sink.edid
                result.connectors[index].modes = sink.modes
                silent.insert(connector.id)
            } else if connector.type.hasEDID {
                silent.insert(connector.id)
            }
        }
        // The kernel gives the ids of connectors that are gone (behind MST hubs) to new ones.
        known = known.filter { id, _ in snapshot.connector(id) != nil }
        return (result, silent)
    }
}

extension ConnectorType {
    /// Whether monitors on such a connector usually have an EDID. Panels and virtual screens often have none, and probing
    /// them again is no use.
    public var hasEDID: Bool {
        // DRM_MODE_CONNECTOR_*: VGA, DVI-I, DVI-D, DVI-A, DisplayPort, HDMI-A, HDMI-B
        [1, 2, 3, 4, 10, 11, 12].contains(rawValue)
    }
}
