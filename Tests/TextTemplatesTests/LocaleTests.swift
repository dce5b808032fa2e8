import Testing
import Timing

@testable import TextTemplates

@Suite("Locales")
struct LocaleTests {
    @Test(arguments: [
        ("de", "Montag, 23. November 2026|14:05"), ("de-AT", "Montag, 23. November 2026|14:05"),
        ("en-GB", "Monday, 23 November 2026|14:05"), ("en-US", "Monday, November 23, 2026|2:05 PM"),
        ("fr", "lundi 23 novembre 2026|14:05"), ("pl", "poniedziałek, 23 listopada 2026|14:05"),
        ("ja", "2026年11月23日月曜日|14:05"), ("zh-TW", "2026年11月23日 星期一|下午2:05"),
        ("ar-EG", "الاثنين، ٢٣ نوفمبر ٢٠٢٦|٢:٠٥ م"), ("he", "יום שני, 23 בנובמבר 2026|14:05"),
        ("hi", "सोमवार, 23 नवंबर 2026|2:05 pm"), ("th", "วันจันทร์ที่ 23 พฤศจิกายน ค.ศ. 2026|14:05"),
        ("el", "Δευτέρα 23 Νοεμβρίου 2026|2:05 μ.μ."), ("ru", "понедельник, 23 ноября 2026 г.|14:05"),
        ("pt_BR.UTF-8", "segunda-feira, 23 de novembro de 2026|14:05"),
    ])
    func usualForms(locale: String, expected: String) throws {
        let text = try shown("{date:full}|{time}", context("UTC", locale))
        #expect(text?.replacing("\u{202F}", with: " ") == expected)
    }

    @Test("Months of Slavic languages have a form that stands without a day")
    func monthsAlone() throws {
        #expect(try shown("{date:d MMMM / LLLL}", context("UTC", "pl")) == "23 listopada / listopad")
        #expect(try shown("{date:d MMM / LLL}", context("UTC", "de")) == "23 Nov. / Nov")
        #expect(try shown("{date:EEE EEEEEE ccc}", context("UTC", "de")) == "Mo. Mo. Mo")
    }

    @Test("Each pattern of the table is one that can be read, and each row has all of its columns")
    func table() throws {
        #expect(LocaleTable.names.count > 400)
        #expect(LocaleTable.names == LocaleTable.names.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
        for name in LocaleTable.names {
            let locale = try #require(DisplayLocale(named: name))
            #expect(locale.name == name)
            for style in DateStyle.allCases {
                let pattern = try DatePattern(locale.pattern(style).unicodeScalars)
                #expect(pattern.step == (style == .time ? .minute : .day), "\(name) \(style)")
            }
            let (columns, week) = (try #require(LocaleTable.columns(of: name)), locale.week)
            #expect(columns.count == LocaleTable.Column.allCases.count && !columns.contains("="))
            for (index, count) in [(0, 12), (2, 12), (4, 7), (6, 7), (9, 2), (16, 2), (17, 3)] {
                #expect(
                    columns[index].split(separator: "|", omittingEmptySubsequences: false).count == count, "\(name)")
            }
            #expect(0...6 ~= week.firstDay && 1...7 ~= week.minimalDays)
        }
    }

    @Test(
        "The nearest locale of a name, or a word that is near",
        arguments: [
            ("de-LU", "de"), ("DE", "de"), ("en-Latn-US", "en"), ("zh-HK", "zh-Hant-HK"), ("pt", "pt"),
            ("xx", nil), ("", nil), ("d", nil), ("de/AT", nil), ("../etc", nil), ("\u{0}", nil),
        ])
    func names(text: String, expected: String?) {
        #expect(DisplayLocale(named: text)?.name == expected)
    }
}
