import CDRM
import DisplayModel
import LinuxEvents

/// Asks the monitors of a device what they are, which takes tens to hundreds of milliseconds for each.
///
/// It may run on another thread than everything else of the device: the answers stay in the kernel, and a snapshot of
/// what is ``ProbeEffort/known`` afterwards finds them there. Only the DRM master's question reaches the monitors.
final class ConnectorProber: Sendable {
    private let card: Card

    init(_ card: Card) {
        self.card = card
    }

    /// The corresponding C function is `drmModeGetConnector`.
    func probe() throws(DisplayError) {
        do {
            for connector in try ResourceList(reading: card).connectors {
                // Null is a connector that has gone in the meantime, which the next snapshot finds.
                unsafe drmModeFreeConnector(drmModeGetConnector(card.descriptor, connector.rawValue))
            }
        } catch { throw DisplayError(error, operation: "probe connectors", object: card.path) }
    }
}
