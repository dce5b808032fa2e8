import DisplayModel
import Glibc
import HeadlessDisplay
import Testing
import Timing

struct PacingTests {
    /// A minute of flips: each on the grid of the mode's exact period, one vblank after the other, without drift.
    @Test(arguments: ["1280x720@60", "1920x1080@59.94", "640x480@75"])
    func flipsFallOnTheVblankGrid(_ output: String) throws {
        let bench = try Bench(output)
        let mode = try bench.mode()
        let buffers = [try bench.light(), try bench.buffer(mode.size)]
        let origin = bench.device.now
        let refresh = mode.refresh
        let flips = Int(refresh.hertz) * 60
        for n in 1...flips {
            try bench.commit(.flip, bench.lit(buffers[n % 2]))
            #expect(try bench.device.readEvents().isEmpty)
            let deadline = try #require(bench.device.nextDeadline)
            bench.device.advance(to: deadline - .nanoseconds(1))
            #expect(try bench.device.readEvents().isEmpty)
            bench.device.advance(to: deadline)
            let event = try #require(try bench.device.readEvents().first)
            let exact = Double(n) * 1e9 * Double(refresh.denominator) / Double(refresh.numerator)
            #expect(abs(Double((event.time - origin).nanoseconds) - exact) <= 1)
            #expect(event.sequence == UInt32(n))
            // Drawing the next frame takes a while.
            bench.advance(by: .milliseconds(3))
        }
        let log = bench.device.flips(on: bench.device.connectorIDs[0])
        #expect(log.last?.framebuffer == buffers[flips % 2].framebuffer)
    }

    @Test func aLateFlipWaitsForTheNextVblank() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        let period = try bench.mode().refresh.period
        let origin = bench.device.now
        bench.advance(by: period * 2.5)
        try bench.commit(.flip, bench.lit(buffer))
        bench.advance(by: period)
        let event = try #require(try bench.device.readEvents().first)
        #expect(event.sequence == 3)
        #expect(abs((event.time - origin).nanoseconds - (period * 3).nanoseconds) <= 3)
    }

    @Test func outputsRunAtTheirOwnPace() throws {
        let bench = try Bench("1280x720@60,640x480@30")
        let buffers = [try bench.light(0), try bench.light(1)]
        try bench.commit(.flip, bench.lit(buffers[0], 0), bench.lit(buffers[1], 1))
        bench.advance(by: .milliseconds(100))
        let events = try bench.device.readEvents()
        #expect(events.count == 2)
        let gap = events[1].time - events[0].time
        #expect(gap > .milliseconds(16) && gap < .milliseconds(17))
    }

    @Test func modesetIsDoneWhenItReturns() throws {
        let bench = try Bench()
        let first = try bench.light()
        let second = try bench.buffer(first.size)
        try bench.commit(.flip, bench.lit(second))
        // The pending flip ends first; the modeset replaces it.
        try bench.commit(.modeset, bench.lit(first))
        let events = try bench.device.readEvents()
        #expect(events.map(\.time) == [bench.device.now])
        #expect(events.map(\.sequence) == [2])
        #expect(try bench.code { try bench.commit(.flip, bench.lit(second)) } == nil)
    }

    /// On the real clock the descriptor wakes its poller, and only when something is there to read.
    @Test func descriptorBecomesReadableAtTheVblank() throws {
        let device = try HeadlessDevice([HeadlessConnector(HeadlessMonitor("640x480@60"))])
        func isReadable(within milliseconds: Int32) -> Bool {
            var poller = pollfd(fd: device.eventDescriptor, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&poller, 1, milliseconds) == 1
        }
        let snapshot = try device.snapshot(.probe)
        let mode = try #require(snapshot.connectors[0].preferredMode)
        let buffer = try device.makeBuffer(size: mode.size, format: .xrgb8888, modifiers: [])
        let lit = DisplayUpdate.Enabled(
            route: Route(
                connector: snapshot.connectors[0].id, crtc: snapshot.crtcs[0].id, plane: snapshot.planes[0].id),
            mode: mode, framebuffer: buffer.framebuffer)
        #expect(!isReadable(within: 0))
        try device.commit(DisplayUpdate(enabled: [lit]), .modeset)
        #expect(isReadable(within: 5000))
        let first = try #require(try device.readEvents().first)
        #expect(!isReadable(within: 0))
        try device.commit(DisplayUpdate(enabled: [lit]), .flip)
        #expect(isReadable(within: 5000))
        let second = try #require(try device.readEvents().first)
        #expect(second.time <= device.now)
        let vblanks = Double((second.time - first.time).nanoseconds) / Double(mode.refresh.period.nanoseconds)
        #expect(vblanks >= 0.99 && abs(vblanks - vblanks.rounded()) < 0.001)
        #expect(!isReadable(within: 0))
        withExtendedLifetime(buffer) {}
    }
}
