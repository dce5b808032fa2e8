import TextLayout

// Clock, disks, memory, temperature.

extension MachineFacts {
    var hardwareFindings: [Finding] {
        clockFindings + fileSystems.compactMap(finding) + memoryFindings + temperatureFindings
    }

    // MARK: - Clock

    private var clockFindings: [Finding] {
        guard let clock else { return [] }
        if let programTime = clock.programTime, clock.time < programTime {
            return [
                .problem(
                    .clockWrong, "clock", "it is before this program was made, so it is wrong, and schedules with it",
                    remedy: "timedatectl set-ntp true; or set it: timedatectl set-time 'YYYY-MM-DD hh:mm:ss'; a dead "
                        + "battery of the clock loses it with the power")
            ]
        }
        guard clock.isSynchronised else {
            return [
                .notice(
                    .clockUnsynchronised, "clock",
                    "nothing keeps it right; schedules and screens that play together "
                        + "drift",
                    remedy: "apt install systemd-timesyncd && timedatectl set-ntp true; where the internet cannot be "
                        + "reached, name a time server of the house as NTP= in /etc/systemd/timesyncd.conf")
            ]
        }
        return [.good(.clock, "clock", "synchronised")]
    }

    // MARK: - Disks

    private func finding(_ disk: FileSystem) -> Finding? {
        // An image that is read only is full by nature.
        guard disk.size > 0, !disk.isReadOnly else { return nil }
        let room = "\(bytes(disk.available)) of \(bytes(disk.size)) are free"
        let remedy =
            "journalctl --vacuum-size=50M && apt clean; what takes the rest: du -xh --max-depth=2 \(disk.path) | sort -h | tail"
        if disk.available < 16 << 20 || disk.availableFiles.map({ $0 < 64 }) == true {
            let isFiles = disk.available >= 16 << 20
            return .problem(
                .diskFull, disk.path, isFiles ? "no more files can be made, though \(room)" : "full: \(room)",
                remedy: remedy)
        }
        if disk.available < disk.size / 20, disk.available < 1 << 30 {
            return .notice(.diskNearlyFull, disk.path, "nearly full: \(room)", remedy: remedy)
        }
        return .good(.disk, disk.path, room)
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
                    remedy: "ps -eo rss,comm --sort=-rss | head shows by what; \(Self.smallerCache)"))
        }
        if let kills = memory.kills, kills > 0 {
            findings.append(
                .notice(
                    .outOfMemory, "memory",
                    "the kernel has ended \(count(kills, "process", plural: "processes")) for want of it since it started",
                    remedy: "dmesg | grep -i 'out of memory'"))
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
                    remedy:
                        "a stronger power supply, a shorter and thicker cable; dmesg -T | grep -i voltage tells when"))
        }
        for sensor in sensors {
            let remedy = "free the vents, turn the fan's dust out, shade the machine; then: vitrine doctor"
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
