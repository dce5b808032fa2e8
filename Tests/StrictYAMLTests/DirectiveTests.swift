import Testing

@testable import StrictYAML

/// libyaml compares each directive with all before it: some megabytes of them would take it half a minute.
@Suite struct DirectiveTests {
    private func issue(_ text: String) -> TextIssue? {
        do throws(TextIssue) {
            _ = try YAMLReader.read(Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("%YAML 1.1\n---\na: 1", 1), ("# first\n\n%TAG ! tag:x,2000:\n---\na: 1", 3),
        ("a: 1\n...\n%TAG ! x\n---\nb: 1", 3), ("\u{FEFF}%YAML 1.1\n---\na: 1", 1), ("a: 1\n...\r\n%FOO\r\n", 3),
        ("a: 1\r%FOO", 1), ("a: 1\u{85}%FOO", 1),
        ("a: 1\u{2028}%FOO", 1), ("a: 1\u{2029}%FOO", 1),
    ])
    func areRefusedWithTheirLine(text: String, line: Int) {
        let issue = issue(text)
        #expect(issue?.position == TextPosition(line: line, column: 1))
        #expect(issue?.message.contains("directive") == true)
    }

    @Test(arguments: ["size: 50%", "a: '%'", "- %x", " %a: 1", "a: |\n  %x\n", "a: \"50\n  %\""])
    func otherPerCentSignsAreNone(text: String) {
        #expect(issue(text)?.message.contains("directive") != true)
    }

    @Test func manyAreRefusedAsSoonAsOne() {
        let many = (0..<20_000).map { "%TAG !a\($0)! tag:x,2000:\n" }.joined()
        #expect(issue(many + "---\na: 1\n")?.position == TextPosition(line: 1, column: 1))
    }
}
