import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Paths
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Flips that do not come, links that break, sessions and devices that go.
@Suite struct RecoveryTests {
    private func stage(_ outputs: String, _ settings: EngineSettings = EngineSettings()) throws -> Stage {
        let stage = try Stage(try HeadlessMonitor.list(outputs).map { HeadlessConnector($0) }, settings: settings)
        stage.run(for: .seconds(1))
        return stage
    }

    private func steps(_ stage: Stage) -> [FlipWatchdog.Step] {
        stage.events.compactMap { if case .recovering(_, let step, _) = $0 { step } else { nil } }
    }

    /// Pictures that change all the time, so that flips are always under way.
    private func movingStage() throws -> Stage {
        let show = Show(pictures: ["a", "b"], duration: .milliseconds(400), transition: .milliseconds(300))
        let stage = try Stage(try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) }, show: show)
        stage.run(for: .seconds(1))
        return stage
    }

    /// Loses flip events until the device is opened anew.
    private func climb(_ stage: Stage) {
        let keeper = stage.keeper
        for step in FlipWatchdog.Step.allCases {
            stage.device.loseNextFlipEvents(1)
            stage.run(for: .milliseconds(1300))
            #expect(steps(stage).last == step, "\(stage.story)")
        }
        #expect(stage.keeper !== keeper, "the device is in the hands of a new keeper")
    }

    @Test func aSilentDeviceIsOpenedAnewAndAtLastGivenUp() throws {
        let stage = try movingStage()
        climb(stage)
        #expect(stage.story.contains("opening the device again"))
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.device.violations == [])

        for _ in 0..<3 {
            stage.run(for: .seconds(1))
            climb(stage)
        }
        #expect(stage.seats[0].slot?.exhaustion?.contains("has not helped") == true)
        stage.run(for: .seconds(61))
        #expect(stage.litConnectors.count == 1, "where the program goes on, so does the device")
        #expect(stage.seats[0].slot?.exhaustion == nil)
    }

    @Test func aReopenedDeviceKeepsItsLastFramesUntilTheNextOnesCome() throws {
        let stage = try movingStage()
        let (keeper, renderer, original) = (stage.keeper, stage.renderer, stage.keeper?.original)
        keeper?.reopen("asked for")
        for _ in 0..<500 {
            stage.run(for: .milliseconds(1))
            #expect(stage.litConnectors.count == 1, "\(stage.story)")
        }
        #expect(stage.keeper !== keeper)
        #expect(stage.renderer.frames > 5)
        #expect(renderer.adopted.isEmpty, "the buffers of the former one are let go")
        #expect(stage.keeper?.original == original, "what the screens are given back as")
        #expect(stage.device.violations == [])
    }

    @Test func aDeviceThatCannotBeReopenedIsClosedInTheEnd() throws {
        let stage = try movingStage()
        let renderer = stage.renderer
        stage.device.inject(DisplayError.Code.busy, for: .snapshot, count: 1000)
        stage.keeper?.reopen("asked for")
        stage.run(for: .seconds(9))
        #expect(stage.litConnectors.count == 1, "the last frame is still there")
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.isEmpty)
        #expect(renderer.adopted.isEmpty)
        #expect(stage.device.violations == [])
    }

    /// One of two screens has no buffers at first: its former frame is not freed because the other one is lit.
    @Test func theFormerFrameOfAScreenStaysUntilThatScreenIsLit() throws {
        let show = Show(pictures: ["a", "b"], duration: .seconds(1), transition: .seconds(1))
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60,1280x720@60").map { HeadlessConnector($0) }, show: show)
        stage.run(for: .seconds(2))
        stage.device.inject(DisplayError.Code.noSpace, for: .makeBuffer, count: 3)
        stage.keeper?.reopen("asked for")
        for _ in 0..<2000 {
            stage.run(for: .milliseconds(10))
            #expect(stage.litConnectors.count == 2, "\(stage.story)")
        }
        #expect(stage.device.violations == [], "\(stage.story)")
        #expect(stage.keeper?.litCRTCs.count == 2)
    }

    @Test func aRefusedFlipIsFollowedByAModeset() throws {
        let show = Show(pictures: ["a", "b"], duration: .seconds(5), transition: .zero)
        let stage = try Stage(try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) }, show: show)
        stage.run(for: .seconds(4))
        stage.device.inject(DisplayError.Code.invalid, for: .commit(.flip), count: 1)
        stage.run(for: .seconds(2))
        #expect(steps(stage) == [.verify], "\(stage.story)")
        let screen = try #require(stage.keeper?.screens.first)
        #expect(screen.phase == .lit)
        #expect(screen.flips.pending == nil)
    }

    @Test func aBrokenLinkIsTrainedAnewAndAtTheSecondTimeALowerModeIsUsed() throws {
        let modes = try ["3840x2160@60", "1920x1080@60"].flatMap { try HeadlessMonitor($0).modes }
        let stage = try Stage([HeadlessConnector(HeadlessMonitor(modes: modes))])
        stage.run(for: .seconds(1))
        let connector = stage.device.connectorIDs[0]
        stage.device.breakLink(connector)
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size.width == 3840)
        #expect(try stage.device.snapshot(.known).connectors[0].linkStatus == .good)
        stage.device.breakLink(connector)
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size.width == 1920, "\(stage.story)")
        // Another monitor, another cable: the higher mode gets its chance again.
        stage.device.unplug(connector)
        stage.run(for: .seconds(1))
        stage.device.plug(connector, HeadlessMonitor(modes: modes))
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size.width == 3840)
    }

    @Test func aLinkThatBreaksAfterItsModesetWithoutAWordIsTrainedAnew() throws {
        let stage = try stage("1920x1080@60")
        let connector = stage.device.connectorIDs[0]
        stage.device.breakLink(connector, .silent)
        stage.run(for: .seconds(3))
        #expect(try stage.device.snapshot(.known).connectors[0].linkStatus == .good, "\(stage.story)")
        // One that never holds is not set again for ever: each time the screen goes dark.
        for _ in 0..<20 {
            stage.device.breakLink(connector, .silent)
            stage.run(for: .seconds(3))
        }
        #expect(try stage.device.snapshot(.known).connectors[0].linkStatus == .bad)
        #expect(stage.litConnectors.count == 1)
    }

    @Test func nothingIsSubmittedWhileTheSessionIsAway() throws {
        let stage = try stage("1920x1080@60,1280x720")
        stage.switchSession(away: true)
        let frames = stage.renderer.frames
        stage.device.unplug(stage.device.connectorIDs[1])
        stage.run(for: .seconds(3600))
        #expect(stage.renderer.frames == frames)
        #expect(stage.litConnectors.isEmpty)
        stage.switchSession(away: false)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [stage.device.connectorIDs[0]])
        let warnings = stage.events.filter { $0.severity == .warning }.map { "\($0)" }
        #expect(warnings == ["Virtual-2: disconnected"], "\(stage.story)")
    }

    @Test func aDeviceThatGoesLeavesTheOtherAlone() throws {
        let stage = try stage("1920x1080@60")
        try stage.add(try HeadlessMonitor.list("1280x720").map { HeadlessConnector($0) })
        stage.run(for: .seconds(1))
        let flips = stage.device.flips(on: stage.device.connectorIDs[0]).count
        let second = stage.seats[1]
        stage.remove(second, .loud)
        #expect(second.renderer.adopted.isEmpty, "all its buffers are let go")
        stage.run(for: .seconds(1))
        try stage.bringBack(second)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors(second).count == 1)
        #expect(stage.device.flips(on: stage.device.connectorIDs[0]).count == flips)
    }

    @Test func aModeThatIsRefusedAfterItsTestIsLeft() throws {
        let modes = try ["3840x2160@60", "1920x1080@60"].flatMap { try HeadlessMonitor($0).modes }
        let stage = try Stage([HeadlessConnector()])
        stage.device.inject(DisplayError.Code.noSpace, for: .commit(.modeset), count: 2)
        stage.device.plug(stage.device.connectorIDs[0], HeadlessMonitor(modes: modes))
        stage.run(for: .seconds(5))
        #expect(stage.device.mode(on: stage.device.connectorIDs[0])?.size.width == 1920, "\(stage.story)")
    }

    @Test func theReasonIsThereToBeAskedFor() throws {
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60,1280x720").map { HeadlessConnector($0) } + [HeadlessConnector()],
            crtcCount: 1)
        stage.run(for: .seconds(1))
        let status = try #require(stage.keeper?.status.map(\.description))
        #expect(
            status == [
                "Virtual-1: lit at 1920x1080@59.93",
                "Virtual-2: dark: no CRTC is left for it: the device drives fewer screens than it has connectors",
                "Virtual-3: no monitor",
            ])
    }
}
