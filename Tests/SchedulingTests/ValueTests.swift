import Testing

@testable import Scheduling

@Suite("Dates and times")
struct ValueTests {
    @Test(
        "A weekday is read by its name or the first letters of it",
        arguments: [
            ("mon", Weekday.monday), ("Monday", .monday), ("MO", .monday), ("tuesday", .tuesday), ("We", .wednesday),
            ("THU", .thursday), ("fr", .friday), ("SATURDAY", .saturday), ("sun", .sunday),
        ])
    func weekdays(text: String, weekday: Weekday) { #expect(Weekday(text: text) == weekday) }

    @Test("Nothing else is a weekday", arguments: ["", "m", "mond", "mondays", "T", "xx", "мо", "mo "])
    func noWeekdays(text: String) { #expect(Weekday(text: text) == nil) }

    @Test(
        "Days are numbered from 1970-01-01",
        arguments: [
            ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday), ("2000-02-29", 11016, .tuesday),
            ("2026-11-21", 20778, .saturday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
            ("1900-03-01", -25508, .thursday),
        ])
    func dayNumbers(text: String, number: Int, weekday: Weekday) throws {
        let date = try #require(CivilDate(text: text))
        #expect(date.dayNumber == number)
        #expect(CivilDate(dayNumber: number) == date)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
    }

    @Test("Each day of 800 years follows the one before")
    func succession() throws {
        var date = try #require(CivilDate(year: 1599, month: 12, day: 31))
        for number in (date.dayNumber + 1)...(date.dayNumber + 2 * GregorianCalendar.cycleDays) {
            let next = CivilDate(dayNumber: number)
            #expect(next.dayNumber == number && date < next)
            let isNextDay = next.day == date.day + 1 && next.month == date.month && next.year == date.year
            let endsMonth = CivilDate(year: date.year, month: date.month, day: date.day + 1) == nil
            #expect(isNextDay || endsMonth && next.day == 1)
            date = next
        }
    }

    @Test(
        "Days that do not exist are none",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "2026-1-1", "20260101",
            "0000-01-01", "2026-01-01 ", "+026-01-01", "2026-01-01-", "",
        ])
    func impossibleDates(text: String) { #expect(CivilDate(text: text) == nil) }

    @Test("Day numbers beyond the calendar are its ends", arguments: [Int.min, Int.max])
    func ends(number: Int) {
        #expect(CivilDate(dayNumber: number).description == (number < 0 ? "0001-01-01" : "9999-12-31"))
    }

    @Test(
        "Times of day",
        arguments: [
            ("9:30", 34200, "09:30"), ("09:30", 34200, "09:30"), ("09:30:15", 34215, "09:30:15"), ("0:00", 0, "00:00"),
            ("24:00", 86400, "24:00"), ("23:59:59", 86399, "23:59:59"),
        ])
    func times(text: String, seconds: Int, description: String) {
        #expect(TimeOfDay(text: text)?.seconds == seconds)
        #expect(TimeOfDay(text: text)?.description == description)
    }

    @Test(
        "Nothing else is a time of day",
        arguments: [
            "", "9", "9:3", "24:01", "24:00:01", "25:00", "12:60", "12:00:60", "-1:00", "+1:00", "009:00", "9:30pm",
            "9:30:",
        ])
    func noTimes(text: String) { #expect(TimeOfDay(text: text) == nil) }

    @Test("Windows of the day")
    func windows() throws {
        let window = try #require(DailyWindow(text: "11:30-14:00"))
        #expect(window.from.description == "11:30" && window.to.description == "14:00")
        #expect(DailyWindow(text: "22:00 - 6:00") == DailyWindow(text: "22:00-06:00"))
        for text in ["11:30", "11:30-", "-14:00", "11:30-14:00-15:00", "11:30-25:00", ""] {
            #expect(DailyWindow(text: text) == nil)
        }
    }

    @Test(
        "Ranges of dates",
        arguments: [
            ("2026-12-01..2026-12-24", "2026-12-01", "2026-12-24"), ("2026-12-01..", "2026-12-01", nil),
            ("..2026-12-24", nil, "2026-12-24"), ("2026-12-24", "2026-12-24", "2026-12-24"),
            ("2026-12-01 .. 2026-12-24", "2026-12-01", "2026-12-24"),
        ] as [(String, String?, String?)])
    func ranges(text: String, first: String?, last: String?) throws {
        let range = try #require(DateRange(text: text))
        #expect(range.first?.description == first && range.last?.description == last)
    }

    @Test(
        "Nothing else is a range of dates",
        arguments: [
            "", "..", "2026-12-24..2026-12-01", "2026-12-01...2026-12-24", "2026-12-01-2026-12-24", "a..b",
            "2026-12-01..x",
        ])
    func noRanges(text: String) { #expect(DateRange(text: text) == nil) }
}
