import DisplayPlanning
import Testing
import Timing

@Suite struct FlipStateTests {
    @Test func oneOnScreenAndAtMostOneQueued() {
        var state = FlipState(bufferCount: 2)
        #expect(state.drawable == 0)
        state.committed(0, at: .zero)
        #expect(state.drawable == nil, "nothing may be committed while a flip is pending")
        let wasExpected = state.flipped()
        #expect(wasExpected)
        #expect(state.current == 0)
        #expect(state.drawable == 1)
        state.committed(1, at: .zero)
        #expect(state.current == 0, "the old buffer stays in use until its successor is on screen")
        state.flipped()
        #expect(state.drawable == 0)
    }

    @Test func anEventNobodyWaitsForChangesNothing() {
        var state = FlipState(bufferCount: 2)
        let before = state
        let wasExpected = state.flipped()
        #expect(!wasExpected)
        #expect(state == before)
    }
}

@Suite struct FrameClockTests {
    private let period = Duration.nanoseconds(16_666_667)

    private func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds * 1e6))
    }

    @Test func vblanksLieOnTheGridOfTheLastFlip() {
        var clock = FrameClock(period: period)
        clock.flipped(stamp: time(1000), received: time(1000.2))
        #expect(clock.vblank(atOrAfter: time(1000.1)) == time(1000) + period)
        #expect(clock.vblank(atOrAfter: time(1000) + period) == time(1000) + period)
        #expect(clock.vblank(atOrAfter: time(1040)) == time(1000) + period * 3)
    }

    @Test(arguments: [0.0, 300.0, 984.0 - 60, 1500.0])
    func aStampThatCannotBeIsReplacedByTheArrival(milliseconds: Double) {
        var clock = FrameClock(period: period)
        #expect(clock.flipped(stamp: time(milliseconds), received: time(1000)) == time(1000))
    }

    @Test func aPlausibleStampIsBelieved() {
        var clock = FrameClock(period: period)
        #expect(clock.flipped(stamp: time(990), received: time(1000)) == time(990))
    }

    @Test func withoutAnyFlipTheInstantWillDo() {
        #expect(FrameClock(period: period).vblank(atOrAfter: time(5)) == time(5))
    }
}
