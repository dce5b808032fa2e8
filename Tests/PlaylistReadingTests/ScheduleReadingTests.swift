import Paths
import Playlist
import Scheduling
import Testing
import Timing

@testable import PlaylistReading

/// Schedules with names, of whole files, with exceptions; and what is left out.
@Suite struct ScheduleReadingTests {
    private let holidays = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20271225\nEND:VEVENT\nEND:VCALENDAR\n"

    private func read(_ text: String, _ others: [FilePath: String] = [:]) -> PlaylistReader.Outcome {
        FakeDisk(text, others).read()
    }

    private func isActive(_ outcome: PlaylistReader.Outcome, _ item: Item?, _ date: String) throws -> Bool {
        let playlist = try #require(outcome.playlist)
        let instant = TimeZoneRules.utc.instant(
            of: try #require(CivilDate(text: date)), try #require(TimeOfDay(text: "12:00")))
        let schedules = try #require(item).schedules
        return schedules.isEmpty || schedules.contains { playlist.schedules[$0].isActive(at: instant) }
    }

    // MARK: Exceptions

    @Test func holidaysAreLeftOut() throws {
        let outcome = read(
            """
            timezone: UTC
            items:
              - picture: a.png
                schedule: {days: weekdays, except: [holidays.ics, 12-31, {rrule: FREQ=MONTHLY;BYDAY=1MO, start: 2027-01-01}]}
              - {picture: b.png, schedule: {dates: holidays.ics}}
            """, ["holidays.ics": holidays.replacing("20271225", with: "20271224")])
        #expect(outcome.lines == [])
        let items = outcome.items
        try #require(items.count == 2)
        #expect(try isActive(outcome, items[0], "2027-12-23"))
        for date in ["2027-12-24", "2027-12-25", "2027-12-31", "2027-12-06"] {
            #expect(try !isActive(outcome, items[0], date), "\(date)")
        }
        #expect(try isActive(outcome, items[1], "2027-12-24"))
        #expect(try !isActive(outcome, items[1], "2027-12-23"))
        #expect(outcome.sources.files.contains("holidays.ics"), "it is watched")
        #expect(outcome.texts["holidays.ics"] != nil, "and kept with the last good playlist")
    }

    @Test func aFileOfHolidaysHasItsOwnMistakes() {
        let text =
            "items: [{picture: a.png, schedule: {days: mon, except: x.ics}}, {picture: b.png, schedule: {except: x.ics}}]"
        #expect(
            read(text, ["x.ics": holidays.replacing("2027", with: "27")]).lines == [
                "x.ics:3:1: error: DTSTART is a date such as 20261225, not '271225'"
            ])
        #expect(read(text).lines.first == "main.yaml:1:56: error: x.ics: no such file or folder")
        #expect(read(text).sources.files.contains("x.ics"), "its coming makes it good")
    }

    @Test func withoutItsFileAnUnattendedSignHasNoHolidays() throws {
        let disk = FakeDisk(
            "{timezone: UTC, items: [{picture: a.png, schedule: {dates: x.ics}}, {picture: b.png, schedule: {except: x.ics}}]}"
        )
        var reader = PlaylistReader(transitions: [], files: disk.files, now: WallTime(seconds: 1_800_000_000))
        reader.leavesOutMissing = true
        let outcome = reader.read("main.yaml")
        #expect(try !isActive(outcome, outcome.items.first, "2027-06-01"))
        #expect(try isActive(outcome, outcome.items.last, "2027-06-01"))
    }

    // MARK: Names

    @Test func schedulesHaveNames() throws {
        let outcome = read(
            """
            timezone: UTC
            schedules:
              lunch: {days: mon-fri}
              summer: [{dates: 06-01..08-31}, {dates: 2027-12-25}]
            items:
              - {picture: a.png, schedule: lunch}
              - {picture: b.png, schedule: [summer, {days: sun}]}
              - inner.yaml
            """,
            [
                "inner.yaml":
                    "{schedules: {lunch: {days: sat}}, items: [{picture: a.png, schedule: lunch}, {picture: b.png, schedule: summer}]}"
            ])
        #expect(outcome.lines == [])
        let items = outcome.items
        try #require(items.count == 3)
        #expect(try isActive(outcome, items[0], "2027-11-22") && !isActive(outcome, items[0], "2027-11-21"))
        #expect(try isActive(outcome, items[1], "2027-11-21") && isActive(outcome, items[1], "2027-07-01"))
        #expect(try !isActive(outcome, items[1], "2027-11-22"))
        guard case .list(let list) = items[2].content else {
            Issue.record("an included file is a list")
            return
        }
        // Its own names come first, and those of the file that includes it are seen.
        #expect(try isActive(outcome, list.items[0], "2027-11-20") && !isActive(outcome, list.items[0], "2027-11-22"))
        #expect(list.items[1].schedules == [items[1].schedules[0], items[1].schedules[1]])
    }

