import Testing
import Timing

@testable import LinuxEvents

@Suite struct SettlingTests {
    private func settling() -> Settling {
        Settling(settleTime: .milliseconds(500), longestWait: .seconds(10))
    }

    private func at(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    @Test func aBurstIsOneReportAfterItsEnd() {
        var settling = settling()
        #expect(settling.nextDeadline == nil)
        settling.note(.complete, of: "a", at: at(1_000))
        settling.note(.complete, of: "b", at: at(1_400))
        settling.note(.touched, of: "a", at: at(1_600))
        #expect(settling.nextDeadline == at(2_100))
        #expect(settling.take(at: at(2_099)) == [])
        #expect(settling.take(at: at(2_100)) == ["a", "b"])
        #expect(settling.nextDeadline == nil)
        #expect(settling.take(at: at(9_000)) == [])
    }

    @Test func aFileBeingWrittenWaitsForItsEndAndHoldsUpNobody() {
        var settling = settling()
        settling.note(.complete, of: "a", at: at(1_000))
        settling.note(.writing, of: "film", at: at(1_000))
        settling.note(.writing, of: "film", at: at(1_450))
        // Attributes set before the end are not the end.
        settling.note(.touched, of: "film", at: at(1_460))
        #expect(settling.take(at: at(1_500)) == ["a"])
        #expect(settling.take(at: at(9_000)) == [])
        settling.note(.complete, of: "film", at: at(9_100))
        #expect(settling.nextDeadline == at(9_600))
        #expect(settling.take(at: at(9_600)) == ["film"])
    }

    @Test func changesWithoutAPauseAreToldAfterTheLongestWait() {
        var settling = settling()
        var told: [Int] = []
        for time in stride(from: 0, through: 25_000, by: 100) {
            settling.note(.complete, of: "a", at: at(time))
            if settling.take(at: at(time)) == ["a"] { told.append(time) }
        }
        #expect(told == [10_000, 20_100])
    }

    @Test func aWriterWithoutEndIsToldAfterTheLongestWait() {
        var settling = settling()
        settling.note(.writing, of: "film", at: at(0))
        #expect(settling.nextDeadline == at(10_000))
        settling.note(.writing, of: "film", at: at(9_900))
        #expect(settling.take(at: at(10_000)) == ["film"])
        #expect(settling.nextDeadline == nil)
    }

    @Test func whatIsForgottenIsNotTold() {
        var settling = settling()
        settling.note(.complete, of: "a", at: at(0))
        settling.forget("a")
        #expect(settling.nextDeadline == nil)
        #expect(settling.take(at: at(20_000)) == [])
    }

    /// Whatever happens: nothing is told that was not noted, nothing is lost, nothing waits for longer than the longest
    /// wait, nothing is told earlier than the settle time unless it has waited that long, and a deadline that is met
    /// has something to give.
    @Test func randomSequences() {
        for _ in 0..<300 {
            var settling = settling()
            var waiting: [String: (first: Int, last: Int)] = [:]
            var time = 0
            func take() {
                let told = settling.take(at: at(time))
                for path in told {
                    guard let known = waiting.removeValue(forKey: path) else {
                        Issue.record("\(path) was told without a change")
                        return
                    }
                    #expect(
                        time - known.last >= 500 || waiting.values.contains { $0.first + 10_000 <= time }
                            || time - known.first >= 10_000 || told.count > 1)
                }
                #expect(waiting.values.allSatisfy { $0.first + 10_000 > time })
                #expect((settling.nextDeadline == nil) == waiting.isEmpty)
            }
            for _ in 0..<100 {
                let next = time + Int.random(in: 0...1_500)
                while let deadline = settling.nextDeadline, deadline <= at(next) {
                    time = Int(deadline.nanoseconds / 1_000_000)
                    let before = waiting.count
                    take()
                    #expect(waiting.count < before)
                }
                time = next
                let path = ["a", "b", "c"][Int.random(in: 0..<3)]
                settling.note([.complete, .writing, .touched][Int.random(in: 0..<3)], of: path, at: at(time))
                waiting[path] = (waiting[path]?.first ?? time, time)
            }
        }
    }
}
