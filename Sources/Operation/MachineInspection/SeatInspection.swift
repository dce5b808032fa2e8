import CLinux
import Doctor
import Glibc
import LinuxSystem

/// The seat: virtual terminals, logind, seatd. Nothing of it is changed.
extension SystemTree {
    func seat(_ processes: ProcessTable) -> MachineFacts.Seat {
        var seat = MachineFacts.Seat()
        seat.terminal = line("/sys/class/tty/tty0/active")
        if let terminal = seat.terminal {
            seat.isInGraphicsMode = isInGraphicsMode(terminal)
            seat.terminalProcesses = processes.processes(on: terminal)
        }
        seat.hasLogind = isThere("/run/systemd/seats")
        seat.hasSeatd = isThere("/run/seatd.sock")
        seat.sessions = names("/run/systemd/sessions").compactMap(session)
        seat.graphicalProcesses = processes.graphical
        return seat
    }

    /// Nil where we may not ask.
    private func isInGraphicsMode(_ terminal: String) -> Bool? {
        guard isOwn,
            let descriptor = try? OwnedDescriptor(opening: "/dev/\(terminal)", O_RDONLY | O_NOCTTY | O_NONBLOCK)
        else { return nil }
        var mode: CLong = 0
        let number = descriptor.rawValue
        guard unsafe ioctl(number, UInt(KDGETMODE), &mode) == 0 else { return nil }
        return mode == CLong(KD_GRAPHICS)
    }

    /// A file of logind's, of lines such as `TYPE=wayland`. Nil for a session on no seat.
    private func session(_ id: String) -> MachineFacts.Seat.Session? {
        guard let text = text("/run/systemd/sessions/\(id)") else { return nil }
        let fields = Dictionary(pairs(in: text)) { $1 }
        guard fields["SEAT"] != nil else { return nil }
        return MachineFacts.Seat.Session(
            id: id, user: fields["USER"] ?? fields["UID"] ?? "?", type: fields["TYPE"] ?? "unspecified",
            isActive: fields["ACTIVE"] == "1")
    }
}

/// Lines of the form `NAME=value`.
func pairs(in text: some StringProtocol) -> [(String, String)] {
    text.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
    }
}
