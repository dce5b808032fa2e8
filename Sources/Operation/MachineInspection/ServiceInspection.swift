import Doctor

/// The service by systemd, and what its processes were ended for.
extension SystemTree {
    /// Nil without systemd.
    func service() -> MachineFacts.Service? {
        guard isOwn, isThere("/run/systemd/system") else { return nil }
        let names = [
            "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts", "MainPID", "ControlGroup",
        ]
        let answer = Command.output(
            of: ["systemctl", "show", "vitrine.service", "--property=" + names.joined(separator: ",")],
            limit: .seconds(5))
        return answer.flatMap { service(by: String(decoding: $0.bytes, as: UTF8.self)) }
    }

    /// - Parameter text: what `systemctl show` says.
    func service(by text: String) -> MachineFacts.Service? {
        let fields = Dictionary(pairs(in: text)) { $1 }
        guard let load = fields["LoadState"], let activity = fields["ActiveState"] else { return nil }
        let process = fields["MainPID"].flatMap { Int($0) } ?? 0
        return MachineFacts.Service(
            load: load, activity: activity, substate: fields["SubState"] ?? "",
            enablement: fields["UnitFileState"] ?? "", result: fields["Result"] ?? "success",
            restarts: fields["NRestarts"].flatMap { Int($0) } ?? 0, process: process == 0 ? nil : process,
            memoryKills: fields["ControlGroup"].flatMap(memoryKills))
    }

    private func memoryKills(in group: String) -> Int? {
        guard !group.isEmpty else { return nil }
        return text("/sys/fs/cgroup\(group)/memory.events").flatMap { count("oom_kill", in: $0) }
    }

    /// The number after a name, in lines such as `oom_kill 3`.
    func count(_ name: String, in text: String) -> Int? {
        text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            .flatMap { Int($0.dropFirst(name.count).drop { $0 == " " }) }
    }
}
