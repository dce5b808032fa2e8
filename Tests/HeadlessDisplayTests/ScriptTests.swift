import DisplayModel
import HeadlessDisplay
import Testing
import Timing

struct ScriptTests {
    @Test func loudChangesAreKnownAtOnceButTheirModesAfterAProbe() throws {
        let bench = try Bench("640x480,640x480")
        let id = bench.device.connectorIDs[1]
        var notices: [ConnectorID] = []
        bench.device.onHotplug = { notices.append($0) }
        bench.device.unplug(id)
        #expect(try bench.connector(1).status == .disconnected)
        #expect(try bench.connector(1).modes.isEmpty)
        bench.device.plug(id, try HeadlessMonitor("800x600"))
        #expect(notices == [id, id])
        #expect(try bench.connector(1).status == .connected)
        #expect(try bench.connector(1).modes.map(\.name) == ["640x480"])
        #expect(try bench.device.snapshot(.probe).connectors[1].modes.map(\.name) == ["800x600"])
        #expect(try bench.connector(1).modes.map(\.name) == ["800x600"])
    }

    @Test func silentChangesAreFoundByAProbeOnly() throws {
        let bench = try Bench()
        let id = bench.device.connectorIDs[0]
        bench.device.onHotplug = { _ in Issue.record("notified") }
        bench.device.unplug(id, .silent)
        #expect(try bench.connector(0).status == .connected)
        #expect(try bench.device.snapshot(.probe).connectors[0].status == .disconnected)
        bench.device.plug(id, try HeadlessMonitor("800x600"), .silent)
        bench.device.setEDID(id, [1, 2, 3], .silent)
        bench.device.setModes(id, [try bench.standard(1024, 768), try bench.standard(800, 600)], .silent)
        #expect(try bench.connector(0).status == .disconnected)
        let connector = try bench.device.snapshot(.probe).connectors[0]
        #expect(connector.edid == [1, 2, 3])
        #expect(connector.modes.map(\.name) == ["1024x768", "800x600"])
    }

    @Test func injectedErrorsComeInOrder() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        bench.device.inject(DisplayError.Code.busy, for: .commit(.flip), count: 2)
        bench.device.inject(DisplayError.Code.accessDenied, for: .commit(.flip))
        bench.device.inject(DisplayError.Code.noMemory, for: .makeBuffer)
        bench.device.inject(DisplayError.Code.ioError, for: .readEvents)
        bench.device.inject(DisplayError.Code.invalid, for: .snapshot)
        #expect(try bench.code { _ = try bench.device.snapshot(.known) } == DisplayError.Code.invalid)
        let lit = try bench.lit(buffer)
        for code in [DisplayError.Code.busy, DisplayError.Code.busy, DisplayError.Code.accessDenied] {
            #expect(try bench.code { try bench.commit(.flip, lit) } == code)
        }
        #expect(try bench.code { _ = try bench.buffer(buffer.size) } == DisplayError.Code.noMemory)
        #expect(try bench.code { _ = try bench.device.readEvents() } == DisplayError.Code.ioError)
        #expect(try bench.code { try bench.commit(.flip, lit) } == nil)
    }

    @Test func lostEventsLeaveTheFlipItself() throws {
        let bench = try Bench()
        let first = try bench.light()
        let second = try bench.buffer(first.size)
        bench.device.loseNextFlipEvents(1)
        try bench.commit(.flip, bench.lit(second))
        bench.advance(by: .seconds(1))
        #expect(try bench.device.readEvents().isEmpty)
        #expect(bench.device.buffer(on: bench.device.connectorIDs[0]) === second)
        try bench.commit(.flip, bench.lit(first))
        bench.advance(by: .seconds(1))
        #expect(try bench.device.readEvents().count == 1)
    }

    @Test func delayedEventsTellTheTrueTime() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        let origin = bench.device.now
        bench.device.delayNextFlipEvents(1, by: .milliseconds(500))
        try bench.commit(.flip, bench.lit(buffer))
        bench.advance(by: .milliseconds(500))
        #expect(try bench.device.readEvents().isEmpty)
        bench.advance(by: .milliseconds(20))
        let event = try #require(try bench.device.readEvents().first)
        #expect(event.time - origin < .milliseconds(17))
    }

    @Test func duplicatedEventsAndStuckSequence() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        bench.device.duplicateNextFlipEvents(1)
        bench.device.hardware.vblanks = .none
        bench.advance(by: .seconds(1))
        try bench.commit(.flip, bench.lit(buffer))
        bench.advance(by: .milliseconds(20))
        let events = try bench.device.readEvents()
        #expect(events.map(\.sequence) == [0], "told once")
    }

    @Test func aLateEventSaysNothingAboutALaterCommit() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        bench.advance(by: .seconds(1))
        _ = try bench.device.readEvents()
        bench.device.delayNextFlipEvents(1, by: .milliseconds(500))
        try bench.commit(.flip, bench.lit(buffer))
        bench.advance(by: .milliseconds(490))
        let second = try bench.buffer(buffer.size)
        try bench.commit(.flip, bench.lit(second))
        let committed = bench.device.now
        bench.advance(by: .milliseconds(100))
        let events = try bench.device.readEvents()
        #expect(events.count == 1 && events.allSatisfy { $0.time > committed })
    }

    @Test func removedDeviceFailsEverything() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        let lit = try bench.lit(buffer)
        var isTold = false
        bench.device.onRemoval = { isTold = true }
        bench.device.remove()
        #expect(isTold)
        let gone = DisplayError.Code.noDevice
        #expect(try bench.code { _ = try bench.device.snapshot(.known) } == gone)
        #expect(try bench.code { try bench.commit(.flip, lit) } == gone)
        #expect(try bench.code { _ = try bench.device.readEvents() } == gone)
        #expect(try bench.code { _ = try bench.buffer(buffer.size) } == gone)
    }

    @Test func theLogHasEveryFlipWithItsTime() throws {
        let bench = try Bench()
        let first = try bench.light()
        let second = try bench.buffer(first.size)
        try bench.commit(.flip, bench.lit(second))
        bench.advance(by: .seconds(1))
        let event = try #require(try bench.device.readEvents().first)
        let log = bench.device.flips(on: bench.device.connectorIDs[0])
        #expect(log.map(\.framebuffer) == [first.framebuffer, second.framebuffer])
        #expect(log.map(\.time) == [Bench.start, event.time])
    }

    /// The log of flips has a limit, however long a screen runs.
    @Test func theLogIsBounded() throws {
        let bench = try Bench()
        let buffer = try bench.light()
        let lit = try bench.lit(buffer)
        for _ in 0..<3 * HeadlessDevice.flipLogLimit {
            try bench.commit(.flip, lit)
            bench.advance(by: .milliseconds(20))
            _ = try bench.device.readEvents()
        }
        let count = bench.device.flips(on: lit.connector).count
        #expect((HeadlessDevice.flipLogLimit...2 * HeadlessDevice.flipLogLimit).contains(count))
    }
}

extension Bench {
    func standard(_ width: Int, _ height: Int) throws -> Mode {
        try #require(CoordinatedTiming.mode(Size(width: width, height: height), hertz: 60, .reduced, type: .driver))
    }
}
