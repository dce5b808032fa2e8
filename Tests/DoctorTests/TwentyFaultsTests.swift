import DisplayModel
import Foundation
import StatusFile
import Testing

@testable import Doctor

/// A fault that somebody prepared on a sign, as the facts show it.
struct PreparedFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Of the first problem.
    let code: Finding.Code
    /// Part of its sentence, and of its remedy.
    let cause, help: String
    let prepare: @Sendable (inout MachineFacts) throws -> Void

    init(
        _ name: String, _ code: Finding.Code, _ cause: String, _ help: String,
        _ prepare: @escaping @Sendable (inout MachineFacts) throws -> Void
    ) {
        (testDescription, self.code, self.cause, self.help, self.prepare) = (name, code, cause, help, prepare)
    }
}

/// Whoever has only `vitrine doctor` finds each of twenty faults: the first problem on the page names the cause, and what
/// to type or which file to change. Faults have consequences, too, which come after it.
@Suite struct TwentyFaultsTests {
    @Test func thereAreTwenty() { #expect(Set(faults.map(\.testDescription)).count == 20) }

    @Test(arguments: faults) func theFirstProblemIsTheCause(_ fault: PreparedFault) throws {
        var facts = try healthyMachine()
        try fault.prepare(&facts)
        let report = DoctorReport(facts)
        let first = try #require(report.findings.first)
        #expect(first.verdict == .problem && first.code == fault.code, "\(report.text())")
        #expect(first.sentence.contains(fault.cause), "\(first.sentence)")
        let remedy = try #require(first.remedy)
        #expect(remedy.isHelpful && remedy.text.contains(fault.help), "\(remedy.text)")
    }

    @Test func theyAreDocumented() throws {
        let page = try String(contentsOf: repository.appending(path: "docs/doctor.md"), encoding: .utf8)
        for fault in faults {
            #expect(
                page.contains("| \(fault.testDescription) | `\(fault.code.rawValue)` |"), "\(fault.testDescription)")
        }
    }
}

extension MachineFacts {
    /// The built-in picture shows, for this reason.
    fileprivate mutating func fallBack(_ reason: String) {
        status?.playlists[0] = .init(
            path: "/var/lib/vitrine/media", playing: "built-in", mode: .builtIn, problems: [reason])
    }

    fileprivate mutating func check(_ line: String) {
        content.playlists = [.init(path: "/var/lib/vitrine/media", isGood: false, lines: [line])]
    }

    /// The first screen is black, since nothing is scheduled, nor will be.
    fileprivate mutating func unschedule() {
        screen.zones = [.init(since: "2026-11-21T02:00:00+01:00", isUnscheduled: true)]
    }

    /// The player cannot have the device, for this reason.
    fileprivate mutating func wait(_ reason: String) {
        status?.devices[0].screens = []
        status?.devices[0].waiting = reason
    }
}

