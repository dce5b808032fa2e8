import CLinux
import Doctor
import Glibc

/// Clock, memory and thermometers.
extension SystemTree {
    var clock: MachineFacts.Clock {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        var discipline = timex()
        // Only read: no mode is set. It fails where a container forbids it, and then nothing is known to keep it right.
        let isKept = unsafe adjtimex(&discipline) != -1 && discipline.status & STA_UNSYNC == 0
        return MachineFacts.Clock(
            time: Int64(now.tv_sec), isSynchronised: isKept,
            programTime: status("/proc/self/exe").map { Int64($0.st_mtim.tv_sec) })
    }

    // MARK: - Memory

    var memory: MachineFacts.Memory? {
        guard let text = text("/proc/meminfo"), let size = kibibytes("MemTotal", in: text),
            let available = kibibytes("MemAvailable", in: text)
        else { return nil }
        return MachineFacts.Memory(
            size: size, available: available,
            kills: self.text("/proc/vmstat").flatMap { count("oom_kill", in: $0) })
    }

    /// `MemTotal:       16308736 kB`
    private func kibibytes(_ name: String, in text: String) -> UInt64? {
        text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { UInt64($0) }.map { $0 << 10 }
    }

    // MARK: - Temperature

    /// Thermal zones, and the thermometers of hwmon that are none of them.
    var sensors: [MachineFacts.Sensor] {
        let zones = thermalZones
        // The kernel gives each zone a device in hwmon too, with underscores in its name.
        let names = Set(zones.map { String($0.name.map { $0 == "-" ? "_" : $0 }) })
        let others = self.names("/sys/class/hwmon").flatMap { device -> [MachineFacts.Sensor] in
            let folder = "/sys/class/hwmon/\(device)"
            guard let name = line("\(folder)/name"), !names.contains(name) else { return [] }
            return thermometers(in: folder, of: name)
        }
        return zones + others
    }

    private var thermalZones: [MachineFacts.Sensor] {
        names("/sys/class/thermal").filter { $0.hasPrefix("thermal_zone") }.compactMap { zone in
            let folder = "/sys/class/thermal/\(zone)"
            guard let temperature = plausible(number("\(folder)/temp")) else { return nil }
            var sensor = MachineFacts.Sensor(name: line("\(folder)/type") ?? zone, temperature: temperature)
            for file in names(folder) where file.hasPrefix("trip_point_") && file.hasSuffix("_type") {
                let limit = plausibleLimit(number("\(folder)/\(file.dropLast("type".count))temp"))
                switch line("\(folder)/\(file)") {
                case "critical": sensor.critical = limit
                case "passive", "hot": sensor.high = [sensor.high, limit].compactMap(\.self).min()
                default: break
                }
            }
            return sensor
        }
    }

    private func thermometers(in folder: String, of device: String) -> [MachineFacts.Sensor] {
        names(folder).filter { $0.hasPrefix("temp") && $0.hasSuffix("_input") }.compactMap { file in
            let stem = "\(folder)/\(file.dropLast("input".count))"
            guard let temperature = plausible(number(folder + "/" + file)) else { return nil }
            let label = line(stem + "label")
            return MachineFacts.Sensor(
                name: [device, label].compactMap(\.self).joined(separator: " "), temperature: temperature,
                high: plausibleLimit(number(stem + "max")), critical: plausibleLimit(number(stem + "crit")))
        }
    }

    /// A thermometer that is not connected says anything.
    private func plausible(_ temperature: Int?) -> Int? { temperature.flatMap { -40_000...200_000 ~= $0 ? $0 : nil } }

    /// Nor is each limit one: some chips have 0, or the largest number that they hold.
    private func plausibleLimit(_ temperature: Int?) -> Int? {
        temperature.flatMap { 50_000...126_000 ~= $0 ? $0 : nil }
    }

    /// By the Raspberry Pi's firmware. Nil for other boards.
    var hasUndervoltage: Bool? {
        names("/sys/class/hwmon").first { line("/sys/class/hwmon/\($0)/name") == "rpi_volt" }
            .flatMap { number("/sys/class/hwmon/\($0)/in0_lcrit_alarm") }.map { $0 != 0 }
    }
}
