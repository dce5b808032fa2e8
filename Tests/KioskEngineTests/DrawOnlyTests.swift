import DisplayModel
import Testing
import Timing

@testable import KioskEngine

/// GPUs without screens, as on many boards, where the display controller is another device.
@Suite struct DrawOnlyTests {
    private func slot(_ error: DisplayError, _ report: @escaping (EngineEvent) -> Void) -> DeviceSlot {
        DeviceSlot(
            id: DeviceID(major: 226, minor: 1), path: "/dev/dri/card1",
            surroundings: .init(
                open: { () throws(DisplayError) in throw error },
                makePlayer: { _, _, _ in preconditionFailure("it cannot be opened") },
                runElsewhere: { _, _ in preconditionFailure("it cannot be opened") },
                onChange: { _ in }, report: report))
    }

    @Test func aGPUWithoutScreensIsNotWaitedFor() {
        var events: [EngineEvent] = []
        let error = DisplayError(
            operation: "set client capability universal planes", object: "/dev/dri/card1",
            code: DisplayError.Code.notSupported, reason: "this GPU has no connectors", isOfDrawOnlyDevice: true)
        let slot = slot(error) { events.append($0) }
        slot.start(now: .zero)
        #expect(slot.drawsOnly)
        #expect(slot.nextDeadline == nil)
        #expect(events.allSatisfy { $0.severity == .debug }, "it is no trouble: \(events)")
    }

    @Test func aDriverWithoutAtomicModesettingIsTroubleThatIsTold() {
        var events: [EngineEvent] = []
        let error = DisplayError(
            operation: "set client capability atomic", object: "/dev/dri/card1",
            code: DisplayError.Code.notSupported, reason: "the driver radeon does not support atomic modesetting")
        let slot = slot(error) { events.append($0) }
        slot.start(now: .zero)
        #expect(!slot.drawsOnly)
        #expect(slot.nextDeadline == nil)
        #expect(events.map(\.severity) == [.warning])
    }
}
