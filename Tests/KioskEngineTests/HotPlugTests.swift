import DisplayModel
import HeadlessDisplay
import Testing
import Timing

@testable import ScreenKeeping

/// Hot-plug pulses that are over when the monitors are asked.
@Suite struct HotPlugTests {
    /// Two screens: one whose clock is 533 MHz, and one of 139 MHz.
    private func stage(_ type: ConnectorType = .hdmiA) throws -> Stage {
        let stage = try Stage(
            try HeadlessMonitor.list("3840x2160@60,1920x1080@60").map { HeadlessConnector($0, type: type) })
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 2)
        // So that a screen that is switched off and on can be seen to be.
        stage.device.hardware.modesetTime = .milliseconds(20)
        return stage
    }

    /// Plugs a monitor out and in again within the time that hot-plug events are gathered.
    private func pulse(_ stage: Stage, _ index: Int) throws {
        let connector = stage.device.connectorIDs[index]
        let monitor = try #require(stage.keeper?.screens[index].mode)
        stage.device.unplug(connector)
        stage.device.plug(connector, HeadlessMonitor(modes: [monitor]))
    }

    /// For each connector whether it was dark for a moment in the next second.
    private func blinks(_ stage: Stage) -> [Bool] {
        var blinks = [false, false]
        for _ in 0..<1000 {
            stage.run(for: .milliseconds(1))
            for (index, connector) in stage.device.connectorIDs.enumerated()
            where stage.device.mode(on: connector) == nil { blinks[index] = true }
        }
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        #expect(stage.device.violations == [])
        return blinks
    }

    @Test(arguments: [true, false])
    func aPulseAbove340MHzLeadsToAModeset(_ isNamed: Bool) throws {
        let stage = try stage()
        stage.namesHotPlugs = isNamed
        try pulse(stage, 0)
        #expect(blinks(stage) == [true, false], "\(stage.story)")
        #expect(stage.story.contains("above 340 MHz"))
        #expect(blinks(stage) == [false, false], "once")
    }

    @Test func aPulseBelow340MHzIsNoReason() throws {
        let stage = try stage()
        try pulse(stage, 1)
        #expect(blinks(stage) == [false, false], "\(stage.story)")
    }

    @Test func onlyHDMIIsScrambled() throws {
        let stage = try stage(.virtual)
        try pulse(stage, 0)
        #expect(blinks(stage) == [false, false], "\(stage.story)")
    }

    /// An event that names no connector is that of the monitor that has changed.
    @Test func anotherMonitorThatComesIsNoReason() throws {
        let stage = try stage()
        stage.namesHotPlugs = false
        let other = try HeadlessMonitor("1280x720@60")
        stage.device.plug(stage.device.connectorIDs[1], other)
        #expect(blinks(stage)[0] == false, "\(stage.story)")
        #expect(stage.device.mode(on: stage.device.connectorIDs[1])?.size.width == 1280)
    }
}
