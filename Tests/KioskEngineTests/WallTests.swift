import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Paths
import Rendering
import Testing
import Timing

@testable import KioskEngine
@testable import ScreenKeeping

/// A wall over several machines: what a screen shows of it depends on no other screen.
@Suite struct WallTests {
    private func stage(_ monitors: String) throws -> Stage {
        let size = VideoWall.ScreenSize(width: 980, height: 550)
        var configurations = OutputConfigurations()
        configurations.videoWalls = [
            VideoWall(
                name: "wall", canvas: VideoWall.ScreenSize(width: 2000, height: 1200),
                windows: [
                    (OutputMatch(connector: TextPattern("Virtual-1")), VideoWall.Window(x: 0, y: 650, size: size)),
                    (OutputMatch(connector: TextPattern("Virtual-2")), VideoWall.Window(x: 1020, y: 650, size: size)),
                ])
        ]
        let stage = try Stage(
            try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) },
            settings: EngineSettings(configurations: configurations),
            show: Show(pictures: ["a", "b"], duration: .seconds(4), transition: .zero))
        stage.run(for: .seconds(2))
        return stage
    }

    @Test func theLayoutIsTheSameWhateverScreensThereAre() throws {
        let both = try stage("1920x1080@60,1280x720@60")
        let screens = try #require(both.keeper?.screens.map(\.description))
        #expect(screens.count == 2)
        // 2000 and 1200 mm at 96 pixels to the inch.
        #expect(screens.allSatisfy { $0.traits.size == Size(width: 7559, height: 4535) })
        #expect(screens.allSatisfy { $0.traits.connector == "wall" })
        let alone = try stage("1920x1080@60")
        #expect(alone.keeper?.screens.map(\.description.placement) == [screens[0].placement])
        both.device.unplug(both.device.connectorIDs[0])
        both.run(for: .seconds(2))
        #expect(both.keeper?.screens.map(\.description.placement) == [screens[1].placement])
        #expect(both.device.violations == [])
    }
}
