import LiveData
import Scheduling
import SeededRandom
import Testing
import Timing

@Suite("Rows of feeds")
struct RowTests {
    private let now = instant("2026-11-23T14:05Z")

    @Test(
        "A condition holds or does not",
        arguments: [
            ("late", true, true), ("late", false, false), ("lateText", true, true), ("late", "true", true),
            ("platform", 5, true), ("platform", "5.0", true), ("platform", [4, 5], true), ("platform", [4, 6], false),
            ("platform", "> 4", true), ("platform", ">5", false), ("platform", ">= 5", true),
            ("platform", "< 5", false),
            ("platform", "<= 5", true), ("platform", "!= 5", false), ("platform", "!= 6", true), ("name", "Köln", true),
            ("name", "köln", false), ("name", "!= Bonn", true), ("name", "> Bonn", true), ("name", "> 5", false),
            ("none", .null, true), ("empty", .null, true), ("null", .null, true), ("name", .null, false),
            ("name", "!=", true),
            ("empty", "!=", false), ("none", "!= x", true), ("none", "> 1", false), ("none", true, false),
            ("list", "x", false),
            ("time", ">= now", true), ("time", "< now", false), ("gone", ">= now", false), ("gone", "< now", true),
            ("name", ">= now", false), ("time", "> 14:00", true),
        ] as [(String, DataValue, Bool)])
    func conditions(name: String, expected: DataValue, holds: Bool) throws {
        let row: DataValue = [
            "late": true, "lateText": "true", "platform": "5", "name": "Köln", "empty": " ", "null": .null,
            "list": ["x"],
            "time": "14:10", "gone": "2026-11-23T14:04:59Z",
        ]
        let condition = RowCondition([(try DataPath(parsing: "row.\(name)"), try ValueTest(expected))])
        #expect(condition.holds(["row": row], at: now, in: .utc) == holds)
    }

    @Test("All tests of a condition hold")
    func severalTests() throws {
        let condition = RowCondition([
            (try DataPath(parsing: "row.a"), try ValueTest(1)), (try DataPath(parsing: "row.b"), try ValueTest(2)),
        ])
        #expect(condition.holds(["row": ["a": 1, "b": 2]], at: now, in: .utc))
        #expect(!condition.holds(["row": ["a": 1, "b": 3]], at: now, in: .utc))
        #expect(RowCondition([]).holds([:], at: now, in: .utc))
    }

    @Test("A comparison with now changes at the value's instant", arguments: [">= now", "> now", "<= now", "< now"])
    func conditionChanges(test: String) throws {
        let condition = RowCondition([(try DataPath(parsing: "row.time"), try ValueTest(.text(test)))])
        for time in ["14:10", "2026-11-23T14:10:00Z", "2026-11-24", "02:00"] {
            let values: [String: DataValue] = ["row": ["time": .text(time)]]
            var instant = now
            for _ in 0..<6 {
                guard let next = condition.nextChange(values, after: instant, in: .utc) else { break }
                #expect(next > instant)
                let holds = condition.holds(values, at: instant, in: .utc)
                for part in [4, 2, 1] {
                    let between = instant + .nanoseconds(((next - instant).nanoseconds - 1) / Int64(part))
                    #expect(condition.holds(values, at: between, in: .utc) == holds, "\(time) \(test)")
                }
                instant = next
            }
        }
        let other = RowCondition([(try DataPath(parsing: "row.a"), try ValueTest(1))])
        #expect(other.nextChange(["row": ["a": 1]], after: now, in: .utc) == nil)
    }

    @Test(
        "What is no test",
        arguments: [
            ("= 5", "0: did you mean '5'?"), ("== 5", "0: did you mean '5'?"),
            (">", "1: a value is missing behind '>'"),
            ([:], "0: write one value, such as true, 4 or '> 5'"),
            ([], "0: write one value, or up to 100 in brackets: [4, 5]"),
            ([[1]], "0: write one value, or up to 100 in brackets: [4, 5]"),
        ] as [(DataValue, String)])
    func badTests(expected: DataValue, message: String) {
        #expect(throws: mistake(message)) { try ValueTest(expected) }
    }

