import DisplayModel
import HeadlessDisplay
import Testing

struct MonitorTests {
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
        #expect(error?.description.contains("invalid output") == true)
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
