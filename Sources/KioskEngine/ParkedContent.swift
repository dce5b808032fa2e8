import EDID
import SlideComposition
import Timing

/// What was on a screen that is gone, for its return: its place in the show, and for a while its pictures, so that a
/// bad plug costs no decoding.
///
/// A monitor is known again by its serial number, on whatever connector it comes back; one without is taken for the
/// same when it comes back to its own connector.
struct ParkedContent {
    enum Key: Hashable {
        case monitor(MonitorIdentity)
        case connector(String, MonitorIdentity?)

        init(connector: String, monitor: MonitorIdentity?) {
            if let monitor, monitor.serialText != nil || monitor.serialNumber != nil {
                self = .monitor(monitor)
            } else {
                self = .connector(connector, monitor)
            }
        }
    }

    /// Owns the pictures that are kept.
    final class Owner {}

    var scene: ScenePlayer
    /// Whose scene it is: another one would not know what to make of it.
    let show: Show
    let owner: Owner
    /// When the pictures are let go. Nil: they were already.
    var keepsPicturesUntil: MonotonicTime?
    let since: MonotonicTime

    static let pictureTime = Duration.seconds(30)
    /// More screens than this were never on one device's connectors for a reason.
    static let limit = 64
}
