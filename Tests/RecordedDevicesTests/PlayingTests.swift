import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import RecordedDevices
import Testing
import Timing

/// Plans for recorded devices, carried out on headless ones, which have the kernel's rules.
@Suite struct PlayingTests {
    @Test func everyPlannedScreenIsLit() throws {
        for name in try recordingNames() {
            let recorded = try recordedDevice(name)
            let device = try HeadlessDevice(
                recording: recorded, clock: .manual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
            let snapshot = try device.snapshot(.probe)
            #expect(snapshot.connectors.map(\.name) == recorded.connectors.map(\.name), "\(name)")
            #expect(snapshot.crtcs.map(\.id) == recorded.crtcs.map(\.id), "\(name)")
            let routes = PlannedRoutes(snapshot).lit
            #expect(routes.count == PlannedRoutes(recorded).lit.count, "\(name)")

            let modes = try routes.mapValues { route in
                try #require(snapshot.connector(route.connector)?.preferredMode)
            }
            let screens = try routes.map { connector, route in
                let mode = try #require(modes[connector])
                let buffer = try device.makeBuffer(size: mode.size, format: .xrgb8888, modifiers: [])
                return (buffer, DisplayUpdate.Enabled(route: route, mode: mode, framebuffer: buffer.framebuffer))
            }
            let update = DisplayUpdate(enabled: screens.map(\.1))
            try device.commit(update, .test(.modeset))
            try device.commit(update, .modeset)
            #expect(try device.readEvents().count == routes.count, "\(name)")
            for (connector, mode) in modes { #expect(device.mode(on: connector) == mode, "\(name)") }

            // The planner's choice is found again in the next snapshot, and kept.
            let lit = try device.snapshot(.known)
            #expect(PlannedRoutes(lit, keeping: routes).lit == routes, "\(name)")
            #expect(lit.planes.compactMap(\.scanout).count == routes.count, "\(name)")

            try device.commit(update, .flip)
            device.advance(to: device.now + .seconds(1))
            #expect(try device.readEvents().count == routes.count, "\(name)")
            #expect(device.violations == [], "\(name)")
            withExtendedLifetime(screens) {}
        }
    }

    /// What is impossible on the recorded device is refused.
    @Test func limitsAreThoseOfTheRecording() throws {
        let recorded = try recordedDevice("rockchip-rk3399")
        let device = try HeadlessDevice(
            recording: recorded, clock: .manual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
        let panel = try recorded.connector(named: "eDP-1")
        let mode = try #require(panel.preferredMode)
        let buffer = try device.makeBuffer(size: mode.size, format: .xrgb8888, modifiers: [])
        func lit(_ crtc: Int, _ plane: Int) -> DisplayUpdate {
            let primary = recorded.planes.filter { $0.kind == .primary }
            let route = Route(connector: panel.id, crtc: recorded.crtcs[crtc].id, plane: primary[plane].id)
            return DisplayUpdate(enabled: [
                DisplayUpdate.Enabled(route: route, mode: mode, framebuffer: buffer.framebuffer)
            ])
        }
        let errors = [(1, 1), (0, 1)].map { crtc, plane in
            #expect(throws: DisplayError.self) { try device.commit(lit(crtc, plane), .test(.modeset)) }
        }
        #expect(errors.map { $0?.object } == ["eDP-1", "plane \(recorded.planes[2].id)"])
        #expect(errors.map { $0?.code } == [DisplayError.Code.invalid, DisplayError.Code.invalid])
        try device.commit(lit(0, 0), .test(.modeset))
    }

    /// Two CRTCs may share their planes, but not at once.
    @Test func aPlaneIsOnOneCRTC() throws {
        let recorded = try recordedDevice("msm")
        let device = try HeadlessDevice(
            recording: recorded, clock: .manual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
        let primary = recorded.planes.filter { $0.kind == .primary }
        let connectors = recorded.connectors.filter { $0.status == .connected }
        let buffers = try connectors.map { connector in
            try device.makeBuffer(
                size: try #require(connector.preferredMode).size, format: .xrgb8888, modifiers: [])
        }
        func update(planes: [Int]) throws -> DisplayUpdate {
            DisplayUpdate(
                enabled: try connectors.indices.map { index in
                    let route = Route(
                        connector: connectors[index].id, crtc: recorded.crtcs[index].id,
                        plane: primary[planes[index]].id)
                    return DisplayUpdate.Enabled(
                        route: route, mode: try #require(connectors[index].preferredMode),
                        framebuffer: buffers[index].framebuffer)
                })
        }
        try device.commit(update(planes: [0, 1]), .test(.modeset))
        try device.commit(update(planes: [1, 0]), .test(.modeset))
        let error = #expect(throws: DisplayError.self) { try device.commit(update(planes: [0, 0]), .test(.modeset)) }
        #expect(error?.object == "plane \(primary[0].id)")
    }
}
