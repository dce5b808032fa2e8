import LiveData
import Testing
import Timing

@testable import TextTemplates

@Suite("Templates to text")
struct TextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("{time:HH:mm}", "14:05"),
        ("{time:HH:mm:ss}", "14:05:09"),
        ("{time}", "2:05 PM"),
        ("{date}", "November 23, 2026"),
        ("{date:full}", "Monday, November 23, 2026"),
        ("{date:short}", "11/23/26"),
        ("{date:EEEE, d MMMM}", "Monday, 23 November"),
        ("{date:EEE d.M.yy}", "Mon 23.11.26"),
        ("{date:d MMMM 'at' h:mm a}", "23 November at 2:05 PM"),
        ("{date:h 'o''clock'}", "2 o'clock"),
        ("{date:'{'d'}'}", "{23}"),
        ("{date:w. 'week of' Y}", "48. week of 2026"),
        ("{date:D e Q}", "327 2 4"),
        ("{time:K k H h}", "2 14 14 2"),
        ("{time:HH:mm zone=Asia/Tokyo}", "23:05"),
        ("{time:HH:mm XXX zone=Asia/Tokyo}", "23:05 +09:00"),
        ("{time:HH:mmXXX}", "14:05Z"),
        ("{date:EEEE d MMMM locale=de zone=Asia/Tokyo}", "Montag 23 November"),
        ("{time zone=Europe/Berlin locale=de}", "15:05"),
        ("{{braces}}", "{braces}"),
        ("{{{time:HH}}}", "{14}"),
        ("{row.price}", "12.50"),
        ("{row.price:0.0}", "12.5"),
        ("{row.price:0}", "13"),
        ("{row.price:000.00 locale=de}", "012,50"),
        ("{row.many:#,##0}", "1,234,567"),
        ("{row.many:#,##0.00 locale=de}", "1.234.567,00"),
        ("{row.'Name (long)'}", "Anna"),
        ("{row.leaves:HH:mm}", "18:30"),
        ("{row.leaves:HH:mm zone=Europe/Berlin}", "19:30"),
        ("{row.leaves:time}", "6:30 PM"),
        ("{row.epoch:HH:mm}", "14:05"),
        ("{data.items.1.name}", "B"),
        ("{data.items.1.no|–}", "–"),
        ("{data.items.7.name|–}", "–"),
        ("{row.empty|none}", "none"),
        ("{row.null|}x", "x"),
        ("{row.blank|don't know}", "don't know"),
        ("{host} {output}", "sign-1 HDMI-A-1"),
    ])
    func text(template: String, expected: String) throws {
        let row: DataValue = [
            "price": .number("12.50"), "many": 1_234_567, "Name (long)": "Anna", "leaves": "2026-11-23T18:30Z",
            "epoch": .number("1795442709"), "empty": "", "null": .null, "blank": "  ",
        ]
        let data: DataValue = ["items": [["name": "A"], ["name": "B"]]]
        let context = try context(
            "UTC", "en", ["row": row, "data": data, "host": "sign-1", "output": "HDMI-A-1"])
        // CLDR has a narrow blank before AM and PM since its version 42.
        #expect(try shown(template, context)?.replacing("\u{202F}", with: " ") == expected)
    }

    @Test("A line is hidden where a value of it is missing, and the text where all lines are")
    func hiddenLines() throws {
        let context = try context("UTC", "en", ["row": ["a": "1"]])
        #expect(try shown("{row.a}\nb: {row.b}\nend", context) == "1\nend")
        #expect(try shown("b: {row.b}", context) == nil)
        #expect(try shown("b: {row.b}\n{row.c}", context) == nil)
        #expect(try shown("", context) == "")
        #expect(try shown("\n\n{row.b}", context) == "\n")
    }

    @Test("What is no text, number or date for its pattern is missing")
    func otherKinds() throws {
        let context = try context("UTC", "en", ["row": ["list": [1], "map": ["a": 1], "word": "x", "five": 5]])
        for text in [
            "{row.list|no}", "{row.map|no}", "{row.word:0.00|no}", "{row.word:HH:mm|no}", "{row.five:HH:mm|no}",
        ] {
            #expect(try shown(text, context) == "no")
        }
    }

    @Test(
        "A midnight in each of the ways in which hours are counted",
        arguments: [
            (0, "0 12 0 24 AM"), (1, "1 1 1 1 AM"), (11, "11 11 11 11 AM"), (12, "12 12 0 12 PM"), (13, "13 1 1 13 PM"),
            (23, "23 11 11 23 PM"),
        ])
    func hours(hour: Int, expected: String) throws {
        let midnight = instant("2026-11-23T00:00Z")
        #expect(try shown("{time:H h K k a}", context(), at: midnight + .seconds(hour * 3600)) == expected)
    }

    @Test(
        "Weeks as ISO 8601 counts them, and as they are counted in the USA",
        arguments: [
            ("2026-01-01", "2026-1", "2026-1"), ("2027-01-01", "2026-53", "2027-1"), ("2024-12-30", "2025-1", "2025-1"),
            ("2023-01-01", "2022-52", "2023-1"), ("2026-11-22", "2026-47", "2026-48"),
        ])
    func weeks(day: String, iso: String, american: String) throws {
        #expect(try shown("{date:Y-w}", context("UTC", "de"), at: instant(day)) == iso)
        #expect(try shown("{date:Y-w}", context("UTC", "en"), at: instant(day)) == american)
    }

    @Test("Values stand between signs that isolate their direction, where the line has anything else")
    func isolation() throws {
        let context = try context("UTC", "en", ["row": ["name": "אב", "two": "a\nb"]])
        #expect(try template("{row.name}").text(for: context, at: monday) == "אב")
        #expect(try template("x {row.name}").text(for: context, at: monday) == "x \u{2068}אב\u{2069}")
        #expect(
            try template("x {row.two}").text(for: context, at: monday) == "x \u{2068}a\u{2069}\n\u{2068}b\u{2069}")
    }

    @Test("What acts on the text around it is taken out of values")
    func cleaning() throws {
        let hostile = "a\u{202E}b\u{2066}c\u{2069}\u{0}\u{7}d\te\r\nf\u{2028}g\u{FEFF}\u{85}h"
        #expect(DisplayedText.cleaned(hostile) == "abcd e\nf\ng\nh")
        let tower = "e" + String(repeating: "\u{301}", count: 1000) + "x"
        #expect(DisplayedText.cleaned(tower).unicodeScalars.count == 1 + DisplayedText.mostMarks + 1)
        let long = String(repeating: "a", count: 1_000_000)
        #expect(DisplayedText.cleaned(long).unicodeScalars.count == DisplayedText.longestValue + 1)
        let family = "👨‍👩‍👧 \u{200F}ی\u{200C}x 🏴󠁧󠁢󠁥󠁮󠁧󠁿"
        #expect(DisplayedText.cleaned(family) == family)
        // The whole text has a limit of its own.
        let template = try template(String(repeating: "{row.a}\n", count: 900))
        let text = template.text(for: try context("UTC", "en", ["row": ["a": .text(long)]]), at: monday) ?? ""
        #expect(!text.isEmpty && text.utf8.count <= DisplayedText.mostBytes)
    }

    @Test(
        "Numbers are rounded half away from zero, and zero has no sign",
        arguments: [
            ("2.5", "0", "3"), ("-2.5", "0", "-3"), ("-0.001", "0.00", "0.00"), ("1e3", "#,##0", "1,000"),
            ("999", "#,##0", "999"),
            ("0.5", "0.00", "0.50"), ("1000000", "0", "1000000"), ("-1234.5", "#,##0.00", "-1,234.50"),
            ("7", "00", "07"),
        ])
    func numbers(number: String, pattern: String, expected: String) throws {
        let context = try context("UTC", "en", ["row": ["n": .text(number)]])
        #expect(try shown("{row.n:\(pattern)}", context) == expected)
    }
}
