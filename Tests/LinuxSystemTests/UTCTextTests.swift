import LinuxSystem
import Testing
import Timing

@Suite struct UTCTextTests {
    @Test func instantsAreWrittenByISO8601() {
        #expect(WallTime.epoch.utcText == "1970-01-01T00:00:00Z")
        #expect(WallTime(seconds: 1_709_251_199).utcText == "2024-02-29T23:59:59Z")
    }
}
