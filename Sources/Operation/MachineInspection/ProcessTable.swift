import Doctor
import Glibc

/// Who runs, on which terminal, and with which devices open: `/proc`.
struct ProcessTable {
    struct Entry {
        var process: MachineFacts.Process
        /// The device number of its terminal.
        var terminal: Int
        /// Whether it has ended and its parent has not noticed.
        var isZombie: Bool
        /// Paths of what it has open below `/dev/dri`; empty also where we may not look.
        var cards: Set<String>
    }

    let entries: [Entry]

    /// - Parameter tree: where `/proc` is.
    init(_ tree: SystemTree) {
        entries = tree.names("/proc").compactMap { name in
            guard let id = Int(name), id != getpid() || !tree.isOwn,
                let statistics = tree.text("/proc/\(id)/stat", limit: 4096)
            else { return nil }
            return Self.entry(id, statistics, tree)
        }
    }

    /// `123 (name) S 1 123 123 1025 …`: the name may have spaces and brackets, the seventh field is the terminal.
    private static func entry(_ id: Int, _ statistics: String, _ tree: SystemTree) -> Entry? {
        guard let start = statistics.firstIndex(of: "("), let end = statistics.lastIndex(of: ")"), start < end else {
            return nil
        }
        let fields = statistics[statistics.index(after: end)...].split(separator: " ")
        guard fields.count > 4 else { return nil }
        let folder = "/proc/\(id)/fd"
        let open = tree.names(folder).lazy.compactMap { tree.link("\(folder)/\($0)") }
        return Entry(
            process: MachineFacts.Process(
                id: id, name: String(statistics[statistics.index(after: start)..<end])),
            terminal: Int(fields[4]) ?? 0, isZombie: fields[0] == "Z",
            cards: Set(open.filter { $0.hasPrefix("/dev/dri/card") }))
    }

    func holders(of card: String) -> [MachineFacts.Process] {
        entries.filter { $0.cards.contains(card) }.map(\.process)
    }

    /// Those of Vitrine, except this one.
    var players: [MachineFacts.Process] {
        entries.filter { $0.process.name == "vitrine" && !$0.isZombie }.map(\.process)
    }

    /// Of a terminal such as `tty1`.
    func processes(on terminal: String) -> [MachineFacts.Process] {
        guard let number = Int(terminal.dropFirst("tty".count)) else { return [] }
        // The major number of virtual terminals is 4 (linux/major.h).
        return entries.filter { $0.terminal == 4 << 8 | number }.map(\.process)
    }

    /// Programs that draw on screens, by the names that the kernel knows them by, of 15 letters at most.
    var graphical: [MachineFacts.Process] {
        entries.map(\.process).filter { Self.graphicalNames.contains($0.name) }
    }

    private static let graphicalNames: Set = [
        "Xorg", "gnome-shell", "kwin_wayland", "mutter", "weston", "sway", "cage", "labwc", "wayfire", "Hyprland",
        "gamescope", "plymouthd", "gdm3", "sddm", "lightdm", "lxdm", "xdm", "greetd", "kodi.bin",
    ]
}
