import DisplayModel
import Foundation
import Playlist
import SchemaValidation
import Testing
import Timing

@testable import Scheduling
@testable import TimelineReport

@Suite struct TimelineReportTests {
    private let europe = TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
    /// Thursday, 2026-12-24T00:00:00+01:00.
    private let midnight = WallTime(seconds: 1_798_066_800)

    private func picture(_ name: String, _ schedules: [Int] = []) -> Item {
        Item(.picture(path: "/srv/signage/\(name)"), duration: .seconds(8), schedules: schedules)
    }

    /// Lunch from 11:30 to 14:00, and wine from 18:00 to 2:00.
    private func schedules() throws -> [Schedule] {
        try ["11:30-14:00", "18:00-02:00"].map { text in
            var schedule = Schedule(zone: europe)
            schedule.times = [try #require(DailyWindow(text: text))]
            return schedule
        }
    }

    private func report(
        _ zones: [(String?, ItemList)], from: WallTime? = nil, for length: Duration = .seconds(86400),
        off: [Range<WallTime>] = []
    ) throws -> TimelineReport {
        let schedules = try schedules()
        let scene = Scene(
            zones: zones.map { SceneZone(name: $0, timeline: Timeline($1, schedules: schedules)) })
        let output = OutputTraits(connector: "HDMI-A-1", size: Size(width: 1920, height: 1080))
        return TimelineReport(
            scene, of: .init(playlist: "/srv/signage/menu.yaml", output: output, sync: .wallClock),
            from: from ?? midnight, for: length, off: off, in: europe)
    }

    private func menu() -> ItemList {
        ItemList(
            [picture("menu.png", [0]), picture("soup.png", [0]), picture("wine.png", [1])],
            otherwise: [picture("logo.png"), Item(.color(.black), duration: .milliseconds(1500)), picture("logo.png")])
    }

    @Test func tellsPeriods() throws {
        let text = try report([("main", menu()), (nil, ItemList([picture("side.png")]))]).text
        #expect(
            text == """
                /srv/signage/menu.yaml on HDMI-A-1, 1920x1080
                Thu 2026-12-24 00:00 to Fri 2026-12-25 00:00, CET-1CEST,M3.5.0,M10.5.0/3

                zone 1 of 2 "main"
                  00:00 to 02:00  wine.png
                  02:00 to 11:30  logo.png (2 times), #000000 (3 slides, 17.5 s a round)
                  11:30 to 14:00  menu.png, soup.png (2 slides, 16 s a round)
                  14:00 to 18:00  logo.png (2 times), #000000 (3 slides, 17.5 s a round)
                  18:00 to 24:00  wine.png

                zone 2 of 2
                  00:00 to 24:00  side.png

                """)
    }

    @Test func tellsWhenTheScreenIsOff() throws {
        let evening = midnight + .seconds(22 * 3600)
        let off = [midnight - .seconds(7200)..<midnight + .seconds(7 * 3600), evening..<evening + .seconds(9 * 3600)]
        let side = try report([(nil, ItemList([picture("side.png")]))], for: .seconds(86400 + 43200), off: off)
        #expect(
            side.text == """
                /srv/signage/menu.yaml on HDMI-A-1, 1920x1080
                Thu 2026-12-24 00:00 to Fri 2026-12-25 12:00, CET-1CEST,M3.5.0,M10.5.0/3

                off by schedule
                  00:00 to 07:00
                  22:00 to Fri 2026-12-25 07:00

                  00:00 to Fri 2026-12-25 12:00  side.png

                """)
    }

    @Test func daysStandApart() throws {
        let lunch = ItemList([picture("menu.png", [0])])
        let lines = try report([(nil, lunch)], for: .seconds(86400 + 43200)).text.split(separator: "\n").dropFirst(2)
        #expect(
            Array(lines) == [
                "  00:00 to 11:30  nothing", "  11:30 to 14:00  menu.png",
                "  14:00 to Fri 2026-12-25 11:30  nothing", "  Fri 2026-12-25", "  11:30 to 12:00  menu.png",
            ])
    }

    /// What changes only schedules, not what goes round, is one line for people and two periods for programs.
    @Test func likePeriodsAreOneLine() throws {
        let always = ItemList([picture("logo.png", [0]), picture("logo.png", [1])], otherwise: [picture("logo.png")])
        let report = try report([(nil, always)])
        #expect(report.text.hasSuffix("\n\n  00:00 to 24:00  logo.png\n"))
        #expect(report.zones[0].periods.count == 5)
    }

    @Test func longListsAreCutOff() throws {
        let text = try report([(nil, ItemList((1...1000).map { picture("\($0).png") }))]).text
        #expect(
            text.hasSuffix(
                "1.png, 2.png, 3.png, 4.png, 5.png, 6.png, 7.png, 8.png and 992 more (1000 slides, 2 h 13 min a round)\n"
            ))
        let shuffled = ItemList((1...20).map { picture("\($0).png") }, order: .shuffled(seed: 1))
        #expect(try report([(nil, shuffled)]).text.hasSuffix("(20 slides, 2 min 40 s a round, shuffled)\n"))
    }

    /// Periods follow one another without gaps, whatever the first moment is, and each is what every moment in it says.
    @Test(arguments: [0, 1, 3600, 7199, 7200, 41_399, 41_400, 60_000])
    func periodsAgreeWithTurns(second: Int) throws {
        let timeline = Timeline(menu(), schedules: try schedules())
        let (begin, end) = (midnight + .seconds(second), midnight + .seconds(second + 86400))
        let periods = timeline.periods(from: begin, until: end)
        #expect(periods.count >= 4)
        #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.ends == $1.began })
        for period in periods {
            let slides = Set(period.round.map(\.slide))
            #expect(!slides.isEmpty)
            for step in 0..<50 {
                let time = period.began + .seconds(step * 7)
                #expect(timeline.turn(at: time).slide.map(slides.contains) == true)
            }
        }
    }

    @Test func jsonFollowsTheSchema() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let validator = try SchemaValidator(contentsOf: folder.appending(path: "docs/timeline.schema.json"))
        let reports = [
            try report([], off: [midnight..<midnight + .seconds(3600)]),
            try report([("main", menu()), (nil, ItemList([picture("menu.png", [0])]))]),
        ]
        for report in reports { #expect(try validator.faults(in: report.json) == []) }
        // The check is worth something only where it can fail.
        for (right, wrong) in [
            ("\"shuffled\": false", "\"shuffled\": 0"), ("\"sync\": \"wall-clock\"", "\"sync\": \"clock\""),
            ("+01:00", ""), ("\"name\": null", "\"title\": null"), ("\"#000000\"", "\"black\""),
        ] {
            #expect(reports[1].json.contains(right))
            let broken = reports[1].json.replacingOccurrences(of: right, with: wrong)
            #expect(try !validator.faults(in: broken).isEmpty, "\(wrong)")
        }
    }

    @Test func jsonTellsWhatRoundsAreCountedFrom() throws {
        let json = try report([(nil, menu())], from: midnight + .seconds(3600), for: .seconds(7200)).json
        #expect(json.contains("\"begins\": \"2026-12-24T01:00:00+01:00\""))
        #expect(json.contains("\"counted_from\": \"2026-12-23T18:00:00+01:00\""))
        #expect(json.contains("\"ends\": \"2026-12-24T03:00:00+01:00\""))
        #expect(json.contains("\"round_seconds\": 17.5"))
    }
}
