import ConnectorReport
import DisplayModel
import EDID

// Screens: what each connector shows, and what is wrong with it.

extension MachineFacts {
    var screenFindings: [Finding] {
        let devices = cards.compactMap(\.snapshot)
        var findings: [Finding] = []
        for device in devices {
            for connector in device.connectors { findings += appraisal(of: connector, on: device) }
        }
        let connectors = devices.flatMap(\.connectors)
        if !connectors.isEmpty, !connectors.contains(where: { $0.status == .connected }) {
            let unknown = connectors.contains { $0.status == .unknown }
            findings.append(
                .problem(
                    .noScreen, "screens", "no screen is connected",
                    remedy: unknown
                        ? "vitrine --list-connectors asks them; plug one in and switch it on"
                        : "plug one in and switch it on; for one that does not answer add video=\(connectors[0].name):e "
                            + "to GRUB_CMDLINE_LINUX in /etc/default/grub, then: update-grub && reboot"))
        }
        return findings
    }

    private func appraisal(of connector: ConnectorSnapshot, on device: DeviceSnapshot) -> [Finding] {
        let told = runningStatus?.devices.first { $0.path == device.path }?.screens
            .first { $0.connector == connector.name }
        let concerns = DisplayReport([device]).concerns.filter { $0.subject == connector.name }.map(\.concern)
        guard connector.status == .connected else {
            // What a connector without a monitor says matters where somebody waits for a picture.
            return told.map { outcome(of: $0, connector, device) }
                ?? concerns.filter { $0.code == .statusUnknown }.map { finding($0, connector) }
        }
        let seen = told.map { outcome(of: $0, connector, device) } ?? [appearance(of: connector, device)]
        // What plays knows better than the first look whether a mode and a CRTC are to be had.
        let known: Set<Concern.Code> = told == nil ? [] : [.noCRTC, .noModes]
        return seen
            + concerns.filter { !known.contains($0.code) && $0.code != .noAtomicModesetting }
            .map { finding($0, connector) }
    }

    // MARK: - By what plays

    private func outcome(
        of screen: RunningStatus.Screen, _ connector: ConnectorSnapshot, _ device: DeviceSnapshot
    ) -> [Finding] {
        let monitor = (screen.monitor ?? connector.monitorName).map { "\($0): " } ?? ""
        switch screen.state {
        case .lit where screen.tried.isEmpty:
            return [.good(.screen, connector.name, "\(monitor)lit" + (screen.mode.map { " at \($0)" } ?? ""))]
        case .lit:
            return [
                .notice(
                    .modesRefused, connector.name,
                    "\(monitor)lit at \(screen.mode ?? "another mode"), as the device refused: "
                        + screen.tried.joined(separator: "; "),
                    remedy: "a shorter or better cable, no adapter; or "
                        + wish("mode: \(screen.mode ?? "preferred")", for: connector))
            ]
        case .dark:
            return [
                .problem(
                    .dark, connector.name,
                    "\(monitor)dark: \(screen.reason ?? "no reason is told")"
                        + (screen.tried.isEmpty ? "" : "; refused: \(screen.tried.joined(separator: "; "))"),
                    remedy: screen.tried.isEmpty
                        ? "journalctl -u vitrine.service; check the cable, and that the monitor is on"
                        : "a better cable, no adapter; or a smaller mode: \(wish("mode: 1920x1080", for: connector))")
            ]
        case .notWanted where connector.status == .connected:
            return [
                .notice(
                    .notWanted, connector.name, "\(monitor)dark on purpose: \(screen.reason ?? "no reason is told")")
            ]
        case .notWanted, nil: return []
        }
    }

    /// How it is said in the configuration.
    private func wish(_ text: String, for connector: ConnectorSnapshot) -> String {
        "write '- {match: \(connector.name), \(text)}' first under 'outputs:' in \(configurationPath)"
    }

    // MARK: - By the kernel

    private func appearance(of connector: ConnectorSnapshot, _ device: DeviceSnapshot) -> Finding {
        let monitor = connector.monitorName ?? "a monitor without a name"
        let mode = connector.crtc.flatMap(device.crtc).flatMap { $0.isActive ? $0.mode : nil }
        let shows = mode.map { "shows \($0)" } ?? "shows nothing"
        let best = connector.preferredMode.map { ", prefers \($0)" } ?? ""
        return .good(.screen, connector.name, "\(monitor), \(shows)\(best)")
    }

    private func finding(_ concern: Concern, _ connector: ConnectorSnapshot) -> Finding {
        let (name, message) = (connector.name, concern.message)
        return switch concern.code {
        case .noCRTC:
            .problem(
                .noCRTC, name, message,
                remedy: "unplug another screen, or switch one off: \(wish("off: true", for: connector))")
        case .linkBad:
            .problem(
                .linkBad, name, message,
                remedy: "plug the cable in again; use a shorter or better one, or a smaller mode: "
                    + wish("mode: 1920x1080", for: connector))
        case .noModes:
            .problem(
                .noModes, name, message,
                remedy: "plug the monitor in again; or give its EDID: \(wish("edid: FILE", for: connector))")
        case .noEDID:
            .problem(
                .noEDID, name, "the monitor gives no EDID, so its modes are guesses",
                remedy: "plug it in again, without adapters and switches; or give its EDID: "
                    + wish("edid: FILE", for: connector))
        case .edidFaulty:
            .notice(
                .edidFaulty, name, message.replacingSuffix(", listed below", with: ""),
                remedy: "vitrine --list-connectors lists them; it matters only if a mode is missing")
        case .statusUnknown:
            .notice(.statusUnknown, name, message, remedy: "vitrine --list-connectors asks it")
        case .noAtomicModesetting: .notice(.noAtomicModesetting, name, message)
        }
    }
}

extension ConnectorSnapshot {
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
