import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine

/// Whatever happens, in whatever order: two seconds after it has stopped every connected screen is lit or the reason
/// is on record, and nothing has leaked.
@Suite struct ConvergenceTests {
    @Test(arguments: 0..<40) func everyScreenIsLitInTheEnd(part: UInt64) throws {
        for seed in part * 50..<(part + 1) * 50 { try play(seed) }
    }

    private static let monitors = ["1920x1080@60", "1280x720@50", "3840x2160@30", "800x600@75"]
    /// With what refusals are injected: busy, refused, out of room, out of memory, session away.
    private static let codes: [Int32] = [16, 22, 28, 34, 7, 12, 13, 11]

    private func play(_ seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let count = Int.random(in: 1...4, using: &random)
        let crtcs = Int.random(in: 1...4, using: &random)
        let stage = try Stage((0..<count).map { _ in HeadlessConnector() }, crtcCount: crtcs)
        var script: [String] = []
        for _ in 0..<Int.random(in: 5...40, using: &random) {
            script.append(try step(stage, &random))
        }
        // Refusals that are still to come each cost a try, and tries become rarer.
        stage.run(for: .seconds(60))

        let connected = Set(try stage.device.snapshot(.probe).connectors.filter { $0.status == .connected }.map(\.id))
        let lit = stage.litConnectors
        let note: Comment = "seed \(seed), \(crtcs) CRTCs:\n\(script.joined(separator: "\n"))\n\(stage.story)"
        #expect(lit.isSubset(of: connected), note)
        #expect(lit.count == min(connected.count, crtcs), note)
        #expect(stage.device.violations == [], note)
        #expect(stage.renderer.adopted.count == lit.count * SwapChain.count, note)
        #expect(stage.controller?.outputs.allSatisfy { $0.phase == .lit && $0.flips.pending == nil } == true, note)
        #expect(stage.controller?.retired.isEmpty == true, note)
        stage.close()
        #expect(stage.renderer.adopted.isEmpty, note)
    }

    /// Does one thing, and says what.
    private func step(_ stage: Stage, _ random: inout SplitMix) throws -> String {
        let device = stage.device
        let connector = device.connectorIDs[Int.random(in: 0..<device.connectorIDs.count, using: &random)]
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2:
            let monitor = Self.monitors[Int.random(in: 0..<Self.monitors.count, using: &random)]
            device.plug(connector, try HeadlessMonitor(monitor))
            return "plug \(connector) \(monitor)"
        case 3, 4:
            device.unplug(connector)
            return "unplug \(connector)"
        case 5:
            let code = Self.codes[Int.random(in: 0..<Self.codes.count, using: &random)]
            let kind = [CommitKind.test, .modeset, .flip][Int.random(in: 0..<3, using: &random)]
            let times = Int.random(in: 1...3, using: &random)
            device.inject(code, for: .commit(kind), count: times)
            return "inject \(code) for \(times) \(kind) commits"
        case 6:
            device.loseNextFlipEvents(1)
            return "lose a flip event"
        case 7:
            device.duplicateNextFlipEvents(1)
            return "duplicate a flip event"
        case 8:
            device.delayNextFlipEvents(1, by: .milliseconds(300))
            return "delay a flip event"
        default:
            let milliseconds = Int.random(in: 1...700, using: &random)
            stage.run(for: .milliseconds(milliseconds))
            return "wait \(milliseconds) ms"
        }
    }
}
