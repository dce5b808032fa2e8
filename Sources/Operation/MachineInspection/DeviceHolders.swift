import Doctor
import LinuxSystem

/// Who has a display device, for a program that cannot have it.
public struct DeviceHolders: Sendable {
    private let tree: SystemTree

    /// - Parameter root: where `/proc` and `/sys` are; empty for the machine's own.
    public init(root: String = "") {
        tree = SystemTree(root: root)
    }

    /// Longer commands are cut off.
    private static let mostCharacters = 80

    /// They open devices for others.
    private static let openers: Set = ["systemd-logind", "seatd"]

    /// `vitrine, process 701 (vitrine --unattended)`: the program that drives the device, where that can be seen, else
    /// all others that have it open. Nil where none can be seen: other users' programs are for root to see.
    public func names(of path: String) -> String? {
        let holders = ProcessTable(tree).holders(of: path).filter { !Self.openers.contains($0.name) }
        let number = String(path.drop { !$0.isNumber })
        if case .process(let master)? = tree.text("/sys/kernel/debug/dri/\(number)/clients").map(SystemTree.master),
            holders.contains(where: { $0.id == master.id })
        {
            return describe(master)
        }
        return holders.isEmpty ? nil : holders.map(describe).joined(separator: ", ")
    }

    private func describe(_ process: MachineFacts.Process) -> String {
        let words = (tree.text("/proc/\(process.id)/cmdline", limit: 4096) ?? "").split(separator: "\0")
        let command = words.joined(separator: " ")
        let short = command.count > Self.mostCharacters ? command.prefix(Self.mostCharacters) + "…" : command[...]
        return "\(process.name), process \(process.id)" + (short.isEmpty ? "" : " (\(short))")
    }
}
