import DisplayModel
import HeadlessDisplay
import Paths
import Playlist
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
}
