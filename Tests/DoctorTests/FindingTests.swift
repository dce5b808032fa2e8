import DisplayModel
import Testing

@testable import Doctor

/// A machine with one thing wrong, and all that is to be said of it besides what is good.
struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout MachineFacts) throws -> Void
    /// `verdict code subject: part of the sentence > part of the remedy`
    let findings: [String]

    init(_ name: String, _ findings: String..., change: @escaping @Sendable (inout MachineFacts) throws -> Void) {
        testDescription = name
        self.findings = findings
        self.change = change
    }

    func isTold(_ expected: String, by finding: Finding) -> Bool {
        let parts = expected.split(separator: ": ", maxSplits: 1).map(String.init)
        let words = (parts.count == 2 ? parts[1] : "").split(separator: " > ", maxSplits: 1).map(String.init)
        return parts[0] == "\(finding.verdict.rawValue) \(finding.code.rawValue) \(finding.subject)"
            && finding.sentence.contains(words.first ?? "")
            && (words.count < 2 || finding.remedy?.contains(words[1]) == true)
    }
}

@Suite struct FindingTests {
    @Test func nothingIsSaidAgainstAHealthyMachine() throws {
        let report = DoctorReport(try healthyMachine())
        #expect(report.findings.filter { $0.verdict != .good } == [])
        #expect(report.problemCount == 0)
        let subjects = report.findings.map(\.subject)
        for subject in ["/dev/dri/card0", "HDMI-A-1", "seat", "vitrine.service", "clock", "/", "memory", "temperature"]
        {
            #expect(subjects.contains(subject))
        }
    }

