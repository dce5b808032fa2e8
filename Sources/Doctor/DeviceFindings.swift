import DisplayModel
import TextLayout

// Devices: whether there is one, whether it can be driven, and who drives it.

extension MachineFacts {
    var deviceFindings: [Finding] {
        var findings: [Finding] = []
        if host.hasNomodeset {
            findings.append(
                .problem(
                    .nomodeset, "kernel", "it was started with nomodeset, so no driver takes the graphics hardware",
                    remedy: "remove nomodeset in /etc/default/grub, then: update-grub && reboot"))
        }
        for controller in controllers where controller.driver == nil {
            findings.append(
                .problem(
                    .noDriver, "graphics",
                    "the hardware at PCI \(controller.address) (\(controller.identifier)) has no "
                        + "driver",
                    remedy: Self.firmware))
        }
        if cards.isEmpty {
            findings.append(
                .problem(
                    .noDevice, "/dev/dri", "there is no display device",
                    remedy: "\(Self.firmware); in a container: pass /dev/dri in (docker run --device /dev/dri); to try "
                        + "without hardware: modprobe vkms"))
        }
        return findings + cards.flatMap(appraisal)
            + (cards.isEmpty || cards.contains(where: { $0.reading != .withoutScreens })
                ? []
                : [
                    .problem(
                        .noDevice, "/dev/dri", "its devices draw only, none has connectors",
                        remedy: Self.firmware)
                ])
    }

    /// What a driver mostly lacks that does not take its hardware.
    private static let firmware =
        "apt install firmware-linux && reboot; if apt does not know that, add non-free-firmware to the lines of "
        + "/etc/apt/sources.list, then: apt update; dmesg | grep -i -e drm -e firmware names what is still missing"

    private func appraisal(of card: Card) -> [Finding] {
        switch card.reading {
        case .withoutScreens: return [.good(.device, card.path, "\(card.driverName): draws only, no connectors")]
        case .notPermitted: return [refusal(of: card)] + driving(card)
        case .failed(let reason):
            return [
                .problem(
                    .deviceUnreadable, card.path, "\(card.driverName): it cannot be read: \(reason)",
                    remedy: "dmesg | grep -i drm; if the driver hangs: reboot")
            ]
        case .read(let device): return abilities(of: card, device) + serviceAccess(to: card) + driving(card)
        }
    }

    private func abilities(of card: Card, _ device: DeviceSnapshot) -> [Finding] {
        guard device.capabilities.contains(.atomic) else {
            return [
                .problem(
                    .noAtomicModesetting, card.path,
                    "the driver \(device.driver.name) has no atomic modesetting, which Vitrine needs",
                    remedy: device.driver.name == "nvidia-drm"
                        ? "write 'options nvidia-drm modeset=1' into /etc/modprobe.d/nvidia.conf, then: "
                            + "update-initramfs -u && reboot"
                        : "lspci -k names the hardware that has this driver; use other hardware, or a newer kernel: "
                            + "apt install -t bookworm-backports linux-image-amd64 && reboot")
            ]
        }
        let connected = device.connectors.count { $0.status == .connected }
        let text =
            "\(device.driver.name) \(device.driver.version), atomic, \(count(device.crtcs.count, "CRTC")), "
            + "\(count(device.connectors.count, "connector")), \(connected) connected"
        if device.driver.name == "simpledrm" {
            return [
                .notice(
                    .firmwareFramebuffer, card.path,
                    "\(text); this is the firmware's framebuffer: one mode, and no refresh to wait for",
                    remedy: "the hardware's own driver may lack its firmware: \(Self.firmware)")
            ]
        }
        return [.good(.device, card.path, text)]
    }

    // MARK: - Permissions

    private func refusal(of card: Card) -> Finding {
        let rights = "it is \(card.rights)"
        if let serviceAccount, card.mayBeOpened(by: serviceAccount) {
            return .notice(
                .limitedView, card.path,
                "\(card.driverName): \(viewer.account.name) may not open it (\(rights)); "
                    + "\(serviceAccount.name) may", remedy: "sudo vitrine doctor")
        }
        let account = serviceAccount?.name ?? viewer.account.name
        return .problem(
            .permissionDenied, card.path, "\(card.driverName): \(account) may not open it: \(rights)",
            remedy: card.remedy(for: account))
    }

