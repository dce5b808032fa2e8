import Testing

@testable import Supervision

@Suite struct StartHistoryTests {
    @Test func theFirstStartsAreNotPutOff() {
        var history = StartHistory()
        #expect(history.begin(at: 100) == .init(failures: 0, wait: .zero, suspectsPlaylist: false))
        #expect(history.begin(at: 102) == .init(failures: 1, wait: .zero, suspectsPlaylist: false))
    }

    @Test func thenEachWaitsLonger() {
        var history = StartHistory()
        let advice = (0..<12).map { history.begin(at: 100 + $0) }
        #expect(advice.map(\.wait.components.seconds) == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
        #expect(advice.map(\.suspectsPlaylist) == [false, false, false] + .init(repeating: true, count: 9))
    }

    @Test func aStartThatCameToSomethingClearsAll() {
        var history = StartHistory()
        for time in 0..<5 { _ = history.begin(at: time) }
        history.succeeded()
        #expect(history.text.isEmpty)
        #expect(history.begin(at: 10).failures == 0)
    }

    @Test func whatIsLongPastDoesNotCount() {
        var history = StartHistory()
        for time in 0..<5 { _ = history.begin(at: time) }
        #expect(history.begin(at: 5 + StartHistory.memory).failures == 0)
    }

    /// The machine was started anew, or the file is of another one.
    @Test func whatIsYetToComeDoesNotCount() {
        var history = StartHistory("1000\n1001\n1002\n")
        #expect(history.begin(at: 5).failures == 0)
    }

    @Test func aFileHoldsIt() {
        var history = StartHistory()
        for time in 0..<3 { _ = history.begin(at: time) }
        var other = StartHistory(history.text)
        #expect(other == history)
        #expect(other.begin(at: 3).failures == 3)
    }

    @Test(arguments: ["", "\n\n", "what\n-\n", "99999999999999999999999\n", "\u{0}\u{1}", "7 8\n"])
    func aDamagedFileIsNoReasonToStayDark(text: String) {
        var history = StartHistory(text)
        #expect(history.begin(at: 10) == .init(failures: 0, wait: .zero, suspectsPlaylist: false))
    }

    @Test func itDoesNotGrow() {
        var history = StartHistory()
        for time in 0..<500 { _ = history.begin(at: time) }
        #expect(history.starts.count <= 32)
    }
}
