import DisplayModel
import Playlist
import Scheduling

extension ReadingState {
    /// What has the last word on clocks and on the canvas, in place of a file: why the file has not.
    enum Superior: String {
        case file = "the file that includes this one decides it"
        case otherPaths = "this file plays as one of several paths"
    }

    /// What a file or folder holds.
    struct Content {
        var zones: [Zone]
        /// Of what has no zones of its own.
        var list: ItemList?
        var sync: Playlist.Sync?
        var unsetClock: Playlist.UnsetClock?
        var canvas: Size?
        /// The one that the file names.
        var timeZone: TimeZoneRules?
        /// Whether it is a playlist file.
        var isFile = false

        /// Has it show something only while one of some schedules is in force; without any, always.
        mutating func restrict(to schedules: [Int]) {
            guard !schedules.isEmpty else { return }
            zones = zones.map { $0.restricted(to: schedules) }
            list = list.map { ItemList([Item(.list($0), schedules: schedules)]) }
        }

        init(zones: [Zone]) {
            self.zones = zones
        }

        init(list: ItemList, isFile: Bool = false) {
            zones = [Zone(content: list)]
            self.list = list
            self.isFile = isFile
        }
    }
}
