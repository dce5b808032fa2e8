import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine

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

    @Test func aSilentDeviceIsOpenedAnewAndAtLastGivenUp() throws {
        let stage = try stage("1920x1080@60")
        let controller = try #require(stage.controller)
        let output = try #require(controller.outputs.first)
        for step in FlipWatchdog.Step.allCases {
            // A commit whose event never comes.
            output.flips.committed(0, on: output.crtcs, at: stage.now)
            stage.device.loseNextFlipEvents(1)
            stage.run(for: .milliseconds(1010))
            #expect(steps(stage).last == step, "\(stage.story)")
        }
        #expect(stage.story.contains("opening the device anew"))
        #expect(stage.controller !== controller, "the device is in the hands of a new controller")
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.device.violations == [])

        for _ in 0..<3 {
            stage.controller?.needsReopening = "no page flips at all"
            stage.run(for: .seconds(1))
        }
        #expect(stage.seats[0].slot?.exhaustion?.contains("has not helped") == true)
        stage.run(for: .seconds(61))
        #expect(stage.litConnectors.count == 1, "where the program goes on, so does the device")
        #expect(stage.seats[0].slot?.exhaustion == nil)
    }

    @Test func aRefusedFlipIsFollowedByAModeset() throws {
        let stage = try stage("1920x1080@60")
        stage.device.inject(DisplayError.Code.invalid, for: .commit(.flip), count: 1)
        // Another frame is due when the picture changes; here its description is forgotten.
        let output = try #require(stage.controller?.outputs.first)
        output.committed = nil
        output.nextFrame = .zero
        stage.run(for: .seconds(1))
        #expect(steps(stage) == [.verify])
        #expect(output.phase == .lit)
        #expect(output.flips.pending == nil)
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
        #expect(stage.events.allSatisfy { $0.severity != .warning }, "\(stage.story)")
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
        let status = try #require(stage.controller?.status.map(\.description))
        #expect(
            status == [
                "Virtual-1: lit at 1920x1080@59.93",
                "Virtual-2: dark: no CRTC is left for it: the device drives fewer screens than it has connectors",
                "Virtual-3: not wanted: nothing is connected",
            ])
    }
}
