import TextLayout

// Clock, disks, memory, temperature.

extension MachineFacts {
    var hardwareFindings: [Finding] {
        clockFindings + fileSystems.compactMap(finding) + folderFindings + memoryFindings + temperatureFindings
    }

    // MARK: - Clock

    private var clockFindings: [Finding] {
        guard let clock else { return [] }
        if let programTime = clock.programTime, clock.time < programTime {
            return [
                .problem(
                    .clockWrong, "clock", "it is before this program was made, so it is wrong, and schedules with it",
                    remedy: "have it set from the network:" + .run("timedatectl set-ntp true")
                        + "or by hand; if it is lost with the power, the clock's battery is dead:"
                        + .run("timedatectl set-time 'YYYY-MM-DD hh:mm:ss'"))
            ]
        }
        guard clock.isSynchronised else {
            return [
                .notice(
                    .clockUnsynchronised, "clock",
                    "nothing keeps it right; schedules and screens that play together "
                        + "drift",
                    remedy: .run("apt install systemd-timesyncd", "timedatectl set-ntp true")
                        + "without internet, name a time server of the house as NTP= in /etc/systemd/timesyncd.conf")
            ]
        }
        return [.good(.clock, "clock", "synchronised")]
    }

    // MARK: - Disks

    private func finding(_ disk: FileSystem) -> Finding? {
        // An image that is read only is full by nature.
        guard disk.size > 0, !disk.isReadOnly else { return nil }
        let place = disk.mountPoint.map { $0 == disk.name ? "" : ", mounted on \($0)" } ?? ""
        let room = "\(bytes(disk.available)) of \(bytes(disk.size)) are free"
        let folder = disk.mountPoint ?? disk.path
        let remedy: Remedy =
            disk.isInMemory
            ? "it is in memory; what takes the room:" + .run("du -xh --max-depth=2 \(folder.quoted) | sort -h | tail")
            : .run("journalctl --vacuum-size=50M", "apt clean") + "what takes the rest:"
                + .run("du -xh --max-depth=2 \(folder.quoted) | sort -h | tail")
        if disk.available < Self.leastRoom || disk.availableFiles.map({ $0 < 64 }) == true {
            let isFiles = disk.available >= Self.leastRoom
            return .problem(
                .diskFull, disk.name,
                (isFiles ? "no more files can be made, though \(room)" : "full: \(room)") + place, remedy: remedy)
        }
        if disk.available < disk.size / 20, disk.available < 1 << 30 {
            return .notice(.diskNearlyFull, disk.name, "nearly full: \(room)\(place)", remedy: remedy)
        }
        return .good(.disk, disk.name, room + place)
    }

    /// What a log and a few files take.
    private static let leastRoom: UInt64 = 16 << 20

    /// Where the service keeps what it is to find again.
    var folderFindings: [Finding] {
        guard service?.load == "loaded", let state = stateFolder else { return [] }
        let owner = serviceAccount?.name ?? "vitrine"
        switch state.condition {
        case .writable: return []
        case .readOnly:
            return [
                .problem(
                    .folderReadOnly, state.path, "it is on a file system that is mounted read-only",
                    remedy: "a disk that failed is mounted so; what the kernel says of it:"
                        + .run(
                            "dmesg -T | grep -i -e ext4 -e 'I/O error'",
                            "mount -o remount,rw \(state.mountPoint.quoted)")
                )
            ]
        case .foreign:
            return [
                .problem(
                    .folderReadOnly, state.path, "\(owner), which the service runs as, may not write into it",
                    remedy: .run("chown \(owner): \(state.path.quoted)", "chmod 755 \(state.path.quoted)"))
            ]
        case .missing:
            return [
                .problem(
                    .folderReadOnly, state.path, "it is not there, and the service writes into it",
                    remedy: .run("install -d -o \(owner) -g \(owner) \(state.path.quoted)"))
            ]
        }
    }

    // MARK: - Memory

    private var memoryFindings: [Finding] {
        guard let memory else { return [] }
        let room = "\(bytes(memory.available)) of \(bytes(memory.size)) are available"
        var findings: [Finding] = []
        if memory.available < max(memory.size / 20, 32 << 20) {
            findings.append(
                .problem(
                    .memoryLow, "memory", "nearly used up: \(room)",
                    remedy: "what takes most:" + .run("ps -eo rss,comm --sort=-rss | head") + Self.smallerCache))
        }
        if let kills = memory.kills, kills > 0 {
            findings.append(
                .notice(
                    .outOfMemory, "memory",
                    "the kernel has ended \(count(kills, "process", plural: "processes")) for lack of it since it started",
                    remedy: .run("dmesg | grep -i 'out of memory'")))
        }
        return findings.isEmpty ? [.good(.memory, "memory", room)] : findings
    }

    // MARK: - Temperature

    private var temperatureFindings: [Finding] {
        var findings: [Finding] = []
        if hasUndervoltage == true {
            findings.append(
                .problem(
                    .undervoltage, "power", "the supply voltage is too low; the machine is slow, and may hang",
                    remedy: "use a stronger power supply, and a shorter and thicker cable; when it was too low:"
                        + .run("dmesg -T | grep -i voltage")))
        }
        for sensor in sensors {
            let remedy: Remedy =
                "free the vents, clean the fan, shade the machine; then look again:" + .run("vitrine doctor")
            if sensor.isCritical {
                findings.append(.problem(.hot, sensor.name, "too hot: \(sensor.text)", remedy: remedy))
            } else if sensor.isHigh {
                findings.append(.notice(.warm, sensor.name, "warm: \(sensor.text)", remedy: remedy))
            }
        }
        if findings.isEmpty, let hottest = sensors.max(by: { $0.temperature < $1.temperature }) {
            findings.append(.good(.temperature, "temperature", "\(hottest.degrees) at most (\(hottest.name))"))
        }
        return findings
    }

    /// As people count it: `3.2 GiB`.
    private func bytes(_ number: UInt64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (Double(number), 0)
        while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 || tenths >= 1000
            ? "\((tenths + 5) / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension MachineFacts.Sensor {
    /// Without limits of its own: what no chip of a signage player should be at.
    private static let usualHigh = 85_000
    private static let usualCritical = 95_000

    var isCritical: Bool {
        // Shortly before it switches itself off.
        temperature >= (critical.map { $0 - 3000 } ?? max(Self.usualCritical, high ?? 0))
    }

    var isHigh: Bool { temperature >= (high ?? critical.map { $0 - 10_000 } ?? Self.usualHigh) }

    var degrees: String { Self.degrees(temperature) }

    var text: String {
        let limit =
            critical.map { ", it switches off at \(Self.degrees($0))" }
            ?? high.map { ", it slows down at \(Self.degrees($0))" }
        return degrees + (limit ?? "")
    }

    private static func degrees(_ thousandths: Int) -> String { "\((thousandths + 500) / 1000) °C" }
}
