import CDRM
import DisplayModel
import LinuxSystem

/// Probes the connectors of a device, which takes tens to hundreds of milliseconds for each.
///
/// It may run on another thread than the device's other calls: the kernel keeps the results, and a later snapshot of what
/// is ``ProbeEffort/known`` has them. Only the DRM master's probe reaches the monitors.
final class ConnectorProber: Sendable {
    private let card: Card

    init(_ card: Card) {
        self.card = card
    }

    /// The corresponding C function is `drmModeGetConnector`.
    func probe() throws(DisplayError) {
        do {
            for connector in try ResourceList(reading: card).connectors {
                // Null means that the connector has gone meanwhile. The next snapshot lacks it.
                unsafe drmModeFreeConnector(drmModeGetConnector(card.descriptor, connector.rawValue))
            }
        } catch { throw DisplayError(error, operation: "probe connectors", object: card.path) }
    }
}
