import LiveData
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import TextTemplates

@Suite("Hostile templates and values")
struct HostileTests {
    private static let good = [
        "{time:HH:mm zone=Europe/Berlin} {date:EEEE, d MMMM locale=pl}",
        "{row.price:#,##0.00 locale=de|–}\n{{x}} {data.items.0.name}",
        "{until:2026-12-24T18:00 show=d 'days' H:mm|now}", "{since:row.at show=m} {row.'a b'|none}",
        "{date:full} {time:h 'o''clock' a}",
    ]

    @Test("Templates that were changed by chance are read or refused, and those that are read have a next change")
    func mutations() throws {
        var random = SplitMix64(seed: 14)
        let signs = Array("{}{}||:.'  =sadHmMEyzone#0,9\n\u{202E}ä🙂\0".unicodeScalars)
        let values: [String: DataValue] = [
            "row": ["price": "1234.5", "at": "2026-11-23T14:00Z", "a b": .null], "data": ["items": [["name": "x"]]],
        ]
        let context = try context("Europe/Berlin", "ar", values)
        var good = 0
        for _ in 0..<2000 {
            var characters = Array((Self.good.randomElement(using: &random) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<characters.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: characters[index] = signs.randomElement(using: &random) ?? "x"
                case 1: characters.insert(signs.randomElement(using: &random) ?? "x", at: index)
                default: if characters.count > 1 { characters.remove(at: index) }
                }
            }
            let text = String(String.UnicodeScalarView(characters))
            do {
                let template = try template(text)
                let next = template.nextChange(after: monday, context)
                #expect(next.map { $0 > monday } ?? true, "\(text.debugDescription)")
                #expect((template.text(for: context, at: monday)?.utf8.count ?? 0) < 10_000)
                good += 1
            } catch let error as DataMistake {
                #expect(0...characters.count ~= error.offset, "\(text.debugDescription): \(error)")
            }
        }
        #expect(good > 100 && good < 1900, "seed 14")
    }

    @Test("A template is of any signs", arguments: ["{", "}", "{{", "'", "|", "{a:", "{row.", "{time:'", "{x|"])
    func repeated(sign: String) {
        for count in [1, 2, 1000, 5000] { _ = mistake(String(repeating: sign, count: count)) }
        #expect(
            mistake(String(repeating: sign, count: 10_000_000 / sign.utf8.count)).hasPrefix("0: the text is longer"))
    }

    @Test(
        "Values of 4 MiB, a thousand times over, of each kind that is left out or cut",
        arguments: [
            "x", " ", "\u{301}", "\u{202E}", "\0", "\n", "9", "٣",
        ])
    func largeValues(sign: String) throws {
        let value = String(repeating: sign, count: (4 << 20) / sign.utf8.count)
        let context = try context("UTC", "en", ["row": ["a": .text(value)]])
        for text in ["{row.a}|", "{row.a:0.00|x}", "{row.a:HH:mm|x}", "{until:row.a|x}"] {
            let template = try template(String(repeating: text, count: 900))
            let shown = template.text(for: context, at: monday)
            #expect((shown?.utf8.count ?? 0) <= DisplayedText.mostBytes)
        }
    }

    @Test("Instants at the ends of the calendar")
    func endsOfTime() throws {
        let texts = [
            "{date:full} {time:HH:mm:ss}", "{until:9999-12-31T23:59 show=d H}", "{since:0001-01-01 show=d H}",
            "{row.at:full}",
        ]
        for text in texts {
            let template = try template(text)
            for seconds in [Int.min / 4, -62_135_596_800, -1, 0, 253_402_300_799, Int.max / 4] {
                let context = try context("Europe/Berlin", "en", ["row": ["at": .text("9999-12-31T23:59:59+00:00")]])
                _ = template.text(for: context, at: WallTime(seconds: seconds))
                _ = template.nextChange(after: WallTime(seconds: seconds), context)
            }
        }
        for number in ["1e308", "-1e308", "99999999999999999999", "1e11", "-5", "0", "1e-300"] {
            let context = try context("UTC", "en", ["row": ["n": .number(number)]])
            for text in ["{row.n:0.000000000|x}", "{row.n:#,##0|x}", "{row.n:date|x}", "{until:row.n|x}"] {
                #expect(try shown(text, context) != nil, "\(number) \(text)")
            }
        }
    }
}
