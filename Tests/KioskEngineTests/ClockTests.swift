import DisplayModel
import Glibc
import HeadlessDisplay
import Media
import Paths
import Playlist
import Scheduling
import Testing
import Timing

@testable import KioskEngine

/// The wall clock is set while something plays.
@Suite struct ClockTests {
    private let origin = WallTime(seconds: 1_800_000_000)

    /// Three pictures of five seconds each, from the first one's beginning on.
    private func stage(_ sync: Playlist.Sync) throws -> Stage {
        let items = ["a", "b", "c"].map { name in
            Item(.picture(path: name), duration: .seconds(5), style: Style(Look(), .cut))
        }
        let show = Show(
            Playlist(zones: [Zone(content: ItemList(items))], sync: sync), clock: WallClock(origin: origin),
            now: MonotonicTime(nanoseconds: 1_000_000_000))
        let stage = try Stage(try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) }, show: show)
        stage.run(for: .seconds(2))
        return stage
    }

    private func shown(_ stage: Stage) -> [String] {
        stage.story.split(separator: "\n").compactMap { line in
            line.split(separator: " ").drop { $0 != "shows" }.dropFirst().first.map { String($0.prefix { $0 != "," }) }
        }.filter { ["a", "b", "c"].contains($0) }
    }

    @Test func whatFollowsTheClockGoesWhereItIsNow() throws {
        let stage = try stage(.wallClock)
        #expect(shown(stage) == ["a"], "\(stage.story)")
        stage.director.clockSet(WallClock(origin: origin + .seconds(10)), now: stage.now)
        stage.run(for: .seconds(1))
        #expect(shown(stage) == ["a", "c"], "\(stage.story)")
        // The rest of its time, by the new clock.
        stage.run(for: .seconds(3))
        #expect(shown(stage) == ["a", "c", "a"], "\(stage.story)")
    }

    @Test func whatCountsFromItsStartGoesOn() throws {
        let stage = try stage(.start)
        stage.director.clockSet(WallClock(origin: origin + .seconds(86_400)), now: stage.now)
        stage.run(for: .seconds(1))
        #expect(shown(stage) == ["a"], "\(stage.story)")
        stage.run(for: .seconds(4))
        #expect(shown(stage) == ["a", "b"], "\(stage.story)")
    }

    /// What plays between slides, on a screen whose show goes on from what another thread worked out: the same as on one
    /// that worked it out itself.
    @Test(arguments: [[], ["b"], ["!"]] as [Set<FilePath>])
    func whatComesBetweenSlidesIsTheSameByPastsWorkedOutElsewhere(broken: Set<FilePath>) throws {
        func item(_ name: FilePath, _ seconds: Int, _ rate: Item.Rate = .turns, schedules: [Int] = []) -> Item {
            var item = Item(
                .picture(path: name), duration: .seconds(seconds), schedules: schedules, style: Style(Look(), .cut))
            item.rate = rate
            return item
        }
        let list = ItemList([
            item("a", 5), item("b", 4), item("c", 6, schedules: [0]),
            item("!", 3, .every(.seconds(30), offset: .zero)), item("s", 4, .share(0.2)),
        ])
        let day = Schedule(times: [try #require(DailyWindow(text: "8:00-20:00"))], zone: .utc)
        let playlist = Playlist(zones: [Zone(content: list)], schedules: [day], sync: .wallClock)
        func story(_ pasts: ListPasts) throws -> [Substring] {
            let show = Show(
                playlist, pasts: pasts, clock: WallClock(origin: origin), now: MonotonicTime(nanoseconds: 1_000_000_000)
            )
            for path in broken { _ = show.leaveOut(path, MediaFailure("\(path): broken")) }
            let stage = try Stage(try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) }, show: show)
            stage.run(for: .seconds(100))
            return stage.story.split(separator: "\n").filter { $0.contains("shows") }
        }
        let traits = OutputTraits(connector: "Virtual-1", size: Size(width: 1920, height: 1080))
        let (given, alone) = (try story(ListPasts(of: playlist, on: [traits], until: origin)), try story(ListPasts()))
        #expect(given == alone && given.count > 15, "\(given)")
        for name in ["a", "b", "c", "!", "s"] {
            #expect(given.contains { $0.contains("shows \(name),") } == !broken.contains(FilePath(name)), "\(given)")
        }
    }

    /// A machine without a battery for its clock gets the time when it has played for a while.
    @Test func aClockThatIsSetByMuchCountsWhenHistoriesAreKnown() throws {
        let day = Schedule(times: [try #require(DailyWindow(text: "8:00-20:00"))], zone: .utc)
        let items = [
            Item(.picture(path: "a"), duration: .seconds(5)),
            Item(.picture(path: "b"), duration: .seconds(5), schedules: [0]),
        ]
        let now = MonotonicTime(nanoseconds: 1_000_000_000)
        func show() -> Show {
            Show(
                Playlist(zones: [Zone(content: ItemList(items))], schedules: [day], sync: .wallClock),
                clock: WallClock(origin: .epoch), now: now)
        }
        let traits = OutputTraits(connector: "Virtual-1", size: Size(width: 1920, height: 1080))
        let (set, alone) = (show(), show())
        let clock = WallClock(origin: origin)
        _ = set.scene(for: traits)
        let change = try ClockChange()
        #expect(change.begin(WallClock(origin: .epoch + .seconds(60)), for: [set], now: now), "a small step")
        #expect(!change.begin(clock, for: [set], now: now))
        #expect(set.clock.origin == .epoch)
        var ready = pollfd(fd: change.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&ready, 1, 30_000) == 1)
        #expect(change.take() == clock)
        for show in [set, alone] { _ = show.set(clock) }
        for second in 0..<40 {
            let time = show().clock.time(at: now) + (origin - .epoch) + .seconds(second)
            let turns = [set, alone].map { $0.scene(for: traits).zones[0].timeline.turn(at: time) }
            #expect(turns[0] == turns[1])
        }
    }
}
