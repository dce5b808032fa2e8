import Foundation
import SeededRandom
import Testing
import Timing

@testable import Scheduling

@Suite("Time zones")
struct TimeZoneTests {
    static let names = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo",
        "Europe/Dublin", "Africa/Casablanca", "America/Nuuk", "Pacific/Apia", "Asia/Tehran", "America/Scoresbysund",
    ]

    @Test("Offsets are those of Python's zoneinfo from 1970 to 2045", arguments: names, Fixture.Form.allCases)
    func oracle(name: String, form: Fixture.Form) throws {
        let zone = try Fixture.zone(name, form)
        let rows = try Fixture.rows("zones/\(name.replacingOccurrences(of: "/", with: "-")).txt", separator: " ")
        var offset = try #require(Int(rows[0][0]))
        var instant = 0
        for row in rows.dropFirst() {
            let (change, next) = (try #require(Int(row[0])), try #require(Int(row[1])))
            for unchanged in stride(from: instant, to: change, by: 86400 * 5) + [change - 1] {
                #expect(zone.offset(atSecond: unchanged) == offset, "\(unchanged)")
            }
            #expect(zone.offset(atSecond: change) == next, "\(change)")
            (instant, offset) = (change, next)
        }
        #expect(zone.offset(atSecond: instant + 3600) == offset)
    }

    @Test("The rule for the future goes on past the 400 years that are written out", arguments: Fixture.Form.allCases)
    func farFuture(form: Fixture.Form) throws {
        let zone = try Fixture.zone("Europe/Berlin", form)
        for year in [2100, 2437, 2438, 2439, 2440, 2441, 2838, 2839, 9998] {
            for (month, day, time, before, after) in [(3, 31, 3600, 3600, 7200), (10, 31, 3600, 7200, 3600)] {
                let end = try #require(CivilDate(year: year, month: month, day: day))
                let sunday = end.dayNumber - (end.weekday.rawValue + 1) % 7
                #expect(zone.offset(atSecond: sunday * 86400 + time - 1) == before)
                #expect(zone.offset(atSecond: sunday * 86400 + time) == after)
            }
        }
    }

    @Test(
        "A time that occurs twice is the first; one that does not is taken with the offset before",
        arguments: [
            ("Europe/Berlin", "2026-03-29", "01:59", 1_774_745_940),
            ("Europe/Berlin", "2026-03-29", "02:30", 1_774_747_800),
            ("Europe/Berlin", "2026-03-29", "03:00", 1_774_746_000),
            ("Europe/Berlin", "2026-10-25", "02:30", 1_792_888_200),
            ("Europe/Berlin", "2026-10-25", "03:00", 1_792_893_600),
            ("America/New_York", "2026-03-08", "02:30", 1_772_955_000),
            ("America/New_York", "2026-11-01", "01:30", 1_793_511_000),
            ("Pacific/Apia", "2011-12-30", "00:00", 1_325_239_200),
            ("Pacific/Apia", "2011-12-31", "00:00", 1_325_239_200),
            ("Asia/Kolkata", "2026-01-01", "24:00", 1_767_292_200),
        ])
    func instants(name: String, date: String, time: String, instant: Int) throws {
        let (date, time) = (try #require(CivilDate(text: date)), try #require(TimeOfDay(text: time)))
        for form in Fixture.Form.allCases {
            #expect(try Fixture.zone(name, form).instant(of: date, time).seconds == instant)
        }
    }

    @Test(
        "Every instant is found by what the clocks show then, or an earlier one that shows the same", arguments: names)
    func roundTrip(name: String) throws {
        let zone = try Fixture.zone(name)
        var generator = SplitMix64(seed: 1)
        for _ in 0..<20000 {
            let instant = WallTime(seconds: .random(in: -3_000_000_000...20_000_000_000, using: &generator))
            let (date, second) = zone.civil(instant)
            let found = zone.instant(of: date, try #require(TimeOfDay(seconds: second)))
            #expect(found <= instant && instant - found <= .seconds(86400))
            #expect(zone.civil(found).date == date && zone.civil(found).secondOfDay == second)
        }
    }

    @Test("The ends of time are no trouble", arguments: [Int.min, Int.max])
    func ends(instant: Int) throws {
        let zone = try Fixture.zone("Europe/Berlin", .slim)
        #expect(zone.offset(at: WallTime(seconds: instant)) == (instant < 0 ? 3208 : 3600))
        #expect(zone.civil(WallTime(seconds: instant)).date.year == (instant < 0 ? 1 : 9999))
    }

    @Test(
        "TZ strings of POSIX, with RFC 8536's hours",
        arguments: [
            ("UTC0", 0, 0), ("<+0530>-5:30", 19800, 19800), ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, -3600),
            ("XXX3EDT4,0/0,J365/23", -14400, -14400), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39600, 36000),
            ("EST5EDT,J60/2,J300", -18000, -14400), ("EST5EDT,59,299/167:59:59", -18000, -14400),
        ])
    func posix(text: String, january: Int, july: Int) throws {
        let zone = try #require(TimeZoneRules(posix: text))
        for year in [1800, 1969, 1970, 2026, 2500] {
            let first = try #require(CivilDate(year: year, month: 1, day: 20)).dayNumber * 86400
            #expect(zone.offset(atSecond: first) == january, "\(year)")
            #expect(zone.offset(atSecond: first + 180 * 86400) == july, "\(year)")
        }
    }

    @Test(
        "Nothing else is a TZ string",
        arguments: [
            "", "CET", "CE-1", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1:60",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1", "<CET-1",
            "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1 ", "Europe/Berlin",
        ])
    func noPosix(text: String) { #expect(TimeZoneRules(posix: text) == nil) }

    // MARK: Damage

    @Test("A file cut short anywhere is refused", arguments: Fixture.Form.allCases)
    func truncated(form: Fixture.Form) throws {
        let bytes = try Fixture.bytes("zones/Europe-Berlin.\(form)")
        for length in bytes.indices {
            #expect(throws: TimeZoneError.self) {
                try TimeZoneRules(name: "x", tzif: Array(bytes.prefix(length)))
            }
        }
    }

    /// A trap ends the whole run, so that reaching the end is the test.
    @Test("Any bytes are refused or give offsets that are possible", arguments: Fixture.Form.allCases)
    func mutated(form: Fixture.Form) throws {
        let bytes = try Fixture.bytes("zones/America-Nuuk.\(form)")
        var generator = SplitMix64(seed: 8536)
        var readable = 0
        for _ in 0..<1000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Half of them in the headers and their neighbourhood, where they do most.
                let end = Bool.random(using: &generator) ? min(120, changed.count) : changed.count
                changed[Int.random(in: 0..<end, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            guard let zone = try? TimeZoneRules(name: "x", tzif: changed) else { continue }
            readable += 1
            for instant in [.min, -1 << 60, 0, 1_800_000_000, 9_000_000_000, 1 << 60, .max] {
                #expect(TZif.possibleOffsets ~= zone.offset(atSecond: instant))
                let (date, _) = zone.civil(WallTime(seconds: instant))
                _ = zone.instant(of: date, .endOfDay)
            }
        }
        #expect(readable > 50)
        for length in 0..<200 {
            let noise = "TZif2".utf8 + (0..<length).map { _ in UInt8.random(in: 0...1, using: &generator) }
            _ = try? TimeZoneRules(name: "x", tzif: noise)
        }
    }

    @Test("What is wrong with the bytes is said")
    func sentences() throws {
        func message(_ bytes: [UInt8]) -> String? {
            #expect(throws: TimeZoneError.self) { try TimeZoneRules(name: "x", tzif: bytes) }?.description
        }
        let bytes = try Fixture.bytes("zones/Europe-Berlin.slim")
        #expect(message([]) == "is not a time zone file (TZif, RFC 8536)")
        #expect(message(bytes.dropLast()) == "is damaged: its end is missing")
        #expect(message(Array(bytes.prefix(300))) == "is damaged: it ends too early")
        // Version 1, one type of local time, four characters, one leap second.
        let counts: [UInt8] = [0, 0, 1, 0, 1, 4]
        let leaping = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + counts.flatMap { [0, 0, 0, $0] }
        #expect(message(leaping + [UInt8](repeating: 0, count: 18))?.hasPrefix("counts leap seconds") == true)
    }

    // MARK: The system's database

    @Test("Zones of the system are found by name")
    func named() throws {
        let zone = try TimeZoneRules.named("Europe/Berlin")
        #expect(zone.name == "Europe/Berlin")
        #expect(zone.offset(atSecond: 1_600_000_000) == 7200)
        #expect(try zone == .named("Europe/Berlin"))
        #expect(try zone != .named("Europe/Paris"))
        #expect(try TimeZoneRules.named("UTC") == .utc)
    }

    @Test(
        "Names that are none, and files that are no zones",
        arguments: [
            ("", "'' is no name of a time zone"), ("../../etc/passwd", "'../../etc/passwd' is no name of a time zone"),
            ("/etc/localtime", "'/etc/localtime' is no name"), ("Europe//Berlin", "'Europe//Berlin' is no name"),
            ("Europe/Berlin\0x", "' is no name"), ("Europe/Berlín", "' is no name"),
            ("Europe/", "'Europe/' is no name"),
            ("Europe/Atlantis", "there is no time zone 'Europe/Atlantis' in "),
            ("Europe", "'Europe' is no time zone but a folder"),
            ("Europe/Berlin/Mitte", "there is no time zone"),
        ])
    func unnamed(name: String, message: String) {
        let error = #expect(throws: TimeZoneError.self) { try TimeZoneRules.named(name) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("TZ says which zone is the local one, else /etc/localtime does, else it is UTC")
    func local() throws {
        #expect(TimeZoneRules.local(variable: "Europe/Berlin").name == "Europe/Berlin")
        #expect(TimeZoneRules.local(variable: ":Europe/Berlin").name == "Europe/Berlin")
        #expect(TimeZoneRules.local(variable: "/usr/share/zoneinfo/Asia/Kolkata").offset(atSecond: 0) == 19800)
        #expect(TimeZoneRules.local(variable: "CET-1CEST,M3.5.0,M10.5.0/3").offset(atSecond: 0) == 3600)
        #expect(TimeZoneRules.local(variable: "") == .utc)
        #expect(TimeZoneRules.local(variable: "nonsense") == .utc)
        #expect(TimeZoneRules.local(variable: nil, file: "/nowhere/localtime") == .utc)
        let link = FileManager.default.temporaryDirectory.appending(path: "localtime-\(UUID().uuidString)").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/usr/share/zoneinfo/Asia/Kolkata")
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(TimeZoneRules.local(variable: nil, file: link).offset(atSecond: 0) == 19800)
    }
}
