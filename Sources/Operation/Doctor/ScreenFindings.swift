import ConnectorReport
import DisplayModel
import EDID
import StatusFile

// Screens: what each connector shows, and what is wrong with it.

extension MachineFacts {
    var screenFindings: [Finding] {
        let devices = cards.compactMap(\.snapshot)
        var findings: [Finding] = []
        for device in devices {
            for connector in device.connectors where connector.isForScreens {
                findings += appraisal(of: connector, on: device)
            }
        }
        findings += goneScreens(devices)
        let connectors = devices.flatMap(\.connectors).filter(\.isForScreens)
        let isUnplugged = findings.contains { $0.code == .unplugged }
        if !connectors.isEmpty, !isUnplugged, !connectors.contains(where: { $0.status == .connected }) {
            let unknown = connectors.contains { $0.status == .unknown }
            findings.append(
                .problem(
                    .noScreen, "screens", "no monitor is connected",
                    remedy: "plug one in and switch it on; whether it is seen:" + .run("vitrine --list-connectors")
                        + (unknown
                            ? Remedy([])
                            : .write(
                                "video=\(connectors[0].name):e",
                                "for one that does not answer into GRUB_CMDLINE_LINUX in /etc/default/grub")
                                + "then:" + .run("update-grub", "reboot"))))
        }
        return findings
    }

    private func appraisal(of connector: ConnectorSnapshot, on device: DeviceSnapshot) -> [Finding] {
        let told = runningStatus?.devices.first { $0.path == device.path }?.screens
            .first { $0.connector == connector.name }
        let concerns = DisplayReport([device]).concerns.filter { $0.subject == connector.name }.map(\.concern)
        guard connector.status == .connected else {
            // What a connector without a monitor says matters where somebody waits for a picture.
            return told.map { outcome(of: $0, connector.name, connector.monitorName) }
                ?? concerns.filter { $0.code == .statusUnknown }.map { finding($0, connector) }
        }
        let seen =
            told.map { outcome(of: $0, connector.name, connector.monitorName) } ?? [appearance(of: connector, device)]
        // What plays knows better than the first look whether a mode and a CRTC are to be had.
        let known: Set<Concern.Code> = told == nil ? [] : [.noCRTC, .noModes]
        return seen
            + concerns.filter { !known.contains($0.code) && $0.code != .noAtomicModesetting }
            .map { finding($0, connector) }
    }

    /// Screens on connectors that went with their monitor, as those of a hub do.
    private func goneScreens(_ devices: [DeviceSnapshot]) -> [Finding] {
        (runningStatus?.devices ?? []).flatMap { told -> [Finding] in
            guard let device = devices.first(where: { $0.path == told.path }) else { return [] }
            return told.screens.filter { screen in !device.connectors.contains { $0.name == screen.connector } }
                .flatMap { outcome(of: $0, $0.connector, nil) }
        }
    }

    // MARK: - By what plays

    /// - Parameter monitor: as the kernel knows it.
    private func outcome(
        of screen: RunningStatus.Screen, _ connector: String, _ known: String?
    ) -> [Finding] {
        let monitor = (screen.monitor ?? known).map { "\($0): " } ?? ""
        switch screen.state {
        case .lit: return lit(screen, connector, monitor)
        case .dark:
            return [
                .problem(
                    .dark, connector,
                    "\(monitor)dark: \(screen.reason ?? "no reason is known")"
                        + (screen.tried.isEmpty ? "" : "; refused: \(screen.tried.joined(separator: "; "))"),
                    remedy: screen.tried.isEmpty
                        ? "check the cable, and that the monitor is on; then:"
                            + .run("journalctl -u vitrine.service -n 50")
                        : "use a better cable and no adapter, or set a smaller mode:"
                            + setting("mode: 1920x1080", for: connector))
            ]
        case .disconnected where screen.expected != nil:
            return [
                .problem(
                    .unplugged, connector,
                    screen.expected == .litBefore
                        ? "\(monitor)unplugged or switched off; it was lit before"
                        : "no monitor is connected, though \(configurationPath) names it",
                    remedy: "switch the monitor on, and plug in both ends of its cable; whether it is seen:"
                        + .run("vitrine --list-connectors")
                        + (screen.expected == .litBefore
                            ? "if it was taken away for good, have it forgotten:"
                                + .run(
                                    "rm -f \((stateFolder?.path ?? "/var/lib/vitrine/state").quoted)/lit-screens",
                                    "systemctl restart vitrine.service")
                            : Remedy([])))
            ]
        case .off:
            return [.notice(.notWanted, connector, "\(monitor)\(screen.reason ?? "off by schedule")")]
        case .notWanted:
            return [
                .notice(.notWanted, connector, "\(monitor)dark on purpose: \(screen.reason ?? "no reason is known")")
            ]
        case .disconnected, nil: return []
        }
    }

