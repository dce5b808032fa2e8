import Testing
import Timing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("8s", .seconds(8)), ("1.5s", .milliseconds(1500)),
        ("2min", .seconds(120)), ("1h", .seconds(3600)), ("7d", .seconds(7 * 86400)), ("8", .seconds(8)),
        ("0", .zero), ("007s", .seconds(7)),
    ])
    func lengthsAreRead(text: String, duration: Duration) { #expect(Duration(text: text) == duration) }

    /// Swift reads some of them as numbers.
    @Test(arguments: [
        "", "s", "0x10", "0x10s", "+5s", "-5s", "1e1s", "1e1", ".5s", "5.s", "1.5.5s", "inf", "nans", "5 s", " 5s",
        "٣s",
        "5m", "5S", "9999999999s",
    ])
    func othersAreNone(text: String) { #expect(Duration(text: text) == nil) }
}
