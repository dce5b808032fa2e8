import DisplayModel
import HeadlessDisplay
import Testing

struct MonitorTests {
    /// As `edid-decode --cvt w=1920,h=1080,fps=60,rb=1` works them out.
    @Test(
        arguments: [
            (Size(width: 1920, height: 1080), 60.0, 138_500, 2080, 1111),
            (Size(width: 1280, height: 720), 60, 64_000, 1440, 741),
            (Size(width: 3840, height: 2160), 60, 533_250, 4000, 2222),
            (Size(width: 1920, height: 1200), 60, 154_000, 2080, 1235),
            (Size(width: 1024, height: 768), 60, 56_000, 1184, 790),
        ] as [(Size, Double, UInt32, UInt16, UInt16)])
    func standardModesAreThoseOfCVT(
        _ size: Size, _ hertz: Double, _ clock: UInt32, _ htotal: UInt16, _ vtotal: UInt16
    ) throws {
        let mode = try #require(Mode.standard(size, hertz: hertz))
        #expect(mode.clock == clock)
        #expect(mode.htotal == htotal)
        #expect(mode.vtotal == vtotal)
        #expect(mode.vrefresh == 60)
        #expect(mode.size == size)
        #expect(mode.hsyncStart < mode.hsyncEnd && mode.hsyncEnd <= mode.htotal)
        #expect(mode.vsyncStart < mode.vsyncEnd && mode.vsyncEnd <= mode.vtotal)
    }

    @Test(arguments: [24, 30, 50, 59.94, 75, 120, 144])
    func ratesAreWithinAQuarterPercent(_ hertz: Double) throws {
        let mode = try #require(Mode.standard(Size(width: 1920, height: 1080), hertz: hertz))
        #expect(abs(mode.refresh.hertz / hertz - 1) < 0.0025)
    }

    @Test func listsAreRead() throws {
        let monitors = try HeadlessMonitor.list("1920x1080@50,1280x720")
        #expect(monitors.map(\.modes.count) == [1, 1])
        #expect(monitors.map { $0.modes[0].size.description } == ["1920x1080", "1280x720"])
        #expect(monitors.map { $0.modes[0].vrefresh } == [50, 60])
        #expect(monitors.allSatisfy { $0.modes[0].isPreferred })
    }

    @Test(arguments: [
        "", "1920", "1920x", "0x0", "1920x1080@", "1920x1080@0", "1920x1080@sixty", "1x1@60@60", "a,b", "640x480,",
    ])
    func othersAreRefusedByName(_ text: String) {
        let error = #expect(throws: HeadlessOutputError.self) { try HeadlessMonitor.list(text) }
        #expect(error?.description.contains("is not an output") == true)
    }

    @Test func connectorsAreNamedAndRouted() throws {
        let edid: [UInt8] = [0, 255]
        var monitor = try HeadlessMonitor("640x480")
        monitor.edid = edid
        let bench = try Bench(connectors: [HeadlessConnector(monitor), HeadlessConnector()])
        let snapshot = try bench.device.snapshot(.probe)
        #expect(snapshot.connectors.map(\.name) == ["Virtual-1", "Virtual-2"])
        #expect(snapshot.connectors.map(\.status) == [.connected, .disconnected])
        #expect(snapshot.connectors[0].edid == edid)
        #expect(snapshot.connectors[0].possibleCRTCs == snapshot.crtcs.map(\.id))
        #expect(Set(snapshot.planes.map(\.possibleCRTCs)) == Set(snapshot.crtcs.map { [$0.id] }))
    }
}
