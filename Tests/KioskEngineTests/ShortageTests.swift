import DisplayModel
import HeadlessDisplay
import Testing

@testable import KioskEngine
@testable import ScreenKeeping

/// Devices that have too little memory or bandwidth for all that is wanted of them.
@Suite struct ShortageTests {
    /// A monitor of several modes, the preferred one first.
    private func connector(_ modes: String...) throws -> HeadlessConnector {
        let modes = try modes.map { try #require(try HeadlessMonitor($0).modes.first) }
        return HeadlessConnector(HeadlessMonitor(modes: modes))
    }

    /// As on a Pi whose CMA has no room for two screens of 4K.
    @Test func screensThatMemoryDoesNotSufficeForAreLitSmaller() throws {
        let monitors = try (0..<2).map { _ in
            try connector("3840x2160@60", "1920x1080@60")
        }
        let (large, small) = (3840 * 2160 * 4 * 2, 1920 * 1080 * 4 * 2)
        let stage = try Stage(monitors) { $0.hardware.memory = large + small }
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 2, "\(stage.story)")
        let heights = stage.device.connectorIDs.compactMap { stage.device.mode(on: $0)?.size.height }
        #expect(heights.sorted() == [1080, 2160], "\(stage.story)")
        #expect(!stage.story.contains("16-bit"), "\(stage.story)")
        #expect(stage.device.violations == [])
    }

    @Test func fewerColoursAreTheLastResortAndAreTold() throws {
        let stage = try Stage([try connector("1280x720@60")]) {
            $0.hardware.memory = 1280 * 720 * 2 * 2
        }
        stage.run(for: .seconds(2))
        #expect(stage.litConnectors.count == 1, "\(stage.story)")
        #expect(stage.story.contains("shown in 16-bit colour"), "\(stage.story)")
    }

    @Test func aLowerRefreshRateComesBeforeFewerColours() throws {
        let stage = try Stage([try connector("3840x2160@60", "3840x2160@30", "640x480@60")]) {
            $0.hardware.bandwidth = 3840 * 2160 * 31
        }
        stage.run(for: .seconds(2))
        #expect(stage.device.mode(on: stage.device.connectorIDs[0])?.size.height == 2160)
        #expect(!stage.story.contains("16-bit"), "\(stage.story)")
    }

    /// Another screen had the memory that this one wants.
    @Test func coloursComeBackWhenThereIsRoom() throws {
        let monitors = try ["1280x720@60", "1920x1080@60"].map { try connector($0) }
        let (wide, large) = (1280 * 720 * 4 * 2, 1920 * 1080 * 4 * 2)
        let stage = try Stage(monitors) { $0.hardware.memory = large + wide }
        stage.run(for: .seconds(2))
        #expect(!stage.story.contains("16-bit"), "\(stage.story)")
        let narrow = try Stage(monitors) { $0.hardware.memory = (large + wide) * 3 / 4 }
        narrow.run(for: .seconds(2))
        #expect(narrow.litConnectors.count == 2, "\(narrow.story)")
        #expect(narrow.story.contains("16-bit"), "\(narrow.story)")
        let lit = narrow.device.connectorIDs
        narrow.device.unplug(lit[1])
        narrow.run(for: .seconds(2))
        let buffer = try #require(narrow.device.buffer(on: lit[0]))
        #expect(buffer.format == .xrgb8888, "\(narrow.story)")
        #expect(narrow.device.violations == [])
    }
}
