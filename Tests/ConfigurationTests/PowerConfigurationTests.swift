import DisplayPlanning
import KioskEngine
import Paths
import PlaylistReading
import Scheduling
import StrictYAML
import Testing
import Timing

@testable import Configuration

/// `power` and `wake-priority` of outputs.
@Suite struct PowerConfigurationTests {
    private func rule(_ text: String) throws -> PowerRule? {
        let outcome = read(text)
        #expect(outcome.issues == [])
        let configuration = try #require(outcome.configuration)
        return configuration.outputs[connector: "HDMI-A-1", monitor: nil].power.map { configuration.power[$0] }
    }

    private func message(_ text: String) -> String? {
        read(text).issues.first { $0.severity == .error }.map { "\($0.position): \($0.message)" }
    }

    @Test func aScreenIsOnBySchedule() throws {
        let text = "outputs: [{match: HDMI-A-1, power: {days: mon-fri, times: '7:00-19:00'}, wake-priority: 100}]"
        let rule = try #require(try rule(text))
        #expect(rule.wakePriority == 100)
        #expect(rule.schedules.map(\.times) == [[DailyWindow(text: "7:00-19:00")].compactMap(\.self)])
        #expect(rule.schedules[0].days?.count == 5)
    }

    @Test func schedulesHaveNames() throws {
        let text = """
            schedules:
              open: {days: mon-fri, times: '9:00-18:00'}
            outputs:
              - {match: HDMI-A-1, power: [open, {days: sat, times: '10:00-14:00'}]}
            """
        #expect(try rule(text)?.schedules.count == 2)
        #expect(message(text.replacing("[open", with: "[opne"))?.contains("did you mean 'open'") == true)
    }

    @Test func defaultsHoldForOutputs() throws {
        let defaults = "defaults: {power: {times: '7:00-22:00'}, wake-priority: 5}\n"
        #expect(try rule(defaults)?.wakePriority == 5)
        #expect(try rule(defaults + "outputs: [{match: HDMI-A-1, rotate: 90}]")?.schedules.count == 1)
        #expect(try rule(defaults + "outputs: [{match: HDMI-A-1, wake-priority: 9}]")?.wakePriority == 9)
        #expect(try rule(defaults + "outputs: [{match: HDMI-A-1, power: always}]") == nil)
    }

    @Test func aFileOfHolidays() throws {
        let holidays =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let texts: [FilePath: [UInt8]] = ["/etc/vitrine/holidays.ics": Array(holidays.utf8)]
        let text = "outputs: [{match: '*', power: {days: mon-fri, except: holidays.ics}}]"
        let outcome = Configuration.read(
            Array(text.utf8), folder: "/etc/vitrine", files: PlaylistFiles.onDisk.with(texts), readFile: files())
        #expect(outcome.issues == [])
        #expect(outcome.configuration?.scheduleFiles.contains("/etc/vitrine/holidays.ics") == true)
        // A Friday.
        let schedule = try #require(outcome.configuration?.power.first?.schedules.first)
        let noon = schedule.zone.instant(
            of: try #require(CivilDate(text: "2026-12-25")), try #require(TimeOfDay(text: "12:00")))
        #expect(!schedule.isActive(at: noon))
        #expect(message(text)?.hasPrefix("1:55: /etc/vitrine/holidays.ics: no such file") == true)
    }

    @Test(arguments: [
        ("power: off", "1:36: power is when the screen is on; for one that stays dark write 'off: true'"),
        ("power: on", "1:36: power is when the screen is on; did you mean 'always'?"),
        (
            "wake-priority: 5",
            "1:44: 'wake-priority' goes with 'power', which says when the screen is on; it is always on"
        ),
        ("power: {}", "1:36: a schedule says 'days', 'times', 'dates', 'rrule' or 'except'"),
        ("power: {time: '7:00-8:00'}", "1:37: there is no key 'time' here; did you mean 'times'?"),
        (
            "power: {times: '7-8'}",
            "1:44: times is a time of day such as 11:30-14:00, or 22:00-2:00 over midnight, not '7-8'; did you mean '07:00-08:00'?"
        ),
    ]) func mistakes(text: String, expected: String) {
        #expect(message("outputs: [{match: HDMI-A-1, \(text)}]") == expected)
    }

    @Test func whatIsOverIsWarnedOf() {
        let text = "outputs: [{match: '*', power: {dates: 2020-01-01}}]"
        let outcome = Configuration.read(
            Array(text.utf8), folder: "", now: WallTime(seconds: 1_800_000_000), readFile: files())
        #expect(outcome.issues.map(\.severity) == [.warning])
    }
}
