import Testing

@testable import Doctor

@Suite struct RunningStatusTests {
    @Test func isReadWhole() throws {
        let status = try #require(try healthyMachine().status)
        #expect(status.version == "0.1.0" && status.process == 700)
        #expect(status.session == .init(kind: "virtual terminal tty1", isActive: true))
        let screens = try #require(status.devices.first?.screens)
        #expect(screens.map(\.connector) == ["HDMI-A-1", "HDMI-A-2"])
        #expect(screens.map(\.state) == [.lit, .notWanted])
        #expect(screens[0].monitor == "DEL DESKTOP" && screens[0].mode == "1920x1080@60" && screens[0].tried == [])
        #expect(status.playingPaths == ["/var/lib/vitrine/media"])
    }

    /// Another version's file, or one that was torn.
    @Test func whatIsNotUnderstoodIsPassedOver() throws {
        #expect(RunningStatus(Array("{\"pid\": 7".utf8)) == nil)
        #expect(RunningStatus(Array("[]".utf8)) == nil)
        let empty = try status("{}")
        #expect(empty.process == nil && empty.devices == [] && empty.session == nil)
        let odd = try status(
            """
            {"pid": "7", "session": 3, "devices": [1, {"screens": []}, {"path": "a", "screens": [{"state": "lit"},
             {"connector": "DP-1", "state": "blinking", "tried": "no"}]}], "playlists": {"path": 1}, "more": {}}
            """)
        #expect(odd.process == nil && odd.session == nil && odd.playlists == [])
        #expect(odd.devices.map(\.path) == ["a"])
        #expect(odd.devices[0].screens.map(\.state) == [nil])
    }
}
