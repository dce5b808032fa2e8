import DisplayModel
import StatusFile

// The service, and whether the program runs.

extension MachineFacts {
    var serviceFindings: [Finding] {
        let unit = "vitrine.service"
        let findings = service.map { self.findings(of: $0, unit) } ?? []
        // Whatever is wrong with the service is the reason.
        return findings + runningFindings(isExplained: findings.contains { $0.verdict == .problem })
    }

    private func findings(of service: Service, _ unit: String) -> [Finding] {
        var findings: [Finding] = []
        switch service.load {
        case "loaded": break
        case "masked":
            return [
                .problem(
                    .serviceDisabled, unit, "it is masked",
                    remedy: .run("systemctl unmask \(unit)", "systemctl enable --now \(unit)"))
            ]
        default:
            return [
                .notice(
                    .serviceMissing, unit, "it is not installed, so nothing plays after a restart of the machine",
                    remedy: "install the package (docs/package.md describes how to make it):"
                        + .run("apt install ./vitrine_*.deb"))
            ]
        }
        if !service.isEnabled {
            findings.append(
                .problem(
                    .serviceDisabled, unit, "it does not start by itself (\(service.enablement))",
                    remedy: .run("systemctl enable \(unit)")))
        }
        findings += activityFindings(service, unit)
        if let kills = service.memoryKills, kills > 0 {
            findings.append(
                .problem(
                    .outOfMemory, unit, "the kernel ended processes of it \(times(kills)) for lack of memory",
                    remedy: Self.smallerCache))
        }
        return findings.isEmpty ? [.good(.service, unit, "running, and starts by itself")] : findings
    }

    static let smallerCache: Remedy =
        "use smaller pictures, add memory, or make the cache smaller: open the unit's settings:"
        + .run("systemctl edit vitrine.service") + "and write there:"
        + Remedy([
            .line("[Service]"), .line("ExecStart="),
            .line("ExecStart=/usr/lib/vitrine/vitrine --unattended --seat vt --cache-size 64M"),
        ])

    private func activityFindings(_ service: Service, _ unit: String) -> [Finding] {
        let log = Remedy.run("journalctl -u \(unit) -n 50")
        if service.activity == "failed" || service.substate == "auto-restart" {
            let reason = reason(service.result)
            let restarts = service.restarts > 0 ? ", \(times(service.restarts)) restarted" : ""
            let isGivenUp = service.activity == "failed"
            return [
                .problem(
                    .serviceFailing, unit,
                    (isGivenUp ? "it failed and was given up: " : "it fails again and again: ") + reason + restarts,
                    remedy: "its last messages say why:" + log
                        + (isGivenUp ? .run("systemctl restart \(unit)") : Remedy([])))
            ]
        }
        if service.activity == "inactive" {
            // Its target comes with the first display device.
            let isEarly = cards.isEmpty
            return [
                isEarly
                    ? .notice(.serviceStopped, unit, "it waits for a display device")
                    : .problem(
                        .serviceStopped, unit, "it is not running, so nothing plays",
                        remedy: .run("systemctl start \(unit)"))
            ]
        }
        guard service.restarts > 0 else { return [] }
        let sentence = "running, but restarted \(times(service.restarts))"
        if let failure = service.lastFailure {
            let hint: Remedy =
                failure == "watchdog"
                ? "a driver that hangs is the usual reason: install the newest kernel and firmware; its last messages:"
                : "its last messages say why:"
            return [
                .problem(.serviceRestarted, unit, "\(sentence): \(reason(failure))", remedy: hint + log)
            ]
        }
        // As it does for another configuration.
        return [.notice(.serviceRestarted, unit, sentence, remedy: log)]
    }

    private func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }

    private func reason(_ result: String) -> String { Self.results[result] ?? result }

    /// systemd's words for how a service ended.
    private static let results = [
        "exit-code": "it ended with an error", "signal": "it was ended by a signal", "core-dump": "it crashed",
        "watchdog": "its frames stopped, and the watchdog ended it", "timeout": "it did not get ready in time",
        "oom-kill": "there was not enough memory", "start-limit-hit": "it was started too often in a short time",
        "resources": "it could not be started for lack of resources",
    ]

    // MARK: - Any player

    /// Whether a Vitrine runs, as a service or by hand.
    var isPlaying: Bool { runningStatus != nil || service?.isActive == true || !players.isEmpty }

    private var start: Remedy {
        service?.load == "loaded"
            ? .run("systemctl restart vitrine.service")
            : "to play by hand, with a folder of pictures:" + .run("vitrine FOLDER")
    }

    private func runningFindings(isExplained: Bool) -> [Finding] {
        guard !isPlaying else { return [] }
        let sentence =
            switch (status?.process, status?.ended) {
            case (_, let time?): "no player runs: it ended at \(time), as it was asked to"
            case (let process?, nil): "no player runs: process \(process) was killed or crashed"
            default: "no player runs"
            }
        let isAnyConnected = cards.compactMap(\.snapshot).contains { $0.connectors.contains { $0.hasMonitor } }
        return [
            isExplained || !isAnyConnected
                ? .notice(.notRunning, "vitrine", sentence, remedy: start)
                : .problem(.notRunning, "vitrine", "\(sentence), so no screen shows a picture", remedy: start)
        ]
    }
}