    @Test(arguments: deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles)
    func eachTroubleIsToldWithItsRemedy(_ trouble: Trouble) throws {
        var facts = try healthyMachine()
        try trouble.change(&facts)
        let told = DoctorReport(facts).findings.filter { $0.verdict != .good }
        #expect(told.count == trouble.findings.count, "\(told)")
        for (expected, finding) in zip(trouble.findings, told) {
            #expect(trouble.isTold(expected, by: finding), "\(finding) is not: \(expected)")
        }
        for problem in told where problem.verdict == .problem { #expect(problem.remedy != nil, "\(problem)") }
    }

    @Test func theWorstComesFirst() throws {
        var facts = try healthyMachine()
        facts.clock?.isSynchronised = false
        facts.sensors[0].temperature = 104_000
        facts.cards[0].master = .process(.init(id: 200, name: "plymouthd"))
        let report = DoctorReport(facts)
        #expect(report.findings.map(\.verdict) == report.findings.map(\.verdict).sorted())
        #expect(report.findings.prefix(3).map(\.code) == [.otherMaster, .hot, .clockUnsynchronised])
    }

    /// Who does not know Linux well has to be told what to type, or which file to change.
    @Test(arguments: deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles)
    func eachRemedyNamesACommandOrAFile(_ trouble: Trouble) throws {
        let commands = [
            "apt", "chvt", "dmesg", "du", "journalctl", "loginctl", "lspci", "plymouth", "ps", "reboot", "systemctl",
            "timedatectl", "vitrine",
        ]
        var facts = try healthyMachine()
        try trouble.change(&facts)
        for remedy in DoctorReport(facts).findings.compactMap(\.remedy) {
            let words = remedy.split { " ;:,".contains($0) }
            #expect(words.contains { commands.contains(String($0)) || $0.hasPrefix("/") }, "\(remedy)")
        }
    }

    /// Programs that watch many signs rely on the codes.
    @Test func everyCodeIsToldOfSomething() throws {
        var told: Set<Finding.Code> = []
        let troubles = deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles
        for trouble in troubles {
            var facts = try healthyMachine()
            try trouble.change(&facts)
            told.formUnion(DoctorReport(facts).findings.map(\.code))
        }
        #expect(Set(Finding.Code.allCases).subtracting(told) == [])
    }
}

private let deviceTroubles = [
    Trouble("no device", "problem no-device /dev/dri: there is no display device > apt install firmware-linux") {
        $0.cards = []
        $0.controllers = []
        $0.status = nil
    },
    Trouble(
        "a card without firmware", "problem no-driver graphics: 0000:00:02.0 (8086:46a6) > firmware",
        "problem no-device /dev/dri"
    ) {
        $0.cards = []
        $0.controllers[0].driver = nil
    },
    Trouble("nomodeset", "problem nomodeset kernel: nomodeset > update-grub") { $0.host.hasNomodeset = true },
    Trouble("a device that draws only", "problem no-device /dev/dri: none has connectors") {
        $0.cards[0].reading = .withoutScreens
    },
    Trouble(
        "a driver without atomic modesetting",
        "problem no-atomic-modesetting /dev/dri/card0: the driver radeon has no atomic > lspci -k"
    ) { $0.device = try withoutAtomic(driver: "radeon") },
    Trouble("the same of NVIDIA", "problem no-atomic-modesetting /dev/dri/card0: nvidia-drm > modeset=1") {
        $0.device = try withoutAtomic(driver: "nvidia-drm")
    },
    Trouble("the firmware's framebuffer", "notice firmware-framebuffer /dev/dri/card0: simpledrm > firmware") {
        $0.device = try device(driver: "simpledrm")
    },
    Trouble("a driver that hangs", "problem device-unreadable /dev/dri/card0: i915: it cannot be read > dmesg") {
        $0.cards[0].reading = .failed(reason: "the driver does not answer")
    },
    Trouble(
        "a user who may not, and no service",
        "problem permission-denied /dev/dri/card0: anna may not open it: it is root:video rw-rw---- > adduser anna video",
        "notice service-missing vitrine.service", "notice not-running vitrine", "notice limited-view view"
    ) {
        $0.stop()
        $0.viewer.account = .init(name: "anna", user: 1000, groups: [1000])
        $0.cards[0].reading = .notPermitted
        $0.cards[0].master = nil
        $0.serviceAccount = nil
        $0.service?.load = "not-found"
        $0.service?.activity = "inactive"
    },
    Trouble(
        "a user who may not, where the service may", "notice limited-view /dev/dri/card0: vitrine may > sudo",
        "notice limited-view view: anna does not see > sudo"
    ) {
        $0.viewer.account = .init(name: "anna", user: 1000, groups: [1000])
        $0.cards[0].reading = .notPermitted
        $0.cards[0].master = nil
    },
    Trouble(
        "a service that may not",
        "problem permission-denied /dev/dri/card0: vitrine, which the service > adduser vitrine "
            + "video"
    ) {
        $0.serviceAccount?.groups = [990]
        $0.status?.devices[0].waiting = "Permission denied"
        $0.cards[0].master = .process(.init(id: 700, name: "vitrine"))
    },
    Trouble(
        "a card of root's alone",
        "problem permission-denied /dev/dri/card0: root:root rw------- > chgrp video /dev/dri/card0"
    ) {
        ($0.cards[0].group, $0.cards[0].groupName, $0.cards[0].mode) = (0, "root", 0o600)
        $0.status = nil
    },
    Trouble("a boot splash", "problem other-master /dev/dri/card0: plymouthd (process 200) > plymouth quit") {
        $0.cards[0].master = .process(.init(id: 200, name: "plymouthd"))
        $0.seat.graphicalProcesses = [.init(id: 200, name: "plymouthd")]
    },
    Trouble("a second Vitrine", "problem other-master /dev/dri/card0: vitrine (process 701) > systemctl status 701") {
        $0.cards[0].master = .process(.init(id: 701, name: "vitrine"))
    },
    Trouble("an unknown program", "problem other-master /dev/dri/card0: mpv (process 20) > systemctl status 20") {
        $0.cards[0].master = .process(.init(id: 20, name: "mpv"))
    },
    Trouble(
        "a device that Vitrine waits for", "problem device-waiting /dev/dri/card0: busy; it is open in mpv (process 20)"
    ) {
        $0.cards[0].master = .process(.init(id: 300, name: "systemd-logind"))
        $0.cards[0].holders.append(.init(id: 20, name: "mpv"))
        $0.status?.devices[0].waiting = "busy"
    },
]

private let screenTroubles = [
    Trouble("no screen", "problem no-screen screens: no screen is connected > video=HDMI-A-1:e") {
        $0.device.connectors[0].status = .disconnected
        $0.status?.devices[0].screens = []
    },
    Trouble(
        "screens that were never asked", "problem no-screen screens: no screen > vitrine --list-connectors asks",
        "notice status-unknown HDMI-A-1"
    ) {
        $0.device.connectors[0].status = .unknown
        $0.status = nil
    },
    Trouble(
        "a dark screen",
        "problem dark HDMI-A-1: DEL DESKTOP: dark: no mode works; refused: 1920x1080@60: EINVAL > cable"
    ) {
        $0.screen.state = .dark
        $0.screen.reason = "no mode works"
        $0.screen.tried = ["1920x1080@60: EINVAL"]
    },
    Trouble("a dark screen without a mode tried", "problem dark HDMI-A-1: no CRTC is left > journalctl") {
        $0.screen.state = .dark
        $0.screen.reason = "no CRTC is left"
    },
    Trouble("a smaller mode", "notice modes-refused HDMI-A-1: lit at 1280x720@60 > mode: 1280x720@60") {
        $0.screen.mode = "1280x720@60"
        $0.screen.tried = ["1920x1080@60: ENOSPC"]
    },
    Trouble("a screen that is switched off", "notice not-wanted HDMI-A-1: dark on purpose: the configuration") {
        $0.screen.state = .notWanted
        $0.screen.reason = "the configuration says so"
    },
    Trouble("no EDID", "problem no-edid HDMI-A-1: its modes are guesses > edid: FILE") {
        $0.device.connectors[0].edid = nil
    },
    Trouble("a broken EDID", "notice edid-faulty HDMI-A-1: 1 fault > --list-connectors") {
        $0.device.connectors[0].edid?[127] ^= 1
    },
    Trouble("a bad link", "problem link-bad HDMI-A-1: link > cable") {
        let choices = ["Good", "Bad"].enumerated().map { Property.Choice(value: UInt64($0), name: $1) }
        $0.device.connectors[0].properties.append(
            Property(id: 5, name: "link-status", value: 1, kind: .enumeration(choices), isImmutable: false))
    },
    Trouble("no modes", "problem no-modes HDMI-A-1: no modes > plug the monitor in again") {
        $0.device.connectors[0].modes = []
        $0.status?.devices = []
    },
    Trouble("more screens than CRTCs", "problem no-crtc HDMI-A-2: no CRTC is left > off: true") {
        $0.device.connectors[1].status = .connected
        $0.device.connectors[1].modes = [fullHD]
        $0.device.connectors[1].edid = $0.device.connectors[0].edid
        $0.status?.devices = []
    },
    Trouble("a connector that cannot tell", "notice status-unknown HDMI-A-2: cannot tell > --list-connectors") {
        $0.device.connectors[1].status = .unknown
        $0.status?.devices = []
    },
]

private let seatTroubles = [
    Trouble("another session", "problem session-away seat: tty2 is shown > chvt 1") {
        $0.status?.session?.isActive = false
        $0.seat.terminal = "tty2"
        $0.seat.terminalProcesses = []
    },
    Trouble("a login on its terminal", "problem getty tty1: agetty (process 400) holds > disable --now getty@tty1") {
        $0.seat.terminalProcesses = [.init(id: 400, name: "agetty")]
    },
    Trouble("a desktop beside it", "notice other-graphics seat: Xorg (process 500), gdm3 (process 400) are > desktop") {
        $0.seat.graphicalProcesses = [.init(id: 500, name: "Xorg"), .init(id: 400, name: "gdm3")]
    },
    Trouble(
        "a desktop instead of it", "problem other-graphics seat: gdm3 (process 400) is > disable --now gdm3",
        "problem service-stopped vitrine.service: not running > systemctl start", "notice not-running vitrine"
    ) {
        $0.stop()
        $0.service?.activity = "inactive"
        $0.seat.graphicalProcesses = [.init(id: 400, name: "gdm3")]
    },
    Trouble("somebody's session", "notice other-graphics seat: session 3 of anna > terminate-session 3") {
        $0.seat.sessions = [.init(id: "3", user: "anna", type: "wayland", isActive: false)]
    },
    Trouble("no terminals, no seat", "notice no-terminal seat: no virtual terminals > seatd") {
        $0.seat = MachineFacts.Seat()
    },
]

private let serviceTroubles = [
    Trouble("masked", "problem service-disabled vitrine.service: masked > unmask") { $0.service?.load = "masked" },
    Trouble("not enabled", "problem service-disabled vitrine.service: (disabled) > systemctl enable") {
        $0.service?.enablement = "disabled"
    },
    Trouble(
        "given up", "problem service-failing vitrine.service: given up: its frames stopped > journalctl",
        "notice not-running vitrine: process 700 > restart"
    ) {
        $0.service?.activity = "failed"
        $0.service?.result = "watchdog"
        $0.status?.isRunning = false
        $0.device.connectors[1].status = .disconnected
    },
    Trouble(
        "failing again and again",
        "problem service-failing vitrine.service: ended with an error, 7 times restarted > journalctl",
        "notice not-running vitrine"
    ) {
        $0.service = .init(
            load: "loaded", activity: "activating", substate: "auto-restart", enablement: "enabled",
            result: "exit-code", restarts: 7)
        $0.status = nil
    },
    Trouble("restarted", "notice service-restarted vitrine.service: restarted once > journalctl") {
        $0.service?.restarts = 1
    },
    Trouble("ended for want of memory", "problem out-of-memory vitrine.service: 2 times > --cache-size") {
        $0.service?.memoryKills = 2
    },
    Trouble(
        "waiting for a device", "problem no-device /dev/dri", "notice service-stopped vitrine.service: waits",
        "notice not-running vitrine"
    ) {
        $0.cards = []
        $0.service?.activity = "inactive"
        $0.status = nil
    },
    Trouble("a machine without systemd", "notice not-running vitrine: not running as a service") {
        $0.service = nil
        $0.status = nil
    },
    Trouble(
        "an output for a connector that is not there",
        "notice no-such-connector /etc/vitrine/config.yaml: line 7: HDMI-1 is no connector of this machine; it has "
            + "HDMI-A-1, HDMI-A-2 > nano +7 /etc/vitrine/config.yaml"
    ) {
        $0.content.connectors = [
            .init(pattern: TextPattern("HDMI-*"), line: 3), .init(pattern: TextPattern("HDMI-1"), line: 7),
        ]
    },
    Trouble("nothing to play", "problem no-playlist playlist: nothing says > playlist: /var/lib/vitrine/media") {
        $0.content.playlists = []
    },
    Trouble(
        "the built-in picture",
        "problem plays-built-in playlist: in place of /var/lib/vitrine/media: menu.yaml:3:1 > vitrine check"
    ) {
        $0.status?.playlists[0].playing = "built-in"
        $0.status?.playlists[0].problems = ["menu.yaml:3:1: error: no"]
    },
    Trouble("a broken playlist", "problem playlist-broken /srv/menu.yaml: 3:1: error: no such (and 1 more) > check") {
        $0.content.playlists = [
            .init(
                path: "/srv/menu.yaml", isGood: false,
                lines: ["/srv/menu.yaml:3:1: error: no such", "/srv/menu.yaml:4:1: error: nor this"])
        ]
    },
    Trouble("an empty folder", "problem playlist-broken /srv/media: no pictures here > vitrine check /srv/media") {
        $0.content.playlists = [
            .init(path: "/srv/media", isGood: false, lines: ["/srv/media: error: no pictures here"])
        ]
    },
    Trouble("a playlist with warnings", "notice playlist /srv/menu.yaml: 3:1: warning: odd > check") {
        $0.content.playlists = [
            .init(
                path: "/srv/menu.yaml", isGood: true,
                lines: ["/srv/menu.yaml:3:1: warning: odd", "/srv/menu.yaml: good: a playlist of 1 zone, 2 pictures"])
        ]
    },
    Trouble("a broken configuration", "problem configuration-broken /etc/vitrine/config.yaml: 1:1: error: what > check")
    {
        $0.content.configuration?.isGood = false
        $0.content.configuration?.lines = ["/etc/vitrine/config.yaml:1:1: error: what"]
        $0.content.playlists = []
    },
]

private let machineTroubles = [
    Trouble("an unsynchronised clock", "notice clock-unsynchronised clock: drift > apt install") {
        $0.clock?.isSynchronised = false
    },
    Trouble("a clock of 1970", "problem clock-wrong clock: before this program was made > timedatectl") {
        $0.clock?.time = 1000
    },
    Trouble("a full disk", "problem disk-full /: full: 1 MiB of 8 GiB are free > du -xh") {
        $0.fileSystems[0].available = 1 << 20
    },
    Trouble("no more files", "problem disk-full /: no more files > du") { $0.fileSystems[0].availableFiles = 0 },
    Trouble("a nearly full disk", "notice disk-nearly-full /: nearly full: 256 MiB of 8 GiB > du") {
        $0.fileSystems[0].available = 256 << 20
    },
    Trouble("an image that is read only") {
        $0.fileSystems.append(.init(path: "/usr", size: 1 << 30, available: 0, availableFiles: 0, isReadOnly: true))
    },
    Trouble("little memory", "problem memory-low memory: 40 MiB of 4 GiB > ps") { $0.memory?.available = 40 << 20 },
    Trouble("memory that was short", "notice out-of-memory memory: ended 1 process > dmesg") { $0.memory?.kills = 1 },
    Trouble("hot", "problem hot x86_pkg_temp: 103 °C, it switches off at 105 °C > vents") {
        $0.sensors[0].temperature = 103_000
    },
    Trouble("warm", "notice warm x86_pkg_temp: 101 °C > vents") { $0.sensors[0].temperature = 101_000 },
    Trouble("a thermometer without limits", "problem hot acpitz: 96 °C > vents") {
        $0.sensors = [.init(name: "acpitz", temperature: 96_000)]
    },
    Trouble("a weak power supply", "problem undervoltage power: too low > power supply") { $0.hasUndervoltage = true },
    Trouble("a disk that hangs", "problem unanswered disks: in time > dmesg") { $0.unanswered = ["disks"] },
]

private func withoutAtomic(driver: String) throws -> DeviceSnapshot {
    var device = try device(driver: driver)
    device.capabilities.remove(.atomic)
    return device
}
