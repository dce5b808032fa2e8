/// How a driver that comes without atomic modesetting is made to have it: options of kernel modules.
public struct AtomicSwitch: Hashable, Sendable {
    /// For a file in `/etc/modprobe.d`.
    public var lines: [String]
    /// What hardware it helps with. Nil: all that the driver drives.
    public var hardware: String?

    /// - Parameter driver: the kernel's name of it.
    /// - Returns: nil where nothing can be switched on.
    public init?(for driver: String) {
        switch driver {
        // Off by default since it was written.
        case "nouveau": lines = ["options nouveau atomic=1"]
        case "nvidia-drm": lines = ["options nvidia-drm modeset=1"]
        // Its display code comes in two kinds, and only the newer one is atomic.
        case "amdgpu": lines = ["options amdgpu dc=1"]
        case "radeon":
            hardware = "the Southern Islands and Sea Islands chips (most of Radeon HD 7700 to R9 390)"
            lines = ["options radeon si_support=0 cik_support=0", "options amdgpu si_support=1 cik_support=1 dc=1"]
        default: return nil
        }
    }

    /// What is said of a device that is driven without atomic modesetting.
    /// - Parameter isAsked: whether it is so because it was asked for.
    public static func lack(of driver: String, isAsked: Bool = false) -> String {
        let way = "driven by the calls from before it, without tests of what it can show"
        if isAsked { return "\(driver) is driven without atomic modesetting, as --no-atomic asks" }
        guard let option = AtomicSwitch(for: driver) else {
            return "the driver \(driver) has no atomic modesetting: \(way)"
        }
        let lines = option.lines.joined(separator: " and ")
        let hardware = option.hardware.map { " for \($0)" } ?? ""
        return "the driver \(driver) has no atomic modesetting: \(way); "
            + "the kernel modules' \(lines) may bring it\(hardware) (vitrine doctor says how)"
    }
}
