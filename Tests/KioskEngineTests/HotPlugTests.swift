import DisplayModel
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine
@testable import ScreenKeeping

/// Hot-plug: what is done at once, what is gathered, and pulses that are over when the monitors are asked.
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

    // MARK: At once, and gathered

    private func monitor(_ text: String = "1920x1080@60", edid: UInt8? = 1) throws -> HeadlessMonitor {
        var monitor = try HeadlessMonitor(text)
        monitor.edid = edid.map { [UInt8](repeating: $0, count: 128) }
        return monitor
    }

    /// A device with one lit screen of HDMI and an empty connector.
    private func halfEmptyStage(settling time: Duration? = nil) throws -> Stage {
        var settings = EngineSettings()
        if let time { settings.keeper.settleTime = time }
        let stage = try Stage(
            [HeadlessConnector(try monitor(), type: .hdmiA), HeadlessConnector(type: .hdmiA)], settings: settings)
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [stage.device.connectorIDs[0]])
        return stage
    }

    /// How often a connector was switched on while something happened to it many times.
    private func timesLit(_ stage: Stage, _ index: Int, count: Int, _ happen: (Int) throws -> Void) rethrows -> Int {
        var times = 0
        var wasLit = stage.device.mode(on: stage.device.connectorIDs[index]) != nil
        for number in 0..<count {
            try happen(number)
            for _ in 0..<20 {
                stage.run(for: .milliseconds(1))
                let isLit = stage.device.mode(on: stage.device.connectorIDs[index]) != nil
                if isLit && !wasLit { times += 1 }
                wasLit = isLit
            }
        }
        return times
    }

    @Test func aMonitorThatComesIsLitAtOnce() throws {
        let stage = try halfEmptyStage()
        stage.device.plug(stage.device.connectorIDs[1], try monitor())
        stage.run(for: .milliseconds(1))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        let flips = stage.device.flips(on: stage.device.connectorIDs[1]).count
        stage.run(for: .seconds(2))
        #expect(stage.device.flips(on: stage.device.connectorIDs[1]).count == flips, "once")
        #expect(stage.keeper?.nextDeadline == .distantFuture, "nothing remains to be looked at")
    }

    @Test func aMonitorWithoutAnEDIDIsGivenTheTimeToWake() throws {
        let stage = try halfEmptyStage()
        let connector = stage.device.connectorIDs[1]
        stage.device.plug(connector, try monitor("1024x768@60", edid: nil))
        stage.run(for: .milliseconds(100))
        #expect(stage.litConnectors.count == 1)
        stage.device.setEDID(connector, [UInt8](repeating: 1, count: 128), .silent)
        stage.device.setModes(connector, try HeadlessMonitor("3840x2160@60").modes, .silent)
        stage.run(for: .milliseconds(60))
        #expect(stage.device.mode(on: connector)?.size.width == 3840, "\(stage.story)")

        stage.device.plug(connector, try monitor("1024x768@60", edid: nil))
        stage.device.unplug(connector)
        stage.run(for: .seconds(1))
        stage.device.plug(connector, HeadlessMonitor(modes: try HeadlessMonitor("800x600@75").modes))
        stage.run(for: .milliseconds(160))
        #expect(stage.litConnectors.count == 2, "without an EDID it is lit then: \(stage.story)")
    }

    @Test(arguments: [true, false])
    func aMonitorThatIsBackWithinTheSettleTimeDoesNotBlink(_ isNamed: Bool) throws {
        let stage = try halfEmptyStage()
        stage.namesHotPlugs = isNamed
        let connector = stage.device.connectorIDs[0]
        stage.device.unplug(connector)
        stage.run(for: .milliseconds(100))
        #expect(stage.device.mode(on: connector) != nil, "it may be back at once")
        stage.device.plug(connector, try monitor())
        #expect(timesLit(stage, 0, count: 50) { _ in } == 0, "\(stage.story)")
        #expect(stage.device.mode(on: connector) != nil)
        #expect(!stage.story.contains("disconnected"))
        stage.device.unplug(connector)
        stage.run(for: .milliseconds(200))
        #expect(stage.device.mode(on: connector) == nil, "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    @Test func contactsThatBounceForFourSecondsDoNotLeadToAModesetForEachBounce() throws {
        let stage = try halfEmptyStage()
        let connector = stage.device.connectorIDs[1]
        let monitor = try monitor()
        let times = timesLit(stage, 1, count: 201) { count in
            if count % 2 == 0 { stage.device.plug(connector, monitor) } else { stage.device.unplug(connector) }
        }
        #expect(1...5 ~= times, "\(times) times: \(stage.story)")
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    /// As a cable is moved.
    @Test func aMonitorThatComesWhileAnotherHasJustGoneIsNotCalledDark() throws {
        let stage = try Stage(
            [HeadlessConnector(try monitor(), type: .hdmiA), HeadlessConnector(type: .hdmiA)], crtcCount: 1)
        stage.run(for: .seconds(1))
        stage.device.unplug(stage.device.connectorIDs[0])
        stage.run(for: .milliseconds(50))
        stage.device.plug(stage.device.connectorIDs[1], try monitor(edid: 2))
        stage.run(for: .milliseconds(200))
        #expect(stage.litConnectors == [stage.device.connectorIDs[1]])
        #expect(!stage.events.contains { if case .dark = $0 { true } else { false } }, "\(stage.story)")
    }

    @Test func withoutASettleTimeEachEventIsActedUponByItself() throws {
        let stage = try halfEmptyStage(settling: .zero)
        let connector = stage.device.connectorIDs[1]
        for count in 0..<10 {
            stage.device.plug(connector, try monitor(edid: count % 2 == 0 ? 1 : nil))
            stage.run(for: .milliseconds(1))
            #expect(stage.litConnectors.count == 2, "\(stage.story)")
            stage.device.unplug(connector)
            stage.run(for: .milliseconds(1))
            #expect(stage.device.mode(on: connector) == nil)
        }
    }
}
