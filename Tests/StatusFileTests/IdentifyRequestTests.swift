import JSONCoding
import StatusFile
import Testing
import Timing

@Suite struct IdentifyRequestTests {
    private let now = MonotonicTime(nanoseconds: 7_000_000_000_000)

    @Test(arguments: [0, 1, 30, 3600])
    func isReadAsItWasWritten(_ seconds: Int) throws {
        let request = IdentifyRequest(until: now + .seconds(seconds))
        #expect(try IdentifyRequest(Array(request.json.text().utf8), now: now) == request)
    }

    /// Of before a restart, say: it asks for nothing any more.
    @Test func oneThatIsOverIsNoMistake() throws {
        let request = IdentifyRequest(until: now - .seconds(100))
        #expect(try IdentifyRequest(Array(request.json.text().utf8), now: now) == request)
    }

    @Test func nobodyWatchesForHours() {
        let request = IdentifyRequest(until: now + .seconds(3601))
        #expect(throws: IdentifyRequest.Fault.tooLong) {
            try IdentifyRequest(Array(request.json.text().utf8), now: now)
        }
        // The numbers at both ends.
        for number in ["9223372036854775807", "-9223372036854775808"] {
            #expect(throws: IdentifyRequest.Fault.tooLong) {
                try IdentifyRequest(Array("{\"until\": \(number)}".utf8), now: now)
            }
        }
    }

    @Test(arguments: [
        "", "30", "{}", "{\"until\": \"soon\"}", "{\"until\": 1.5}", "{\"until\": 99999999999999999999}", "\0",
    ])
    func somethingElseIsRefused(_ text: String) {
        #expect(throws: IdentifyRequest.Fault.unreadable) { try IdentifyRequest(Array(text.utf8), now: now) }
    }
}
