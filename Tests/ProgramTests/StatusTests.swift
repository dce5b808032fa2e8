import Foundation
import Testing

/// `vitrine status`: what it prints, and how it ends.
@Suite struct StatusTests {
    /// A status as a player writes it.
    private func status(process: Int32, ended: String = "null", zone: String = "[]") -> String {
        """
        {"format": 1, "version": "0.1.0", "pid": \(process), "started": "2026-11-21T12:00:00Z", "ended": \(ended),
         "session": {"kind": "none", "active": true},
         "devices": [{"path": "/dev/dri/card0", "driver": "i915", "renderer": "Mesa", "waiting": null, "screens": [
           {"connector": "HDMI-A-1", "monitor": "DEL U2720Q", "state": "lit", "since": "2026-11-21T13:00:00+01:00",
            "mode": "1920x1080@60", "reason": null, "tried": [], "shortfall": null, "expected": null, "zones": \(zone)},
           {"connector": "HDMI-A-2", "monitor": null, "state": "disconnected", "since": null, "mode": null,
            "reason": "no monitor", "tried": [], "shortfall": null, "expected": null, "zones": []}]}],
         "playlists": [{"path": "/srv/m", "playing": "/srv/m", "mode": "playlist", "problems": [], "skipped": []}]}
        """
    }

    private let zone = """
        [{"name": null, "shows": "/srv/m/a.png", "since": "2026-11-21T13:00:00+01:00", "unscheduled": false,
          "next": {"shows": "/srv/m/b.png", "at": "2026-11-21T13:00:08+01:00"}}]
        """

    @Test func whatIsOnEachScreen() throws {
        let folder = try Folder()
        let text = status(process: getpid(), zone: zone)
        let file = try folder.file("status.json", text)
        let program = try Program("status", "--file", file)
        #expect(program.status == 0, "\(program.messages)")
        #expect(
            program.output == """
                vitrine 0.1.0, process \(getpid()), since 2026-11-21T12:00:00Z

                HDMI-A-1  DEL U2720Q, lit at 1920x1080@60 since 13:00:00 on 2026-11-21
                          shows /srv/m/a.png since 13:00:00 on 2026-11-21, then /srv/m/b.png at
                            13:00
                HDMI-A-2  no monitor

                plays /srv/m
                no problems

                """)
        #expect(try Program("status", "--json", "--file", file).output == text)
    }

    @Test func problemsAreTold() throws {
        let folder = try Folder()
        let black = zone.replacingOccurrences(of: "\"/srv/m/a.png\"", with: "null")
            .replacingOccurrences(of: "\"unscheduled\": false", with: "\"unscheduled\": true")
        let file = try folder.file("status.json", status(process: getpid(), zone: black))
        let program = try Program("status", "--file", file)
        #expect(program.status == 0)
        #expect(program.output.contains("notice   HDMI-A-1 (DEL U2720Q) black until 13:00: nothing is scheduled"))
        let never = black.replacingOccurrences(of: "\"shows\": \"/srv/m/b.png\"", with: "\"shows\": null")
        let other = try Program("status", "--file", folder.file("never.json", status(process: getpid(), zone: never)))
        #expect(other.status == 1)
        #expect(other.output.contains("PROBLEM  HDMI-A-1 (DEL U2720Q) black: nothing is scheduled any more"))
        #expect(other.output.contains("sudo vitrine doctor"))
    }

    /// Each end has its code and a sentence of its own.
    @Test func noPlayerRuns() throws {
        let folder = try Folder()
        // No process has the largest number.
        let killed = try folder.file("killed", status(process: .max))
        let ended = try folder.file("ended", status(process: .max, ended: "\"2026-11-21T13:00:00Z\""))
        for (file, told) in [
            (killed, "was killed or crashed"), (ended, "ended at 2026-11-21T13:00:00Z, as it was asked to"),
            ("\(folder.path)/none", "no player runs as a service"),
        ] {
            for arguments in [["status"], ["status", "--json"]] {
                let program = try Program(arguments + ["--file", file])
                #expect(program.status == 69 && program.output == "" && program.messages.contains(told))
            }
        }
        let odd = try folder.file("odd", "[1]")
        #expect(try Program("status", "--file", odd).status == 65)
    }
}

/// Reports of other machines.
@Suite struct RecordedReportTests {
    private let report = """
        {"vitrine-report": 1, "version": "0.1.0", "taken": "2026-11-21T12:00:00Z", "host": "sign-17",
         "kernel": "Linux 6.1", "devices": {}, "findings": [
          {"code": "no-device", "subject": "/dev/dri", "verdict": "problem", "sentence": "there is no display device",
           "remedy": "modprobe vkms", "steps": [{"kind": "command", "text": "modprobe vkms"}]}]}
        """

    @Test func theirPageIsPrinted() throws {
        let folder = try Folder()
        let program = try Program("doctor", "--from", folder.file("report.json", report))
        #expect(program.status == 1)
        #expect(
            program.output == """
                vitrine 0.1.0 on sign-17, Linux 6.1, recorded 2026-11-21T12:00:00Z: 1 problem

                PROBLEM  /dev/dri  there is no display device
                                       sudo modprobe vkms

                """)
        #expect(try Program("doctor", "--from", folder.file("odd", "{}")).status == 65)
        #expect(try Program("doctor", "--from", "\(folder.path)/none").status == 66)
    }

    @Test func oneWithoutDevicesCanBeListed() throws {
        let folder = try Folder()
        let program = try Program("--list-connectors", "--from", folder.file("report.json", report))
        #expect(program.status == 0, "\(program.messages)")
        #expect(program.output.hasPrefix("0 display devices, 0 connectors"))
    }
}
