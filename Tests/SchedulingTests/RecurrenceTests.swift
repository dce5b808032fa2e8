import Foundation
import Testing

@testable import Scheduling

@Suite("Recurrence rules")
struct RecurrenceTests {
    @Test("The days are those that python-dateutil finds")
    func oracle() throws {
        let rows = try Fixture.rows("rules.txt")
        #expect(rows.count >= 300)
        for row in rows {
            let start = try #require(CivilDate(text: row[1]))
            let length = try #require(Int(row[2]))
            let bits = try #require(Data(base64Encoded: row[3]))
            let isDay: (Int) -> Bool = { bits[$0 / 8] >> ($0 % 8) & 1 == 1 }
            let expected: [Int] = (0..<length).filter(isDay).map { start.dayNumber + $0 }
            let recurrence = try Recurrence(rule: row[0], from: start)
            let range = start.dayNumber...(start.dayNumber + length - 1)
            #expect(recurrence.days(in: range) == expected, "\(row[0]) from \(start)")
            let samples = stride(from: range.lowerBound - 40, through: range.upperBound, by: 13)
            let contained = samples.filter { recurrence.contains(CivilDate(dayNumber: $0)) }
            #expect(contained == samples.filter(Set(expected).contains), "\(row[0]) from \(start)")
            checkNeighbours(recurrence, expected, row[0])
        }
    }

    private func checkNeighbours(_ recurrence: Recurrence, _ expected: [Int], _ rule: String) {
        guard let first = expected.first, let last = expected.last else { return }
        #expect(recurrence.first(onOrAfter: CivilDate(dayNumber: first - 5000))?.dayNumber == first, "\(rule)")
        #expect(recurrence.last(onOrBefore: CivilDate(dayNumber: first - 1)) == nil, "\(rule)")
        #expect(recurrence.last(onOrBefore: CivilDate(dayNumber: last))?.dayNumber == last, "\(rule)")
        for (day, next) in zip(expected, expected.dropFirst()).prefix(6) {
            #expect(recurrence.first(onOrAfter: CivilDate(dayNumber: day + 1))?.dayNumber == next, "\(rule)")
            #expect(recurrence.last(onOrBefore: CivilDate(dayNumber: next - 1))?.dayNumber == day, "\(rule)")
        }
    }

    private func days(_ rule: String, from start: String, count: Int) throws -> [String] {
        let recurrence = try Recurrence(rule: rule, from: try #require(CivilDate(text: start)))
        var day = CivilDate(text: start)
        var result: [String] = []
        while result.count < count, let date = day.flatMap({ recurrence.first(onOrAfter: $0) }) {
            result.append(date.description)
            day = CivilDate(dayNumber: date.dayNumber + 1)
        }
        return result
    }

    @Test("With numbers and without, BYDAY is what fits either")
    func mixture() throws {
        #expect(
            try days("FREQ=MONTHLY;BYDAY=MO,2TU", from: "2026-12-01", count: 5)
                == ["2026-12-07", "2026-12-08", "2026-12-14", "2026-12-21", "2026-12-28"])
    }

