import LiveData
import Paths
import Playlist
import PlaylistReading
import Testing
import Timing

@Suite("Data of texts")
struct DataTests {
    /// What is wrong with a playlist of data files, without what is said of fonts.
    private func lines(_ text: String, _ others: [String: String]) -> [String] {
        read(text, others).lines.filter { !$0.contains("there is no font") }
    }

    private func read(_ text: String, _ others: [String: String]) -> PlaylistReader.Outcome {
        FakeDisk(text, Dictionary(uniqueKeysWithValues: others.map { (.init($0.key), $0.value) })).read()
    }

    /// The words of the first item, at the epoch.
    private func words(_ outcome: PlaylistReader.Outcome) -> String? {
        guard case .text(let text) = outcome.items.first?.content else { return nil }
        return text.words(at: .epoch, [:]).text.filter { !"\u{2068}\u{2069}".contains($0) }
    }

    @Test(
        "A file is called data, several have names, and items may have their own",
        arguments: [
            ("data: p.csv\nitems:\n  - text: '{data.1.name} {data.1.price:0.00}'", "Coffee 3.00"),
            ("data: {menu: m.yaml, prices: p.csv}\nitems:\n  - text: '{menu.title}: {prices.0.name}'", "Lunch: Tea"),
            ("data: m.yaml\nitems:\n  - {text: '{data.0.name}', data: p.csv}", "Tea"),
            ("data: {menu: m.yaml}\nitems:\n  - {text: '{menu.title} {data.a}', data: j.json}", "Lunch 1"),
            ("data: n.txt\nitems:\n  - text: '{data}'", "Welcome"),
        ])
    func values(text: String, expected: String) {
        let outcome = read(
            text,
            [
                "p.csv": "name,price\nTea,2.5\nCoffee,3\n", "m.yaml": "title: Lunch", "j.json": #"{"a": 1}"#,
                "n.txt": "Welcome\n",
            ])
        #expect(words(outcome) == expected)
        #expect(outcome.lines.allSatisfy { $0.contains("there is no font") })
    }

    @Test("A text is another one just when what it shows is")
    func change() {
        func text(_ data: String) -> Item.Content? {
            read("data: p.csv\nitems:\n  - text: '{data.0.price}'", ["p.csv": data]).items.first?.content
        }
        #expect(text("name,price\nTea,2\n") == text("name,price\nCoffee,2\nTea,3\n"))
        #expect(text("name,price\nTea,2\n") != text("name,price\nTea,3\n"))
    }

    @Test("The files are followed, and kept for when they cannot be read any more")
    func sources() {
        let outcome = read("data: p.csv\nitems:\n  - text: '{data.0.a}'", ["p.csv": "a\n1\n"])
        #expect(outcome.sources.files.contains("p.csv"))
        let missing = read("data: q.csv\nitems:\n  - text: '{data.0.a}'", [:])
        #expect(missing.sources.files.contains("q.csv"))
    }

    @Test(
        "What is wrong is said where it stands",
        arguments: [
            (
                "data: p.csv\nitems:\n  - text: '{data.0.b}'",
                "main.yaml:3:20: warning: text: this line does not show: 'data.0' has no 'b'; did you mean 'a'?"
            ),
            (
                "data: p.csv\nitems:\n  - text: '{dat.0.a}'",
                "main.yaml:3:13: error: text: nothing is called 'dat'; did you mean 'data'?"
            ),
            ("data: q.csv\nitems:\n  - text: '{data.0.a}'", "main.yaml:1:7: error: q.csv: no such file or folder"),
            (
                "data: bad.csv\nitems:\n  - text: '{data.0.a}'",
                "bad.csv:3:1: error: this row has 1 value, the header has 2"
            ),
            (
                "data: photos\nitems:\n  - text: '{data.0.a}'",
                "main.yaml:1:7: error: data is a file whose name ends in .json, .csv, .tsv, .yaml, .yml or .txt, not 'photos'"
            ),
            (
                "data: {time: p.csv}\nitems:\n  - text: '{data.0.a|x}'",
                "main.yaml:1:14: error: 'time' has a meaning of its own in texts; choose another name"
            ),
            (
                "data: {a.b: p.csv}\nitems:\n  - text: a",
                "main.yaml:1:13: error: 'a.b' is no name for data; it has letters, digits, '-' and '_', and begins with a letter"
            ),
            (
                "data: [p.csv]\nitems:\n  - text: a",
                "main.yaml:1:7: error: data is the path of a JSON, CSV, YAML or text file, not a list"
            ),
        ])
    func mistakes(text: String, expected: String) {
        #expect(lines(text, ["p.csv": "a\n1\n", "bad.csv": "a,b\n1,2\n3\n"]).first == expected)
    }
}
