import JSONCoding
import Testing

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            (" null\n", .null),
            ("[true, false]", .array([.bool(true), .bool(false)])),
            ("18446744073709551615", .number("18446744073709551615")),
            ("-0.5e+10", .number("-0.5e+10")),
            ("{\"a\":{},\"b\":[]}", .object(["a": .object([:]), "b": .array([])])),
            (#""\/dev\/dri\/card0 \"\\\b\f\n\r\t""#, .string("/dev/dri/card0 \"\\\u{8}\u{C}\n\r\t")),
            (
                #""\u00e9 \ud83d\ude00 \ud83d \ude00 \ud83dx \ud83dA""#,
                .string("é 😀 \u{FFFD} \u{FFFD} \u{FFFD}x \u{FFFD}A")
            ),
            ("\"é😀\"", .string("é😀")),
        ] as [(String, JSONValue)])
    func documentsAreRead(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONReader.value(of: Array(text.utf8)) == value)
    }

    @Test(arguments: [
        ("", "1:1: not JSON: the document ends where a value is expected"),
        ("{\n  \"a\" 1}", "2:7: not JSON: expected ':'"),
        ("[1,\n2,]", "2:3: not JSON: expected a value"),
        ("[1 2]", "1:4: not JSON: expected ',' or ']'"),
        ("{\"a\": 1,}", "1:9: not JSON: expected a member's name"),
        ("{\"a\": 1, \"a\": 2}", "1:10: not JSON: the object has two members 'a'"),
        ("01", "1:2: not JSON: text after the end of the document"),
        ("1.", "1:3: not JSON: expected a digit"),
        ("-", "1:2: not JSON: expected a digit"),
        ("nul", "1:1: not JSON: expected a value"),
        ("\"abc", "1:1: not JSON: unterminated string"),
        ("\"a\nb\"", "1:3: not JSON: unescaped line break or control character in a string"),
        (#""\x""#, "1:3: not JSON: unknown escape sequence"),
        (#""\u12g4""#, "1:6: not JSON: expected four hexadecimal digits"),
        ("NaN", "1:1: not JSON: expected a value"),
        ("\u{FEFF}{}", "1:1: not JSON: expected a value"),
    ])
    func whatIsNoJSONIsRefusedWithItsPlace(_ text: String, _ message: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.value(of: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test func textsAreUTF8() {
        let error = #expect(throws: JSONError.self) { try JSONReader.value(of: [0x22, 0xC3, 0x22]) }
        #expect(error?.description == "1:1: not JSON: the text is not UTF-8")
    }

    @Test func nestingHasALimit() throws {
        _ = try JSONReader.value(of: Array(repeating: UInt8(ascii: "["), count: 64) + Array(repeating: 0x5D, count: 64))
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let error = #expect(throws: JSONError.self) { try JSONReader.value(of: deep) }
        #expect(error?.description == "1:65: not JSON: it is nested deeper than 64 levels")
    }
}
