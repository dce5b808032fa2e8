import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

@Suite struct ConnectorTests {
    private func monitors(_ text: String) throws -> [HeadlessConnector] {
        try HeadlessMonitor.list(text).map { HeadlessConnector($0) }
    }

    @Test func everyConnectedScreenIsLit() throws {
        let stage = try Stage(try monitors("1920x1080@60,1280x720") + [HeadlessConnector()])
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == Set(stage.device.connectorIDs.prefix(2)))
        #expect(stage.events.filter { if case .lit = $0 { true } else { false } }.count == 2)
    }

    @Test func aStillPictureCommitsNothing() throws {
        let stage = try Stage(try monitors("1920x1080@60"))
        stage.run(for: .seconds(1))
        let (frames, flips) = (stage.renderer.frames, stage.device.flips(on: stage.device.connectorIDs[0]).count)
        stage.run(for: .seconds(3600))
        #expect(stage.renderer.frames == frames)
        #expect(stage.device.flips(on: stage.device.connectorIDs[0]).count == flips)
        #expect(stage.keeper?.nextDeadline == .distantFuture, "nothing is waited for either")
    }

    @Test func plugsAreFollowedAndOthersDoNotNotice() throws {
        let stage = try Stage(try monitors("1920x1080@60") + [HeadlessConnector()])
        stage.run(for: .seconds(1))
        let (first, second) = (stage.device.connectorIDs[0], stage.device.connectorIDs[1])
        let flips = stage.device.flips(on: first).count
        stage.device.plug(second, try HeadlessMonitor("1280x720"))
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [first, second])
        #expect(stage.device.mode(on: second)?.size == Size(width: 1280, height: 720))
        stage.device.unplug(second)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [first])
        #expect(stage.device.flips(on: first).count == flips, "the other screen was left alone")
    }

    @Test func anotherMonitorOnTheSameConnectorIsPlannedAnew() throws {
        let stage = try Stage(try monitors("1920x1080@60"))
        stage.run(for: .seconds(1))
        let connector = stage.device.connectorIDs[0]
        stage.device.plug(connector, try HeadlessMonitor("800x600"))
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size == Size(width: 800, height: 600))
        #expect(stage.device.violations == [])
    }

    @Test func aRefusedModeIsSteppedDownFrom() throws {
        let modes = try ["3840x2160@60", "1920x1080@60"].map { try #require(try HeadlessMonitor($0).modes.first) }
        let stage = try Stage([HeadlessConnector()])
        stage.device.inject(DisplayError.Code.noSpace, for: .commit(.test(.modeset)), count: 1)
        stage.device.plug(stage.device.connectorIDs[0], HeadlessMonitor(modes: modes))
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: stage.device.connectorIDs[0])?.size == Size(width: 1920, height: 1080))
        #expect(stage.story.contains("was refused"), "\(stage.story)")
    }

    @Test func aLostFlipEventIsNotWaitedForForever() throws {
        let stage = try Stage(try monitors("1920x1080@60"))
        stage.run(for: .seconds(1))
        stage.device.loseNextFlipEvents(1)
        stage.device.plug(stage.device.connectorIDs[0], try HeadlessMonitor("1280x720"))
        stage.run(for: .seconds(3))
        #expect(stage.story.contains("no page flip for"))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.keeper?.screens.allSatisfy { $0.flips.pending == nil } == true)
    }

    @Test func moreScreensThanCRTCsIsSaid() throws {
        let stage = try Stage(try monitors("1920x1080@60,1280x720@60"), crtcCount: 1)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.story.contains("no CRTC is left"))
    }

    @Test func theModesPolicyIsFollowed() throws {
        let monitor = HeadlessMonitor(
            modes: try ["1280x720@60", "1920x1080@60", "640x480@60"].map {
                try #require(try HeadlessMonitor($0).modes.first)
            })
        for (policy, height) in [("highest", 1080), ("lowest", 480), ("1280x720", 720), ("preferred", 720)] {
            var configuration = OutputConfiguration()
            configuration.mode = try #require(ModePolicy(policy))
            let stage = try Stage(
                [HeadlessConnector(monitor)],
                settings: EngineSettings(configurations: OutputConfigurations(otherwise: configuration)))
            stage.run(for: .seconds(1))
            #expect(stage.device.mode(on: stage.device.connectorIDs[0])?.size.height == height, "\(policy)")
        }
    }

    @Test(arguments: [
        (HeadlessDevice.Operation.snapshot, DisplayError.Code.invalid), (.commit(.modeset), DisplayError.Code.busy),
        (.commit(.modeset), DisplayError.Code.accessDenied), (.commit(.test(.modeset)), DisplayError.Code.noSpace),
        (.makeBuffer, DisplayError.Code.noMemory), (.makeBuffer, DisplayError.Code.noDevice),
    ])
    func whatFailsAllTheTimeIsNotToldEachTime(operation: HeadlessDevice.Operation, code: Int32) throws {
        let stage = try Stage(try monitors("1920x1080@60") + [HeadlessConnector()])
        stage.run(for: .seconds(1))
        stage.device.inject(code, for: operation, count: 1_000_000)
        stage.device.plug(stage.device.connectorIDs[1], try HeadlessMonitor("1280x720"))
        stage.run(for: .seconds(200))
        let before = stage.events.count
        stage.run(for: .seconds(1200))
        // Where a device is lost, or opened anew, each time is told; a minute lies between two of them.
        #expect(stage.events.count - before <= 20 * 20, "\(stage.story)")
        let isLost = code == DisplayError.Code.noDevice || code == DisplayError.Code.busy
        if !isLost { #expect(stage.events.count == before, "\(stage.story)") }
    }

    @Test func theEndLeavesNothing() throws {
        let stage = try Stage(try monitors("1920x1080@60,1280x720"))
        stage.run(for: .seconds(1))
        stage.close()
        #expect(stage.litConnectors.isEmpty, "the screens were off before")
        #expect(stage.renderer.adopted.isEmpty)
        #expect(stage.device.violations == [])
    }
}
