import Paths
import SeededRandom
import Testing
import Timing

@testable import FileWatching

@Suite struct DebouncerTests {
    private func debouncer() -> Debouncer {
        Debouncer(settleTime: .milliseconds(500), longestWait: .seconds(10))
    }

    private func at(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    @Test func aBurstIsOneReportAfterItsEnd() {
        var debouncer = debouncer()
        #expect(debouncer.nextDeadline == nil)
        debouncer.note(.complete, of: "a", at: at(1_000))
        debouncer.note(.complete, of: "b", at: at(1_400))
        debouncer.note(.touched, of: "a", at: at(1_600))
        #expect(debouncer.nextDeadline == at(2_100))
        #expect(debouncer.take(at: at(2_099)) == [])
        #expect(debouncer.take(at: at(2_100)) == ["a", "b"])
        #expect(debouncer.nextDeadline == nil)
        #expect(debouncer.take(at: at(9_000)) == [])
    }

    @Test func aFileBeingWrittenWaitsForItsEndAndHoldsUpNobody() {
        var debouncer = debouncer()
        debouncer.note(.complete, of: "a", at: at(1_000))
        debouncer.note(.writing, of: "film", at: at(1_000))
        debouncer.note(.writing, of: "film", at: at(1_450))
        // Attributes set before the end are not the end.
        debouncer.note(.touched, of: "film", at: at(1_460))
        #expect(debouncer.take(at: at(1_500)) == ["a"])
        #expect(debouncer.take(at: at(9_000)) == [])
        debouncer.note(.complete, of: "film", at: at(9_100))
        #expect(debouncer.nextDeadline == at(9_600))
        #expect(debouncer.take(at: at(9_600)) == ["film"])
    }

    @Test func changesWithoutAPauseAreToldAfterTheLongestWait() {
        var debouncer = debouncer()
        var told: [Int] = []
        for time in stride(from: 0, through: 25_000, by: 100) {
            debouncer.note(.complete, of: "a", at: at(time))
            if debouncer.take(at: at(time)) == ["a"] { told.append(time) }
        }
        #expect(told == [10_000, 20_100])
    }

    @Test func aWriterWithoutEndIsToldAfterTheLongestWait() {
        var debouncer = debouncer()
        debouncer.note(.writing, of: "film", at: at(0))
        #expect(debouncer.nextDeadline == at(10_000))
        debouncer.note(.writing, of: "film", at: at(9_900))
        #expect(debouncer.take(at: at(10_000)) == ["film"])
        #expect(debouncer.nextDeadline == nil)
    }

    @Test func whatIsForgottenIsNotTold() {
        var debouncer = debouncer()
        debouncer.note(.complete, of: "a", at: at(0))
        debouncer.forget("a")
        #expect(debouncer.nextDeadline == nil)
        #expect(debouncer.take(at: at(20_000)) == [])
    }

    /// Whatever happens: nothing is told that was not noted, nothing is lost, nothing waits for longer than the longest
    /// wait, nothing is told earlier than the settle time unless it has waited that long, and a deadline that is met
    /// has something to give.
    @Test(arguments: 0..<300)
    func randomSequences(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        do {
            var debouncer = debouncer()
            var waiting: [FilePath: (first: Int, last: Int)] = [:]
            var time = 0
            func take() {
                let told = debouncer.take(at: at(time))
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
                #expect((debouncer.nextDeadline == nil) == waiting.isEmpty)
            }
            for _ in 0..<100 {
                let next = time + Int.random(in: 0...1_500, using: &random)
                while let deadline = debouncer.nextDeadline, deadline <= at(next) {
                    time = Int(deadline.nanoseconds / 1_000_000)
                    let before = waiting.count
                    take()
                    #expect(waiting.count < before)
                }
                time = next
                let paths: [FilePath] = ["a", "b", "c"]
                let path = paths[Int.random(in: 0..<3, using: &random)]
                debouncer.note(
                    [.complete, .writing, .touched][Int.random(in: 0..<3, using: &random)], of: path, at: at(time))
                waiting[path] = (waiting[path]?.first ?? time, time)
            }
        }
    }
}
