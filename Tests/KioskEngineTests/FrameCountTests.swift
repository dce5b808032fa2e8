import Testing
import Timing

@testable import KioskEngine

@Suite struct FrameCountTests {
    /// A film of 25 frames a second, from 10 s on.
    private func due(_ number: Int) -> Range<MonotonicTime> {
        let start = MonotonicTime.zero + .seconds(10) + .milliseconds(40 * number)
        return start..<start + .milliseconds(40)
    }

    @Test("frames that come before their time are shown, and others late or not at all")
    func kinds() {
        var count = FrameCount()
        for number in 0..<10 { count.came(leftOut: 0, due: due(number), now: .zero + .seconds(9)) }
        #expect((count.shown, count.late, count.dropped) == (10, 0, 0))
        count.came(leftOut: 0, due: due(10), now: due(10).lowerBound + .milliseconds(5))
        #expect((count.shown, count.late, count.dropped) == (11, 1, 0))
        count.came(leftOut: 3, due: due(14), now: due(14).lowerBound)
        #expect((count.shown, count.late, count.dropped) == (12, 1, 3))
        count.came(leftOut: 0, due: due(15), now: due(15).upperBound)
        // It stays until the next one comes, unless that comes with it.
        #expect((count.shown, count.late, count.dropped) == (13, 2, 3))
        count.came(leftOut: 0, due: due(16), now: due(15).upperBound)
        #expect((count.shown, count.late, count.dropped) == (13, 1, 4))
    }

    @Test("a film that is joined late catches up first: that is no lateness")
    func catchingUp() {
        var count = FrameCount()
        let joined = due(100).lowerBound
        count.came(leftOut: 0, due: due(95), now: joined)
        count.came(leftOut: 4, due: due(100), now: joined + .milliseconds(10))
        count.came(leftOut: 2, due: due(103), now: due(103).lowerBound - .milliseconds(1))
        #expect((count.shown, count.late, count.dropped) == (2, 0, 0))
        count.came(leftOut: 1, due: due(105), now: due(105).lowerBound)
        #expect((count.shown, count.late, count.dropped) == (3, 0, 1))
        // Another decoder takes over, and is behind at first too.
        count.restart()
        count.came(leftOut: 0, due: due(110), now: due(112).lowerBound)
        count.came(leftOut: 9, due: due(120), now: due(119).lowerBound)
        #expect((count.shown, count.late, count.dropped) == (4, 0, 1))
    }

    @Test("one that never catches up is counted, from a second on")
    func tooSlow() {
        var count = FrameCount()
        for number in 0..<100 { count.came(leftOut: 2, due: due(3 * number), now: due(3 * number + 1).lowerBound) }
        // Nine of them come in the first second.
        #expect((count.shown, count.late, count.dropped) == (91, 91, 182))
    }
}
