import DisplayModel
import HeadlessDisplay
import Paths
import Rendering
import Testing
import Timing

@testable import KioskEngine
@testable import ScreenKeeping

/// Renderers that are lost, and replaced while the screens stay lit.
@Suite struct RendererTests {
    private func stage(moving: Bool) throws -> Stage {
        let still = Show(pictures: ["a"], duration: .seconds(5), transition: .seconds(1))
        let show = Show(pictures: ["a", "b"], duration: .milliseconds(400), transition: .milliseconds(300))
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60,1280x720@50").map { HeadlessConnector($0) },
            show: moving ? show : still)
        stage.run(for: .seconds(2))
        return stage
    }

    @Test func aLostContextReplacesTheRendererAndNotTheDevice() throws {
        let stage = try stage(moving: true)
        let keeper = try #require(stage.keeper)
        let old = stage.renderer
        old.loseContext()
        // At no time is a screen dark: the last frame stays until the new renderer's first one is there.
        for _ in 0..<300 {
            stage.run(for: .milliseconds(10))
            #expect(stage.litConnectors.count == 2, "\(stage.story)")
        }
        #expect(stage.keeper === keeper)
        #expect(stage.renderer !== old)
        #expect(old.adopted.isEmpty, "its buffers are let go")
        #expect(stage.renderer.adopted.count == 4)
        #expect(stage.renderer.frames > 20, "it draws on")
        #expect(stage.story.contains("drawing with a new renderer"), "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    /// Pictures that cross-fade without a pause, so that every refresh has a frame of its own.
    private func fadingStage() throws -> Stage {
        let length = Duration.milliseconds(400)
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60,1280x720@50").map { HeadlessConnector($0) },
            show: Show(pictures: ["a", "b"], duration: length, transition: length))
        stage.run(for: .seconds(2))
        return stage
    }

    /// How many refreshes each screen has let pass without a frame since an instant.
    private func missedRefreshes(_ stage: Stage, since start: MonotonicTime) throws -> [Int] {
        try stage.device.connectorIDs.map { connector in
            let period = try #require(stage.device.mode(on: connector)).refresh.period
            let times = stage.device.flips(on: connector).map(\.time).filter { $0 >= start }
            #expect(times.count > 20)
            return zip(times, times.dropFirst()).reduce(0) { count, pair in
                count + Int(((pair.1 - pair.0).nanoseconds + period.nanoseconds / 2) / period.nanoseconds) - 1
            }
        }
    }

    @Test func aRendererThatIsReplacedWithoutBeingLostDrawsUntilTheNextTakesOver() throws {
        let stage = try fadingStage()
        let (start, old) = (stage.now, stage.renderer)
        stage.holdsJobs = true
        stage.keeper?.replaceRenderer(now: stage.now)
        stage.run(for: .milliseconds(500))
        stage.runHeldJobs()
        stage.run(for: .seconds(1))
        #expect(stage.renderer !== old)
        #expect(old.adopted.isEmpty, "its buffers are let go")
        #expect(stage.renderer.frames > 80)
        #expect(try missedRefreshes(stage, since: start) == [0, 0])
        #expect(stage.device.violations == [])
    }

    @Test func aStillPictureIsDrawnOnceMoreByTheNextRenderer() throws {
        let stage = try stage(moving: false)
        stage.keeper?.replaceRenderer(now: stage.now)
        stage.run(for: .seconds(1))
        #expect(stage.renderer.frames == 2, "one on each screen")
        #expect(stage.device.violations == [])
        for connector in stage.device.connectorIDs {
            let buffer = try #require(stage.device.buffer(on: connector))
            #expect(stage.renderer.drawn[buffer.framebuffer] != nil)
        }
    }

    @Test func afterASuspensionAllIsDrawnAnewByAnotherRenderer() throws {
        let stage = try fadingStage()
        let (start, old) = (stage.now, stage.renderer)
        stage.seats[0].slot?.machineResumed(now: stage.now)
        stage.run(for: .seconds(1))
        #expect(stage.renderer !== old)
        #expect(stage.renderer.frames > 80)
        #expect(try missedRefreshes(stage, since: start) == [0, 0])
    }

    @Test func aNextRendererWhoseFramesAreRefusedDoesNotTakeOver() throws {
        let stage = try fadingStage()
        let (start, old, keeper) = (stage.now, stage.renderer, try #require(stage.keeper))
        stage.device.inject(DisplayError.Code.invalid, for: .commit(.test(.flip)), count: 1)
        keeper.replaceRenderer(now: stage.now)
        stage.run(for: .seconds(1))
        #expect(!old.adopted.isEmpty, "it draws on")
        #expect(stage.renderer.adopted.isEmpty, "the buffers of the other one are let go")
        #expect(try missedRefreshes(stage, since: start) == [0, 0])
        #expect(stage.keeper === keeper)
    }

    @Test func replacingARendererOftenDoesNotReopenTheDevice() throws {
        let stage = try fadingStage()
        let keeper = try #require(stage.keeper)
        for _ in 0..<6 {
            keeper.replaceRenderer(now: stage.now)
            stage.run(for: .seconds(1))
        }
        #expect(stage.keeper === keeper)
        #expect(stage.seats[0].renderers.count == 7)
    }

    @Test func aContextThatIsLostDuringAHandOverIsNoticed() throws {
        let stage = try fadingStage()
        stage.holdsJobs = true
        stage.keeper?.replaceRenderer(now: stage.now)
        stage.run(for: .milliseconds(100))
        stage.renderer.loseContext()
        stage.run(for: .milliseconds(100))
        stage.runHeldJobs()
        stage.run(for: .seconds(1))
        #expect(stage.renderer.frames > 80)
        #expect(stage.seats[0].renderers.count == 2)
        #expect(stage.litConnectors.count == 2)
    }

    @Test func whileTheNextRendererIsMadeTheLastFrameStays() throws {
        let stage = try stage(moving: true)
        stage.holdsJobs = true
        stage.renderer.loseContext()
        stage.run(for: .milliseconds(100))
        let shown = stage.device.connectorIDs.map { stage.device.buffer(on: $0)?.framebuffer }
        stage.run(for: .seconds(60))
        #expect(stage.device.connectorIDs.map { stage.device.buffer(on: $0)?.framebuffer } == shown)
        stage.runHeldJobs()
        let frames = stage.renderer.frames
        stage.run(for: .seconds(2))
        #expect(stage.renderer.frames > frames)
        #expect(stage.litConnectors.count == 2)
        #expect(stage.device.violations == [])
    }

    @Test func theFirstFrameOfTheNextRendererIsNotBlack() throws {
        let stage = try stage(moving: false)
        let lost = stage.renderer
        // A still screen draws nothing that could fail; another picture size makes it draw.
        lost.loseContext()
        stage.device.unplug(stage.device.connectorIDs[1])
        stage.run(for: .seconds(1))
        stage.device.plug(stage.device.connectorIDs[1], try HeadlessMonitor("800x600"))
        stage.run(for: .seconds(5))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        for connector in stage.device.connectorIDs {
            let buffer = try #require(stage.device.buffer(on: connector))
            let frame = try #require(stage.renderer.drawn[buffer.framebuffer])
            #expect(
                frame.commands.contains { command in if case .picture = command { true } else { false } }, "\(frame)")
        }
    }

    @Test func aRendererThatIsLostAgainAndAgainHasTheDeviceOpenedAnew() throws {
        let stage = try stage(moving: true)
        let keeper = try #require(stage.keeper)
        for _ in 0..<5 {
            stage.renderer.loseContext()
            stage.run(for: .seconds(2))
        }
        #expect(stage.keeper !== keeper)
        #expect(stage.litConnectors.count == 2)
        for renderer in stage.seats[0].renderers.dropLast() { #expect(renderer.adopted.isEmpty) }
    }

    /// A heartbeat asks, since a picture that stands still is not drawn.
    @Test func aLossIsNoticedWhileNothingIsDrawn() throws {
        let stage = try stage(moving: false)
        let old = stage.renderer
        old.loseContext()
        stage.run(for: .seconds(10))
        #expect(stage.renderer === old, "nothing has asked yet")
        stage.keeper?.askForProof()
        stage.run(for: .seconds(2))
        #expect(stage.renderer !== old)
        #expect(stage.litConnectors.count == 2)
        #expect(stage.renderer.frames > 0)
        #expect(stage.device.violations == [])
    }

    /// It would look as if the device took no buffer of that mode, and a lower one be chosen.
    @Test(arguments: [0, 1])
    func aContextThatIsLostWhileAScreenIsMadeSaysNothingAboutItsMode(buffers: Int) throws {
        let stage = try stage(moving: true)
        let (keeper, old, connector) = (try #require(stage.keeper), stage.renderer, stage.device.connectorIDs[1])
        stage.device.unplug(connector)
        stage.run(for: .seconds(1))
        old.loseContext(during: .adopt, after: buffers)
        let modes = try ["1920x1080@60", "640x480@60"].map { try #require(try HeadlessMonitor($0).modes.first) }
        stage.device.plug(connector, HeadlessMonitor(modes: modes))
        stage.run(for: .seconds(3))
        #expect(stage.device.mode(on: connector)?.size.height == 1080, "\(stage.story)")
        #expect(!stage.story.contains("was refused"), "\(stage.story)")
        #expect(stage.litConnectors.count == 2 && stage.keeper === keeper)
        #expect(stage.renderer !== old && old.adopted.isEmpty)
        #expect(stage.device.violations == [])
    }

    @Test func whatCannotBeDrawnIsDrawnByAnotherRenderer() throws {
        let stage = try stage(moving: true)
        let (keeper, old) = (try #require(stage.keeper), stage.renderer)
        old.fail(.draw, count: 1_000_000)
        stage.run(for: .seconds(6))
        #expect(stage.renderer !== old, "\(stage.story)")
        #expect(stage.keeper === keeper)
        #expect(stage.renderer.frames > 20)
        #expect(stage.litConnectors.count == 2)
    }

    @Test func aScreenThatNothingCanBeDrawnOnProvesNothing() throws {
        let stage = try stage(moving: true)
        stage.renderer.fail(.draw, count: 4)
        stage.run(for: .milliseconds(300))
        let keeper = try #require(stage.keeper)
        keeper.askForProof()
        stage.run(for: .milliseconds(300))
        #expect(!keeper.isProven, "\(stage.story)")
        stage.run(for: .seconds(5))
        #expect(keeper.isProven, "\(stage.story)")
    }

    /// It is left out for as long as there is no room for it, and is never called broken.
    @Test func aPictureThatTheGPUHasNoRoomForIsNotAtFault() throws {
        let show = Show(pictures: ["a", "b"], duration: .seconds(2), transition: .zero)
        let stage = try Stage([HeadlessConnector(try HeadlessMonitor("1920x1080@60"))], show: show)
        stage.renderer.fail(.createPicture, count: 3)
        stage.run(for: .seconds(5))
        #expect(stage.story.contains("the GPU has no room for it"), "\(stage.story)")
        stage.run(for: .seconds(60))
        #expect(!stage.story.contains("left out:"), "\(stage.story)")
        #expect(show.isAllBroken == false)
        #expect(stage.renderer.pictures.count >= 2, "\(stage.story)")
    }

    /// A GPU whose GL stack does not work, beside one whose does: each try would ask all of its monitors again.
    @Test func aDeviceWithoutARendererIsTriedEverMoreRarely() throws {
        let stage = try stage(moving: true)
        let other = try HeadlessMonitor.list("1280x720@60").map { HeadlessConnector($0) }
        try stage.add(other)
        stage.run(for: .seconds(1))
        let seat = stage.seats[1]
        seat.hasBrokenGraphics = true
        seat.renderer.loseContext()
        stage.run(for: .seconds(60))
        let before = seat.rendererTries
        stage.run(for: .seconds(600))
        #expect(seat.rendererTries - before <= 10, "\(stage.story)")
        #expect(stage.litConnectors(stage.seats[0]).count == 2)
        seat.hasBrokenGraphics = false
        stage.run(for: .seconds(200))
        #expect(stage.litConnectors(seat).count == 1, "\(stage.story)")
        #expect(seat.device.violations == [])
    }
}