private let faults = [
    PreparedFault("a screen is unplugged", .unplugged, "it was lit before", "vitrine --list-connectors") {
        $0.device.connectors[0].status = .disconnected
        $0.screen = .init(connector: "HDMI-A-1", monitor: "DEL DESKTOP", state: .disconnected)
        $0.screen.expected = .litBefore
    },
    PreparedFault("the configured mode is not there", .modeUnavailable, "no mode 3840x2160", "mode: 1920x1080@60") {
        $0.screen.shortfall = "the monitor has no mode 3840x2160; using its preferred 1920x1080@60"
    },
    PreparedFault(
        "nothing is scheduled", .nothingScheduled, "black: nothing is scheduled any more", "render --timeline"
    ) { $0.unschedule() },
    PreparedFault("a picture is broken", .picturesSkipped, "offer.jpg: not a PNG", "vitrine check --decode") {
        $0.status?.playlists[0].skipped = [
            .init(path: "/var/lib/vitrine/media/offer.jpg", reason: "not a PNG, JPEG or WebP file")
        ]
    },
    PreparedFault("the disk is full", .diskFull, "full: 0 B of 8 GiB are free", "du -xh") {
        $0.fileSystems[0].available = 0
        $0.service?.restarts = 3
        $0.service?.lastFailure = "exit-code"
    },
    PreparedFault(
        "the service has no permission", .permissionDenied, "vitrine, which the service runs as",
        "adduser vitrine video"
    ) {
        $0.serviceAccount?.groups = [990]
        $0.cards[0].master = .nobody
        $0.wait("open /dev/dri/card0: Permission denied")
    },
    PreparedFault(
        "a second program has the screens", .otherMaster, "mpv (process 20) drives it", "systemctl status 20"
    ) {
        $0.cards[0].master = .process(.init(id: 20, name: "mpv"))
        $0.cards[0].holders.append(.init(id: 20, name: "mpv"))
        $0.wait("another program is DRM master")
    },
    PreparedFault(
        "the graphics hardware has no driver", .noDriver, "has no driver", "apt install firmware-linux"
    ) {
        $0.cards = []
        $0.controllers[0].driver = nil
        $0.service?.activity = "inactive"
        $0.status = nil
        $0.players = []
    },
    PreparedFault(
        "the configuration names a wrong connector", .noSuchConnector, "HDMI-1 is no connector", "nano +7"
    ) { $0.content.connectors = [.init(pattern: TextPattern("HDMI-1"), line: 7)] },
    PreparedFault("the decoder does not work", .decoderBroken, "cannot be decoded", "dpkg --verify vitrine") {
        $0.decoderFault = "there is no program vitrine-decode"
        $0.fallBack("none of its pictures can be shown")
        $0.status?.playlists[0].skipped = [.init(path: "/var/lib/vitrine/media/a.jpg", reason: "the decoder ended")]
    },
    PreparedFault("the player was killed", .notRunning, "process 700 was killed or crashed", "vitrine FOLDER") {
        $0.service = nil
        $0.isStatusProcessRunning = false
        $0.players = []
        $0.cards[0].master = .nobody
        $0.cards[0].holders = []
    },
    PreparedFault("the state folder is read-only", .folderReadOnly, "mounted read-only", "mount -o remount,rw") {
        $0.stateFolder?.condition = .readOnly
        $0.fileSystems[0].isReadOnly = true
    },
    PreparedFault("the folder is empty", .playlistBroken, "no pictures here", "vitrine check") {
        $0.check("/var/lib/vitrine/media: error: no pictures here; put PNG, JPEG or WebP files into it")
        $0.fallBack("/var/lib/vitrine/media: no pictures here")
    },
    PreparedFault("the playlist is missing", .playlistBroken, "no such file or folder", "vitrine check") {
        $0.check("/var/lib/vitrine/media: error: no such file or folder")
        $0.fallBack("/var/lib/vitrine/media: no such file or folder")
    },
    PreparedFault(
        "the configuration has a mistake", .configurationBroken, "3:1: error: unknown key", "/etc/vitrine/config.yaml"
    ) {
        $0.content.configuration?.isGood = false
        $0.content.configuration?.lines = ["/etc/vitrine/config.yaml:3:1: error: unknown key 'moed'"]
        $0.content.playlists = []
    },
    PreparedFault(
        "the watchdog restarts the service", .serviceRestarted, "its frames stopped, and the watchdog", "journalctl"
    ) {
        $0.service?.restarts = 3
        $0.service?.lastFailure = "watchdog"
    },
    PreparedFault("the clock is not set", .clockWrong, "it is wrong, and schedules with it", "timedatectl set-ntp true")
    {
        $0.clock?.time = 1000
        $0.clock?.isSynchronised = false
        $0.unschedule()
    },
    PreparedFault("another session has the screens", .sessionAway, "tty2 is shown", "chvt 1") {
        $0.status?.session?.isActive = false
        $0.seat.terminal = "tty2"
        $0.seat.terminalProcesses = [.init(id: 401, name: "bash")]
        $0.cards[0].master = .nobody
        $0.screen.state = .dark
        $0.screen.reason = "another virtual terminal or session has the screens"
    },
    PreparedFault("no monitor is connected", .noScreen, "no monitor is connected", "vitrine --list-connectors") {
        $0.device.connectors[0].status = .disconnected
        $0.screen = .init(connector: "HDMI-A-1", state: .disconnected)
    },
    PreparedFault("a monitor's EDID cannot be read", .noEDID, "gives no EDID", "edid: FILE") {
        $0.device.connectors[0].edid = nil
        $0.screen.monitor = nil
    },
]
