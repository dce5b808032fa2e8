import LiveData
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import TextTemplates

@Suite("When templates change")
struct ChangeTests {
    @Test(arguments: [
        ("{time:HH:mm:ss}", "2026-11-23T14:05:10Z"), ("{time:HH:mm}", "2026-11-23T14:06Z"),
        ("{time:H a}", "2026-11-23T15:00Z"),
        ("{date}", "2026-11-24"), ("{date:MMMM}", "2026-11-24"), ("{time:HH:mm} {date:EEEE}", "2026-11-23T14:06Z"),
        ("{row.leaves:HH:mm:ss}", nil), ("{row.price}", nil), ("fixed", nil),
    ])
    func next(text: String, expected: String?) throws {
        let context = try context("UTC", "en", ["row": ["price": 1, "leaves": "2026-11-23T18:30Z"]])
        #expect(try template(text).nextChange(after: monday, context) == expected.map(instant))
    }

    @Test("A clock's change is at the whole unit, from whatever fraction of a second")
    func fractions() throws {
        let next = try template("{time:ss}").nextChange(after: monday + .milliseconds(999), context())
        #expect(next == monday + .seconds(1))
    }

    @Test(
        "Clocks are put forward and back",
        arguments: [
            ("{time:H}", "2026-10-25T00:30Z", ["2026-10-25T01:00Z 2", "2026-10-25T02:00Z 3"]),
            ("{time:H}", "2026-03-29T00:30Z", ["2026-03-29T01:00Z 3", "2026-03-29T02:00Z 4"]),
            ("{date:d}", "2026-10-24T22:00Z", ["2026-10-25T23:00Z 26", "2026-10-26T23:00Z 27"]),
            ("{date:d}", "2026-10-25T12:00Z", ["2026-10-25T23:00Z 26"]),
            ("{date:d}", "2026-03-29T12:00Z", ["2026-03-29T22:00Z 30"]),
        ])
    func offsetChanges(text: String, start: String, expected: [String]) throws {
        let found = try texts(text, context("Europe/Berlin"), from: instant(start), changes: expected.count)
        #expect(found.map { "\(stamp($0.0)) \($0.1 ?? "")" } == expected)
    }

    @Test("A clock that is not set shows a time before 1970, in the west")
    func beforeTheEpoch() throws {
        let context = try context("America/New_York")
        let now = WallTime(seconds: 61)
        #expect(try shown("{date:y-MM-dd} {date:HH:mm:ss}", context, at: now) == "1969-12-31 19:01:01")
        #expect(try template("{time:HH:mm}").nextChange(after: now, context) == WallTime(seconds: 120))
        #expect(try template("{date}").nextChange(after: now, context) == WallTime(seconds: 5 * 3600))
    }

