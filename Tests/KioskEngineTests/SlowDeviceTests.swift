import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Paths
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Devices whose modesets and probes take seconds: what that costs the other screens.
@Suite struct SlowDeviceTests {
    /// Pictures that cross-fade without a pause, so that every refresh has a frame of its own.
    private static var fading: Show {
        Show(pictures: ["a", "b"], duration: .milliseconds(400), transition: .milliseconds(400))
    }

    private func connectors(_ text: String) throws -> [HeadlessConnector] {
        try HeadlessMonitor.list(text).map { HeadlessConnector($0) }
    }

    /// How many refreshes a screen has let pass without a frame since an instant.
    private func missed(_ device: HeadlessDevice, _ index: Int, since start: MonotonicTime) throws -> Int {
        let connector = device.connectorIDs[index]
        let period = try #require(device.mode(on: connector)).refresh.period
        let times = device.flips(on: connector).map(\.time).filter { $0 >= start }
        #expect(times.count > 20)
        return zip(times, times.dropFirst()).reduce(0) { count, pair in
            count + Int(((pair.1 - pair.0).nanoseconds + period.nanoseconds / 2) / period.nanoseconds) - 1
        }
    }

    private func steps(_ stage: Stage) -> Int {
        stage.events.count { if case .recovering = $0 { true } else { false } }
    }

    @Test func aModesetOfOneScreenCostsTheOthersOfItsDeviceNoRefresh() throws {
        let monitor = try HeadlessMonitor("1280x720@50")
        let stage = try Stage(try connectors("1920x1080@60") + [HeadlessConnector()], show: Self.fading)
        stage.run(for: .seconds(2))
        stage.device.hardware.modesetTime = .seconds(2)
        let start = stage.now
        stage.device.plug(stage.device.connectorIDs[1], monitor)
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 1)
        #expect(stage.keeper?.status.last?.description == "Virtual-2: dark: its mode is being set", "\(stage.story)")
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        #expect(try missed(stage.device, 0, since: start) == 0)
        #expect(steps(stage) == 0, "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    @Test func aDeviceThatTakesTwoSecondsAModesetAndHangsInProbesCostsAnotherOneNoRefresh() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: Self.fading)
        stage.run(for: .seconds(2))
        let start = stage.now
        try stage.add(try connectors("1280x720@50,800x600@75")) {
            $0.hardware.modesetTime = .seconds(2)
            $0.hardware.probeTime = .seconds(30)
        }
        let slow = stage.seats[1]
        stage.run(for: .seconds(29))
        #expect(stage.litConnectors(slow).isEmpty, "its monitors have not answered yet")
        stage.run(for: .seconds(4))
        #expect(stage.litConnectors(slow).count == 2, "\(stage.story)")
        #expect(try missed(stage.device, 0, since: start) == 0)

        // A monitor goes, and comes back while the probe hangs.
        let slowStart = stage.now
        slow.device.unplug(slow.device.connectorIDs[1])
        stage.run(for: .seconds(10))
        slow.device.plug(slow.device.connectorIDs[1], try HeadlessMonitor("1024x768@60"))
        stage.run(for: .seconds(40))
        #expect(stage.story.contains("a monitor has not answered for 10 s"))
        stage.run(for: .seconds(40))
        #expect(slow.device.mode(on: slow.device.connectorIDs[1])?.size.width == 1024, "\(stage.story)")
        #expect(try missed(stage.device, 0, since: start) == 0)
        #expect(try missed(slow.device, 0, since: slowStart) == 0, "nor its own other screen")
        #expect(steps(stage) == 0, "\(stage.story)")
        #expect(slow.device.violations == [] && stage.device.violations == [])
    }

    @Test func aGPUThatCannotDrawAndWhoseMonitorsHangCostsAnotherOneNoRefresh() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: Self.fading)
        stage.run(for: .seconds(2))
        let start = stage.now
        try stage.add(try connectors("1280x720@50")) { $0.hardware.probeTime = .seconds(5) }
        let broken = stage.seats[1]
        broken.hasBrokenGraphics = true
        stage.run(for: .seconds(60))
        #expect(broken.rendererTries > 3, "it is tried again")
        #expect(try missed(stage.device, 0, since: start) == 0)
        broken.hasBrokenGraphics = false
        stage.run(for: .seconds(60))
        #expect(stage.litConnectors(broken).count == 1, "\(stage.story)")
        #expect(try missed(stage.device, 0, since: start) == 0)
    }

    @Test func screensThatAreLitTogetherTakeOneModeset() throws {
        let stage = try Stage(try connectors("1920x1080@60,1280x720@50,800x600@75")) {
            $0.hardware.modesetTime = .seconds(2)
        }
        stage.run(for: .milliseconds(2500))
        #expect(stage.litConnectors.count == 3, "one after the other it would be six seconds: \(stage.story)")
    }

    @Test func screensThatAreRefusedTogetherAreLitOneByOneTheLowestModeFirst() throws {
        let stage = try Stage(try connectors("1920x1080@60,1280x720@50,800x600@60")) {
            $0.hardware.modesetTime = .seconds(2)
            $0.inject(DisplayError.Code.invalid, for: .commit(.modeset))
        }
        stage.run(for: .seconds(9))
        #expect(stage.litConnectors.count == 3, "\(stage.story)")
        let lit = stage.device.connectorIDs.map { stage.device.flips(on: $0)[0].time }
        #expect(lit[2] < lit[1] && lit[1] < lit[0])
        #expect(!stage.events.contains { if case .dark = $0 { true } else { false } }, "\(stage.story)")
    }

    @Test func aFlipIsNotLostBecauseItsEventWasNotReadYet() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: Self.fading)
        stage.run(for: .seconds(2))
        // Something keeps the engine's thread busy, and then the clock is looked at before the events.
        stage.device.onWait?(stage.now + .seconds(3))
        stage.seats[0].slot?.advance(now: stage.now)
        stage.run(for: .seconds(1))
        #expect(steps(stage) == 0, "\(stage.story)")
    }

    @Test func theSessionGoesOnlyWhenAModesetHasEnded() throws {
        let stage = try Stage(try connectors("1920x1080@60")) { $0.hardware.modesetTime = .seconds(2) }
        stage.run(for: .seconds(1))
        stage.switchSession(away: true)
        let flips = stage.device.flips(on: stage.device.connectorIDs[0]).count
        stage.run(for: .seconds(10))
        #expect(flips == 1 && stage.device.flips(on: stage.device.connectorIDs[0]).count == 1)
        stage.switchSession(away: false)
        stage.run(for: .seconds(5))
        #expect(stage.litConnectors.count == 1, "\(stage.story)")
    }

    @Test func aDeviceThatIsReopenedKeepsItsLastFramesWhileItsMonitorsAreAsked() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: Self.fading)
        stage.run(for: .seconds(2))
        stage.device.hardware.probeTime = .seconds(30)
        stage.keeper?.reopen("asked for")
        for _ in 0..<35 {
            stage.run(for: .seconds(1))
            #expect(stage.litConnectors.count == 1, "\(stage.story)")
        }
        #expect(stage.keeper?.hasFrameOnScreen == true)
        #expect(stage.device.violations == [])
    }
}
