import DisplayModel
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine
@testable import ScreenKeeping

/// Devices without atomic modesetting, of which nothing can be asked before it is tried.
@Suite struct LegacyTests {
    /// A monitor of several modes, the preferred one first.
    private func connector(_ modes: String...) throws -> HeadlessConnector {
        let modes = try modes.map { try #require(try HeadlessMonitor($0).modes.first) }
        return HeadlessConnector(HeadlessMonitor(modes: modes))
    }

    private func heights(_ stage: Stage) -> [Int?] {
        stage.device.connectorIDs.map { stage.device.mode(on: $0)?.size.height }
    }

    @Test func whatIsRefusedIsNotTriedAgain() throws {
        let stage = try Stage([try connector("3840x2160@60", "2560x1440@60", "1920x1080@60", "640x480@60")]) {
            $0.hardware.isAtomic = false
            $0.hardware.bandwidth = 1920 * 1080 * 61
        }
        stage.run(for: .seconds(2))
        #expect(heights(stage) == [1080], "\(stage.story)")
        #expect(!stage.story.contains("16-bit"), "\(stage.story)")
        #expect(stage.story.contains("3840x2160@60 was refused"), "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    /// Each alone could have its best mode.
    @Test func twoScreensStepDownTogether() throws {
        let stage = try Stage(try (0..<2).map { _ in try connector("3840x2160@60", "1920x1080@60", "1280x720@60") }) {
            $0.hardware.isAtomic = false
            $0.hardware.bandwidth = (3840 * 2160 + 1280 * 720) * 61
        }
        stage.run(for: .seconds(5))
        #expect(heights(stage) == [2160, 720], "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    /// A lit screen goes down where there is no other way to light the one beside it.
    @Test func aLitScreenMakesRoom() throws {
        let stage = try Stage([try connector("3840x2160@60", "1920x1080@60"), try connector("1920x1080@60")]) {
            $0.hardware.isAtomic = false
            $0.hardware.bandwidth = 3840 * 2160 * 61
        }
        stage.run(for: .seconds(5))
        #expect(heights(stage) == [1080, 1080], "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    /// It would go dark for each of them.
    @Test func aLitScreenIsLeftAloneWhenEveryWayWasTried() throws {
        let stage = try Stage([try connector("1920x1080@60", "1280x720@60"), try connector("3840x2160@60")]) {
            $0.hardware.isAtomic = false
            $0.hardware.bandwidth = 3840 * 2160 * 59
        }
        stage.run(for: .seconds(10))
        let first = stage.device.connectorIDs[0]
        #expect(stage.litConnectors == [first], "\(stage.story)")
        #expect(heights(stage) == [1080, nil], "nothing was gained by a lower mode: \(stage.story)")
        // A picture that stands still flips when its screen is lit, and never else.
        let before = stage.device.flips(on: first).count
        stage.run(for: .seconds(300))
        #expect(stage.device.flips(on: first).count == before)
        #expect(stage.litConnectors == [first], "\(stage.story)")
    }
}
