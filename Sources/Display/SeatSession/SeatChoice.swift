import Glibc
public import LinuxSystem

/// Opens the session that is wanted, and says which it is and why not another.
///
/// - Parameters:
///   - comesForward: whether a virtual terminal that is not shown is switched to at once, or waited for.
///   - keyboard: whether keys do anything while the session lasts, where it is one of a virtual terminal.
///   - report: called on any thread.
/// - Throws: where one kind was asked for that is not to be had. `auto` always finds something.
public func openSeatSession(
    _ preference: SeatPreference, on loop: EventLoop, comesForward: Bool = true,
    keyboard: SeatKeyboard = .on, report: @escaping @Sendable (SeatMessage) -> Void
) throws(SeatRefusal) -> any SeatSession {
    let terminal: Attempt = (
        "vt",
        { () throws(SeatRefusal) in
            try TerminalSession(on: loop, comesForward: comesForward, keyboard: keyboard, report: report)
        }
    )
    let direct: Attempt = ("none", { () throws(SeatRefusal) in DirectSession() })
    let attempts =
        switch preference {
        case .libseat: seats(on: loop, keyboard, report)
        case .vt: [terminal]
        case .none: [direct]
        case .auto: seats(on: loop, keyboard, report) + [terminal, direct]
        }
    var refusals: [(name: String, refusal: SeatRefusal)] = []
    for (name, open) in attempts {
        do throws(SeatRefusal) {
            let session = try open()
            let note = refusals.isEmpty ? "" : " (\(told(refusals)))"
            report(SeatMessage(.info, "session: \(session.name)\(note)"))
            return session
        } catch {
            refusals.append((name, error))
        }
    }
    throw refusals.count == 1 ? refusals[0].refusal : SeatRefusal(told(refusals))
}

private typealias Attempt = (name: String, open: () throws(SeatRefusal) -> any SeatSession)

/// By those of libseat's backends that ask a daemon: the builtin one would take whichever virtual terminal is shown, also
/// from a service or through ssh.
private func seats(
    on loop: EventLoop, _ keyboard: SeatKeyboard, _ report: @escaping @Sendable (SeatMessage) -> Void
) -> [Attempt] {
    // Who has set the variable has chosen.
    let backends: [String?] = unsafe getenv(Libseat.variable) == nil ? ["seatd", "logind"] : [nil]
    return backends.map { backend in
        (
            backend ?? "libseat",
            { () throws(SeatRefusal) in
                try LibseatSession(backend: backend, on: loop, keyboard: keyboard, report: report)
            }
        )
    }
}

private func told(_ refusals: [(name: String, refusal: SeatRefusal)]) -> String {
    refusals.map { "\($0.name): \($0.refusal)" }.joined(separator: "; ")
}
