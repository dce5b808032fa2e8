import SeededRandom
import Testing
import Timing

@testable import Scheduling

@Suite("Schedules")
struct ScheduleTests {
    /// A schedule and the instants of 2026 at which it changes, as the oracle found them.
    struct Case: CustomTestStringConvertible {
        var schedule: Schedule
        var isActiveAtFirst: Bool
        /// Instants, ascending.
        var changes: [WallTime]
        var testDescription: String

        /// Seconds since 1970.
        static let year = 1_767_225_600..<1_767_225_600 + 365 * 86400

        init(_ row: [String]) throws {
            func parts(_ column: Int) -> [String] {
                row[column] == "-" ? [] : row[column].split(separator: ",").map(String.init)
            }
            schedule = Schedule(zone: try Fixture.zone(row[0]))
            if !parts(1).isEmpty { schedule.days = Set(parts(1).compactMap(Weekday.init)) }
            schedule.times = try parts(2).map { try #require(DailyWindow(text: $0)) }
            if !parts(3).isEmpty {
                schedule.dates = CalendarDays(try parts(3).map { try #require(DateRange(text: $0)) })
            }
            if row[4] != "-" {
                schedule.recurrence = try Recurrence(rule: row[4], from: #require(CivilDate(text: row[5])))
            }
            isActiveAtFirst = row[6] == "on"
            var instant = Self.year.lowerBound
            changes = try row[7].split(separator: ",").map {
                instant += try #require(Int($0, radix: 36)) * 60
                return WallTime(seconds: instant)
            }
            testDescription = row[0...5].joined(separator: " ")
        }
    }

    static func cases() throws -> [Case] { try Fixture.rows("schedules.txt").map { try Case($0) } }

    @Test("States change when the oracle says")
    func changes() throws {
        let cases = try Self.cases()
        #expect(cases.count >= 40)
        for test in cases {
            var isActive = test.isActiveAtFirst
            for (index, change) in test.changes.enumerated() {
                let before = test.schedule.state(at: change - .seconds(1))
                #expect(before.isActive == isActive && before.until == change, "\(test.testDescription) \(change)")
                isActive.toggle()
                let after = test.schedule.state(at: change)
                #expect(after.isActive == isActive && after.since == change, "\(test.testDescription) \(change)")
                if index + 1 < test.changes.count { #expect(after.until == test.changes[index + 1]) }
                if index > 0 { #expect(before.since == test.changes[index - 1]) }
            }
        }
    }

    /// Every minute when it is optimised; else only some of them, for the sake of who waits.
    @Test("Every minute is as the oracle says")
    func minutes() throws {
        let step = _isDebugAssertConfiguration() ? 997 * 60 : 60
        for test in try Self.cases() {
            var isActive = test.isActiveAtFirst
            var changes = test.changes[...]
            var wrong: [Int] = []
            for second in stride(from: Case.year.lowerBound, to: Case.year.upperBound, by: step) {
                let instant = WallTime(seconds: second)
                while let change = changes.first, change <= instant {
                    isActive.toggle()
                    changes.removeFirst()
                }
                if test.schedule.isActive(at: instant) != isActive { wrong.append(second) }
            }
            #expect(wrong.isEmpty, "\(test.testDescription)")
        }
    }

    @Test("A state lasts from since to until, and not longer")
    func property() throws {
        var generator = SplitMix64(seed: 4)
        for test in try Self.cases() {
            for _ in 0..<(_isDebugAssertConfiguration() ? 6 : 100) {
                let instant = WallTime(seconds: .random(in: 1_700_000_000...1_900_000_000, using: &generator))
                let state = test.schedule.state(at: instant)
                let label: Comment = "\(test.testDescription) \(instant)"
                #expect(state.isActive == test.schedule.isActive(at: instant), label)
                for edge in [state.since, state.until].compactMap(\.self) {
                    #expect(test.schedule.isActive(at: edge) != test.schedule.isActive(at: edge - .seconds(1)), label)
                    // The whole stretch, seen from inside, is the same.
                    let inside = edge == state.since ? edge : edge - .seconds(1)
                    #expect(test.schedule.state(at: inside) == state || state.since == nil || state.until == nil, label)
                }
                let month = Duration.seconds(86400 * 30)
                let span = (state.since ?? instant - month).seconds..<(state.until ?? instant + month).seconds
                for _ in 0..<20 {
                    let other = WallTime(seconds: .random(in: span, using: &generator))
                    #expect(test.schedule.isActive(at: other) == state.isActive, label)
                }
            }
        }
    }

    private func instant(_ zone: TimeZoneRules, _ date: String, _ time: String) throws -> WallTime {
        zone.instant(of: try #require(CivilDate(text: date)), try #require(TimeOfDay(text: time)))
    }

    @Test("Nothing given holds always; what never fits never does")
    func always() throws {
        let zone = try Fixture.zone("Europe/Berlin")
        for instant in [Int.min, 0, 1_800_000_000, .max].map(WallTime.init(seconds:)) {
            #expect(Schedule(zone: zone).state(at: instant) == .init(isActive: true))
            #expect(Schedule(days: [], zone: zone).state(at: instant) == .init(isActive: false))
        }
        let start = try #require(CivilDate(text: "2026-01-01"))
        let never = try Recurrence(rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", from: start)
        #expect(
            Schedule(recurrence: never, zone: zone).state(at: WallTime(seconds: 1_800_000_000))
                == .init(isActive: false))
    }

    @Test("Leap days every fourth year are ten years' look away, not more")
    func leapDays() throws {
        let start = try #require(CivilDate(text: "2024-01-01"))
        let rule = try Recurrence(rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", from: start)
        let schedule = Schedule(recurrence: rule, zone: .utc)
        #expect(
            schedule.state(at: try instant(.utc, "2026-01-01", "00:00"))
                == .init(
                    isActive: false, since: try instant(.utc, "2024-03-01", "00:00"),
                    until: try instant(.utc, "2028-02-29", "00:00")))
    }

    @Test("Days without a gap are one stretch, also across a change of the clocks")
    func weekdays() throws {
        let zone = try Fixture.zone("Europe/Berlin")
        let schedule = Schedule(days: [.saturday, .sunday, .monday], zone: zone)
        #expect(
            schedule.state(at: try instant(zone, "2026-03-29", "12:00"))
                == .init(
                    isActive: true, since: try instant(zone, "2026-03-28", "00:00"),
                    until: try instant(zone, "2026-03-31", "00:00")))
    }

    @Test("A window past midnight belongs to the day on which it begins")
    func pastMidnight() throws {
        let zone = try Fixture.zone("Europe/Berlin")
        let window = try #require(DailyWindow(text: "22:00-06:00"))
        let schedule = Schedule(days: [.friday], times: [window], zone: zone)
        #expect(!schedule.isActive(at: try instant(zone, "2026-11-20", "03:00")))
        let state = schedule.state(at: try instant(zone, "2026-11-21", "03:00"))
        #expect(state.isActive)
        #expect(state.since == (try instant(zone, "2026-11-20", "22:00")))
        #expect(state.until == (try instant(zone, "2026-11-21", "06:00")))
    }

    @Test("A window that the clocks skip is none that day")
    func skipped() throws {
        let zone = try Fixture.zone("Europe/Berlin")
        let schedule = Schedule(times: [try #require(DailyWindow(text: "02:30-03:15"))], zone: zone)
        let state = schedule.state(at: try instant(zone, "2026-03-29", "03:10"))
        #expect(
            state
                == .init(
                    isActive: false, since: try instant(zone, "2026-03-28", "03:15"),
                    until: try instant(zone, "2026-03-30", "02:30")))
    }

    @Test("Windows that touch, from one day to the next, are one stretch")
    func touching() throws {
        let windows = try ["20:00-24:00", "00:00-06:00"].map { try #require(DailyWindow(text: $0)) }
        let schedule = Schedule(times: windows, zone: .utc)
        #expect(
            schedule.state(at: try instant(.utc, "2026-07-01", "00:00"))
                == .init(
                    isActive: true, since: try instant(.utc, "2026-06-30", "20:00"),
                    until: try instant(.utc, "2026-07-01", "06:00")))
    }
}
