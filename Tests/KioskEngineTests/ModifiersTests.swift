import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine
@testable import ScreenKeeping

/// Layouts of memory that drivers name.
@Suite struct ModifiersTests {
    @Test(arguments: [(true, BlindRenderer.tiled), (false, FormatModifier.implicit)])
    func areUsedUnlessTheyAreSwitchedOff(_ isOn: Bool, _ modifier: FormatModifier) throws {
        var output = OutputConfiguration()
        output.usesModifiers = isOn
        let configurations = OutputConfigurations(otherwise: output)
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60,1280x720@60").map { HeadlessConnector($0) },
            settings: EngineSettings(configurations: configurations)
        ) { $0.hardware.modifiers = [.linear, BlindRenderer.tiled] }
        stage.run(for: .seconds(1))
        for connector in stage.device.connectorIDs {
            #expect(stage.device.buffer(on: connector)?.modifier == modifier, "\(stage.story)")
        }
        // Another renderer's buffers are made in the same way.
        stage.keeper?.replaceRenderer(now: stage.now)
        stage.run(for: .seconds(10))
        #expect(stage.seats[0].renderers.count > 1)
        for connector in stage.device.connectorIDs {
            #expect(stage.device.buffer(on: connector)?.modifier == modifier, "\(stage.story)")
        }
        #expect(stage.device.violations == [])
    }
}
