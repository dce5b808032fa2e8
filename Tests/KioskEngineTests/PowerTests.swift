import DisplayModel
import DisplayPlanning
import Foundation
import HeadlessDisplay
import Overlays
import Paths
import Playlist
import Rendering
import Scheduling
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Screens that are off by schedule: dark at its end, lit with their content at its beginning, and no failure in between.
@Suite struct PowerTests {
    /// 2027-01-15T00:00:00Z.
    private static let midnight = 1_799_971_200
    private static let opening = [Schedule(times: [DailyWindow(text: "7:00-22:00")].compactMap(\.self), zone: .utc)]

    /// A clock that shows this time of the first day when the stage begins.
    private func clock(_ text: String, day: Int = 0) throws -> WallClock {
        let seconds = try #require(TimeOfDay(text: text)).seconds
        return WallClock(origin: WallTime(seconds: Self.midnight + day * 86400 + seconds - 1))
    }

    /// - Parameter scheduled: the connectors that are off at night; nil for all.
    private func settings(
        _ scheduled: String? = nil, wakePriority: Int? = nil, walls: [VideoWall] = []
    ) -> EngineSettings {
        var asleep = OutputConfiguration()
        asleep.power = 0
        var configurations = OutputConfigurations(otherwise: scheduled == nil ? asleep : OutputConfiguration())
        if let scheduled {
            configurations.rules = [.init(OutputMatch(connector: TextPattern(scheduled)), asleep)]
        }
        configurations.videoWalls = walls
        var settings = EngineSettings(configurations: configurations)
        settings.power = [PowerRule(Self.opening, wakePriority: wakePriority)]
        return settings
    }

    private func show(_ clock: WallClock, _ extra: [Item] = []) -> Show {
        let style = Style(Look(), .cut)
        let items = [Item(.pictures(paths: ["a", "b"], .listed), duration: .seconds(5), style: style)] + extra
        let nights = ["23:00-23:10"].compactMap { DailyWindow(text: $0) }
        return Show(
            Playlist(
                zones: [Zone(content: ItemList(items))], schedules: [Schedule(times: nights, zone: .utc)],
                sync: .wallClock), clock: clock, now: MonotonicTime(nanoseconds: 1_000_000_000))
    }

