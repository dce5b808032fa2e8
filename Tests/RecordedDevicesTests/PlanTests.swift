import DisplayModel
import DisplayPlanning
import SeededRandom
import Testing

@Suite struct PlanTests {
    /// For each recording the CRTC of each connector that is to be lit, counted from 0, and why the others stay dark.
    static let expected = [
        "amdgpu": "DP-1 0, DP-2 -, DP-3 1, HDMI-A-1 5",
        "bochs": "Virtual-1 0",
        "cirrus": "VGA-1 0",
        "evdi": "DVI-I-1 0",
        "i915-mst": "eDP-1 0, HDMI-A-1 1, DP-1 -, DP-2 2, DP-3 3, DP-4 noCRTC",
        "i915-tiled": "eDP-1 0, DP-1 1, DP-2 2",
        "imx53": "DPI-1 0, LVDS-1 noCRTC, LVDS-2 -, VGA-1 1",
        "imx8mp": "HDMI-A-1 0",
        "imx8mq": "HDMI-A-1 0",
        "imx6": "HDMI-A-1 1, LVDS-1 -, DPI-1 0",
        "msm": "DSI-1 1, DP-1 0, Writeback-1 writeback",
        "nouveau-four-heads": "DVI-I-1 -, DVI-I-2 0, HDMI-A-1 1, DP-1 2",
        "nouveau-two-heads": "DVI-I-1 -, DVI-I-2 0, TV-1 -",
        "qxl": "Virtual-1 0, Virtual-2 -, Virtual-3 -, Virtual-4 -",
        "rockchip-rk3399": "HDMI-A-1 1, eDP-1 0, DP-1 -",
        "rockchip-rk3588": "HDMI-A-1 0, HDMI-A-2 1",
        "simpledrm": "Unknown-1 0",
        "vc4": "HDMI-A-1 3, HDMI-A-2 4, Writeback-1 writeback",
        "vc4-pi3": "HDMI-A-1 3, Composite-1 -, Writeback-1 writeback",
        "vc4-pi5": "HDMI-A-1 2, HDMI-A-2 3, Writeback-1 writeback, Writeback-2 writeback",
        "virtio-gpu": "Virtual-1 0",
        "virtio-gpu-four-outputs": "Virtual-1 0, Virtual-2 -, Virtual-3 -, Virtual-4 -",
        "vkms-lit": "HDMI-A-1 0",
        "vkms-three-on-two": "HDMI-A-1 0, HDMI-A-2 1, HDMI-A-3 noCRTC",
        "vkms-writeback":
            "Writeback-1 writeback, Writeback-2 writeback, Writeback-3 writeback, HDMI-A-1 0, HDMI-A-2 -, HDMI-A-3 1, HDMI-A-4 -",
    ]

    @Test func everyRecordingIsPlannedAsExpected() throws {
        for name in try recordingNames() {
            let device = try recordedDevice(name)
            #expect(Self.text(PlannedRoutes(device), device) == Self.expected[name], "\(name)")
        }
        #expect(try Set(recordingNames()) == Set(Self.expected.keys))
    }

    /// Short for the reasons' descriptions.
    private static let reasons: [Substring: String] = [
        "nothing is connected": "-", "no CRTC is left for it": "noCRTC", "a writeback connector": "writeback",
    ]

    private static func text(_ plan: PlannedRoutes, _ device: DeviceSnapshot) -> String {
        device.connectors.map { connector in
            if let route = plan.lit[connector.id] {
                let index = device.crtcs.firstIndex { $0.id == route.crtc }
                return "\(connector.name) \(index.map(String.init) ?? "?")"
            }
            let reason = plan.dark[connector.id]?.prefix { $0 != ":" && $0 != "," }
            return "\(connector.name) \(reason.map { reasons[$0] ?? "\($0)" } ?? "?")"
        }.joined(separator: ", ")
    }

    @Test func asManyAreLitAsCanBe() throws {
        for name in try recordingNames() {
            let device = try recordedDevice(name)
            let connected = device.connectors.filter { $0.status == .connected && !$0.modes.isEmpty }
            #expect(
                PlannedRoutes(device).lit.count == largestNumberOfScreens(device, connected: connected), "\(name)")
        }
    }

    /// Monitors come and go at random. However they do, as many are lit as can be, none that was lit and is still there
    /// goes dark, and where all can keep their routes they do.
    @Test func monitorsComeAndGo() throws {
        for name in try recordingNames() {
            var dice = SplitMix64(seed: UInt64(name.utf8.count))
            let recorded = try recordedDevice(name)
            var routes: [ConnectorID: Route] = [:]
            for _ in 0..<40 {
                let device = recorded.withMonitors { Bool.random(using: &dice) }
                let connected = device.connectors.filter { $0.status == .connected }
                let plan = PlannedRoutes(device, keeping: routes)
                check(plan.lit, device, "\(name)")
                #expect(plan.lit.count == largestNumberOfScreens(device, connected: connected), "\(name)")
                let kept = routes.filter { route in connected.contains { $0.id == route.key } }
                for connector in kept.keys { #expect(plan.lit[connector] != nil, "\(name)") }
                if largestNumberOfScreens(device, connected: connected, keeping: kept) == plan.lit.count {
                    for (connector, route) in kept { #expect(plan.lit[connector] == route, "\(name)") }
                }
                routes = plan.lit
            }
        }
    }

    /// Routes that the device can have, all together.
    private func check(_ routes: [ConnectorID: Route], _ device: DeviceSnapshot, _ name: Comment) {
        #expect(Set(routes.values.map(\.crtc)).count == routes.count, name)
        #expect(Set(routes.values.map(\.plane)).count == routes.count, name)
        for (connector, route) in routes {
            let plane = device.planes.first { $0.id == route.plane }
            #expect(device.connector(connector)?.possibleCRTCs.contains(route.crtc) == true, name)
            #expect(plane?.kind == .primary && plane?.possibleCRTCs.contains(route.crtc) == true, name)
        }
    }
}

extension DeviceSnapshot {
    /// The device with other monitors, each of them a screen of its own, and dark.
    fileprivate func withMonitors(_ isConnected: () -> Bool) -> DeviceSnapshot {
        var device = self
        let mode = connectors.flatMap(\.modes).first
        for index in device.connectors.indices where device.connectors[index].type != .writeback {
            device.connectors[index].status = isConnected() ? .connected : .disconnected
            device.connectors[index].modes = mode.map { [$0] } ?? []
            (device.connectors[index].tile, device.connectors[index].crtc) = (nil, nil)
        }
        for index in device.planes.indices { device.planes[index].scanout = nil }
        return device
    }
}
