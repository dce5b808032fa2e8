import CAllocations
import HeadlessDisplay
import Paths
import Testing
import Timing

@testable import KioskEngine

/// What a frame in the midst of a transition takes of the heap, from its flip to its commit.
@Suite struct FrameAllocationTests {
    /// The blocks that a second of 60 frames takes, by the engine and the device that it is tried on.
    private func blocks(pictures: Int) throws -> UInt {
        let names = (0..<pictures).map { FilePath("\($0)") }
        let stage = try Stage(
            try HeadlessMonitor.list("1920x1080@60").map { HeadlessConnector($0) },
            show: Show(pictures: names, duration: .seconds(60), transition: .seconds(60)))
        // The first slide stands still.
        stage.run(for: .seconds(70))
        let connector = stage.device.connectorIDs[0]
        let (start, before) = (stage.now, callocations_count())
        stage.run(for: .seconds(1))
        let count = callocations_count() - before
        #expect(59...61 ~= stage.device.flips(on: connector).count { $0.time >= start })
        return count
    }

    @Test func isTheSameForAnyNumberOfPictures() throws {
        let (few, many) = try (blocks(pictures: 3), blocks(pictures: 3000))
        #expect(many <= few + few / 10, "\(few) \(many)")
        // 292 for each frame without the optimiser, the fake device's own among them.
        #expect(few <= 60 * 380, "\(few) \(many)")
    }
}
