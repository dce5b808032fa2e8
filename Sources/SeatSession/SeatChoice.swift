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
    let session: any SeatSession
    var reasons: [String] = []
    switch preference {
    case .libseat: session = try LibseatSession(on: loop, report: report)
    case .vt: session = try TerminalSession(on: loop, comesForward: comesForward, report: report)
    case .none: session = DirectSession()
    case .auto:
        var found: (any SeatSession)?
        for (name, open) in attempts(on: loop, comesForward, report) where found == nil {
            do { found = try open() } catch { reasons.append("\(name): \(error)") }
        }
        session = found ?? DirectSession()
    }
    let note = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
    report(SeatMessage(.info, "session: \(session.name)\(note)"))
    return session
}

private typealias Attempt = (name: String, open: () throws(SeatRefusal) -> any SeatSession)

/// What `auto` tries. Of libseat's backends those that ask a daemon: the builtin one would take whichever virtual
/// terminal is shown, also from a service or through ssh.
private func attempts(
    on loop: EventLoop, _ comesForward: Bool, _ report: @escaping @Sendable (SeatMessage) -> Void
) -> [Attempt] {
    // Who has set the variable has chosen.
    let backends: [String?] = unsafe getenv(Libseat.variable) == nil ? ["seatd", "logind"] : [nil]
    let seats = backends.map { backend -> Attempt in
        (
            backend ?? "libseat",
            { () throws(SeatRefusal) in try LibseatSession(backend: backend, on: loop, report: report) }
        )
    }
    return seats + [
        (
            "vt",
            { () throws(SeatRefusal) in
                try TerminalSession(on: loop, comesForward: comesForward, report: report)
            }
        )
    ]
}