    private func stage(
        _ monitors: String, at time: String, settings: EngineSettings, crtcCount: Int? = nil, extra: [Item] = []
    ) throws -> Stage {
        let clock = try clock(time)
        return try Stage(
            try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) }, crtcCount: crtcCount, settings: settings,
            show: show(clock, extra), clock: clock)
    }

    private func isOff(_ stage: Stage, _ index: Int = 0) -> Bool {
        guard case .asleep(let off)? = stage.keeper?.status[index].state else { return false }
        return off.reason.hasPrefix("off until ") && off.reason.hasSuffix(", by schedule")
    }

    @Test func itIsOffAtNightAndLitInTheMorning() throws {
        let stage = try stage("1920x1080@60,1280x720@60", at: "21:59:50", settings: settings())
        stage.run(for: .seconds(9))
        #expect(stage.litConnectors.count == 2)
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.isEmpty, "\(stage.story)")
        #expect(try stage.device.snapshot(.known).crtcs.allSatisfy { !$0.isActive })
        #expect(isOff(stage, 0) && isOff(stage, 1))
        let (drawn, wakeUps) = (stage.renderer.frames, stage.wakeUps)
        stage.run(for: .seconds(60))
        let decoded = stage.decodedPictures
        stage.run(for: .seconds(8 * 3600 + 57 * 60))
        #expect(stage.renderer.frames == drawn && stage.decodedPictures == decoded, "what is off costs nothing")
        #expect(stage.wakeUps - wakeUps < 20)
        #expect(stage.renderer.adopted.isEmpty)
        // Until a second before, and at once.
        stage.run(for: .milliseconds(118_500))
        #expect(stage.litConnectors.isEmpty)
        stage.run(for: .milliseconds(700))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        let frame = try #require(stage.device.buffer(on: stage.device.connectorIDs[0])).framebuffer
        #expect(stage.renderer.drawn[frame]?.commands.isEmpty == false, "its picture is there")
        stage.run(for: .seconds(5))
        #expect(stage.events.filter { if case .asleep = $0 { true } else { false } }.count == 2, "\(stage.story)")
        #expect(!stage.story.contains("dark"))
        #expect(stage.device.violations == [])
        stage.close()
    }

    @Test func aStartAtNightLeavesItDark() throws {
        let stage = try stage("1920x1080@60", at: "3:00", settings: settings())
        stage.run(for: .seconds(10))
        #expect(stage.litConnectors.isEmpty && isOff(stage) && stage.renderer.frames == 0)
        #expect(stage.decodedPictures == 0)
        // A picture that takes long is begun with before.
        stage.pictures.slow = (["a", "b"], 1920, .seconds(6))
        stage.run(for: .seconds(4 * 3600 - 12))
        #expect(stage.litConnectors.isEmpty && stage.decodedPictures > 0)
        stage.run(for: .milliseconds(2100))
        let buffer = try #require(stage.device.buffer(on: stage.device.connectorIDs[0]), "\(stage.story)")
        #expect(stage.renderer.drawn[buffer.framebuffer]?.commands.isEmpty == false, "its picture is there")
    }

    @Test func itOwesNoProof() throws {
        let stage = try stage("1920x1080@60", at: "3:00", settings: settings())
        stage.run(for: .seconds(1))
        let keeper = try #require(stage.keeper)
        keeper.askForProof()
        #expect(keeper.isProven)
    }

    @Test func anotherScreenGoesOnWithoutABlink() throws {
        let stage = try stage("1920x1080@60,1280x720@60", at: "21:59:55", settings: settings("Virtual-1"))
        stage.run(for: .seconds(2))
        let other = try #require(stage.keeper?.screens.last)
        stage.run(for: .seconds(10 * 3600))
        #expect(stage.keeper?.screens.count == 2)
        #expect(stage.keeper?.screens.last === other)
        #expect(stage.story.components(separatedBy: "Virtual-2: lit").count == 2, "\(stage.story)")
    }

    @Test func itsCRTCIsKeptForIt() throws {
        let stage = try stage("1920x1080@60,1280x720@60", at: "21:59:55", settings: settings("Virtual-1"), crtcCount: 1)
        stage.run(for: .seconds(60))
        #expect(stage.litConnectors.isEmpty)
        stage.run(for: .seconds(10 * 3600))
        #expect(stage.litConnectors == [stage.device.connectorIDs[0]])
    }

    @Test func whileTheClockIsNotSetItIsOn() throws {
        let clock = WallClock(origin: WallTime(seconds: 3 * 3600))
        let stage = try Stage(
            [HeadlessConnector(try HeadlessMonitor("1920x1080@60"))], settings: settings(), show: show(clock),
            clock: clock)
        stage.run(for: .seconds(5))
        #expect(stage.litConnectors.count == 1)
        stage.director.clockSet(try self.clock("3:00"), now: stage.now)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.isEmpty)
    }

    @Test func settingTheClockTakesEffectAtOnce() throws {
        let stage = try stage("1920x1080@60", at: "12:00", settings: settings())
        stage.run(for: .seconds(2))
        stage.director.clockSet(try clock("23:00"), now: stage.now)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.isEmpty && isOff(stage))
        stage.director.clockSet(try clock("8:00", day: 1), now: stage.now)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.device.violations == [])
    }

    // MARK: Messages

    private func message(priority: Int) -> Item {
        Item(
            .picture(path: "message"), duration: .seconds(5), priority: priority, schedules: [0],
            style: Style(Look(), .cut))
    }

    @Test(arguments: [100, 99]) func aMessageOfThatPriorityLightsIt(priority: Int) throws {
        let stage = try stage(
            "1920x1080@60", at: "22:59:50", settings: settings(wakePriority: 100), extra: [message(priority: priority)])
        stage.run(for: .seconds(9))
        #expect(stage.litConnectors.isEmpty)
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == (priority == 100 ? 1 : 0), "\(stage.story)")
        stage.run(for: .seconds(595))
        #expect(stage.litConnectors.count == (priority == 100 ? 1 : 0))
        stage.run(for: .seconds(5))
        #expect(stage.litConnectors.isEmpty && isOff(stage), "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    @Test func withoutPermissionNoMessageLightsIt() throws {
        let stage = try stage("1920x1080@60", at: "22:59:50", settings: settings(), extra: [message(priority: 1000)])
        stage.run(for: .seconds(60))
        #expect(stage.litConnectors.isEmpty)
    }

    @Test func aMessageInAListLightsItOnlyWhileThatPlays() throws {
        let list = ItemList([message(priority: 200)])
        let hidden = Item(.list(list), priority: -1)
        let stage = try stage("1920x1080@60", at: "23:05", settings: settings(wakePriority: 100), extra: [hidden])
        stage.run(for: .seconds(5))
        #expect(stage.litConnectors.isEmpty, "other items of the outer list come before it")
        let seen = try self.stage(
            "1920x1080@60", at: "23:05", settings: settings(wakePriority: 100), extra: [Item(.list(list))])
        seen.run(for: .seconds(5))
        #expect(seen.litConnectors.count == 1)
    }

    @Test func whoSetsScreensUpSeesThem() throws {
        let stage = try stage("1920x1080@60", at: "3:00", settings: settings())
        stage.run(for: .seconds(1))
        stage.director.changeOverlays(now: stage.now) { $0.identify(until: stage.now + .seconds(10), now: stage.now) }
        stage.run(for: .zero)
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 1)
        stage.run(for: .seconds(10))
        #expect(stage.litConnectors.isEmpty)
        stage.director.changeOverlays(now: stage.now) { $0.showsTestCard = true }
        stage.run(for: .zero)
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 1)
    }

    @Test func timesAreToldAhead() throws {
        let clock = try clock("20:00")
        let scene = show(clock, [message(priority: 100)]).scene(
            for: OutputTraits(connector: "Virtual-1", size: Size(width: 1920, height: 1080)))
        func off(_ wakePriority: Int?) -> [Range<Int>] {
            PowerRule(Self.opening, wakePriority: wakePriority).timesOff(
                from: WallTime(seconds: Self.midnight), until: WallTime(seconds: Self.midnight + 86400), showing: scene
            ).map { ($0.lowerBound.seconds - Self.midnight) / 60..<($0.upperBound.seconds - Self.midnight) / 60 }
        }
        #expect(off(nil) == [0..<7 * 60, 22 * 60..<24 * 60])
        #expect(off(100) == [0..<7 * 60, 22 * 60..<23 * 60, 23 * 60 + 10..<24 * 60])
    }

    // MARK: What happens meanwhile

    @Test func monitorsComeAndGoWhileItIsOff() throws {
        let stage = try stage("1920x1080@60,1280x720@60", at: "3:00", settings: settings())
        stage.run(for: .seconds(1))
        let connector = stage.device.connectorIDs[0]
        stage.device.unplug(connector)
        stage.run(for: .seconds(1))
        #expect(isOff(stage), "a monitor that is off may not answer")
        stage.device.plug(connector, try HeadlessMonitor("1280x720@60"))
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.isEmpty && isOff(stage))
        stage.device.unplug(stage.device.connectorIDs[1])
        stage.run(for: .seconds(5 * 3600))
        #expect(stage.litConnectors == [connector])
        #expect(stage.keeper?.status[1].state == .disconnected, "now it is missed")
    }

    @Test func theSessionIsAwayAtTheEndAndAtTheBeginning() throws {
        let stage = try stage("1920x1080@60", at: "21:59:55", settings: settings())
        stage.run(for: .seconds(1))
        stage.switchSession(away: true)
        stage.run(for: .seconds(60))
        let drawn = stage.renderer.frames
        stage.switchSession(away: false)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.isEmpty && stage.renderer.frames == drawn, "it is not lit for a moment")
        stage.switchSession(away: true)
        stage.run(for: .seconds(10 * 3600))
        stage.switchSession(away: false)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.device.violations == [])
    }

    @Test func aDeviceThatIsReopenedAtNightStaysDark() throws {
        let stage = try stage("1920x1080@60", at: "21:59:55", settings: settings())
        stage.run(for: .seconds(60))
        stage.keeper?.reopen("asked for")
        stage.run(for: .seconds(60))
        #expect(stage.litConnectors.isEmpty && isOff(stage))
        stage.run(for: .seconds(10 * 3600))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.device.violations == [])
    }

    @Test func aWallStaysAsItIsWithOneScreenOff() throws {
        let names = ["Virtual-1", "Virtual-2"].map { OutputMatch(connector: TextPattern($0)) }
        let wall = VideoWall(name: "wall", rows: [names])
        let stage = try stage(
            "1920x1080@60,1280x720@60", at: "21:59:55", settings: settings("Virtual-1", walls: [wall]))
        stage.run(for: .seconds(2))
        let placements = try #require(stage.keeper?.screens.map(\.description.placement))
        stage.run(for: .seconds(10))
        #expect(stage.keeper?.screens.map(\.description.placement) == [placements[1]])
        stage.run(for: .seconds(10 * 3600))
        #expect(stage.keeper?.screens.map(\.description.placement) == placements)
        #expect(stage.story.components(separatedBy: "Virtual-2: lit").count == 2, "\(stage.story)")
    }
}
