import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Paths
import Rendering
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// What a person wants of the screens, and what becomes of it.
@Suite struct OutputConfigurationTests {
    private func configurations(
        _ rules: (OutputMatch, (inout OutputConfiguration) -> Void)...,
        otherwise: (inout OutputConfiguration) -> Void = { _ in }
    ) -> EngineSettings {
        func configuration(_ change: (inout OutputConfiguration) -> Void) -> OutputConfiguration {
            var configuration = OutputConfiguration()
            change(&configuration)
            return configuration
        }
        return EngineSettings(
            configurations: OutputConfigurations(
                rules: rules.map { OutputConfigurations.Rule($0, configuration($1)) },
                otherwise: configuration(otherwise)))
    }

    private func on(_ connector: String) -> OutputMatch { OutputMatch(connector: TextPattern(connector)) }

    private func connectors(_ text: String) throws -> [HeadlessConnector] {
        try HeadlessMonitor.list(text).map { HeadlessConnector($0) }
    }

    @Test func whatIsOffIsSwitchedOff() throws {
        let stage = try Stage(
            try connectors("1920x1080@60,1280x720"), settings: configurations((on("Virtual-2"), { $0.isOff = true })))
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [stage.device.connectorIDs[0]])
        #expect(stage.keeper?.status[1].description == "Virtual-2: not wanted: switched off by the configuration")
        #expect(!stage.story.contains("dark"), "nobody misses it")
    }

    @Test func aLitScreenGoesDownForANewOneAndUpAgainWhenItGoes() throws {
        let large = try HeadlessMonitor(
            modes: ["3840x2160@60", "1920x1080@60"].flatMap { try HeadlessMonitor($0).modes })
        let stage = try Stage([HeadlessConnector(large), HeadlessConnector()])
        stage.device.hardware.bandwidth = 600e6
        stage.run(for: .seconds(1))
        let (first, second) = (stage.device.connectorIDs[0], stage.device.connectorIDs[1])
        #expect(stage.device.mode(on: first)?.size.width == 3840)
        stage.device.plug(second, try HeadlessMonitor("1920x1080@60"))
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors == [first, second], "both at a lower mode rather than one dark: \(stage.story)")
        #expect(stage.device.mode(on: first)?.size.width == 1920)
        #expect(stage.story.contains("mode changed from 3840x2160"))
        let rejectedAttempts = stage.keeper?.status[0].rejectedAttempts ?? []
        #expect(
            rejectedAttempts.contains { $0.contains("Virtual-1 3840x2160") && $0.contains("pixels a second") },
            "\(rejectedAttempts)")
        stage.device.unplug(second)
        stage.run(for: .seconds(2))
        #expect(stage.device.mode(on: first)?.size.width == 3840)
        #expect(stage.device.violations == [])
    }

    @Test func aTiledMonitorIsOneScreen() throws {
        func tile(_ column: Int) throws -> HeadlessConnector {
            var monitor = try HeadlessMonitor("1920x2160@60")
            monitor.tile = .init(
                group: 7, isSingleMonitor: true, columns: 2, rows: 1, column: column, row: 0,
                size: Size(width: 1920, height: 2160))
            return HeadlessConnector(monitor)
        }
        let stage = try Stage([try tile(0), try tile(1)])
        stage.run(for: .seconds(1))
        #expect(stage.keeper?.screens.count == 1)
        #expect(stage.litConnectors.count == 2)
        let output = try #require(stage.keeper?.screens.first)
        #expect(output.description.placement.output == Size(width: 3840, height: 2160))
        #expect(output.parts.map(\.placement.output) == Array(repeating: Size(width: 1920, height: 2160), count: 2))
        // Half of it goes: what remains is a screen of its own.
        stage.device.unplug(stage.device.connectorIDs[1])
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [stage.device.connectorIDs[0]])
        #expect(stage.keeper?.screens.first?.description.placement.output == Size(width: 1920, height: 2160))
        #expect(stage.device.violations == [])
    }

    @Test func aMirrorFollowsItsSourceForAsLongAsThatIsThere() throws {
        let stage = try Stage(
            try connectors("1920x1080@60,1024x768@60"),
            settings: configurations((on("Virtual-2"), { $0.mirror = self.on("Virtual-1") })))
        stage.run(for: .seconds(1))
        let mirror = try #require(stage.keeper?.screens.last)
        #expect(
            mirror.description.placement.content == Size(width: 1920, height: 1080), "laid out for the other screen")
        #expect(
            mirror.description.placement.visible == Rectangle(x: 0, y: 96, width: 1024, height: 576), "and shown whole")
        stage.device.unplug(stage.device.connectorIDs[0])
        stage.run(for: .seconds(1))
        #expect(stage.keeper?.screens.last?.description.placement.content == Size(width: 1024, height: 768))
    }

    @Test func aSleepingTelevisionKeepsItsMode() throws {
        let edid = [UInt8](repeating: 7, count: 128)
        var awake = try HeadlessMonitor("3840x2160@60")
        awake.edid = edid
        let stage = try Stage([HeadlessConnector(awake)])
        stage.run(for: .seconds(1))
        let connector = stage.device.connectorIDs[0]
        stage.device.unplug(connector)
        stage.run(for: .seconds(1))
        stage.device.plug(connector, try HeadlessMonitor("1024x768@60"))
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size.width == 3840, "not 1024x768 in the morning: \(stage.story)")
        stage.device.plug(connector, awake)
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: connector)?.size.width == 3840)
    }

    @Test func aMonitorThatWakesWithoutAWordIsAskedAgain() throws {
        var awake = try HeadlessMonitor("3840x2160@60")
        awake.edid = [UInt8](repeating: 7, count: 128)
        let stage = try Stage([HeadlessConnector(awake)])
        stage.run(for: .seconds(1))
        let connector = stage.device.connectorIDs[0]
        stage.device.setEDID(connector, nil)
        stage.run(for: .seconds(1))
        var other = try HeadlessMonitor("1280x720@60")
        other.edid = [UInt8](repeating: 8, count: 128)
        stage.device.plug(connector, other, .silent)
        stage.run(for: .seconds(10))
        #expect(stage.device.mode(on: connector)?.size.width == 1280, "\(stage.story)")
        stage.run(for: .seconds(3600))
        #expect(stage.keeper?.nextDeadline == .distantFuture, "an answer ends the asking")
    }

    @Test func aCustomModeIsSet() throws {
        let custom = try #require(try HeadlessMonitor("1366x768@60").modes.first)
        let stage = try Stage(
            try connectors("1920x1080@60"),
            settings: configurations(otherwise: {
                $0.customModes = [custom]
                $0.mode = .exact(custom.size, hertz: nil, nil)
            }))
        stage.run(for: .seconds(1))
        #expect(stage.device.mode(on: stage.device.connectorIDs[0])?.size == custom.size)
    }

    /// A show that changes with every refresh.
    private var moving: Show { Show(pictures: ["a", "b"], duration: .seconds(1), transition: .seconds(1)) }

    @Test(arguments: [(1, 60.0), (2, 30.0), (5, 12.0)])
    func framesComeAtTheWishedInterval(interval: Int, rate: Double) throws {
        let stage = try Stage(
            try connectors("1920x1080@60"), settings: configurations(otherwise: { $0.frameInterval = interval }),
            show: moving)
        stage.run(for: .seconds(2))
        let before = stage.renderer.frames
        stage.run(for: .seconds(10))
        let frames = Double(stage.renderer.frames - before) / 10
        #expect(abs(frames - rate) < 0.5)
    }

    @Test func aDeviceWithoutVblanksIsPacedByATimer() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: moving) { $0.hardware.vblanks = .none }
        stage.run(for: .seconds(2))
        let before = stage.renderer.frames
        stage.run(for: .seconds(10))
        #expect(abs(Double(stage.renderer.frames - before) / 10 - 60) < 1, "and not as fast as it can draw")
    }

    @Test func aDeviceThatDoesNotCountItsVblanksAnimatesAtTheFullRate() throws {
        let stage = try Stage(try connectors("1920x1080@60"), show: moving) { $0.hardware.vblanks = .uncounted }
        stage.run(for: .seconds(2))
        let before = stage.renderer.frames
        stage.run(for: .seconds(10))
        #expect(abs(Double(stage.renderer.frames - before) / 10 - 60) < 1)
    }

    @Test func aScreenThatComesBackFindsItsPicturesStillThere() throws {
        let stage = try Stage(
            try connectors("1920x1080@60"), settings: EngineSettings(cacheSize: 0),
            show: Show(pictures: ["a"], duration: .seconds(5), transition: .zero))
        stage.run(for: .seconds(2))
        let (connector, decoded) = (stage.device.connectorIDs[0], stage.decodedPictures)
        stage.device.unplug(connector)
        stage.run(for: .seconds(5))
        stage.device.plug(connector, try HeadlessMonitor("1920x1080@60"))
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors == [connector])
        #expect(stage.decodedPictures == decoded, "nothing was decoded again")
        stage.device.unplug(connector)
        stage.run(for: .seconds(60))
        stage.device.plug(connector, try HeadlessMonitor("1920x1080@60"))
        stage.run(for: .seconds(1))
        #expect(stage.decodedPictures > decoded, "they are not kept for ever")
    }

    @Test(arguments: [("0", "100x50+0+0"), ("90", "100x50+0+0")])
    func contentIsTurned(degrees: String, visible: String) throws {
        let stage = try Stage(
            try connectors("100x50@60"), settings: configurations(otherwise: { $0.orientation = Orientation(degrees) }))
        stage.run(for: .seconds(1))
        let placement = try #require(stage.keeper?.screens.first?.description.placement)
        #expect(placement.visible.description == visible)
        #expect(placement.content == Size(width: degrees == "0" ? 100 : 50, height: degrees == "0" ? 50 : 100))
    }
}
