import EDID
import Presentation
import SlideComposition
import Timing

/// What was on screens that are gone, for their return: each one's place in its show, and for a while its media, so that
/// a bad plug costs no decoding.
///
/// A monitor is known again by its serial number, on whatever connector it comes back; one without is taken for the
/// same when it comes back to its own connector.
struct ParkedPlaces {
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

    struct Place {
        var scene: ScenePlayer
        /// Whose scene it is: another show would not know what to make of it.
        let show: Show
        let since: MonotonicTime
        fileprivate var media: KeptMedia?
    }

    /// Media that are kept for a parked place.
    fileprivate final class KeptMedia {
        weak var media: ResidentMedia?
        let until: MonotonicTime

        init(_ media: ResidentMedia, until: MonotonicTime) {
            self.media = media
            self.until = until
        }

        func release(now: MonotonicTime) { media?.demand([], by: self, now: now) }
    }

    private(set) var places: [Key: Place] = [:]

    static let mediaTime = Duration.seconds(30)
    /// More screens than this were never on the connectors of one machine for a reason.
    static let limit = 64

    subscript(key: Key) -> Place? { places[key] }

    /// Keeps a place, and on its device the media that it needs.
    mutating func park(
        _ scene: ScenePlayer, of show: Show, as key: Key, needing demands: [MediaDemand], in media: ResidentMedia,
        now: MonotonicTime
    ) {
        release(key, now)
        if places.count >= Self.limit, let oldest = places.min(by: { $0.value.since < $1.value.since })?.key {
            release(oldest, now)
        }
        let kept = KeptMedia(media, until: now + Self.mediaTime)
        media.demand(demands, by: kept, now: now)
        places[key] = Place(scene: scene, show: show, since: now, media: kept)
    }

    private mutating func release(_ key: Key, _ now: MonotonicTime) {
        places.removeValue(forKey: key)?.media?.release(now: now)
    }

    /// Lets go of the media of screens that have been away for long, and of those that are back.
    mutating func advance(now: MonotonicTime) {
        for (key, place) in places {
            guard let media = place.media, media.until <= now else { continue }
            media.release(now: now)
            places[key]?.media = nil
        }
    }

    var nextDeadline: MonotonicTime? { places.values.compactMap(\.media?.until).min() }

    /// A show's clock was set.
    mutating func shift(_ show: Show, by step: Duration) {
        for (key, place) in places where place.show === show { places[key]?.scene.shift(by: step) }
    }
}