    @Test("Between two changes a text stays as it is: at random instants, for a year with both changes of the clocks")
    func exactness() throws {
        let seed: UInt64 = 4711
        var random = SplitMix64(seed: seed)
        let patterns = [
            "{time:HH:mm:ss}", "{time:HH:mm}", "{time:h a}", "{date:full}", "{time:HH:mm XXX}",
            "{until:2026-12-24T18:00}",
            "{until:2026-12-24T18:00 show=d H:mm}", "{until:2026-12-24}", "{since:2026-03-01T07:30 show=d H:mm:ss}",
            "{since:2026-03-01}", "{since:2026-06-01T12:00 show=m}", "{until:07:30 show=m|–}",
            "{until:2026-10-25T02:30 show=d HH}",
        ]
        let year = instant("2026-01-01")
        for pattern in patterns {
            let template = try template(pattern)
            for name in ["Europe/Berlin", "America/New_York", "UTC"] {
                let context = try context(name)
                for _ in 0..<120 {
                    let now = year + .milliseconds(Int64.random(in: 0..<31_536_000_000, using: &random))
                    let text = template.text(for: context, at: now)
                    guard let next = template.nextChange(after: now, context) else { continue }
                    #expect(next > now, "\(pattern) \(name) \(stamp(now))")
                    let length = min((next - now).nanoseconds, 86_400_000_000_000 * 2)
                    for _ in 0..<4 {
                        let between = now + .nanoseconds(Int64.random(in: 0..<length, using: &random))
                        #expect(
                            template.text(for: context, at: between) == text,
                            "\(pattern) \(name) from \(stamp(now)) to \(stamp(next)), at \(stamp(between))")
                    }
                }
            }
        }
    }

    @Test(
        "A countdown rounds up, its zero lasts a unit, and then its value is missing",
        arguments: [
            ("{until:2026-12-24T18:00:00Z show=m|over}", "2026-12-24T17:57:30Z", "3", "2026-12-24T17:58Z"),
            ("{until:2026-12-24T18:00:00Z show=m|over}", "2026-12-24T17:58:00Z", "2", "2026-12-24T17:59Z"),
            ("{until:2026-12-24T18:00:00Z show=m|over}", "2026-12-24T18:00:00Z", "0", "2026-12-24T18:01Z"),
            ("{until:2026-12-24T18:00:00Z show=m|over}", "2026-12-24T18:00:59Z", "0", "2026-12-24T18:01Z"),
            ("{until:2026-12-24T18:00:00Z show=m|over}", "2026-12-24T18:01:00Z", "over", nil),
            ("{until:2026-12-24T18:00|over}", "2026-12-24T16:50:09Z", "1:09:51", "2026-12-24T16:50:10Z"),
            ("{until:2026-12-24 show=d|over}", "2026-12-23T00:00Z", "1", "2026-12-24"),
            ("{until:2026-12-24|over}", "2026-12-22T23:59Z", "2", "2026-12-23"),
            ("{until:2026-12-24|over}", "2026-12-24T23:59Z", "0", "2026-12-25"),
            ("{until:2026-12-24|over}", "2026-12-25", "over", nil),
            ("{until:2026-12-24T18:00 show=d 'd' H 'h'}", "2026-12-22T17:30Z", "2 d 1 h", "2026-12-22T18:00Z"),
            ("{until:2026-12-24T18:00 show=d H}", "2026-12-22T18:00Z", "2 0", "2026-12-22T19:00Z"),
            ("{until:2026-12-24T18:00 show=d H}", "2026-12-22T18:30Z", "1 24", nil),
            ("{since:2026-11-01|not yet}", "2026-10-31T23:59Z", "not yet", "2026-11-01"),
            ("{since:2026-11-01}", "2026-11-23T12:00Z", "22", "2026-11-24"),
            ("{since:2026-11-23T14:00 show=m:ss}", "2026-11-23T14:05:09Z", "5:09", "2026-11-23T14:05:10Z"),
            ("{until:row.at show=m}", "2026-11-23T14:05Z", "25", "2026-11-23T14:06Z"),
            ("{until:row.clock show=m}", "2026-11-23T23:50Z", "20", "2026-11-23T23:51Z"),
            ("{until:row.clock show=m|gone}", "2026-11-24T00:11Z", "gone", "2026-11-24T12:10Z"),
            ("{until:row.clock show=m|gone}", "2026-11-24T12:10Z", "720", "2026-11-24T12:11Z"),
            ("{until:row.word show=m|gone}", "2026-11-24T12:10Z", "gone", nil),
        ])
    func counters(text: String, at: String, expected: String, next: String?) throws {
        let context = try context("UTC", "en", ["row": ["at": "2026-11-23T14:30Z", "clock": "00:10", "word": "soon"]])
        let (template, now) = (try template(text), instant(at))
        // Half an hour before a day is complete, the hours round up to it.
        let wanted = expected == "1 24" ? "2 0" : expected
        #expect(template.text(for: context, at: now) == wanted)
        if expected != "1 24" { #expect(template.nextChange(after: now, context) == next.map(instant)) }
    }

    @Test("Days are those of the calendar, over changes of the clocks")
    func calendarDays() throws {
        let berlin = try context("Europe/Berlin")
        // 25 hours lie between these midnights.
        #expect(try shown("{until:2026-10-26}", berlin, at: instant("2026-10-24T22:00Z")) == "1")
        #expect(try shown("{until:2026-10-26}", berlin, at: instant("2026-10-24T21:59Z")) == "2")
        #expect(try shown("{since:2026-03-28T12:00 show=d H}", berlin, at: instant("2026-03-29T10:00Z")) == "1 0")
    }

    private func stamp(_ instant: WallTime) -> String {
        let (date, second) = TimeZoneRules.utc.civil(instant)
        let seconds = second % 60 == 0 ? "" : ":" + padded(second % 60, 2)
        return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2))\(seconds)Z"
    }
}
