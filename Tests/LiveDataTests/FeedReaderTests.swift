import LiveData
import SeededRandom
import StrictYAML
import Testing

@Suite("Feeds to values")
struct FeedReaderTests {
    @Test func json() throws {
        let value = try read(#"{"a": [1, 2.50, "x", true, null, {}], "ä\n": -1e3}"#, .json)
        #expect(value == ["a": [.number("1"), .number("2.50"), "x", true, .null, [:]], "ä\n": .number("-1e3")])
        #expect(try read("\u{FEFF}[1]", .json) == [1])
    }

    @Test func yaml() throws {
        let value = try read("a: [1, 2.50, 'x', '1', true, ~, {}]\nb: plain text\nc:\n", .yaml)
        #expect(
            value == [
                "a": [1, .number("2.50"), "x", "1", true, .null, [:]], "b": "plain text", "c": .null,
            ])
        #expect(try read("", .yaml) == .null)
    }

    @Test func text() throws {
        #expect(try read("one\ntwo\r\n\n", .text) == "one\ntwo")
        #expect(try read("", .text) == "")
        #expect(try read("one\ntwo", .text).rows(at: nil) == ["one", "two"])
    }

    @Test(
        "Tables, with each separator and each way to end a line",
        arguments: [
            "name,price\nTea,2.50\nCoffee,3\n", "name;price\r\nTea;2.50\r\nCoffee;3",
            "name\tprice\rTea\t2.50\rCoffee\t3\r\r",
            "\u{FEFF}name,price\nTea,2.50\n\n\nCoffee,3", "\"name\",\"price\"\n\"Tea\",2.50\nCoffee,\"3\"",
            " name , price \nTea,2.50\nCoffee,3",
        ])
    func tables(text: String) throws {
        #expect(try read(text, .csv) == [["name": "Tea", "price": "2.50"], ["name": "Coffee", "price": "3"]])
    }

    @Test func quotedCells() throws {
        let value = try read("a,\"b;c\",d\n\"x\"\"y\",\"1,2\n3\",\n,,\"\"\n", .csv)
        #expect(value == [["a": "x\"y", "b;c": "1,2\n3", "d": ""], ["a": "", "b;c": "", "d": ""]])
        #expect(try read("a\n", .csv) == [])
        #expect(try read("a\nb", .csv) == [["a": "b"]])
    }

    @Test(
        "What is wrong is said with its line and column",
        arguments: [
            (FeedFormat.csv, "", "1:1: error: the table has no header"),
            (.csv, "\n\n", "1:1: error: the table has no header"),
            (.csv, "a,b\n1,2\n3\n", "3:1: error: this row has 1 value, the header has 2"),
            (.csv, "a,b\n1,2,3\n", "2:5: error: this row has more than 2 values"),
            (.csv, "a,,c\n", "1:3: error: column 2 has no name"),
            (.csv, "ä,ä\n", "1:3: error: two columns are called 'ä'"),
            (
                .csv, "a\nx\"y\n",
                "2:2: error: a quotation mark in a value; put the value in quotation marks and write two of them"
            ),
            (.csv, "a\n\"xy\nz", "2:1: error: the quotation mark that begins here has no end"),
            (.csv, "a\n\"x\"y\n", "2:4: error: expected the end of the value behind the quotation mark"),
            (.json, "{\"ä\": 1,\n \"b\": tru}", "2:7: error: not JSON: expected a value"),
            (.json, "[1,\"ä\" 2]", "1:8: error: not JSON: expected ',' or ']'"),
            (.json, "{\"a\":1,\"a\":2}", "1:8: error: not JSON: the object has two members 'a'"),
            (.json, "", "1:1: error: not JSON: the document ends where a value is expected"),
            (.yaml, "a: 1\na: 2", "2:1: error: 'a' is there twice"),
            (.yaml, "? [1]\n: 2", "1:3: error: a key is a word, not a list"),
            (
                .yaml, "a: [1",
                "1:4: error: the ']' that ends this list is missing (YAML: did not find expected ',' or ']')"
            ),
            (.text, "a\nb\0", "2:2: error: here is a zero byte; is this text?"),
        ])
    func mistakes(format: FeedFormat, text: String, expected: String) {
        #expect(issue(Array(text.utf8), format) == expected)
    }

