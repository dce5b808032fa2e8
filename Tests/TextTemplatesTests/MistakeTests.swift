import LiveData
import Testing

@testable import TextTemplates

@Suite("Mistakes in templates")
struct MistakeTests {
    @Test(
        "are said with their place and the nearest right word",
        arguments: [
            ("a {tiem:HH:mm}", "3: nothing is called 'tiem'; did you mean 'time'?"),
            ("{rwo.price}", "1: nothing is called 'rwo'; did you mean 'row'?"),
            (
                "{nonsense}",
                "1: nothing is called 'nonsense'; there are output, monitor, host, row, data, time, date, until, since"
            ),
            ("{time:HH:MM}", "6: 'M' is the month; did you mean 'm', minutes?"),
            ("{date:dd.mm.yyyy}", "6: 'm' is minutes; did you mean 'M', the month?"),
            ("{date:d.M.YYYY}", "6: 'Y' is the year that the week 'w' belongs to; did you mean 'y'?"),
            ("{date:DD.MM.yyyy}", "6: 'D' is the day of the year; did you mean 'd'?"),
            ("{date:d of MMMM}", "8: 'of' is no part of a date pattern; put words in single quotation marks: 'of'"),
            ("{date:lnog}", "6: 'lnog' is no part of a date pattern; did you mean 'long'?"),
            ("{date:yyyyy}", "6: 'yyyyy' is no part of a date pattern; write 'y', 'yy' or 'yyyy'"),
            ("{date:j}", "6: 'j' is no letter of date patterns; did you mean 'd'?"),
            ("{time:}", "6: a pattern is missing behind the colon"),
            ("{time:00}", "6: write a pattern such as 'HH:mm'"),
            ("{time:::}", "6: this pattern has no letters for a date, nor is it a number's, such as '0.00'"),
            ("{time:'HH}", "6: this quotation mark has no end"),
            ("{time:HH zoen=UTC}", "9: 'zoen' is no option of this; did you mean 'zone'?"),
            ("{time:HH zone=}", "14: a value is missing behind 'zone='"),
            ("{time:HH locale=qq}", "16: there is no locale 'qq'; write a language such as 'de' or 'pt-BR'"),
            ("{time|x}", "5: a clock is never without a value; leave the default out"),
            ("{row.price:#.##}", "11: write a number as '0', '0.00' or '#,##0.00'"),
            ("{row.price show=d}", "11: 'show' is no option of this; it takes no options without a pattern"),
            ("{row..price}", "5: a name is missing here"),
            ("{row[0]}", "4: elements of lists are written with a point, such as 'items.0'"),
            ("{row.'price}", "5: this quotation mark has no end"),
            ("{until}", "0: 'until' needs an instant, such as '{until:2026-12-24T18:00}'"),
            ("{until:2026-13-24}", "7: '2026-13-24' is no date and time; write one such as '2026-12-24T18:00'"),
            (
                "{until:2026-12-24 show=x}",
                "23: 'x' is no unit; write d, H, m or s, and words in single quotation marks"
            ),
            ("{until:rwo.time}", "7: nothing is called 'rwo'; did you mean 'row'?"),
            ("{}", "0: a name is missing between the braces; write '{{' for a brace that shows"),
            ("{time", "0: the '}' that ends this placeholder is missing; write '{{' for a brace that shows"),
            ("{time\n}", "0: the '}' that ends this placeholder is missing; write '{{' for a brace that shows"),
            ("a } b", "2: there is no '{' for this '}'; write '}}' for a brace that shows"),
            ("{a {b}}", "3: a placeholder has no other one in it; is the '}' before this missing?"),
            ("{row.a|{row.b}}", "7: a default has no braces"),
            ("ä😀{tim}", "3: nothing is called 'tim'; did you mean 'time'?"),
        ])
    func mistakes(text: String, expected: String) {
        #expect(mistake(text) == expected)
    }

    @Test func unknownZones() {
        #expect(mistake("{time zone=Nowhere/Atall}").hasPrefix("11: there is no time zone 'Nowhere/Atall'"))
        #expect(mistake("{time zone=../../etc/passwd}").hasPrefix("11: '../../etc/passwd' is no name of a time zone"))
    }

    @Test("Names of the playlist are known where they are given")
    func roots() {
        #expect(mistake("{greeting}", roots: ["greeting"]) == "nothing")
        #expect(mistake("{greetnig}", roots: ["greeting"]).hasSuffix("did you mean 'greeting'?"))
    }

    @Test("Two braces around a name are hardly meant")
    func doubleBraces() throws {
        let warnings = try template("Price: {{row.price}}").warnings
        #expect(warnings.map(\.description) == ["7: '{{' shows a brace; for the value write one brace: '{row…}'"])
        #expect(try template("{{other}} {{ row").warnings.isEmpty)
    }

    @Test("Values that are missing, for who checks a playlist")
    func missing() throws {
        let context = try context("UTC", "en", ["row": ["price": 1, "items": [1, 2]]])
        func missing(_ text: String) throws -> [String] {
            try template(text).missingValues(in: context).map(\.description)
        }
        #expect(try missing("{row.prise}") == ["5: 'row' has no 'prise'; did you mean 'price'?"])
        #expect(try missing("{row.items.2}") == ["11: 'row.items' has 2 elements, counted from 0"])
        #expect(
            try missing("{row.items.x}") == [
                "11: 'row.items' is a list; name one of its elements by number, such as 'row.items.0'"
            ])
        #expect(try missing("{row.price.x}") == ["11: 'row.price' is a number, in which there is no 'x'"])
        #expect(try missing("{data.x}") == ["1: there is no value for 'data'"])
        #expect(try missing("{row.prise|–} {row.price}") == [])
    }

    @Test("Templates have a size")
    func limits() {
        #expect(mistake(String(repeating: "a", count: 200_000)) == "0: the text is longer than 100000 bytes")
        #expect(mistake(String(repeating: "{host}", count: 1001)) == "6000: a text has at most 1000 placeholders")
    }
}
