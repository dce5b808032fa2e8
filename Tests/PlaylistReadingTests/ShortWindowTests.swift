import PlaylistReading
import Testing

/// Items that may play for so short a time that it may not be their turn are warned of.
@Suite struct ShortWindowTests {
    private func lines(_ items: String, _ duration: String = "15s") -> [String] {
        FakeDisk("timezone: UTC\nduration: \(duration)\nitems:\n\(items)").read().lines
    }

    /// A minute at the beginning of each tenth.
    private let often =
        "times: [\((0..<144).map { "'\($0 / 6):\($0 % 6)0-\($0 / 6):\($0 % 6)1'" }.joined(separator: ", "))]"
    private let adverts = String(repeating: "  - a.png\n", count: 60)

    @Test func aWindowThatIsShorterThanTheRoundIsWarnedOf() {
        let lines = lines(adverts + "  - {picture: b.png, schedule: {\(often)}}")
        #expect(
            lines == [
                "main.yaml:64:5: warning: this item may play for 60 s at a time, and the others take 15 min, so at times it "
                    + "does not show; with a higher 'priority' it shows at once, and alone"
            ])
        // Twenty adverts have had their turns when the next window begins.
        #expect(self.lines(String(adverts.prefix(20 * 10)) + "  - {picture: b.png, schedule: {\(often)}}") == [])
    }

    @Test func aWindowInWhichOneSlideIsNotOverIsWarnedOf() {
        let lines = lines(
            "  - {picture: a.png, duration: 5min}\n  - {picture: b.png, schedule: {times: '12:00-12:02'}}")
        #expect(
            lines.count == 1 && lines[0].hasPrefix("main.yaml:5:5: warning: this item may play for 2 min at a time"))
        #expect(lines[0].contains("one of the others shows for 5 min"))
    }

    @Test(arguments: [
        // A menu at noon beside hours of others: all have had a turn since yesterday's.
        "  - {items: [{picture: a.png, repeat: 1000}]}\n  - {picture: b.png, schedule: {times: '11:30-14:00'}}",
        "  - a.png\n  - {picture: b.png, schedule: {dates: 12-24..12-26}}",
        // What is alone in its priority.
        "  - {picture: a.png, duration: 5min}\n  - {picture: b.png, priority: 1, schedule: {times: '12:00-12:02'}}",
        // What comes by the clock.
        "  - {picture: a.png, duration: 5min}\n  - {picture: b.png, every: 10min, schedule: {times: '12:00-12:02'}}",
        // What takes turns with nothing that always plays.
        "  - {picture: a.png, schedule: {times: '9:00-9:01'}}\n  - {picture: b.png, schedule: {times: '12:00-12:02'}}",
    ])
    func othersAreNot(items: String) {
        #expect(lines(items) == [])
    }
}
