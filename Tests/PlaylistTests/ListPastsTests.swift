import DisplayModel
import Paths
import Scheduling
import Testing
import Timing

@testable import Playlist

/// What lists came to, worked out on another thread.
@Suite struct ListPastsTests {
    private func at(_ hour: Int, _ minute: Int = 0) -> WallTime {
        Timeline.origin + .seconds(hour * 3600 + minute * 60)
    }

    private func item(_ name: FilePath, _ rate: Item.Rate) -> Item {
        var item = Item.picture(name)
        item.rate = rate
        return item
    }

    private func daily(_ windows: String...) throws -> Schedule {
        Schedule(times: try windows.map { try #require(DailyWindow(text: $0)) }, zone: .utc)
    }

    /// A list that goes on from what another thread worked out shows the same, also after a jump back, and when a picture
    /// is found broken.
    @Test func whatWasWorkedOutElsewhereIsTheSame() throws {
        let adverts = (0..<6).map { Item.picture("\($0)", seconds: 11) }
        let list = ItemList(
            adverts + [
                .picture("m", priority: 1, schedules: [0]), item("!", .every(.seconds(420), offset: .zero)),
                item("s", .share(0.1)),
            ])
        let schedules = [try daily("08:00-08:10", "12:00-13:00")]
        let playlist = Playlist(zones: [Zone(content: list)], schedules: schedules, sync: .wallClock)
        let pasts = ListPasts(of: playlist, on: [], until: at(2000))
        #expect(pasts.past(of: list) != nil)
        for broken in [[], ["2"], ["m"]] as [Set<FilePath>] {
            let (given, alone) = (Timeline(list, schedules: schedules, pasts), Timeline(list, schedules: schedules))
            _ = given.turn(at: at(2000))
            given.circumstances.broken = broken
            alone.circumstances.broken = broken
            for hour in [2000, 2001, 37, 4000, 2004] {
                for minute in 0..<60 { #expect(given.turn(at: at(hour, minute)) == alone.turn(at: at(hour, minute))) }
            }
        }
    }

    /// Screens that come later find what their lists came to, whichever of the conditions hold for them.
    @Test func whatScreensWillHaveIsWorkedOutBeforeTheyCome() throws {
        var portrait = OutputCondition()
        portrait.orientation = .portrait
        var wide = OutputCondition()
        wide.width = [.init(.atLeast, 3000)]
        var list = ItemList([Item.picture("a"), Item.picture("b", schedules: [0]), Item.picture("c")])
        list.items[0].conditions = [portrait]
        list.items[1].conditions = [wide, portrait]
        let schedules = [try daily("08:00-08:10")]
        let playlist = Playlist(zones: [Zone(content: list)], schedules: schedules, sync: .wallClock)
        let pasts = ListPasts(of: playlist, on: [], until: at(2000))
        for size in [Size(width: 1080, height: 1920), Size(width: 3840, height: 2160), Size(width: 3840, height: 5000)]
        {
            let output = OutputTraits(connector: "HDMI-A-1", size: size)
            #expect(pasts.past(of: list.filtered(for: output)) != nil, "\(size)")
        }
    }
}
