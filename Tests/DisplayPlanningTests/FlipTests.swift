import DisplayModel
import DisplayPlanning
import Testing
import Timing

@Suite struct FlipStateTests {
    private let crtc = CRTCID(rawValue: 40)

    @Test func oneOnScreenAndAtMostOneQueued() {
        var state = FlipState(bufferCount: 2)
        #expect(state.drawable == 0)
        state.committed(0, on: [crtc], at: .zero)
        #expect(state.drawable == nil, "nothing may be committed while a flip is pending")
        let wasExpected = state.flipped(crtc)
        #expect(wasExpected)
        #expect(state.current == 0)
        #expect(state.drawable == 1)
        state.committed(1, on: [crtc], at: .zero)
        #expect(state.current == 0, "the old buffer stays in use until its successor is on screen")
        state.flipped(crtc)
        #expect(state.drawable == 0)
    }

    @Test func anEventNobodyWaitsForChangesNothing() {
        var state = FlipState(bufferCount: 2)
        let before = state
        let wasExpected = state.flipped(crtc)
        #expect(!wasExpected)
        #expect(state == before)
    }

    @Test func aTiledOutputHasFlippedWhenAllItsTilesHave() {
        let other = CRTCID(rawValue: 41)
        var state = FlipState(bufferCount: 2)
        state.committed(0, on: [crtc, other], at: .zero)
        let first = state.flipped(other)
        let twice = state.flipped(other)
        #expect(!first && !twice)
        #expect(state.drawable == nil)
        let last = state.flipped(crtc)
        #expect(last)
        #expect(state.current == 0)
    }
}

@Suite struct FrameClockTests {
    private let period = Duration.nanoseconds(16_666_667)

    private func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds * 1e6))
    }

    @Test func vblanksLieOnTheGridOfTheLastFlip() {
        var clock = FrameClock(period: period)
        clock.flipped(stamp: time(1000), sequence: 1, received: time(1000.2))
        #expect(clock.vblank(atOrAfter: time(1000.1)) == time(1000) + period)
        #expect(clock.vblank(atOrAfter: time(1000) + period) == time(1000) + period)
        #expect(clock.vblank(atOrAfter: time(1040)) == time(1000) + period * 3)
    }

    @Test(arguments: [0.0, 300.0, 984.0 - 60, 1500.0])
    func aStampThatCannotBeIsReplacedByTheArrival(milliseconds: Double) {
        var clock = FrameClock(period: period)
        #expect(clock.flipped(stamp: time(milliseconds), sequence: 1, received: time(1000)) == time(1000))
    }

    @Test func aPlausibleStampIsBelieved() {
        var clock = FrameClock(period: period)
        #expect(clock.flipped(stamp: time(990), sequence: 1, received: time(1000)) == time(990))
    }

    @Test func withoutAnyFlipTheInstantWillDo() {
        #expect(FrameClock(period: period).vblank(atOrAfter: time(5)) == time(5))
    }

    @Test func aDeviceWithoutVblanksIsNoticed() {
        var clock = FrameClock(period: period)
        for flip in 0..<4 {
            clock.queued(at: time(1000 + Double(flip) * 3))
            clock.flipped(stamp: time(1001 + Double(flip) * 3), sequence: 0, received: time(1001 + Double(flip) * 3))
        }
        #expect(!clock.isPacedByDevice)
        // Slowed down by a timer it is the same device.
        for flip in 0..<4 {
            let begin = 1100 + Double(flip) * 20
            clock.queued(at: time(begin))
            clock.flipped(stamp: time(begin + 1), sequence: 0, received: time(begin + 1))
        }
        #expect(!clock.isPacedByDevice)
        clock.flipped(stamp: time(1200), sequence: 1, received: time(1200))
        #expect(clock.isPacedByDevice, "a counter that moves again is used again")
    }

    /// As NVIDIA's driver does it: animation ran at half the rate.
    @Test func flipsWithoutNumbersThatComeAtVblanksArePacedByTheDevice() {
        var clock = FrameClock(period: period)
        for flip in 0..<100 {
            let vblank = time(1000) + period * flip
            clock.flipped(stamp: vblank, sequence: 0, received: vblank)
            clock.queued(at: vblank + .milliseconds(flip % 15))
            #expect(clock.isPacedByDevice)
        }
    }

    /// One that comes early for once, as the first after a modeset does, proves nothing.
    @Test func aFewFlipsThatComeTooSoonAreForgottenWhenOneWasWaitedFor() {
        var clock = FrameClock(period: period)
        var vblank = time(1000)
        for flip in 0..<30 {
            clock.queued(at: vblank + .milliseconds(1))
            vblank = vblank + (flip % 3 == 0 ? period : .milliseconds(5))
            clock.flipped(stamp: vblank, sequence: 0, received: vblank)
            #expect(clock.isPacedByDevice)
        }
    }
}

@Suite struct FlipWatchdogTests {
    private func time(_ seconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

    @Test func eachFailureGetsAStrongerStep() {
        var watchdog = FlipWatchdog()
        let steps = (0..<6).map { watchdog.missed(at: time($0)) }
        #expect(steps == [.verify, .rearm, .cycle, .reopen, .reopen, .reopen])
    }

    @Test func afterACalmWhileItBeginsAnew() {
        var watchdog = FlipWatchdog()
        _ = watchdog.missed(at: time(0))
        let second = watchdog.missed(at: time(30))
        let later = watchdog.missed(at: time(61))
        #expect(second == .rearm)
        #expect(later == .verify)
    }
}
