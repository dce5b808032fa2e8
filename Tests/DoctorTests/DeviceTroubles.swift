import DisplayModel
import StatusFile
import Testing

@testable import Doctor

let deviceTroubles = [
    Trouble("no device", "problem no-device /dev/dri: there is no display device > docker run --device") {
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
    Trouble(
        "a driver that fails to start",
        "problem no-driver graphics: log: vmwgfx: probe of 0000:00:02.0 failed with error -38 > another graphics card",
        "problem no-device /dev/dri: there is no display device > dmesg | grep -i -e drm -e 0000:00:02.0"
    ) {
        $0.cards = []
        $0.controllers[0].driver = nil
        $0.controllers[0].driverFailure = "vmwgfx: probe of 0000:00:02.0 failed with error -38"
    },
    Trouble("nomodeset", "problem nomodeset kernel: nomodeset > update-grub") { $0.host.hasNomodeset = true },
    Trouble("a device that draws only", "problem no-device /dev/dri: none has connectors") {
        $0.cards[0].reading = .withoutScreens
    },
    Trouble(
        "a driver without atomic modesetting",
        "notice no-atomic-modesetting /dev/dri/card0: the driver gma500 has no atomic > lspci -k"
    ) { $0.device = try withoutAtomic(driver: "gma500") },
    Trouble("the same of nouveau", "notice no-atomic-modesetting /dev/dri/card0: nouveau > options nouveau atomic=1") {
        $0.device = try withoutAtomic(driver: "nouveau")
    },
    Trouble("amdgpu without DC", "notice no-atomic-modesetting /dev/dri/card0: amdgpu > options amdgpu dc=1") {
        $0.device = try withoutAtomic(driver: "amdgpu")
    },
    Trouble(
        "the same of older Radeons",
        "notice no-atomic-modesetting /dev/dri/card0: radeon > options radeon si_support=0 cik_support=0"
    ) { $0.device = try withoutAtomic(driver: "radeon") },
    Trouble("the same of NVIDIA", "notice no-atomic-modesetting /dev/dri/card0: nvidia-drm > modeset=1") {
        $0.device = try withoutAtomic(driver: "nvidia-drm")
    },
    Trouble("the firmware's framebuffer", "notice firmware-framebuffer /dev/dri/card0: simpledrm > firmware") {
        $0.device = try device(driver: "simpledrm")
    },
    Trouble("a driver that hangs", "problem device-unreadable /dev/dri/card0: i915: it cannot be read > dmesg") {
        $0.cards[0].reading = .failed(reason: "the driver does not answer")
    },
    Trouble(
        "a user without permission, and no service",
        "problem permission-denied /dev/dri/card0: anna has no permission to open it: it is root:video rw-rw---- > adduser anna video",
        "notice not-running vitrine", "notice service-missing vitrine.service", "notice limited-view view"
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
        "a user without permission, where the service has it",
        "notice limited-view /dev/dri/card0: vitrine has > sudo",
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

let screenTroubles = [
    Trouble("no screen", "problem no-screen screens: no monitor is connected > video=HDMI-A-1:e") {
        $0.device.connectors[0].status = .disconnected
        $0.status?.devices[0].screens = []
    },
    Trouble(
        "screens that were never asked", "problem no-screen screens: no monitor > vitrine --list-connectors",
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
    Trouble("a smaller mode", "problem modes-refused HDMI-A-1: DEL DESKTOP: lit at 1280x720@60 > mode: 1280x720@60") {
        $0.screen.mode = "1280x720@60"
        $0.screen.tried = ["1920x1080@60: ENOSPC"]
    },
    Trouble(
        "a screen that went with its connector",
        "problem unplugged DP-3: DEL DESKTOP: unplugged or switched off > cable"
    ) {
        $0.status?.devices[0].screens.append(.init(connector: "DP-3", monitor: "DEL DESKTOP", state: .disconnected))
        $0.status?.devices[0].screens[2].expected = .litBefore
    },
    Trouble(
        "a configured mode that is not there",
        "problem mode-unavailable HDMI-A-1: lit at 1920x1080@60, not as configured: the monitor has no mode 3840x2160 > "
            + "mode: 1920x1080@60"
    ) { $0.screen.shortfall = "the monitor has no mode 3840x2160" },
    Trouble(
        "nothing is scheduled any more",
        "problem nothing-scheduled HDMI-A-1: black: nothing is scheduled any more > timedatectl"
    ) { $0.screen.zones = [.init(since: "2026-11-21T02:00:00+01:00", isUnscheduled: true)] },
    Trouble(
        "nothing is scheduled now",
        "notice nothing-scheduled HDMI-A-1: black until 09:00: nothing is scheduled > timedatectl"
    ) {
        $0.screen.zones = [
            .init(
                since: "2026-11-21T02:00:00+01:00", isUnscheduled: true,
                next: .init(shows: "/a.png", at: "2026-11-21T09:00:00+01:00"))
        ]
    },
    Trouble("a writeback connector, which never has a monitor") {
        var writeback = $0.device.connectors[1]
        (writeback.type, writeback.status) = (.writeback, .unknown)
        $0.device.connectors.append(writeback)
    },
    Trouble(
        "a screen that was unplugged", "problem unplugged HDMI-A-2: DEL DESKTOP: unplugged or switched off > cable"
    ) {
        $0.status?.devices[0].screens[1] = .init(connector: "HDMI-A-2", monitor: "DEL DESKTOP", state: .disconnected)
        $0.status?.devices[0].screens[1].expected = .litBefore
    },
    Trouble(
        "a configured screen that is not there",
        "problem unplugged HDMI-A-2: no monitor is connected, though /etc/vitrine/config.yaml > cable"
    ) {
        $0.status?.devices[0].screens[1] = .init(connector: "HDMI-A-2", state: .disconnected)
        $0.status?.devices[0].screens[1].expected = .configured
    },
    Trouble("a screen that is switched off", "notice not-wanted HDMI-A-1: dark on purpose: the configuration") {
        $0.screen.state = .notWanted
        $0.screen.reason = "the configuration says so"
    },
    Trouble("a screen that is off at night", "notice not-wanted HDMI-A-1: off until 07:00, by schedule") {
        $0.screen.state = .off
        $0.screen.reason = "off until 07:00, by schedule"
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

let seatTroubles = [
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
        "problem service-stopped vitrine.service: not running > systemctl start", "notice not-running vitrine",
        "notice shows-nothing HDMI-A-1"
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

private func withoutAtomic(driver: String) throws -> DeviceSnapshot {
    var device = try device(driver: driver)
    device.capabilities.remove(.atomic)
    return device
}
