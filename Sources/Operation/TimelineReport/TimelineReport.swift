public import DisplayModel
public import Playlist
public import Scheduling
public import Timing

/// What plays from when to when on one screen: not every turn, of which a day of short slides has thousands, but the
/// periods between two changes of schedules, each with what goes round in it.
public struct TimelineReport {
    /// What it is about, for its heading.
    public struct Subject: Hashable, Sendable {
        /// The path of the playlist.
        public var playlist: String
        /// What conditions were told.
        public var output: OutputTraits
        public var sync: Playlist.Sync

        public init(playlist: String, output: OutputTraits, sync: Playlist.Sync) {
            self.playlist = playlist
            self.output = output
            self.sync = sync
        }
    }

    let subject: Subject
    let zone: TimeZoneRules
    let begins, ends: WallTime
    /// When the screen is off, from the beginning to the end.
    let off: [Range<WallTime>]
    let zones: [ZoneReport]

    struct ZoneReport {
        var zone: SceneZone
        /// One after the other, from the beginning to the end.
        var periods: [Timeline.Period]
    }

    /// - Parameters:
    ///   - scene: what the screen shows, its timelines in the circumstances that they play in.
    ///   - time: the beginning. Times are reported to the second.
    ///   - length: of what is told.
    ///   - off: when the screen is off, in order.
    ///   - zone: whose clocks the times are told by.
    public init(
        _ scene: Scene, of subject: Subject, from time: WallTime, for length: Duration, off: [Range<WallTime>] = [],
        in zone: TimeZoneRules
    ) {
        self.subject = subject
        self.zone = zone
        begins = time.wholeSecond
        let (first, last) = (time.wholeSecond, (time + length).wholeSecond)
        ends = last
        self.off = off.map { $0.clamped(to: first..<max(first, last)) }.filter { !$0.isEmpty }
        zones = scene.zones.map { zone in
            ZoneReport(zone: zone, periods: zone.timeline.periods(from: time, until: time + length))
        }
    }
}

extension Timeline {
    /// The periods of a time, one after the other.
    /// - Parameter limit: how many at most.
    public func periods(from begin: WallTime, until end: WallTime, atMost limit: Int = 100_000) -> [Period] {
        var periods: [Period] = []
        var time = begin
        while time < end, periods.count < limit {
            let period = period(at: time)
            periods.append(period)
            guard let ends = period.ends, ends > time else { break }
            time = ends
        }
        return periods
    }
}

extension WallTime {
    /// Rounded to the nearest.
    var wholeSecond: WallTime { WallTime(seconds: nearestSecond) }
}
