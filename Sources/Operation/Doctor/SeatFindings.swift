import StatusFile

// The seat, and who else is on it.

extension MachineFacts {
    var seatFindings: [Finding] {
        var findings: [Finding] = []
        if let session = runningStatus?.session, !session.isActive {
            let other = seat.terminal.map { "; \($0) is shown" } ?? ""
            findings.append(
                .problem(
                    .sessionAway, "seat", "another session has the screens, Vitrine waits (\(session.kind))\(other)",
                    remedy: "switch back:" + .run("chvt \(Self.terminalNumber(in: session.kind) ?? 1)")
                        + "or end the other session:"
                        + .run("loginctl list-sessions", "loginctl terminate-session NUMBER")))
        }
        findings += gettyFindings + graphicsFindings
        if seat.terminal == nil, !seat.hasLogind, !seat.hasSeatd {
            findings.append(
                .notice(
                    .noTerminal, "seat",
                    "there are no virtual terminals, no logind and no seatd: nobody can switch away",
                    remedy: "nothing, where Vitrine is the only graphical program; else:"
                        + .run("apt install seatd")))
        }
        if findings.isEmpty { findings.append(.good(.seat, "seat", seatSummary)) }
        return findings
    }

    private var seatSummary: String {
        var parts: [String] = []
        if let terminal = seat.terminal {
            let mode = seat.isInGraphicsMode.map { $0 ? " (graphics)" : " (text)" } ?? ""
            parts.append("\(terminal)\(mode) is shown")
        }
        if let session = runningStatus?.session { parts.append("Vitrine has the screens by \(session.kind)") }
        let daemons = [seat.hasLogind ? "logind" : nil, seat.hasSeatd ? "seatd" : nil].compactMap(\.self)
        parts.append(daemons.isEmpty ? "no logind, no seatd" : daemons.joined(separator: " and "))
        return parts.joined(separator: "; ")
    }

    /// The N of a `ttyN` in a text.
    private static func terminalNumber(in text: String) -> Int? {
        text.firstRange(of: "tty").flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
    }

    /// A login on the terminal that the service is to have.
    private var gettyFindings: [Finding] {
        guard service?.load == "loaded", service?.isEnabled == true || service?.isActive == true else { return [] }
        return seat.terminalProcesses.filter { Self.logins.contains($0.name) }.prefix(1).map { process in
            let terminal = seat.terminal ?? "tty1"
            return .problem(
                .getty, terminal, "\(process) holds the terminal that vitrine.service is to have",
                remedy: .run(
                    "systemctl disable --now getty@\(terminal).service", "systemctl restart vitrine.service"))
        }
    }

    private static let logins: Set = ["agetty", "getty", "mingetty", "login", "bash", "sh", "zsh", "fish"]

    /// Other programs that draw. Where Vitrine has the screens nevertheless they only wait for their turn.
    private var graphicsFindings: [Finding] {
        let masters = cards.compactMap { card -> Process? in
            if case .process(let process) = card.master { process } else { nil }
        }
        let others = seat.graphicalProcesses.filter { !masters.contains($0) }
        let isLit = runningStatus?.devices.contains { $0.screens.contains { [.lit, .off].contains($0.state) } } == true
        if let first = others.first {
            let sentence = "\(others.listed) \(others.count == 1 ? "is" : "are") on this machine besides Vitrine"
            return [
                isLit
                    ? .notice(.otherGraphics, "seat", sentence, remedy: Self.ending(first))
                    : .problem(.otherGraphics, "seat", sentence, remedy: Self.ending(first))
            ]
        }
        return seat.sessions.filter { ["x11", "wayland"].contains($0.type) }.prefix(1).map { session in
            .notice(
                .otherGraphics, "seat", "session \(session.id) of \(session.user) is a desktop (\(session.type))",
                remedy: .run("loginctl terminate-session \(session.id)"))
        }
    }
}
