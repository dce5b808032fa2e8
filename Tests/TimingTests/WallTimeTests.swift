import Testing
import Timing

@Suite struct WallTimeTests {
    @Test func distancesAndSums() {
        let noon = WallTime(seconds: 43200)
        #expect(noon - .epoch == .seconds(43200))
        #expect(noon + .milliseconds(1500) - noon == .milliseconds(1500))
        #expect(noon - .seconds(43201) == WallTime(seconds: -1))
        #expect(WallTime(nanoseconds: 43_200_000_000_000) == noon)
        #expect(.epoch < noon && noon - .nanoseconds(1) < noon)
    }

    @Test(arguments: [(1500, 1, 2), (1499, 1, 1), (-1, -1, 0), (-500, -1, 0), (-501, -1, -1), (-1000, -1, -1)])
    func secondsAreRoundedDownOrToTheNearest(milliseconds: Int, lower: Int, nearest: Int) {
        let time = WallTime.epoch + .milliseconds(milliseconds)
        #expect(time.seconds == lower)
        #expect(time.nearestSecond == nearest)
    }

    /// The calendar's years are more than 64 bits of nanoseconds hold.
    @Test func theYear9999IsAnInstant() {
        let end = WallTime(seconds: 253_402_300_799)
        #expect(end.seconds == 253_402_300_799)
        #expect(end.nanoseconds == .max)
        for extreme in [Int.min, .max] { #expect(WallTime(seconds: extreme).seconds == extreme) }
    }

    @Test func theWallClockTranslatesBothWays() {
        let clock = WallClock(origin: WallTime(seconds: 1_800_000_000))
        let instant = MonotonicTime(nanoseconds: 5_000_000_001)
        #expect(clock.time(at: instant) == WallTime(nanoseconds: 1_800_000_005_000_000_001))
        #expect(clock.instant(of: clock.time(at: instant)) == instant)
        #expect(clock.isSet(at: instant) && !WallClock(origin: .epoch).isSet(at: instant))
    }
}
