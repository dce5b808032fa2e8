import StrictYAML
import Testing

/// Plain text is a number or a truth value where every other reader of YAML 1.2 takes it for one.
@Suite struct CoreSchemaTests {
    private func node(_ text: String) throws -> YAMLNode { try #require(try YAMLReader.read(Array(text.utf8))) }

    @Test(
        arguments: [
            ("3", 3), ("+3", 3), ("-3", -3), ("03", 3), ("3.50", 3.5), (".5", 0.5), ("5.", 5), ("1e3", 1000),
            ("1E-1", 0.1), ("0x1F", 31), ("0o17", 15),
        ] as [(String, Double)])
    func numbers(text: String, number: Double) throws {
        #expect(try node(text).number == number)
        #expect(try node("'\(text)'").number == nil)
    }

    @Test(arguments: [
        "x", "~", "0x", "0xg", "-0x1", "0o8", ".", "+", "--1", "1_000", ".inf", ".nan", "inf", "nan", "infinity",
        "1e400",
        "0x1p3", "e3", "٣",
    ])
    func whatIsNoNumber(text: String) throws { #expect(try node(text).number == nil) }

    @Test func truthValues() throws {
        for text in ["true", "True", "TRUE"] { #expect(try node(text).truth == true) }
        for text in ["false", "False", "FALSE"] { #expect(try node(text).truth == false) }
        for text in ["yes", "no", "on", "off", "tRUE", "'true'", "1"] { #expect(try node(text).truth == nil) }
        for text in ["~", "null", "Null", "NULL"] { #expect(try node(text).typeName == "nothing") }
    }

    /// What is read of a mapping, and what is said of it.
    private func read<Value>(
        _ text: String, _ read: (inout FieldReader) -> Value?
    ) throws -> (value: Value?, messages: [String]) {
        let diagnosis = Diagnosis()
        var fields = try #require(FieldReader(try node(text), "it", diagnosis))
        let value = read(&fields)
        fields.finish()
        return (value, diagnosis.issues.map(\.message))
    }

    @Test(
        arguments: [
            ("{weight: 3}", 3, nil), ("{weight: 3.0}", 3, nil),
            (
                "{weight: '3'}", nil,
                "weight is a whole number from 1 to 5, not '3'; a number stands without quotation marks: 3"
            ),
            ("{weight: 9}", nil, "weight is a whole number from 1 to 5, not '9'"),
        ] as [(String, Int?, String?)])
    func aNumberInQuotationMarksIsText(text: String, value: Int?, message: String?) throws {
        let result = try read(text) { $0.integer("weight", in: 1...5) }
        #expect(result.value == value)
        #expect(result.messages == [message].compactMap(\.self))
    }

    @Test func keysThatBeginWithXAreForPeople() throws {
        let result = try read("{x-a: 1, x-a: {b: 2}}") { $0.names }
        #expect(result.value == [] && result.messages == [])
    }
}