    private func lit(_ screen: RunningStatus.Screen, _ connector: String, _ monitor: String) -> [Finding] {
        let mode = screen.mode.map { " at \($0)" } ?? ""
        var findings: [Finding] = []
        if let shortfall = screen.shortfall {
            findings.append(
                .problem(
                    .modeUnavailable, connector, "\(monitor)lit\(mode), not as configured: \(shortfall)",
                    remedy: "its modes are listed by:" + .run("vitrine --list-connectors")
                        + "choose one of them:" + setting("mode: \(screen.mode ?? "preferred")", for: connector)))
        } else if !screen.tried.isEmpty {
            findings.append(
                .problem(
                    .modesRefused, connector,
                    "\(monitor)lit\(mode), since the device refused: \(screen.tried.joined(separator: "; "))",
                    remedy: "use a shorter or better cable and no adapter; or keep to this mode:"
                        + setting("mode: \(screen.mode ?? "preferred")", for: connector)))
        }
        if screen.isEmptyBySchedule {
            findings.append(emptiness(of: screen, connector, monitor))
        }
        return findings.isEmpty ? [.good(.screen, connector, "\(monitor)lit\(mode)")] : findings
    }

    /// Black for a time is what the playlist means; black for good is not what anybody does.
    private func emptiness(
        of screen: RunningStatus.Screen, _ connector: String, _ monitor: String
    ) -> Finding {
        let playing = runningStatus?.playingPaths ?? []
        let sentence = monitor + screen.emptiness
        let remedy =
            "add an item without a schedule, or 'otherwise:', to the playlist; what plays when:"
            + Remedy(playing.map { .command("vitrine render --timeline \($0.quoted)") })
            + "whether the time and its zone are right:" + .run("timedatectl")
        return screen.scheduledAgain == nil
            ? .problem(.nothingScheduled, connector, sentence, remedy: remedy)
            : .notice(.nothingScheduled, connector, sentence, remedy: remedy)
    }

    /// How it is said in the configuration.
    private func setting(_ text: String, for connector: String) -> Remedy {
        .write("- {match: \(connector), \(text)}", "first under 'outputs:' in \(configurationPath)")
    }

    // MARK: - By the kernel

    private func appearance(of connector: ConnectorSnapshot, _ device: DeviceSnapshot) -> Finding {
        let monitor = connector.monitorName ?? "a monitor without a name"
        let mode = connector.crtc.flatMap(device.crtc).flatMap { $0.isActive ? $0.mode : nil }
        let shows = mode.map { "shows \($0)" } ?? "shows nothing"
        let best = connector.preferredMode.map { ", prefers \($0)" } ?? ""
        guard isPlaying else {
            return .notice(.showsNothing, connector.name, "\(monitor), \(shows), and no player runs")
        }
        return .good(.screen, connector.name, "\(monitor), \(shows)\(best)")
    }

    private func finding(_ concern: Concern, _ connector: ConnectorSnapshot) -> Finding {
        let (name, message) = (connector.name, concern.message)
        return switch concern.code {
        case .noCRTC:
            .problem(
                .noCRTC, name, message,
                remedy: "unplug another screen, or switch one off:" + setting("off: true", for: name))
        case .linkBad:
            .problem(
                .linkBad, name, message,
                remedy: "plug the cable in again; use a shorter or better one, or a smaller mode:"
                    + setting("mode: 1920x1080", for: name))
        case .noModes:
            .problem(
                .noModes, name, message,
                remedy: "plug the monitor in again; or give its EDID:" + setting("edid: FILE", for: name))
        case .noEDID:
            .problem(
                .noEDID, name, "the monitor gives no EDID, so its modes are guesses",
                remedy: "plug it in again, without adapters and switches; or give its EDID:"
                    + setting("edid: FILE", for: name))
        case .edidFaulty:
            .notice(
                .edidFaulty, name, message.replacingSuffix(", listed below", with: ""),
                remedy: "it matters only if a mode is missing; the faults are listed by:"
                    + .run("vitrine --list-connectors"))
        case .statusUnknown: .notice(.statusUnknown, name, message, remedy: .run("vitrine --list-connectors"))
        case .noAtomicModesetting: .notice(.noAtomicModesetting, name, message)
        }
    }
}

extension ConnectorSnapshot {
    /// A writeback connector has no screen, whatever it says.
    var isForScreens: Bool { type != .writeback && !isNonDesktop }
    var hasMonitor: Bool { isForScreens && status == .connected }

    /// `DEL U2720Q`
    fileprivate var monitorName: String? {
        guard let edid, var identity = Optional(EDID(bytes: edid).identity) else { return nil }
        (identity.serialNumber, identity.serialText) = (nil, nil)
        let name = "\(identity)"
        return name.isEmpty ? nil : name
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}