    @Test("Rows are found, or it is said where they are")
    func rows() throws {
        let data: DataValue = ["departures": [1, 2], "name": "x", "none": .null]
        #expect(try data.rows(at: try DataPath(parsing: "departures")) == [1, 2])
        func issue(_ path: String?) -> String {
            do {
                _ = try data.rows(at: try path.map { try DataPath(parsing: $0) })
                return "good"
            } catch { return "\(error)" }
        }
        #expect(issue("departrues") == "0: 'data' has no 'departrues'; did you mean 'departures'?")
        #expect(issue(nil) == "0: rows are the elements of a list, and here is a map; did you mean 'departures'?")
        #expect(issue("none") == "0: rows are the elements of a list, and here is nothing")
        #expect(issue("departures.0") == "0: rows are the elements of a list, and here is a number")
    }

    @Test("Order: numbers by size, then text, what is missing last; alike rows stay as they are")
    func order() throws {
        let values: [DataValue] = ["10", 9, "b", "A", .null, "9.0", "", "a"]
        let rows: [DataValue] = values.enumerated().map { ["n": $0.element, "i": .number("\($0.offset)")] }
        func sorted(_ isDescending: Bool) throws -> [Int] {
            let order = RowOrder(by: try DataPath(parsing: "n"), isDescending: isDescending)
            return order.sorted(rows).compactMap { row in row[["i"]]?.number.map { Int($0) } }
        }
        #expect(try sorted(false) == [1, 5, 0, 3, 7, 2, 4, 6])
        #expect(try sorted(true) == [2, 3, 7, 0, 1, 5, 4, 6])
    }

    @Test("Pages follow one another, each as long as the others")
    func pages() {
        let pages = RowPages(rowsOfPage: 4, duration: .seconds(10))
        #expect(pages.count(of: 0) == 1 && pages.count(of: 4) == 1 && pages.count(of: 9) == 3)
        #expect(pages.range(0, of: 9) == 0..<4 && pages.range(2, of: 9) == 8..<9 && pages.range(7, of: 9) == 8..<9)
        #expect(pages.range(0, of: 0) == 0..<0)
        let start = now
        for (second, page) in [(0, 0), (9, 0), (10, 1), (29, 2), (30, 0), (3_000_000, 0)] {
            let shown = pages.page(at: start + .seconds(second), since: start, of: 9)
            #expect(shown.page == page)
            #expect(shown.until == start + .seconds(second / 10 * 10 + 10))
        }
        #expect(pages.page(at: start, since: start, of: 4).until == nil)
        #expect(pages.page(at: .epoch, since: start, of: 9).page == 0)
        let endless = RowPages(rowsOfPage: 0, duration: .seconds(Int64.max))
        #expect(endless.page(at: start, since: .epoch, of: 5).page == 0)
    }

    @Test("Paths by chance are read or refused, and lead to something or nothing")
    func hostilePaths() {
        var random = SplitMix64(seed: 14)
        let signs = Array("ab.'0 9[]{}|:\"ä\u{202E}\0\n".unicodeScalars)
        let data: DataValue = ["a": [["b": 1], 2], "ä": "x"]
        for _ in 0..<5000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text.append(signs.randomElement(using: &random) ?? "a")
            }
            guard let path = try? DataPath(parsing: String(text)) else { continue }
            #expect(
                (data[path] == nil) == (data.mistake(in: path.names[...], of: path, root: "data") != nil), "\(path)")
            #expect((try? DataPath(parsing: "\(path)"))?.names == path.names, "\(path)")
        }
        #expect(throws: DataMistake.self) { try DataPath(parsing: String(repeating: "a.", count: 1000) + "a") }
    }

    private func mistake(_ text: String) -> DataMistake {
        let parts = text.split(separator: ": ", maxSplits: 1)
        return DataMistake(at: Int(parts[0]) ?? 0, String(parts[1]))
    }
}

func instant(_ text: String) -> WallTime { InstantText(text)?.instant(in: .utc, near: .epoch).instant ?? .epoch }
