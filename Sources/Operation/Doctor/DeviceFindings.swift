import DisplayModel
import StatusFile
import TextLayout

// Devices: whether there is one, whether it can be driven, and who drives it.

extension MachineFacts {
    var deviceFindings: [Finding] {
        var findings: [Finding] = []
        if host.hasNomodeset {
            findings.append(
                .problem(
                    .nomodeset, "kernel", "it was started with nomodeset, so no driver takes the graphics hardware",
                    remedy: "remove nomodeset in /etc/default/grub; then:" + .run("update-grub", "reboot")))
        }
        let driverless = controllers.filter { $0.driver == nil }
        findings += driverless.map(\.problem)
        // Where hardware has no driver, that is why.
        let withoutDevice = driverless.first?.remedy ?? hardware
        if cards.isEmpty {
            findings.append(
                .problem(
                    .noDevice, "/dev/dri", "there is no display device", remedy: withoutDevice)
            )
        }
        return findings + cards.flatMap(appraisal)
            + (cards.isEmpty || cards.contains(where: { $0.reading != .withoutScreens })
                ? []
                : [
                    .problem(
                        .noDevice, "/dev/dri", "its devices draw only, none has connectors",
                        remedy: withoutDevice)
                ])
    }

    /// How to come by a display device where no hardware lacks a driver.
    private var hardware: Remedy {
        controllers.isEmpty
            ? "no graphics hardware is on the PCI bus. In a container, pass the devices in:"
                + .run("docker run --device /dev/dri …") + "on a board, its display may be switched off:"
                + .run("dmesg | grep -i -e drm -e hdmi") + "to try without hardware:" + .run("modprobe vkms")
            : "the driver has the hardware and makes no display device; its messages:"
                + .run("dmesg | grep -i drm", "lspci -k")
    }

    /// What a driver mostly lacks that does not take its hardware.
    fileprivate static let firmware: Remedy =
        .run("apt install firmware-linux", "reboot")
        + "if apt does not know that, add non-free-firmware to the lines of /etc/apt/sources.list, then:"
        + .run("apt update") + "what is still missing:" + .run("dmesg | grep -i -e drm -e firmware")

    private func appraisal(of card: Card) -> [Finding] {
        switch card.reading {
        case .withoutScreens: return [.good(.device, card.path, "\(card.driverName): draws only, no connectors")]
        case .notPermitted: return [refusal(of: card)] + driving(card)
        case .failed(let reason):
            return [
                .problem(
                    .deviceUnreadable, card.path, "\(card.driverName): it cannot be read: \(reason)",
                    remedy: "what the driver says:" + .run("dmesg | grep -i drm") + "if it hangs:" + .run("reboot"))
            ]
        case .read(let device): return abilities(of: card, device) + serviceAccess(to: card) + driving(card)
        }
    }

    private func abilities(of card: Card, _ device: DeviceSnapshot) -> [Finding] {
        guard device.capabilities.contains(.atomic) else {
            return [
                .notice(
                    .noAtomicModesetting, card.path,
                    "the driver \(device.driver.name) has no atomic modesetting; it is driven by the calls from before it: "
                        + "modes are tried rather than tested, and screens change one after the other",
                    remedy: Self.atomicRemedy(for: device.driver.name))
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
                    remedy: "the hardware's own driver may lack its firmware:" + Self.firmware)
            ]
        }
        return [.good(.device, card.path, text)]
    }

    private static func atomicRemedy(for driver: String) -> Remedy {
        let others: Remedy =
            "which hardware has this driver:" + .run("lspci -k") + "a newer kernel may have it:"
            + .run("apt install -t bookworm-backports linux-image-amd64", "reboot")
        guard let option = AtomicSwitch(for: driver) else { return others }
        let place = "into /etc/modprobe.d/vitrine-\(driver).conf"
        let lines = Remedy(
            [.advice("\(option.hardware.map { "for \($0) " } ?? "")write \(place):")]
                + option.lines.map(Remedy.Step.line))
        let switching = lines + "then:" + .run("update-initramfs -u", "reboot")
        return option.hardware == nil ? switching : switching + "for other chips:" + others
    }

    // MARK: - Permissions

    private func refusal(of card: Card) -> Finding {
        let rights = "it is \(card.rights)"
        if let serviceAccount, card.mayBeOpened(by: serviceAccount) {
            return .notice(
                .limitedView, card.path,
                "\(card.driverName): \(viewer.account.name) has no permission to open it (\(rights)); "
                    + "\(serviceAccount.name) has", remedy: .run("sudo vitrine doctor"))
        }
        let account = serviceAccount?.name ?? viewer.account.name
        return .problem(
            .permissionDenied, card.path, "\(card.driverName): \(account) has no permission to open it: \(rights)",
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
                "\(serviceAccount.name), which the service runs as, has no permission to open it: it is \(card.rights)",
                remedy: card.remedy(for: serviceAccount.name))
        ]
    }

    // MARK: - Who drives it

    /// The process of Vitrine, as its service or its status say.
    var ownProcess: Int? { runningStatus?.process ?? service?.process }

    /// What a program says of itself that is still there.
    var runningStatus: RunningStatus? { isStatusProcessRunning ? status : nil }

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
                        ?? (viewer.isRoot
                            ? .run("journalctl -u vitrine.service") : "who has it:" + .run("sudo vitrine doctor")))
            ]
        }
        return []
    }

    /// How to be rid of a program that draws on the screens.
    static func ending(_ process: Process) -> Remedy {
        switch process.name {
        case "plymouthd": .run("plymouth quit")
        case "gdm3", "gdm", "sddm", "lightdm", "lxdm", "xdm": .run("systemctl disable --now \(process.name)")
        case "Xorg", "Xwayland", "gnome-shell", "kwin_wayland", "kwin_x11":
            "end the desktop, and keep it from starting:"
                + .run("systemctl disable --now display-manager", "systemctl set-default multi-user.target")
        default:
            "the first line of this names its unit:" + .run("systemctl status \(process.id)")
                + "end it for good, by that name:" + .run("systemctl disable --now UNIT")
                + "or, if it has none:" + .run("kill \(process.id)")
        }
    }
}

extension [MachineFacts.Process] {
    var listed: String { map(\.description).joined(separator: ", ") }
}

extension MachineFacts.DisplayController {
    /// Of hardware without a driver.
    fileprivate var problem: Finding {
        let log = driverFailure.map { "; the kernel's log: \($0)" } ?? ""
        return .problem(
            .noDriver, "graphics", "the hardware at PCI \(address) (\(identifier)) has no driver that works\(log)",
            remedy: remedy)
    }

    fileprivate var remedy: Remedy {
        // Without words, and where a file is missing (ENOENT), it is mostly the firmware.
        guard let driverFailure, !driverFailure.hasSuffix("error -2") else { return MachineFacts.firmware }
        return "its driver could not start; what it said before:" + .run("dmesg | grep -i -e drm -e \(address)")
            + "a newer kernel may have one that can:"
            + .run("apt install -t bookworm-backports linux-image-amd64", "reboot")
            + "in a virtual machine, choose another graphics card: virtio, bochs or qxl"
    }
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

    func remedy(for account: String) -> Remedy {
        group != 0 && mode >> 3 & 6 == 6
            ? .run("adduser \(account) \(groupName)", "systemctl restart vitrine.service")
                + "a user who is logged in then logs out and back in"
            : .run("chgrp video \(path)", "chmod g+rw \(path)")
                + "udev does this by itself if no file in /etc/udev/rules.d is against it:"
                + .run("udevadm trigger \(path)")
    }
}
