import Testing
import Timing

@testable import Scheduling

/// What is left out of schedules, and what goes from one moment to another.
@Suite struct ExceptionTests {
    /// Reads what is separated by commas, as playlists have it.
    private static func dates(_ column: String) throws -> (days: CalendarDays?, moments: [MomentRange]) {
        var days = CalendarDays()
        var moments: [MomentRange] = []
        var hasDays = false
        for text in column == "-" ? [] : column.split(separator: ",") {
            switch try #require(DateExpression(text: String(text))) {
            case .days(let range): days.formUnion(CalendarDays([range]))
            case .yearly(let range): days.formUnion(CalendarDays(yearly: [range]))
            case .moments(let range):
                moments.append(range)
                continue
            }
            hasDays = true
        }
        return (hasDays ? days : nil, moments)
    }

    private static func rule(_ text: String, _ start: String) throws -> Recurrence? {
        text == "-" ? nil : try Recurrence(rule: text, from: #require(CivilDate(text: start)))
    }

    private static func schedule(_ row: [String]) throws -> Schedule {
        var schedule = Schedule(zone: try Fixture.zone(row[0]))
        if row[1] != "-" { schedule.days = Set(row[1].split(separator: ",").compactMap { Weekday(text: String($0)) }) }
        if row[2] != "-" {
            schedule.times = try row[2].split(separator: ",").map { try #require(DailyWindow(text: String($0))) }
        }
        (schedule.dates, schedule.moments) = try dates(row[3])
        schedule.recurrence = try rule(row[4], row[5])
        let exceptions = try dates(row[6])
        schedule.exceptions = exceptions.days ?? CalendarDays()
        schedule.gaps = exceptions.moments
        if let rule = try rule(row[7], row[8]) {
            schedule.exceptions.formUnion(CalendarDays(recurring: [RecurringDays(rule)]))
        }
        return schedule
    }

    /// Of three time zones, one of which has clocks that change by half an hour.
    @Test func statesChangeWhenTheOracleSays() throws {
        let rows = try Fixture.rows("exceptions.txt")
        #expect(rows.count >= 60)
        for row in rows {
            let schedule = try Self.schedule(row)
            var instant = ScheduleTests.Case.year.lowerBound
            let changes = try row[10].split(separator: ",").map {
                instant += try #require(Int($0, radix: 36)) * 60
                return WallTime(seconds: instant)
            }
            var isActive = row[9] == "on"
            // All at once, too.
            let year = ScheduleTests.Case.year
            let edges = schedule.intervals(in: year).flatMap { [$0.lowerBound, $0.upperBound] }
                .filter { $0 > year.lowerBound && $0 < year.upperBound }
            #expect(edges.map { WallTime(seconds: $0) } == changes, "\(row[0...8].joined(separator: " "))")
            for (index, change) in changes.enumerated() {
                let label: Comment = "\(row[0...8].joined(separator: " ")) at \(change)"
                let before = schedule.state(at: change - .seconds(1))
                #expect(before.isActive == isActive && before.until == change, label)
                isActive.toggle()
                let after = schedule.state(at: change)
                #expect(after.isActive == isActive && after.since == change, label)
                if index + 1 < changes.count {
                    let middle = change + (changes[index + 1] - change) / 2
                    #expect(schedule.isActive(at: middle) == isActive, label)
                }
            }
        }
    }

    private func instant(_ text: String) throws -> WallTime {
        let parts = text.split(separator: "T").map(String.init)
        return TimeZoneRules.utc.instant(
            of: try #require(CivilDate(text: parts[0])), try #require(TimeOfDay(text: parts[1])))
    }

    @Test(arguments: [
        ("12-24..12-26", ["2026-12-24T00:00", "2031-12-26T23:59"], ["2026-12-23T23:59", "2026-12-27T00:00"]),
        ("12-20..01-06", ["2026-12-20T00:00", "2027-01-06T23:59"], ["2026-12-19T23:59", "2027-01-07T00:00"]),
        ("02-29", ["2028-02-29T12:00"], ["2027-02-28T12:00", "2027-03-01T12:00"]),
        ("02-27..02-29", ["2027-02-28T12:00", "2028-02-29T12:00"], ["2027-03-01T00:00"]),
    ])
    func daysOfEveryYear(text: String, inside: [String], outside: [String]) throws {
        var schedule = Schedule(zone: .utc)
        schedule.dates = CalendarDays(yearly: [try #require(YearlyRange(text: text))])
        for text in inside { #expect(schedule.isActive(at: try instant(text)), "\(text)") }
        for text in outside { #expect(!schedule.isActive(at: try instant(text)), "\(text)") }
    }

    @Test(arguments: ["", "12-32", "13-01", "2-1", "12-01..", "..12-01", "12-01..2026-12-02", "02-30", "12-01...12-02"])
    func otherTextsAreNoDaysOfAYear(text: String) { #expect(YearlyRange(text: text) == nil) }

    @Test(arguments: [
        "2026-06-01..2026-06-02", "2026-06-01T18:00", "2026-06-01T18:00..2026-06-01T18:00", "2026-06-01T25:00..",
        "2026-06-02..2026-06-01T12:00", "2026-06-01 18:00..", "2026-06-01T18:00Z..", "T18:00..", "..T18:00",
    ])
    func otherTextsAreNoMoments(text: String) { #expect(MomentRange(text: text) == nil) }

    @Test func aDayWithoutATimeOfDayIsWhole() throws {
        var schedule = Schedule(zone: .utc)
        schedule.moments = [try #require(MomentRange(text: "2026-06-01T18:00..2026-06-03"))]
        let state = schedule.state(at: try instant("2026-06-02T00:00"))
        #expect(
            state
                == .init(isActive: true, since: try instant("2026-06-01T18:00"), until: try instant("2026-06-04T00:00"))
        )
    }

    // MARK: What is over

    @Test(
        arguments: [
            ("2040-01-01..", false), ("2026-01-01..2026-02-01", true), ("2099-12-31", false), ("02-30x", nil),
            ("2045-06-01T18:00..2045-06-02T06:00", false), ("12-24", false), ("..2026-01-01", true),
        ] as [(String, Bool?)])
    func whatBeginsLaterThanAnybodyLooksIsNotOver(text: String, isOver: Bool?) throws {
        guard let isOver else {
            #expect(DateExpression(text: text) == nil)
            return
        }
        var schedule = Schedule(zone: .utc)
        (schedule.dates, schedule.moments) = try Self.dates(text)
        #expect(schedule.isOver(at: try instant("2026-11-22T12:00")) == isOver)
    }

    @Test func rulesThatBeginLateOrComeSeldomAreNotOver() throws {
        func isOver(_ rule: String, _ start: String) throws -> Bool {
            var schedule = Schedule(zone: .utc)
            schedule.recurrence = try Self.rule(rule, start)
            return schedule.isOver(at: try instant("2026-11-22T12:00"))
        }
        #expect(try !isOver("FREQ=DAILY", "2040-01-01"))
        #expect(try !isOver("FREQ=YEARLY;INTERVAL=25", "2025-01-01"))
        #expect(try isOver("FREQ=DAILY;COUNT=3", "2026-01-01"))
        #expect(try isOver("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01"))
    }

    @Test func whatIsExceptedForEverIsOver() throws {
        var schedule = Schedule(zone: .utc)
        schedule.exceptions = CalendarDays([try #require(DateRange(text: "2026-01-01.."))])
        #expect(schedule.isOver(at: try instant("2026-11-22T12:00")))
    }
}

@Suite struct HolidayFileTests {
    private func read(_ lines: String...) -> HolidayFile {
        HolidayFile(Array((["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8))
    }

    private func event(_ lines: String...) -> HolidayFile {
        read((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n"))
    }

    private func days(of file: HolidayFile) -> [String] {
        (20_000..<22_000).filter(file.days.contains).map { "\(CivilDate(dayNumber: $0))" }
    }

    @Test func whatAgenciesPublishIsRead() {
        let file = read(
            "VERSION:2.0", "PRODID:-//Feiertage//DE", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD",
            "DTSTART:19701025T030000", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1",
            "DTSTAMP:20260101T000000Z", "SUMMARY;LANGUAGE=de:Neujahr\\, ein langer Na", " me; mit: Zeichen",
            "DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20260102", "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM",
            "END:VEVENT", "BEGIN:VEVENT", "dtstart;value=date:20261225", "DURATION:P2D", "END:VEVENT")
        #expect(file.issues == [])
        #expect(file.count == 2)
        #expect(days(of: file) == ["2026-01-01", "2026-12-25", "2026-12-26"])
    }

    @Test func eventsRecur() {
        let file = event(
            "DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260503", "RRULE:FREQ=YEARLY;COUNT=3",
            "EXDATE;VALUE=DATE:20270501", "RDATE;VALUE=DATE:20260601,20260701")
        #expect(file.issues == [])
        #expect(
            days(of: file) == [
                "2026-05-01", "2026-05-02", "2026-06-01", "2026-06-02", "2026-07-01", "2026-07-02", "2028-05-01",
                "2028-05-02",
            ])
        #expect(days(of: event("DTSTART:20260501", "STATUS:CANCELLED")) == [])
    }

    @Test(arguments: [
        (
            "DTSTART:20260101T100000Z", 3,
            "DTSTART has a time of day; a holiday has whole days, such as DTSTART;VALUE=DATE:20261225"
        ),
        ("DTSTART:2026-01-01", 3, "DTSTART is a date such as 20261225, not '2026-01-01'"),
        ("DTSTART:20260230", 3, "DTSTART is a date such as 20261225, not '20260230'"),
        ("SUMMARY:x", 2, "this event has no DTSTART"),
        ("DTSTART:20260101\r\nDTEND:20260101", 2, "this event has 0 days; 1 to 366 are read"),
        (
            "DTSTART:20260101\r\nRRULE:FREQ=HOURLY", 4,
            "RRULE: FREQ is one of DAILY, WEEKLY, MONTHLY, YEARLY, not 'HOURLY'"
        ),
        ("DTSTART:20260101\r\nDURATION:PT1H", 4, "DURATION is of whole days, such as P1D, not 'PT1H'"),
        ("RECURRENCE-ID:20260101", 3, "RECURRENCE-ID is not supported; export the holidays as single events"),
        ("what", 3, "a line of iCalendar is a name, ':' and a value, in UTF-8"),
        ("END:VTODO", 3, "END:VTODO has no BEGIN before it"),
    ])
    func mistakesAreTold(lines: String, line: Int, message: String) {
        let issues = event(lines).issues
        #expect(issues.contains(.init(line: line, message: message)), "\(issues)")
    }

    @Test func otherFilesAreNone() {
        #expect(HolidayFile(Array("items: []\n".utf8)).issues.map(\.line) == [1])
        #expect(HolidayFile([]).issues.map(\.message) == ["there is no event in it"])
        #expect(HolidayFile([0xFF, 0xFE, 0x0A]).issues.count == 1)
        #expect(
            HolidayFile(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101\n".utf8)).issues.map(\.message) == [
                "BEGIN:VEVENT has no END; the file is cut short"
            ])
    }

    /// Long lines are cut after so many bytes, also within a letter.
    @Test func aLetterMayBeCut() {
        let bytes = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:M".utf8) + [0xC3, 0x0A, 0x20, 0xBC]
        let file = HolidayFile(bytes + Array("nchen\nDTSTART:20260101\nEND:VEVENT\nEND:VCALENDAR\n".utf8))
        #expect(file.issues == [] && file.count == 1)
    }
}
