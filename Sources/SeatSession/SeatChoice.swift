import Glibc
public import LinuxEvents

/// Opens the session that is wanted, and says which it is and why not another.
///
/// Open it before a ``SignalSource`` for `SIGUSR1` or `SIGUSR2`, and after one for `SIGTERM`: libseat's builtin backend
/// forks a process that needs the former and inherits which ones are blocked.
/// - Parameters:
///   - comesForward: whether a virtual terminal that is not shown is switched to at once, or waited for.
///   - report: called on any thread.
/// - Throws: where one kind was asked for that is not to be had. `auto` always finds something.
public func openSeatSession(
    _ preference: SeatPreference, on loop: EventLoop, comesForward: Bool = true,
    report: @escaping @Sendable (SeatMessage) -> Void
) throws(SeatRefusal) -> any SeatSession {
    let terminal: Attempt = (
        "vt", { () throws(SeatRefusal) in try TerminalSession(on: loop, comesForward: comesForward, report: report) }
    )
    let direct: Attempt = ("none", { () throws(SeatRefusal) in DirectSession() })
    let attempts =
        switch preference {
        case .libseat: seats(on: loop, report)
        case .vt: [terminal]
        case .none: [direct]
        case .auto: seats(on: loop, report) + [terminal, direct]
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
private func seats(on loop: EventLoop, _ report: @escaping @Sendable (SeatMessage) -> Void) -> [Attempt] {
    // Who has set the variable has chosen.
    let backends: [String?] = unsafe getenv(Libseat.variable) == nil ? ["seatd", "logind"] : [nil]
    return backends.map { backend in
        (
            backend ?? "libseat",
            { () throws(SeatRefusal) in try LibseatSession(backend: backend, on: loop, report: report) }
        )
    }
}

private func told(_ refusals: [(name: String, refusal: SeatRefusal)]) -> String {
    refusals.map { "\($0.name): \($0.refusal)" }.joined(separator: "; ")
}
