// The service, the running program, and what it is to play.

extension MachineFacts {
    var serviceFindings: [Finding] {
        guard let service else { return runningFindings }
        let unit = "vitrine.service"
        var findings: [Finding] = []
        switch service.load {
        case "loaded": break
        case "masked":
            return [
                .problem(.serviceDisabled, unit, "it is masked", remedy: "systemctl unmask \(unit)")
            ] + runningFindings
        default:
            return [
                .notice(
                    .serviceMissing, unit, "it is not installed, so nothing plays after a restart of the machine",
                    remedy: "install the package, or write a unit: docs/doctor.md")
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
                    remedy: "smaller pictures, a smaller --cache-size, or more memory"))
        }
        if findings.isEmpty { findings.append(.good(.service, unit, "running, and starts by itself")) }
        return findings + runningFindings
    }

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

    private var runningFindings: [Finding] {
        guard let status else {
            return service?.isActive == true
                ? []
                : [
                    .notice(
                        .notRunning, "vitrine", "not running as a service: no /run/vitrine/status.json",
                        remedy: service?.load == "loaded" ? "systemctl start vitrine.service" : nil)
                ]
        }
        guard status.isRunning else {
            return [
                .notice(
                    .notRunning, "vitrine",
                    "process \(status.process ?? 0), which wrote /run/vitrine/status.json, is gone",
                    remedy: service?.load == "loaded" ? "systemctl restart vitrine.service" : nil)
            ]
        }
        return []
    }

    // MARK: - Content

    var contentFindings: [Finding] {
        var findings: [Finding] = []
        if let check = content.configuration {
            findings.append(
                check.isGood
                    ? .good(.configuration, check.path, check.summary)
                    : .problem(
                        .configurationBroken, check.path, check.summary, remedy: "vitrine check \(check.path)"))
        }
        for playlist in runningStatus?.playlists ?? [] where playlist.playing == "built-in" {
            findings.append(
                .problem(
                    .playsBuiltIn, playlist.path,
                    "the built-in picture shows in its place"
                        + (playlist.problems.first.map { ": \($0)" } ?? ""),
                    remedy: "vitrine check \(playlist.path)"))
        }
        if content.playlists.isEmpty, content.configuration?.isGood != false {
            findings.append(
                .problem(
                    .noPlaylist, "playlist", "nothing says what to play",
                    remedy: "write 'playlist: /var/lib/vitrine/media' into /etc/vitrine/config.yaml"))
        }
        for check in content.playlists {
            let isPlainlyGood = check.isGood && check.lines.count <= 1
            findings.append(
                !check.isGood
                    ? .problem(
                        .playlistBroken, check.path, check.summary, remedy: "vitrine check \(check.path)")
                    : isPlainlyGood
                        ? .good(.playlist, check.path, check.summary)
                        : .notice(.playlist, check.path, check.summary, remedy: "vitrine check \(check.path)"))
        }
        return findings
    }
}

extension MachineFacts.FileCheck {
    /// The first problem and how many there are, or what is good about it.
    fileprivate var summary: String {
        let troubles = lines.filter { !$0.hasPrefix("\(path): good: ") }
        let good = lines.last { $0.hasPrefix("\(path): good: ") }?.dropFirst("\(path): good: ".count)
        guard let first = troubles.first else { return good.map(String.init) ?? "nothing is known of it" }
        let rest = troubles.count > 1 ? " (and \(troubles.count - 1) more)" : ""
        let short = first.hasPrefix("\(path):") ? first.dropFirst(path.count + 1).drop { $0 == " " } : first[...]
        return (short.hasPrefix("error: ") ? short.dropFirst("error: ".count) : short) + rest
    }
}
