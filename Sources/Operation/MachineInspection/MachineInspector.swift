import Dispatch
public import Doctor
import StatusFile

/// Looks at the machine and says what is so; what to think of it is for `Doctor` to say.
///
/// It disturbs nothing: it becomes master of no device, switches no terminal, writes nothing. It works as any user, and
/// sees more as root. Whatever takes too long is left out and named.
public struct MachineInspector: Sendable {
    private let tree: SystemTree
    private let version: String
    private let readDevice: @Sendable (String) -> MachineFacts.Card.Reading

    /// - Parameters:
    ///   - root: where `/proc`, `/sys`, `/dev`, `/run` and `/etc` are; empty for the machine's own.
    ///   - version: of the program.
    ///   - readDevice: reads the device of a node, and keeps to a limit in doing so.
    public init(
        root: String = "", version: String, readDevice: @escaping @Sendable (String) -> MachineFacts.Card.Reading
    ) {
        tree = SystemTree(root: root)
        self.version = version
        self.readDevice = readDevice
    }

    /// The file by which the running program tells about itself.
    public static let statusPath = "/run/vitrine/status.json"

    /// All but the content, which is not the machine's.
    /// - Parameter folders: whose disks matter.
    public func facts(folders: [String]) -> MachineFacts {
        let tree = tree
        var facts = MachineFacts(host: host, viewer: tree.viewer)
        var unanswered: [String] = []
        func ask<Value: Sendable>(_ part: String, _ question: @escaping @Sendable () -> Value) -> Value? {
            let answer = answer(within: .seconds(30), question)
            if answer == nil { unanswered.append(part) }
            return answer
        }
        let display = ask("devices") { [readDevice] in
            let processes = ProcessTable(tree)
            return (
                tree.cards(processes, read: readDevice), tree.displayControllers, tree.seat(processes),
                processes.players
            )
        }
        if let display { (facts.cards, facts.controllers, facts.seat, facts.players) = display }
        if facts.controllers.contains(where: { $0.driver == nil }) {
            let log = kernelLog
            for (index, controller) in facts.controllers.enumerated() where controller.driver == nil {
                facts.controllers[index].driverFailure = Self.driverFailure(at: controller.address, in: log)
            }
        }
        facts.service = tree.service()
        if facts.service?.restarts ?? 0 > 0 { facts.service?.lastFailure = Self.lastFailure(in: journal) }
        facts.serviceAccount = serviceAccount
        facts.status = statusBytes.flatMap { RunningStatus($0) }
        if let process = facts.status?.process { facts.isStatusProcessRunning = tree.isThere("/proc/\(process)") }
        facts.clock = tree.clock
        facts.fileSystems = ask("disks") { tree.fileSystems(of: folders) } ?? []
        if let folder = ask("/var/lib/vitrine", { [account = facts.serviceAccount] in tree.stateFolder(of: account) }) {
            facts.stateFolder = folder
        }
        facts.memory = tree.memory
        if let sensors = ask("thermometers", { (tree.sensors, tree.hasUndervoltage) }) {
            (facts.sensors, facts.hasUndervoltage) = sensors
        }
        facts.unanswered = unanswered
        return facts
    }

    /// The running program's file, as it is.
    public var statusBytes: [UInt8]? { tree.bytes(Self.statusPath, limit: 1 << 20) }

    /// The last lines of the service's journal, as far as it may be read.
    public var journal: [String] {
        guard tree.isOwn, tree.isThere("/run/systemd/system") else { return [] }
        let arguments = [
            "journalctl", "--quiet", "--no-pager", "--unit=vitrine.service", "--lines=200", "--output=short-iso",
        ]
        let bytes = Command.output(of: arguments, limit: .seconds(10))?.bytes ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The kernel's log, as far as it may be read: only by root, mostly.
    private var kernelLog: [String] {
        guard tree.isOwn, let output = Command.output(of: ["dmesg", "--color=never"], limit: .seconds(10)) else {
            return []
        }
        return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// What the kernel's log says last of a driver that failed to start with hardware, without the time:
    /// `vmwgfx: probe of 0000:00:02.0 failed with error -38`, or, since Linux 6.7,
    /// `vmwgfx 0000:00:02.0: probe with driver vmwgfx failed with error -38`.
    static func driverFailure(at address: String, in log: [String]) -> String? {
        let line = log.last { line in
            line.contains(address) && line.contains("probe ") && line.contains(" failed with error ")
        }
        guard let line, line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
        return String(line[line.index(after: end)...].drop { $0 == " " })
    }

    /// How the service ended when it failed last, by what systemd wrote: `vitrine.service: Failed with result 'watchdog'.`
    static func lastFailure(in journal: [String]) -> String? {
        journal.last { $0.contains("vitrine.service: Failed with result '") }?.split(separator: "'").dropFirst().first
            .map(String.init)
    }

    /// The account that the package makes.
    var serviceAccount: MachineFacts.Account? { tree.account("vitrine") }

    func account(of user: UInt32) -> MachineFacts.Account? { tree.account(tree.name(user, in: "/etc/passwd")) }

    private var host: MachineFacts.Host {
        MachineFacts.Host(
            name: tree.line("/proc/sys/kernel/hostname") ?? "this machine",
            kernel: "Linux " + (tree.line("/proc/sys/kernel/osrelease") ?? ""), version: version,
            hasNomodeset: tree.line("/proc/cmdline")?.split(separator: " ").contains("nomodeset") == true)
    }
}
