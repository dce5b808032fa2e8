public import Paths
public import Timing

extension Playlist {
    /// The pictures that do not show within a time, on whatever output: what is scheduled for later, or has no turn so soon.
    /// - Parameters:
    ///   - begin: the present.
    ///   - limit: how many turns of each zone are looked at.
    /// - Returns: nil where there are more turns than that.
    public func picturesNotShown(
        from begin: WallTime, for length: Duration, atMost limit: Int = 1_000_000
    ) -> Set<FilePath>? {
        var unseen = pictures
        for zone in zones where !unseen.isEmpty {
            // Of no output: whatever any of them shows.
            let timeline = Timeline(zone.content, schedules: schedules)
            if sync == .start { timeline.circumstances.start = begin }
            var turns = 0
            var turn = timeline.turn(at: begin)
            while !unseen.isEmpty {
                if let path = turn.slide?.path { unseen.remove(path) }
                guard let ends = turn.ends, ends - begin < length else { break }
                turns += 1
                guard turns < limit else { return nil }
                turn = timeline.turn(at: ends)
            }
        }
        return unseen
    }
}
