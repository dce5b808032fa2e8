// The service, and whether the program runs.

extension MachineFacts {
    var serviceFindings: [Finding] {
        guard let service else { return runningFindings }
        let unit = "vitrine.service"
        var findings: [Finding] = []
        switch service.load {
        case "loaded": break
        case "masked":
            return [
                .problem(
                    .serviceDisabled, unit, "it is masked",
                    remedy: "systemctl unmask \(unit) && systemctl enable --now \(unit)")
            ] + runningFindings
        default:
            return [
                .notice(
                    .serviceMissing, unit, "it is not installed, so nothing plays after a restart of the machine",
                    remedy:
                        "install the package: apt install ./vitrine_*_amd64.deb; docs/package.md tells how to make it")
            ] + runningFindings
        }
        if !service.isEnabled {
            findings.append(
                .problem(
                    .serviceDisabled, unit, "it does not start by itself (\(service.enablement))",
                    remedy: "systemctl enable \(unit)"))
        }
        findings += activityFindings(service, unit)
        if let kills = service.memoryKills, kills > 0 {
            findings.append(
                .problem(
                    .outOfMemory, unit, "the kernel ended processes of it \(times(kills)) for want of memory",
                    remedy: Self.smallerCache))
        }
        if findings.isEmpty { findings.append(.good(.service, unit, "running, and starts by itself")) }
        return findings + runningFindings
    }

    static let smallerCache =
        "smaller pictures, more memory, or a smaller cache: systemctl edit vitrine.service, and there under [Service] "
        + "the lines 'ExecStart=' and 'ExecStart=/usr/lib/vitrine/vitrine --unattended --seat vt --cache-size 64M'"

    private func activityFindings(_ service: Service, _ unit: String) -> [Finding] {
        let log = "journalctl -u \(unit) -n 50"
        if service.activity == "failed" || service.substate == "auto-restart" {
            let reason = Self.results[service.result] ?? service.result
            let restarts = service.restarts > 0 ? ", \(times(service.restarts)) restarted" : ""
            let isGivenUp = service.activity == "failed"
            return [
                .problem(
                    .serviceFailing, unit,
                    (isGivenUp ? "it failed and was given up: " : "it fails again and again: ") + reason + restarts,
                    remedy: isGivenUp ? "\(log); then: systemctl restart \(unit)" : log)
            ]
        }
        if service.activity == "inactive" {
            // Its target comes with the first display device.
            let isEarly = cards.isEmpty
            return [
                isEarly
                    ? .notice(.serviceStopped, unit, "it waits for a display device")
                    : .problem(.serviceStopped, unit, "it is not running", remedy: "systemctl start \(unit)")
            ]
        }
        if service.restarts > 0 {
            return [
                .notice(
                    .serviceRestarted, unit, "running, but restarted \(times(service.restarts))",
                    remedy: log)
            ]
        }
        return []
    }

    private func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }

    /// systemd's words for how a service ended.
    private static let results = [
        "exit-code": "it ended with an error", "signal": "it was ended by a signal", "core-dump": "it crashed",
        "watchdog": "its frames stopped, and the watchdog ended it", "timeout": "it did not get ready in time",
        "oom-kill": "there was not enough memory", "start-limit-hit": "it was started too often in a short time",
        "resources": "it could not be started for want of resources",
    ]

    private var restart: String? { service?.load == "loaded" ? "systemctl restart vitrine.service" : nil }

    private var runningFindings: [Finding] {
        guard let status else {
            return service?.isActive == true
                ? []
                : [
                    .notice(
                        .notRunning, "vitrine", "not running as a service: no /run/vitrine/status.json",
                        remedy: restart ?? "to play by hand: vitrine FOLDER")
                ]
        }
        guard status.isRunning else {
            return [
                .notice(
                    .notRunning, "vitrine",
                    "process \(status.process ?? 0), which wrote /run/vitrine/status.json, is gone",
                    remedy: restart ?? "to play by hand again: vitrine FOLDER")
            ]
        }
        return []
    }
}
