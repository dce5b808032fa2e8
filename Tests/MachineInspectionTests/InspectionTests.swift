import Dispatch
import Doctor
import Foundation
import StatusFile
import Testing

@testable import MachineInspection

/// The inspector on small trees of files.
@Suite struct InspectionTests {
    private func facts(
        _ tree: Tree, folders: [String] = [],
        read: @escaping @Sendable (String) -> MachineFacts.Card.Reading = { _ in .notPermitted }
    ) -> MachineFacts {
        MachineInspector(root: tree.root, version: "1", readDevice: read).facts(folders: folders)
    }

    @Test func nothingIsThere() throws {
        let facts = facts(try Tree())
        #expect(facts.cards == [] && facts.controllers == [] && facts.sensors == [] && facts.unanswered == [])
        #expect(facts.service == nil && facts.status == nil && facts.memory == nil && facts.serviceAccount == nil)
        #expect(facts.seat == MachineFacts.Seat())
        #expect(facts.host.name == "this machine")
    }

    @Test func cardsAndWhoHasThem() throws {
        let tree = try Tree()
        let owner = try #require(try FileManager.default.attributesOfItem(atPath: tree.root)[.ownerAccountID] as? Int)
        let group = try #require(
            try FileManager.default.attributesOfItem(atPath: tree.root)[.groupOwnerAccountID] as? Int)
        for card in ["card0", "card1", "card10", "renderD128", "by-path"] {
            try tree.file("/dev/dri/\(card)", "", mode: 0o640)
        }
        try tree.file("/etc/passwd", "someone:x:\(owner):1:A B:/:/bin/sh\nvitrine:x:990:991::/:/bin/false\n")
        try tree.file("/etc/group", "screens:x:\(group):\nvideo:x:44:anna,vitrine\nrender:x:106:anna\n")
        try tree.link("/sys/class/drm/card1/device/driver", to: "../../bus/pci/drivers/i915")
        try tree.process(20, "gnome-shell", open: ["/dev/null", "/dev/dri/card1", "/dev/dri/card1"])
        try tree.process(30, "a (b) c", open: ["/dev/dri/card10"])
        func client(_ name: String, _ rest: String) -> String {
            String(repeating: " ", count: 20 - name.count) + name + rest + "\n"
        }
        let head = client("command", "  tgid dev master a   uid      magic                 name id")
        try tree.file(
            "/sys/kernel/debug/dri/1/clients",
            head + client("systemd-logind", "   300   1   n    y     0          0            <unset>  3")
                + client("my shell", "    20   1   y    y  1000          0            <unset>  4"))
        try tree.file("/sys/kernel/debug/dri/0/clients", head)
        let facts = facts(tree) { path in path == "/dev/dri/card0" ? .withoutScreens : .failed(reason: path) }
        #expect(facts.cards.map(\.path) == ["/dev/dri/card0", "/dev/dri/card1", "/dev/dri/card10"])
        #expect(facts.cards.map(\.reading)[1] == .failed(reason: "/dev/dri/card1"))
        #expect(facts.cards.map(\.driver) == [nil, "i915", nil])
        #expect(
            facts.cards.map(\.holders.description) == ["[]", "[gnome-shell (process 20)]", "[a (b) c (process 30)]"])
        #expect(facts.cards.map(\.master) == [.nobody, .process(.init(id: 20, name: "my shell")), nil])
        #expect(facts.cards[0].ownerName == "someone" && facts.cards[0].groupName == "screens")
        #expect(facts.cards[0].mode == 0o640)
        #expect(facts.serviceAccount == .init(name: "vitrine", user: 990, groups: [991, 44]))
    }

    @Test func graphicsHardwareOnTheBus() throws {
        let tree = try Tree()
        for (address, kind) in [
            ("0000:00:02.0", "0x030000"), ("0000:01:00.0", "0x038000"), ("0000:02:00.0", "0x020000"),
        ] {
            try tree.file("/sys/bus/pci/devices/\(address)/class", kind + "\n")
            try tree.file("/sys/bus/pci/devices/\(address)/vendor", "0x8086\n")
            try tree.file("/sys/bus/pci/devices/\(address)/device", "0x46a6\n")
        }
        try tree.link("/sys/bus/pci/devices/0000:00:02.0/driver", to: "../../drivers/i915")
        let controllers = facts(tree).controllers
        #expect(controllers.map(\.address) == ["0000:00:02.0", "0000:01:00.0"])
        #expect(controllers.map(\.identifier) == ["8086:46a6", "8086:46a6"])
        #expect(controllers.map(\.driver) == ["i915", nil])
    }

    @Test func seat() throws {
        let tree = try Tree()
        try tree.file("/sys/class/tty/tty0/active", "tty3\n")
        try tree.process(40, "agetty", terminal: 4 << 8 | 3)
        try tree.process(41, "agetty", terminal: 4 << 8 | 1)
        try tree.process(42, "Xorg", terminal: 136 << 8 | 3)
        try tree.file("/run/systemd/seats/seat0", "ACTIVE=3\n")
        try tree.file("/run/systemd/sessions/3", "# comment\nUID=1000\nUSER=anna\nACTIVE=1\nTYPE=wayland\nSEAT=seat0\n")
        try tree.file("/run/systemd/sessions/4", "UID=1000\nUSER=anna\nACTIVE=1\nTYPE=tty\nREMOTE=1\n")
        try tree.file("/run/seatd.sock", "")
        let seat = facts(tree).seat
        #expect(seat.terminal == "tty3")
        #expect(seat.terminalProcesses == [.init(id: 40, name: "agetty")])
        #expect(seat.graphicalProcesses == [.init(id: 42, name: "Xorg")])
        #expect(seat.sessions == [.init(id: "3", user: "anna", type: "wayland", isActive: true)])
        #expect(seat.hasLogind && seat.hasSeatd)
        // The terminal is this machine's, not the tree's.
        #expect(seat.isInGraphicsMode == nil)
    }

    @Test func service() throws {
        let tree = try Tree()
        try tree.file(
            "/sys/fs/cgroup/system.slice/vitrine.service/memory.events", "low 0\noom 4\noom_kill 3\noom_group_kill 0\n")
        let text = """
            Result=watchdog
            NRestarts=5
            MainPID=812
            LoadState=loaded
            ActiveState=activating
            SubState=auto-restart
            UnitFileState=enabled
            ControlGroup=/system.slice/vitrine.service

            """
        let service = SystemTree(root: tree.root).service(by: text)
        #expect(
            service
                == .init(
                    load: "loaded", activity: "activating", substate: "auto-restart", enablement: "enabled",
                    result: "watchdog", restarts: 5, process: 812, memoryKills: 3))
        let missing = SystemTree(root: tree.root).service(
            by: "LoadState=not-found\nActiveState=inactive\nSubState=dead\nMainPID=0\nControlGroup=\nUnitFileState=\n")
        #expect(missing?.load == "not-found" && missing?.process == nil && missing?.memoryKills == nil)
        #expect(SystemTree(root: tree.root).service(by: "System has not been booted with systemd") == nil)
    }

    @Test func runningProgram() throws {
        let tree = try Tree()
        try tree.file("/run/vitrine/status.json", "{\"pid\": 77, \"version\": \"9\"}")
        #expect(facts(tree).status?.version == "9")
        #expect(facts(tree).isStatusProcessRunning == false)
        try tree.process(77, "vitrine")
        #expect(facts(tree).isStatusProcessRunning == true)
    }

    @Test func memoryAndKernel() throws {
        let tree = try Tree()
        try tree.file("/proc/meminfo", "MemTotal:        4096 kB\nMemFree:  1 kB\nMemAvailable:    1024 kB\n")
        try tree.file("/proc/vmstat", "pgfault 12\noom_kill 2\n")
        try tree.file("/proc/cmdline", "root=/dev/sda1 nomodeset quiet\n")
        try tree.file("/proc/sys/kernel/hostname", "sign-17\n")
        try tree.file("/proc/sys/kernel/osrelease", "6.1.0-29-amd64\n")
        let facts = facts(tree)
        #expect(facts.memory == .init(size: 4 << 20, available: 1 << 20, kills: 2))
        #expect(facts.host.hasNomodeset && facts.host.name == "sign-17" && facts.host.kernel == "Linux 6.1.0-29-amd64")
    }

    @Test func thermometers() throws {
        let tree = try Tree()
        let (zone, chip) = ("/sys/class/thermal/thermal_zone0", "/sys/class/hwmon/hwmon1")
        try tree.file("\(zone)/type", "cpu-thermal\n")
        try tree.file("\(zone)/temp", "61234\n")
        for (index, (kind, limit)) in [("passive", 90_000), ("hot", 80_000), ("critical", 110_000)].enumerated() {
            try tree.file("\(zone)/trip_point_\(index)_type", "\(kind)\n")
            try tree.file("\(zone)/trip_point_\(index)_temp", "\(limit)\n")
        }
        // The zone once more, as the kernel has it.
        try tree.file("/sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        try tree.file("/sys/class/hwmon/hwmon0/temp1_input", "61234\n")
        try tree.file("\(chip)/name", "nvme\n")
        try tree.file("\(chip)/temp1_input", "40000\n")
        try tree.file("\(chip)/temp1_label", "Composite\n")
        try tree.file("\(chip)/temp1_max", "65261850\n")
        try tree.file("\(chip)/temp1_crit", "84850\n")
        // Nothing is connected to it.
        try tree.file("\(chip)/temp2_input", "-273150\n")
        try tree.file("/sys/class/hwmon/hwmon2/name", "rpi_volt\n")
        try tree.file("/sys/class/hwmon/hwmon2/in0_lcrit_alarm", "1\n")
        let facts = facts(tree)
        #expect(
            facts.sensors == [
                .init(name: "cpu-thermal", temperature: 61_234, high: 80_000, critical: 110_000),
                .init(name: "nvme Composite", temperature: 40_000, critical: 84_850),
            ])
        #expect(facts.hasUndervoltage == true)
    }

    /// Those that run: one that was killed and not yet reaped is none.
    @Test func players() throws {
        let tree = try Tree()
        try tree.process(50, "vitrine", open: ["/dev/dri/card0"])
        try tree.process(51, "vitrine-decode")
        try tree.file("/proc/52/stat", "52 (vitrine) Z 1 52 52 0 -1 4194560 1 2 3\n")
        #expect(facts(tree).players == [.init(id: 50, name: "vitrine")])
    }

    /// For a second program that cannot have the device.
    @Test func whoHasADevice() throws {
        let tree = try Tree()
        let holders = DeviceHolders(root: tree.root)
        #expect(holders.names(of: "/dev/dri/card1") == nil)
        try tree.process(60, "systemd-logind", open: ["/dev/dri/card1"])
        try tree.process(61, "vitrine", open: ["/dev/dri/card1"])
        try tree.file("/proc/61/cmdline", "/usr/lib/vitrine/vitrine\0--unattended\0")
        #expect(holders.names(of: "/dev/dri/card1") == "vitrine, process 61 (/usr/lib/vitrine/vitrine --unattended)")
        try tree.process(62, "mpv", open: ["/dev/dri/card1"])
        try tree.file("/proc/62/cmdline", String(repeating: "x", count: 100))
        #expect(holders.names(of: "/dev/dri/card1")?.hasSuffix("xx…)") == true)
        // Where it can be seen who drives it, that one alone is of interest.
        let name = String(repeating: " ", count: 17) + "mpv"
        try tree.file("/sys/kernel/debug/dri/1/clients", "command\n\(name)    62   1   y    y     0\n")
        #expect(holders.names(of: "/dev/dri/card1")?.hasPrefix("mpv, process 62 (xx") == true)
    }

    @Test func howTheServiceFailedLast() {
        let journal = [
            "2026-11-21T12:00:00 sign systemd[1]: vitrine.service: Failed with result 'exit-code'.",
            "2026-11-21T12:00:01 sign vitrine[7]: Failed with result 'nothing'.",
            "2026-11-21T12:30:00 sign systemd[1]: vitrine.service: Failed with result 'watchdog'.",
            "2026-11-21T12:30:01 sign systemd[1]: Started vitrine.service.",
        ]
        #expect(MachineInspector.lastFailure(in: journal) == "watchdog")
        #expect(MachineInspector.lastFailure(in: []) == nil)
    }

    @Test func whatTheKernelSaysOfADriverThatFailed() {
        let log = [
            "[    1.881000] vmwgfx 0000:00:01.0: BAR 1: can't reserve [mem 0xfd000000-0xfdffffff]",
            "[    2.512340] vmwgfx: probe of 0000:00:02.0 failed with error -38",
            "[    2.900000] nouveau 0000:01:00.0: probe with driver nouveau failed with error -12",
            "[    3.100000] i2c i2c-0: 2/4 memory slots populated",
        ]
        func failure(_ address: String) -> String? { MachineInspector.driverFailure(at: address, in: log) }
        #expect(failure("0000:00:02.0") == "vmwgfx: probe of 0000:00:02.0 failed with error -38")
        #expect(failure("0000:01:00.0") == "nouveau 0000:01:00.0: probe with driver nouveau failed with error -12")
        #expect(failure("0000:00:01.0") == nil)
    }

    @Test func theServicesFolder() throws {
        let tree = try Tree()
        let attributes = try FileManager.default.attributesOfItem(atPath: tree.root)
        let owner = try #require(attributes[.ownerAccountID] as? Int)
        try tree.file("/etc/passwd", "vitrine:x:\(owner):991::/:/bin/false\n")
        #expect(facts(tree).stateFolder == nil)
        try tree.file("/var/lib/vitrine/media/a.png", "")
        #expect(facts(tree).stateFolder?.condition == .missing)
        try tree.file("/var/lib/vitrine/state/x", "")
        #expect(facts(tree).stateFolder == .init(path: "/var/lib/vitrine/state", mountPoint: "/", condition: .writable))
        try tree.file("/proc/self/mountinfo", "30 1 8:1 / /var/lib rw - ext4 /dev/sda1 rw\n")
        #expect(facts(tree).stateFolder?.mountPoint == "/var/lib")
        try tree.file("/etc/passwd", "vitrine:x:\(owner + 1):991::/:/bin/false\n")
        #expect(facts(tree).stateFolder?.condition == .foreign)
    }

    /// Of several mounts that have a path, the innermost is the one that it is on.
    @Test func disksHaveTheirNames() throws {
        let tree = try Tree()
        try tree.file("/srv/my pictures/a.png", "")
        try tree.file(
            "/proc/self/mountinfo",
            """
            21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            30 21 8:17 / /srv/my\\040pictures rw,relatime shared:9 master:2 - exfat /dev/sdb1 rw
            31 21 0:25 / /srv/my rw - tmpfs tmpfs rw

            """)
        let disk = try #require(facts(tree, folders: ["/srv/my pictures/a.png"]).fileSystems.first)
        #expect(disk.device == "/dev/sdb1" && disk.kind == "exfat" && disk.mountPoint == "/srv/my pictures")
    }

    /// Of folders on one file system one is told, also where a folder is not there yet.
    @Test func disks() throws {
        let tree = try Tree()
        try tree.file("/var/lib/vitrine/media/a.png", "")
        let disks = facts(tree, folders: ["/var/lib/vitrine/media", "/var/lib/vitrine/none/yet", "/nowhere/at/all"])
            .fileSystems
        #expect(disks.map(\.path) == ["/var/lib/vitrine/media"])
        #expect(disks.allSatisfy { $0.size > 0 && $0.available <= $0.size && !$0.isReadOnly })
    }
}

@Suite struct LimitTests {
    @Test func whatHangsIsLeftBehind() {
        let semaphore = DispatchSemaphore(value: 0)
        #expect(answer(within: .milliseconds(20)) { semaphore.wait() } == nil)
        semaphore.signal()
        #expect(answer(within: .seconds(60)) { 7 } == 7)
    }

    @Test func commandsAreRead() {
        let output = Command.output(of: ["sh", "-c", "printf 'a b'; exit 3"], limit: .seconds(60))
        #expect(output.map { String(decoding: $0.bytes, as: UTF8.self) } == "a b")
        #expect(output?.status == 3)
        #expect(Command.output(of: ["vitrine-no-such-program"], limit: .seconds(60)) == nil)
        #expect(Command.output(of: ["sh", "-c", "kill -9 $$"], limit: .seconds(60)) == nil)
    }

    /// Also what it started itself, which holds its output open.
    @Test func commandsThatHangAreKilled() {
        #expect(Command.output(of: ["sh", "-c", "sleep 1000 & sleep 1000"], limit: .milliseconds(50)) == nil)
        #expect(Command.output(of: ["cat", "/dev/zero"], limit: .seconds(60)) == nil)
    }
}
