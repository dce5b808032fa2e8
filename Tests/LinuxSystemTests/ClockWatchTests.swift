import Testing

@testable import LinuxSystem

/// What the distances between the clocks tell. That the kernel wakes the watch is tested in the rig, where setting the
/// clock harms nobody.
@Suite struct ClockWatchTests {
    private let before = ClockOffsets(suspended: 1_000...1_400, wall: 50_000...50_300)

    @Test func nothingHappenedWithinTheReadingsUncertainty() {
        #expect(before.changes(since: before) == [])
        let other = ClockOffsets(suspended: 1_400...9_000, wall: 40_000...50_000)
        #expect(other.changes(since: before) == [])
    }

    @Test func aSuspensionPartsTheMonotonicClocks() {
        let after = ClockOffsets(suspended: 3_400...3_900, wall: 50_000...50_300)
        #expect(after.changes(since: before) == [.resumed(after: .nanoseconds(2_000))])
    }

    @Test(arguments: [(Int64(60_300), Int64(10_000)), (39_000, -10_700)])
    func settingTheWallClockMovesItAlone(start: Int64, step: Int64) {
        let after = ClockOffsets(suspended: 1_100...1_300, wall: start...(start + 300))
        #expect(after.changes(since: before) == [.wallClockSet(by: .nanoseconds(step))])
    }

    @Test func bothAtOnceAreTold() {
        let after = ClockOffsets(suspended: 2_400...2_500, wall: 50_310...50_320)
        #expect(
            after.changes(since: before)
                == [.resumed(after: .nanoseconds(1_000)), .wallClockSet(by: .nanoseconds(10))])
    }

    @Test func theRealClocksStandStillAgainstEachOther() throws {
        let before = ClockOffsets.current
        let watch = try ClockWatch(on: EventLoop()) { _ in }
        #expect(ClockOffsets.current.changes(since: before) == [])
        withExtendedLifetime(watch) {}
    }
}