    @Test("Other encodings are refused with a reason", arguments: FeedFormat.allCases)
    func encodings(format: FeedFormat) {
        let utf8 = "have the program that writes it use UTF-8"
        #expect(issue([0xFF, 0xFE, 0x61, 0x00], format) == "1:1: error: this is UTF-16; \(utf8)")
        #expect(
            issue([0x61, 0x0A, 0xC3, 0xA4, 0xE4, 0x62], format)
                == "2:2: error: this is not UTF-8; \(utf8), not Windows-1252 or another encoding")
    }

    @Test(
        "Formats by the names of files",
        arguments: [
            ("a.json", FeedFormat.json), ("a.b.CSV", .csv), ("x.tsv", .csv), ("y.yml", .yaml), ("y.yaml", .yaml),
            ("z.txt", .text),
            ("json", nil), ("a.xml", nil), ("", nil),
        ])
    func names(name: String, expected: FeedFormat?) {
        #expect(FeedFormat(fileName: name) == expected)
    }

    // MARK: Hostile feeds

    @Test("More than is read is refused before it costs much")
    func limits() {
        let line = [UInt8](repeating: 0x61, count: 10_000_000)
        for format in FeedFormat.allCases {
            #expect(issue(line, format) == "1:1: error: there are 10000000 bytes, and at most 4194304 are read")
        }
        let rows = Array(String(repeating: "1\n", count: 1_000_000).utf8)
        #expect(issue(rows, .csv) == "10002:1: error: the table has more than 10000 rows")
        let wide = "a" + (1..<200).map { ",a\($0)" }.joined() + "\n"
        let cells = wide + String(repeating: String(repeating: ",", count: 199) + "\n", count: 2000)
        #expect(issue(Array(cells.utf8), .csv) == "1002:1: error: there are more than 200000 values")
        #expect(
            issue(Array(String(repeating: ",", count: 5000).utf8), .csv).hasPrefix("1:1: error: column 1 has no name")
                == false)
        let elements = Array(("[" + String(repeating: "[],", count: 600_000) + "[]]").utf8)
        #expect(issue(elements, .json).hasSuffix("there are more than 200000 values"))
        let items = Array(String(repeating: "- a\n", count: 300_000).utf8)
        #expect(issue(items, .yaml).hasSuffix("the file has more than 200000 values"))
    }

    @Test("Deep nesting")
    func depth() {
        for opening in ["[", "{\"a\":"] {
            let deep = Array(String(repeating: opening, count: 10_000).utf8)
            #expect(issue(deep, .json).hasSuffix("it is nested deeper than 64 levels"))
            #expect(issue(deep, .yaml).contains("nested too deeply"))
        }
    }

    @Test("Aliases that multiply count as what they stand for")
    func aliases() {
        let names = "abcdefghij"
        var text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        for (name, last) in zip(names.dropFirst(), names) {
            text += "\(name): &\(name) [" + Array(repeating: "*\(last)", count: 10).joined(separator: ", ") + "]\n"
        }
        #expect(issue(Array(text.utf8), .yaml).hasSuffix("the file has more than 200000 values"))
    }

    @Test("Feeds that were changed by chance are read or refused", arguments: FeedFormat.allCases)
    func mutations(format: FeedFormat) {
        let seeds: [FeedFormat: String] = [
            .json: #"{"rows": [{"a": "ä\u00e4\n", "b": -1.5e3, "c": [true, null, {}]}, {"a": "x"}]}"#,
            .csv: "a,\"b\",c\r\n1,\"x\"\"y\",3\n\"ä\n\",,\n",
            .yaml: "rows:\n  - {a: 'x', b: 1.5}\n  - a: &x [true, ~]\n    b: *x\n# end\n", .text: "ä\none\r\n",
        ]
        let bytes = Array((seeds[format] ?? "").utf8)
        var random = SplitMix64(seed: 14)
        var good = 0
        for _ in 0..<3000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.insert(Array("\",;[]{}:\n\\&*-".utf8).randomElement(using: &random) ?? 0, at: index)
                case 2: changed.remove(at: index)
                default: changed += changed[index...].prefix(20)
                }
                if changed.isEmpty { changed = bytes }
            }
            if issue(changed, format) == "good" { good += 1 }
        }
        #expect(good > 0 && good < 3000, "seed 14")
    }

    private func read(_ text: String, _ format: FeedFormat) throws -> DataValue {
        try FeedReader.value(of: Array(text.utf8), as: format)
    }

    private func issue(_ bytes: [UInt8], _ format: FeedFormat) -> String {
        do {
            _ = try FeedReader.value(of: bytes, as: format)
            return "good"
        } catch {
            return "\(error.position): \(error.severity.rawValue): \(error.message)"
        }
    }
}