    @Test func unknownNamesAreTold() {
        let lines = read(
            "{schedules: {lunch: {days: mon}}, items: [{picture: a.png, schedule: lnuch}, {picture: a.png, schedule: x}]}"
        ).lines
        #expect(
            lines == [
                "main.yaml:1:70: error: there is no schedule called 'lnuch'; did you mean 'lunch'?",
                "main.yaml:1:105: error: there is no schedule called 'x'; a schedule is a mapping such as {days: mon-fri, "
                    + "times: '11:30-14:00'}, or the name of one of the file's 'schedules': lunch",
            ])
    }

    // MARK: Whole files

    @Test func aWholeFileHasASchedule() throws {
        for text in [
            "{timezone: UTC, schedule: {dates: 2027-12-25}, items: [a.png, b.png]}",
            "{timezone: UTC, schedule: {dates: 2027-12-25}, zones: [{picture: a.png}]}",
        ] {
            let outcome = read(text)
            #expect(outcome.lines == [])
            #expect(try isActive(outcome, outcome.items.first, "2027-12-25"))
            #expect(try !isActive(outcome, outcome.items.first, "2027-12-26"))
        }
        let outcome = read("[inner.yaml]", ["inner.yaml": "{schedule: {dates: 2027-12-25}, items: [a.png]}"])
        guard case .list(let list) = outcome.items.first?.content else {
            Issue.record("an included file is a list")
            return
        }
        #expect(list.items.map(\.schedules) == [[0]])
    }

    @Test func whatIsNotEnabledIsAsIfItWereNotThere() throws {
        let outcome = read(
            """
            items:
              - a.png
              - {picture: gone.png, enabled: false, transition: gone.frag}
              - {folder: gone, enabled: false}
              - {playlist: gone.yaml, enabled: false, priority: 5}
              - {items: [gone.png, gone], enabled: false, schedule: {except: gone.ics}}
              - off.yaml
              - {picture: b.png, enabled: true}
            """, ["off.yaml": "{enabled: false, items: [gone.png]}"])
        #expect(outcome.lines == [])
        #expect(outcome.playlist?.pictures == ["a.png", "b.png"])
        #expect(outcome.items.count == 3)
        let zones = read("zones: [{picture: a.png}, {picture: gone.png, enabled: false}]")
        #expect(zones.lines == [] && zones.playlist?.zones.count == 1)
        #expect(read("{enabled: false, items: [a.png]}").playlist?.isEmpty == true)
    }

    @Test func mistakesInWhatIsNotEnabledAreTold() {
        #expect(
            read("items: [{picture: a.png, fti: cover, enabled: false}, {picture: a.png, enabled: no}]").lines == [
                "main.yaml:1:26: error: there is no key 'fti' here; did you mean 'fit'?",
                "main.yaml:1:81: error: enabled is true or false, not 'no'; did you mean false, without quotation marks?",
            ])
    }

    // MARK: What may be missing

    @Test func whatIsOptionalMayBeMissing() {
        var disk = FakeDisk(
            """
            items:
              - {picture: gone.png, optional: true}
              - {folder: gone, optional: true}
              - {folder: empty, optional: true}
              - {playlist: gone.yaml, optional: true}
              - a.png
            """)
        disk.folders["empty"] = []
        let outcome = disk.read()
        #expect(outcome.lines == [])
        #expect(outcome.playlist?.pictures == ["a.png"])
        #expect(outcome.sources.files.isSuperset(of: ["gone.png", "gone.yaml"]), "their coming is noticed")
        #expect(outcome.sources.folders.isSuperset(of: ["gone", "empty"]))
        let zones = FakeDisk("zones: [{picture: gone.png, optional: true}, {picture: a.png}]").read()
        #expect(zones.lines == [])
        #expect(
            FakeDisk("[{colour: '#fff', optional: true}]").read().lines == [
                "main.yaml:1:29: error: 'optional' goes with 'picture', 'video', 'folder' or 'playlist', not with 'colour'"
            ])
    }

    // MARK: Keys for people

    @Test func keysThatBeginWithXAreAllowedAnywhere() {
        let outcome = read(
            """
            x-slow: &slow {duration: 1min, x-y: 1}
            x-note: [anything, {at: all}]
            zones:
              - x-a: 1
                items:
                  - {picture: a.png, x-b: 2, when: {width: 800, x-c: 3}, schedule: {days: mon, x-d: 4}}
                  - {picture: a.png, motion: {x-e: 5, from: {x-f: 6}}, transition: {type: fade, x-g: 7}}
            """)
        #expect(outcome.lines == [])
        #expect(read("items: [{picture: a.png, when: {x-c: 3}}]").playlist == nil, "it says nothing")
        #expect(read("items: [{picture: a.png, schedule: {x-c: 3}}]").playlist == nil)
    }
}
