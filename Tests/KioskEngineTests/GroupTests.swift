import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Paths
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Screens that change together, on two devices.
@Suite struct GroupTests {
    /// - Parameter slow: of which slides the larger screen's picture takes so long.
    private func stage(slow: Set<FilePath> = [], _ time: Duration = .zero) throws -> Stage {
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) },
            settings: EngineSettings(content: ContentAssignments(otherwise: .init(group: "wall"))),
            show: Show(pictures: ["a", "b", "c"], duration: .seconds(4), transition: .zero),
            slow: (slow, 1920, time))
        try stage.add(try HeadlessMonitor.list("1280x720@60").map { HeadlessConnector($0) })
        stage.run(for: .seconds(2))
        return stage
    }

    private func flips(_ stage: Stage) -> [Int] {
        stage.seats.map { $0.device.flips(on: $0.device.connectorIDs[0]).count }
    }

    @Test func noneChangesBeforeAllCan() throws {
        // The larger picture of the second slide takes long; that of the other device is there at once.
        let stage = try stage(slow: ["b"], .milliseconds(6500))
        let before = flips(stage)
        stage.run(for: .seconds(3))
        #expect(flips(stage) == before, "the second slide's time has come, and one of the two has no picture yet")
        stage.run(for: .milliseconds(2500))
        #expect(flips(stage) == before.map { $0 + 1 }, "\(stage.story)")
        let times = stage.seats.compactMap { $0.device.flips(on: $0.device.connectorIDs[0]).last?.time }
        #expect(times.count == 2 && abs((times[0] - times[1]).nanoseconds) <= 17_000_000)
    }

    @Test func aDarkScreenKeepsNobodyWaiting() throws {
        let stage = try stage(slow: ["b", "c"], .seconds(600))
        stage.device.unplug(stage.device.connectorIDs[0])
        stage.run(for: .milliseconds(500))
        let before = flips(stage)[1]
        stage.run(for: .seconds(5))
        #expect(flips(stage)[1] > before)
    }

    @Test func aScreenThatIsNeverReadyIsNotWaitedForForEver() throws {
        let stage = try stage(slow: ["b", "c"], .seconds(600))
        let before = flips(stage)
        stage.run(for: .seconds(12))
        #expect(flips(stage)[1] > before[1])
        #expect(stage.story.contains("the others change without it"), "\(stage.story)")
    }

    /// When the last flip of each device came.
    private func lastFlips(_ stage: Stage) -> [MonotonicTime] {
        stage.seats.compactMap { $0.device.flips(on: $0.device.connectorIDs[0]).last?.time }
    }

    /// Either of the two devices is the one in trouble.
    @Test(arguments: [0, 1]) func noneCommitsBeforeTheDevicesOfAllHaveTestedIt(index: Int) throws {
        let stage = try stage()
        let before = flips(stage)
        // A refused test: the device would not take the change now.
        // Both screens ask at each refresh.
        stage.seats[index].device.inject(DisplayError.Code.busy, for: .commit(.test(.flip)), count: 40)
        stage.run(for: .milliseconds(2200))
        #expect(flips(stage) == before, "the second slide's time has come, and one device refuses")
        stage.run(for: .milliseconds(400))
        #expect(flips(stage) == before.map { $0 + 1 }, "\(stage.story)")
        let times = lastFlips(stage)
        #expect(abs((times[0] - times[1]).nanoseconds) <= 17_000_000)
    }

    @Test(arguments: [0, 1]) func aRefusalAfterTheTestIsRetriedAtTheNextRefreshAndReported(index: Int) throws {
        let stage = try stage()
        let before = flips(stage)
        stage.seats[index].device.inject(DisplayError.Code.busy, for: .commit(.flip), count: 1)
        stage.run(for: .milliseconds(2600))
        #expect(flips(stage) == before.map { $0 + 1 }, "\(stage.story)")
        let times = lastFlips(stage)
        let late = (times[index] - times[1 - index]).nanoseconds
        // One refresh, and as much as the refreshes of the two devices lie apart.
        #expect((1_000_000...34_000_000).contains(late), "\(late) ns")
        let told = stage.events.filter { "\($0)".contains("group wall") }
        #expect(told.count == 1, "\(stage.story)")
        #expect(told.first.map { "\($0)".contains("at the next refresh") } == true, "\(stage.story)")
    }
}
