import Testing
import Timing

@testable import Scheduling
@testable import TimelineReport

@Suite struct InstantTests {
    /// Central Europe, by its rule alone.
    private let europe = TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
    /// 2026-12-24T23:30:00Z, half an hour into the 25th there.
    private let now = WallTime(seconds: 1_798_155_000)

    @Test(arguments: [
        ("2026-12-24", 1_798_066_800), ("2026-12-24T18:00", 1_798_131_600), ("2026-12-24 18:00", 1_798_131_600),
        ("2026-12-24T18:00:30", 1_798_131_630), ("2026-12-24T18:00Z", 1_798_135_200),
        ("2026-12-24T18:00:30+05:30", 1_798_115_430), ("2026-12-24T18:00-08:00", 1_798_164_000),
        ("2026-07-01T12:00", 1_782_900_000), ("9:05", 1_798_185_900), ("18:00", 1_798_218_000),
        ("18:00Z", 1_798_135_200), ("18:00+05:00", 1_798_203_600),
        // The clocks go from 2:00 to 3:00, and from 3:00 to 2:00.
        ("2026-03-29T02:30", 1_774_747_800), ("2026-10-25T02:30", 1_792_888_200),
    ])
    func reads(_ text: String, _ seconds: Int) throws {
        let instant = try #require(Instant(text: text))
        #expect(instant.time(in: europe, now: now).seconds == seconds)
    }

    @Test(arguments: [
        "", "now", "25:00", "18", "18:60", "2026-12-24Z", "1969-12-31", "2026-02-30", "2026-02-30T18:00", "2026-12-24T",
        "T18:00",
        "24.12.2026 18:00",
        "2026-12-24T18:00+1", "2026-12-24T18:00+19:00", "18:00ZZ", "1969-12-31T18:00Z", "2200-01-01T00:00", "-18:00",
    ])
    func refuses(_ text: String) {
        #expect(Instant(text: text) == nil)
    }
}
