import DisplayModel
public import DisplayPlanning
public import EDID
public import Playlist
import ScreenKeeping

/// Which playlist each screen shows, and which screens change slides together.
public struct ContentAssignments: Hashable, Sendable {
    /// What one screen shows.
    public struct Assignment: Hashable, Sendable {
        /// Nil for the playlist of all screens.
        public var playlist: PlaylistPath?
        /// Screens of one group change slides in the same refresh.
        public var group: String?

        public init(playlist: PlaylistPath? = nil, group: String? = nil) {
            self.playlist = playlist
            self.group = group
        }
    }

    public struct Rule: Hashable, Sendable {
        public var match: OutputMatch
        public var assignment: Assignment

        public init(_ match: OutputMatch, _ assignment: Assignment) {
            self.match = match
            self.assignment = assignment
        }
    }

    /// The first rule that matches a screen applies to it.
    public var rules: [Rule]
    /// For screens that no rule matches.
    public var otherwise: Assignment
    /// The playlists of video walls that have their own. Those of the screens of a wall do not count.
    public var videoWalls: [VideoWall: PlaylistPath] = [:]

    public init(rules: [Rule] = [], otherwise: Assignment = Assignment()) {
        self.rules = rules
        self.otherwise = otherwise
    }

    /// - Parameter wall: the one that the screen is a part of. The screens of a wall are always a group.
    public subscript(
        connector name: String, monitor monitor: MonitorIdentity?, wall wall: VideoWall?
    ) -> Assignment {
        var assignment = rules.first { $0.match.fits(connector: name, monitor: monitor) }?.assignment ?? otherwise
        if let wall {
            assignment.playlist = videoWalls[wall] ?? otherwise.playlist
            assignment.group = "span \(wall.name)"
        }
        return assignment
    }

    subscript(screen: ScreenDescription) -> Assignment {
        self[
            connector: screen.name.connector, monitor: screen.monitor, wall: screen.configuration.place?.wall]
    }

    /// The playlists that single screens have, in the order of the rules.
    public var playlists: [PlaylistPath] {
        rules.compactMap(\.assignment.playlist) + [otherwise.playlist].compactMap(\.self)
            + videoWalls.sorted { $0.key.name < $1.key.name }.map(\.value)
    }
}
