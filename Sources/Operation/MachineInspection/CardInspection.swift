import Doctor
import Glibc

/// Card nodes and graphics hardware: `/dev/dri`, `/sys`, debugfs.
extension SystemTree {
    func cards(
        _ processes: ProcessTable, read: (String) -> MachineFacts.Card.Reading
    ) -> [MachineFacts.Card] {
        let numbers = names("/dev/dri").filter { $0.hasPrefix("card") }.compactMap { Int($0.dropFirst(4)) }.sorted()
        return numbers.compactMap { number in
            let path = "/dev/dri/card\(number)"
            guard let status = status(path) else { return nil }
            var card = MachineFacts.Card(
                path: path, owner: status.st_uid, group: status.st_gid,
                ownerName: name(status.st_uid, in: "/etc/passwd"), groupName: name(status.st_gid, in: "/etc/group"),
                mode: UInt32(status.st_mode & 0o777), driver: linkName("/sys/class/drm/card\(number)/device/driver"),
                reading: read(path))
            card.holders = processes.holders(of: path)
            card.master = text("/sys/kernel/debug/dri/\(number)/clients").map(Self.master)
            return card
        }
    }

    /// The client that is marked in debugfs's list, whose columns are the program (20 wide), its process, the device,
    /// `y` for the master, and more.
    static func master(_ clients: String) -> MachineFacts.Card.Master {
        for line in clients.split(separator: "\n").dropFirst() {
            let fields = line.dropFirst(20).split(separator: " ")
            guard fields.count > 2, fields[2] == "y", let process = Int(fields[0]) else { continue }
            let name = String(line.prefix(20).drop { $0 == " " })
            return .process(MachineFacts.Process(id: process, name: name))
        }
        return .nobody
    }

    /// What is of PCI's class for displays.
    var displayControllers: [MachineFacts.DisplayController] {
        let folder = "/sys/bus/pci/devices"
        return names(folder).filter { line("\(folder)/\($0)/class")?.hasPrefix("0x03") == true }.map { address in
            let parts = ["vendor", "device"].map { line("\(folder)/\(address)/\($0)")?.dropFirst(2) ?? "?" }
            return MachineFacts.DisplayController(
                address: address, identifier: parts.joined(separator: ":"),
                driver: linkName("\(folder)/\(address)/driver"))
        }
    }

    // MARK: - Accounts

    /// A name by its number, in the files alone: no directory service, which may take its time, is asked.
    func name(_ number: UInt32, in file: String) -> String {
        let fields = lines(file).first { $0.count > 2 && UInt32($0[2]) == number }
        return fields.map { String($0[0]) } ?? "\(number)"
    }

    func account(_ name: String) -> MachineFacts.Account? {
        guard let fields = lines("/etc/passwd").first(where: { $0.count > 3 && $0[0] == name[...] }),
            let user = UInt32(fields[2]), let group = UInt32(fields[3])
        else { return nil }
        let others = lines("/etc/group").filter { $0.count > 3 && $0[3].split(separator: ",").contains(name[...]) }
        return MachineFacts.Account(
            name: name, user: user, groups: Set([group] + others.compactMap { UInt32($0[2]) }))
    }

    /// The fields of each line between colons.
    private func lines(_ file: String) -> [[Substring]] {
        (text(file, limit: 1 << 20) ?? "").split(separator: "\n")
            .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    }

    /// Who this program runs as.
    var viewer: MachineFacts.Viewer {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = unsafe getgroups(Int32(groups.count), &groups)
        return MachineFacts.Viewer(
            account: MachineFacts.Account(
                name: name(geteuid(), in: "/etc/passwd"), user: geteuid(),
                groups: Set([getegid()] + groups.prefix(Int(max(count, 0))))))
    }
}
