import DisplayModel
import DisplayPlanning
import Foundation
import JSONWriting
import KioskEngine
import SchemaValidation
import Testing

@testable import StatusReport

@Suite struct StatusReportTests {
    private func report(_ devices: [DeviceStatus], isActive: Bool = true) -> StatusReport {
        StatusReport(
            version: "0.1.0", process: 123, started: "2026-11-21T12:00:00Z",
            session: .init(kind: "virtual terminal tty1", isActive: isActive), devices: devices,
            playlists: [.init(path: "a.yaml, else b", playing: "b", problems: ["a.yaml:1:2: error: …"])])
    }

    private let lit: ScreenStatus

    init() throws {
        let mode = try #require(Mode(custom: "cvt 1280x720@60"))
        lit = ScreenStatus(
            screen: .init(connector: "HDMI-A-1", monitor: "DEL U2720Q"),
            state: .lit(mode: mode, visible: Rectangle(mode.size)))
    }

    private let dark = ScreenStatus(
        screen: .init(connector: "DP-1", monitor: nil), state: .dark(reason: "no CRTC is left", nextTry: nil),
        verdict: ["3840x2160@60: Invalid argument"])
    private let unwanted = ScreenStatus(
        screen: .init(connector: "DP-2", monitor: nil), state: .notWanted(reason: "nothing is connected"))

    @Test func itIsWhatTheSchemaSays() throws {
        let all = report([
            DeviceStatus(
                path: "/dev/dri/card0", driver: "i915", renderer: "Mesa", screens: [lit, dark, unwanted]),
            DeviceStatus(path: "/dev/dri/card1", waiting: "permission denied"),
        ])
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let validator = try SchemaValidator(contentsOf: folder.appending(path: "../../docs/status.schema.json"))
        for report in [all, report([])] { #expect(try validator.faults(in: report.json.text()) == []) }
    }

    @Test func theSummaryNamesWhatIsDark() {
        #expect(report([]).summary == "waiting for a screen")
        #expect(report([DeviceStatus(path: "/dev/dri/card0", screens: [unwanted])]).summary == "waiting for a screen")
        #expect(report([DeviceStatus(path: "/dev/dri/card0", screens: [lit])]).summary == "1 screen lit")
        #expect(
            report([DeviceStatus(path: "/dev/dri/card0", screens: [lit, dark])]).summary
                == "1 screen lit; DP-1 dark: no CRTC is left")
        #expect(
            report([DeviceStatus(path: "/dev/dri/card1", waiting: "permission denied")]).summary
                == "waiting for a screen; /dev/dri/card1 waiting: permission denied")
        #expect(
            report([DeviceStatus(path: "/dev/dri/card0", screens: [lit])], isActive: false).summary
                == "another session has the screens")
    }
}
