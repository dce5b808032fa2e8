import DisplayModel
import HeadlessDisplay
import Testing

/// What the kernel refuses, with its own `errno` values.
struct RefusalTests {
    typealias Code = DisplayError.Code

    @Test func secondFlipWhileOneIsUnderWay() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        try bench.commit(.flip, bench.lit(buffer))
        #expect(try bench.code { try bench.commit(.flip, bench.lit(buffer)) } == Code.busy)
        // A test is never refused as busy.
        #expect(try bench.code { try bench.commit(.test(.modeset), bench.lit(buffer)) } == nil)
        bench.advance(by: .milliseconds(20))
        #expect(try bench.code { try bench.commit(.flip, bench.lit(buffer)) } == nil)
    }

    /// All or nothing: the other CRTC of a flip that is refused is not flipped either.
    @Test func refusedFlipQueuesNothing() throws {
        let bench = try Bench("640x480,640x480")
        let buffers = [try bench.light(0), try bench.light(1)]
        try bench.commit(.flip, bench.lit(buffers[1], 1))
        #expect(
            try bench.code { try bench.commit(.flip, bench.lit(buffers[0], 0), bench.lit(buffers[1], 1)) }
                == Code.busy)
        bench.advance(by: .seconds(1))
        #expect(try bench.device.readEvents().count == 1)
    }

    @Test func flipOfADarkCRTC() throws {
        let bench = try Bench()
        let buffer = try bench.buffer(bench.mode().size)
        #expect(try bench.code { try bench.commit(.flip, bench.lit(buffer)) } == Code.invalid)
    }

    @Test func flipThatWouldTakeAModeset() throws {
        let bench = try Bench("640x480,640x480")
        let buffer = try bench.light(0)
        #expect(try bench.code { try bench.commit(.flip, bench.lit(buffer, 1, crtc: 0)) } == Code.invalid)
        let crtc = bench.device.crtcIDs[0]
        let dark = DisplayUpdate(disabled: [.init(crtc: crtc, connectors: [bench.device.connectorIDs[0]])])
        #expect(try bench.code { try bench.device.commit(dark, .flip) } == Code.invalid)
    }

    @Test func framebuffersThatDoNotFit() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        let small = try bench.buffer(Size(width: 640, height: 480))
        for kind in [CommitKind.test(.modeset), .modeset, .flip] {
            #expect(try bench.code { try bench.commit(kind, bench.lit(small)) } == Code.noSpace)
            var lit = try bench.lit(buffer)
            lit.layers[0].framebuffer = FramebufferID(rawValue: 9)
            #expect(try bench.code { try bench.commit(kind, lit) } == Code.invalid)
            lit = try bench.lit(small)
            lit.layers[0].source = Rectangle(small.size)
            #expect(try bench.code { try bench.commit(kind, lit) } == Code.range)
            lit.layers[0].destination = lit.layers[0].source
            #expect(try bench.code { try bench.commit(kind, lit) } == Code.invalid)
        }
        #expect(try bench.code { _ = try bench.buffer(Size(width: 20000, height: 1)) } == Code.invalid)
        #expect(
            try bench.code {
                _ = try bench.device.makeBuffer(size: buffer.size, format: .xbgr8888, modifiers: [])
            } == Code.invalid)
    }

    @Test func connectorOnACRTCThatCannotFeedIt() throws {
        let monitor = try HeadlessMonitor("640x480")
        let bench = try Bench(
            connectors: [HeadlessConnector(monitor, possibleCRTCs: [1]), HeadlessConnector(monitor)], crtcCount: 2)
        let buffer = try bench.buffer(Size(width: 640, height: 480))
        #expect(try bench.connector(0).possibleCRTCs == [bench.device.crtcIDs[1]])
        #expect(try bench.code { try bench.commit(.modeset, bench.lit(buffer, 0, crtc: 0)) } == Code.invalid)
        #expect(try bench.code { try bench.commit(.modeset, bench.lit(buffer, 0, crtc: 1)) } == nil)
    }

    @Test func planeOfAnotherCRTC() throws {
        let bench = try Bench("640x480,640x480")
        let buffer = try bench.buffer(Size(width: 640, height: 480))
        var lit = try bench.lit(buffer, 0)
        lit.layers[0].plane = try bench.lit(buffer, 1).layers[0].plane
        #expect(try bench.code { try bench.commit(.modeset, lit) } == Code.invalid)
    }

    @Test func twoConnectorsOnOneCRTC() throws {
        let bench = try Bench("640x480,800x600", crtcCount: 1)
        let (small, large) = (
            try bench.buffer(Size(width: 640, height: 480)), try bench.buffer(Size(width: 800, height: 600))
        )
        let first = try bench.lit(small, 0)
        #expect(try bench.code { try bench.commit(.modeset, first, bench.lit(large, 1, crtc: 0)) } == Code.invalid)
        let same = try bench.lit(small, 1, crtc: 0, mode: bench.mode(0))
        try bench.commit(.modeset, first, same)
        #expect(try bench.device.readEvents().count == 1)
        #expect(bench.device.buffer(on: bench.device.connectorIDs[1]) === small)
    }

    @Test func movingAConnectorSwitchesItsOldCRTCOff() throws {
        let bench = try Bench("640x480", crtcCount: 2)
        let buffer = try bench.light(0)
        try bench.commit(.modeset, bench.lit(buffer, 0, crtc: 1))
        #expect(try bench.device.snapshot(.known).crtcs.map(\.isActive) == [false, true])
        let update = DisplayUpdate(disabled: [.init(crtc: bench.device.crtcIDs[0], connectors: [])])
        #expect(try bench.code { try bench.device.commit(update, .modeset) } == Code.invalid, "it is off already")
    }

    @Test func switchingOff() throws {
        let bench = try Bench()
        let crtc = bench.device.crtcIDs[0]
        let off = DisplayUpdate(disabled: [.init(crtc: crtc, connectors: bench.device.connectorIDs)])
        #expect(try bench.code { try bench.device.commit(off, .modeset) } == Code.invalid)
        let buffer = try bench.light()
        defer { withExtendedLifetime(buffer) {} }
        let forgetful = DisplayUpdate(disabled: [.init(crtc: crtc, connectors: [])])
        #expect(try bench.code { try bench.device.commit(forgetful, .modeset) } == Code.invalid)
        try bench.device.commit(off, .modeset)
        #expect(try bench.device.snapshot(.known).crtc(crtc)?.isActive == false)
        #expect(try bench.connector(0).crtc == nil)
    }

    @Test func modeWithoutTimings() throws {
        let bench = try Bench()
        let buffer = try bench.buffer(bench.mode().size)
        var mode = try bench.mode()
        mode.clock = 0
        #expect(try bench.code { try bench.commit(.modeset, bench.lit(buffer, mode: mode)) } == Code.invalid)
    }

    @Test func objectsThatAreNotThere() throws {
        let bench = try Bench()
        let buffer = try bench.buffer(bench.mode().size)
        var lit = try bench.lit(buffer)
        lit.connector = ConnectorID(rawValue: 1)
        #expect(try bench.code { try bench.commit(.modeset, lit) } == 2)
        lit = try bench.lit(buffer)
        lit.crtc = CRTCID(rawValue: 1)
        #expect(try bench.code { try bench.commit(.test(.modeset), lit) } == 2)
    }

    /// The kernel accepts a modeset on a connector without a monitor.
    @Test func modesetWithoutAMonitorSucceeds() throws {
        let bench = try Bench()
        let lit = try bench.lit(bench.buffer(bench.mode().size))
        bench.device.unplug(lit.connector)
        let buffer = try bench.buffer(lit.mode.size)
        var again = lit
        again.layers[0].framebuffer = buffer.framebuffer
        try bench.commit(.modeset, again)
        #expect(try bench.device.readEvents().count == 1)
        #expect(bench.device.buffer(on: lit.connector) == nil)
    }

    @Test func aTestChangesNothing() throws {
        let bench = try Bench()
        let buffer = try bench.buffer(bench.mode().size)
        let before = try bench.device.snapshot(.known)
        try bench.commit(.test(.modeset), bench.lit(buffer))
        #expect(try bench.device.snapshot(.known) == before)
        #expect(try bench.device.readEvents().isEmpty)
    }

    @Test func freeingABufferOnScreenIsNoted() throws {
        let bench = try Bench()
        let next = try bench.buffer(bench.mode().size)
        bench.isHoldingBuffers = false
        var shown: (any ScanoutBuffer)? = try bench.light()
        try bench.commit(.flip, bench.lit(next))
        bench.advance(by: .milliseconds(20))
        shown = nil
        #expect(bench.device.violations.isEmpty)
        shown = try bench.buffer(next.size)
        if let shown { try bench.commit(.flip, bench.lit(shown)) }
        // A queued buffer must not be freed either. The CRTC goes off, as with the kernel.
        shown = nil
        #expect(bench.device.violations.count == 1)
        #expect(try bench.device.snapshot(.known).crtcs[0].isActive == false)
        #expect(try bench.code { try bench.commit(.flip, bench.lit(next)) } == Code.invalid)
    }
}