    @Test("BYSETPOS counts from the week's beginning, also in the week of the start")
    func firstWeek() throws {
        #expect(
            try days("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", from: "2026-12-01", count: 2)
                == ["2026-12-02", "2026-12-09"])
        #expect(
            try days("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1", from: "2026-12-01", count: 2)
                == ["2026-12-07", "2026-12-14"])
    }

    @Test("Lower case and the time of UNTIL make no difference")
    func spelling() throws {
        for until in ["20261203", "20261203T000000", "20261203t235959z"] {
            #expect(
                try days("freq=daily;until=\(until)", from: "2026-12-01", count: 9)
                    == ["2026-12-01", "2026-12-02", "2026-12-03"])
        }
    }

    @Test(
        "A rule that never fits, or seldom, is answered",
        arguments: [
            ("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "2027-01-01", nil),
            ("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "2028-01-01", "2028-02-29"),
            ("FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", "2026-01-01", nil),
            ("FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2;COUNT=99999", "2026-01-01", nil),
            ("FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2;BYSETPOS=1;COUNT=3", "2026-01-01", nil),
            ("FREQ=YEARLY;UNTIL=20251231", "2026-01-01", nil),
            ("FREQ=YEARLY;INTERVAL=60", "1990-05-05", "2050-05-05"),
        ] as [(String, String, String?)])
    func seldom(rule: String, start: String, first: String?) throws {
        let recurrence = try Recurrence(rule: rule, from: try #require(CivilDate(text: start)))
        let today = try #require(CivilDate(text: "2026-06-01"))
        #expect(recurrence.first(onOrAfter: today)?.description == first)
        #expect(!recurrence.contains(today))
    }

    @Test("A COUNT ends the rule however far away one asks")
    func count() throws {
        let recurrence = try Recurrence(rule: "FREQ=DAILY;COUNT=3", from: try #require(CivilDate(text: "2026-12-30")))
        #expect(recurrence.last(onOrBefore: try #require(CivilDate(text: "2099-01-01")))?.description == "2027-01-01")
        #expect(!recurrence.contains(CivilDate(dayNumber: .max)))
        #expect(recurrence.first(onOrAfter: CivilDate(dayNumber: .max)) == nil)
        #expect(recurrence.first(onOrAfter: CivilDate(dayNumber: .min))?.description == "2026-12-30")
    }

    @Test(
        "What is wrong is said with what is right",
        arguments: [
            ("", "a part of a recurrence rule is a name, '=' and a value, not ''"),
            ("FREQ=DAILY;", "a part of a recurrence rule is a name, '=' and a value, not ''"),
            ("BYDAY=MO", "a recurrence rule says FREQ, as in FREQ=WEEKLY;BYDAY=MO"),
            ("FREQ=WEEKY", "FREQ is one of DAILY, WEEKLY, MONTHLY, YEARLY, not 'WEEKY'; did you mean 'WEEKLY'?"),
            ("FREQ=HOURLY", "FREQ is one of DAILY, WEEKLY, MONTHLY, YEARLY, not 'HOURLY'"),
            ("FREQ=DAILY;BYDAYS=MO", "no part is called 'BYDAYS'; did you mean 'BYDAY'?"),
            (
                "FREQ=DAILY;BYHOUR=3",
                "BYHOUR is not supported; the parts that are: FREQ, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST"
            ),
            ("FREQ=DAILY;FREQ=DAILY", "FREQ is there twice"),
            ("FREQ=DAILY;COUNT=3;UNTIL=20261231", "COUNT and UNTIL both say when the rule ends; leave one of them out"),
            ("FREQ=DAILY;COUNT=0", "COUNT is a number from 1 to 99999, not '0'"),
            ("FREQ=DAILY;INTERVAL=-1", "INTERVAL is a number from 1 to 9999, not '-1'"),
            ("FREQ=DAILY;UNTIL=2026-12-31", "UNTIL is a date such as 20261231, not '2026-12-31'"),
            ("FREQ=DAILY;UNTIL=20261231T1200", "UNTIL is a date such as 20261231, not '20261231T1200'"),
            ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY counts weekdays from 1 to 53, or from -1 to -53 at the end, not '54MO'"),
            ("FREQ=MONTHLY;BYDAY=XX", "BYDAY knows MO, TU, WE, TH, FR, SA, SU, not 'XX'"),
            ("FREQ=WEEKLY;BYDAY=2MO", "BYDAY has numbers, as in 2TU, only with FREQ=MONTHLY and FREQ=YEARLY"),
            (
                "FREQ=WEEKLY;BYMONTHDAY=2",
                "BYMONTHDAY does not go with FREQ=WEEKLY; with FREQ=DAILY or FREQ=MONTHLY it does"
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY has numbers from 1 to 31, or -1 to -31 from the end, not '0'"),
            ("FREQ=MONTHLY;BYMONTH=13", "BYMONTH has numbers from 1 to 12, not '13'"),
            ("FREQ=MONTHLY;BYMONTH=-1", "BYMONTH has numbers from 1 to 12, not '-1'"),
            (
                "FREQ=MONTHLY;BYSETPOS=1",
                "BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH, and none is there"
            ),
            ("FREQ=WEEKLY;WKST=MON", "WKST knows MO, TU, WE, TH, FR, SA, SU, not 'MON'"),
            ("FREQ=WEEKLY;BYDAY=MO,,TU", "BYDAY knows MO, TU, WE, TH, FR, SA, SU, not ''"),
        ])
    func errors(rule: String, message: String) throws {
        let start = try #require(CivilDate(text: "2026-01-01"))
        let error = #expect(throws: RecurrenceError.self) { try Recurrence(rule: rule, from: start) }
        #expect(error?.description == message)
    }

    @Test("A search passes each day once, near ones first", arguments: [0, 1, 7, 8, 100, 3653])
    func search(length: Int) {
        #expect(WideningSearch(from: 5, through: 5 + length).flatMap(Array.init) == Array(5...5 + length))
        let backwards = WideningSearch(from: 5, through: 5 - length).flatMap { $0.reversed() }
        #expect(backwards == Array((5 - length...5).reversed()))
        #expect(Array(WideningSearch(from: 5, through: 5 + length)).count <= 10)
    }
}