    /// Root may open everything; the service is not root.
    private func serviceAccess(to card: Card) -> [Finding] {
        guard let serviceAccount, service.map({ $0.load == "loaded" }) ?? false, !card.mayBeOpened(by: serviceAccount)
        else { return [] }
        // A seat can open it for the service.
        if seat.hasSeatd || status?.devices.contains(where: { $0.path == card.path && $0.waiting == nil }) == true {
            return []
        }
        return [
            .problem(
                .permissionDenied, card.path,
                "\(serviceAccount.name), which the service runs as, may not open it: it "
                    + "is \(card.rights)", remedy: card.remedy(for: serviceAccount.name))
        ]
    }

    // MARK: - Who drives it

    /// The process of Vitrine, as its service or its status say.
    var ownProcess: Int? { runningStatus?.process ?? service?.process }

    /// What a program says of itself that is still there.
    var runningStatus: RunningStatus? { status.flatMap { $0.isRunning ? $0 : nil } }

    private func driving(_ card: Card) -> [Finding] {
        switch card.master {
        // They open devices for others, of whom the kernel knows nothing.
        case .process(let process) where ["systemd-logind", "seatd"].contains(process.name): break
        case .process(let process) where process.id != ownProcess && (ownProcess != nil || process.name != "vitrine"):
            return [
                .problem(
                    .otherMaster, card.path, "\(process) drives it (is its DRM master), so Vitrine cannot",
                    remedy: Self.ending(process))
            ]
        case .process(let process): return [.good(.device, card.path, "driven by \(process)")]
        case .nobody, nil: break
        }
        if let waiting = runningStatus?.devices.first(where: { $0.path == card.path })?.waiting {
            let suspects = card.holders.filter { $0.id != ownProcess }
            return [
                .problem(
                    .deviceWaiting, card.path,
                    "Vitrine waits for it: \(waiting)"
                        + (suspects.isEmpty ? "" : "; it is open in \(suspects.listed)"),
                    remedy: suspects.first.map(Self.ending)
                        ?? (viewer.isRoot ? "journalctl -u vitrine.service" : "sudo vitrine doctor names who has it"))
            ]
        }
        return []
    }

    /// How to be rid of a program that draws on the screens.
    static func ending(_ process: Process) -> String {
        switch process.name {
        case "plymouthd": "plymouth quit"
        case "gdm3", "gdm", "sddm", "lightdm", "lxdm", "xdm": "systemctl disable --now \(process.name)"
        case "Xorg", "Xwayland", "gnome-shell", "kwin_wayland", "kwin_x11":
            "end the desktop, and keep it from starting: systemctl disable --now display-manager; "
                + "systemctl set-default multi-user.target"
        default:
            "systemctl status \(process.id) names its unit in the first line; then: systemctl disable --now UNIT; if "
                + "it has none: kill \(process.id)"
        }
    }
}

extension [MachineFacts.Process] {
    var listed: String { map(\.description).joined(separator: ", ") }
}

extension MachineFacts.Card {
    var driverName: String { snapshot?.driver.name ?? driver ?? "unknown driver" }

    /// `root:video rw-rw----`
    var rights: String {
        let letters = (0..<9).map { bit in
            mode >> UInt32(8 - bit) & 1 == 1 ? ["r", "w", "x"][bit % 3] : "-"
        }
        return "\(ownerName):\(groupName) \(letters.joined())"
    }

    /// By the permission bits; access lists, which logind sets for people who are logged in, come on top.
    func mayBeOpened(by account: MachineFacts.Account) -> Bool {
        if account.user == 0 { return true }
        let bits = account.user == owner ? mode >> 6 : account.groups.contains(group) ? mode >> 3 : mode
        return bits & 6 == 6
    }

    func remedy(for account: String) -> String {
        group != 0 && mode >> 3 & 6 == 6
            ? "adduser \(account) \(groupName) && systemctl restart vitrine.service; who is logged in logs in again"
            : "chgrp video \(path) && chmod g+rw \(path); for good it is udev's 50-udev-default.rules that does so, if "
                + "no file in /etc/udev/rules.d is against it: udevadm trigger \(path)"
    }
}
