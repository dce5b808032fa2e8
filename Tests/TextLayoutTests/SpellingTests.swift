import Testing

@testable import TextLayout

@Suite struct SpellingTests {
    @Test(arguments: [
        ("500 ms", "500ms"), ("5sec", "5s"), ("8 Seconds", "8s"), ("1:30", "90s"), ("1:00:00", "3600s"),
        ("1,5s", "1.5s"), ("2 m", "2min"), ("1 hour", "1h"), ("10 minutes", "10min"),
    ])
    func lengthsOfTimeAreUnderstood(text: String, written: String) {
        #expect(Spelling.duration(text) == "did you mean '\(written)'?")
    }

    @Test(arguments: ["8s", "soon", "", ":", "1:x", "5 parsecs", "..s", "-5s"])
    func whatIsNoLengthOfTimeIsNone(text: String) {
        #expect(Spelling.duration(text) == nil)
    }

    @Test func wordsThatAreNearAreSuggested() {
        #expect(Spelling.suggestion(for: "chek", in: ["check", "render"]) == "did you mean 'check'?")
        #expect(Spelling.suggestion(for: "play", in: ["check", "render"]) == nil)
    }
}
