import Glibc
import LinuxSystem

/// A seat of libseat: of seatd, of logind, or held by a process that libseat forks. The seat opens the devices, and
/// gives and takes DRM master.
final class LibseatSession: SeatSession {
    private let seat: Libseat
    private let report: @Sendable (SeatMessage) -> Void
    private let handover: Handover
    private let keyboard: SeatTerminal?
    private var watch: EventLoop.Watch?
    private var devices: [(device: OpenDevice, id: Int32)] = []
    private(set) var isActive = false
    private var hasEnded = false

    var onPause: ((_ acknowledge: @escaping () -> Void) -> Void)?
    var onResume: (() -> Void)?
    var onLost: ((SystemError) -> Void)?

    var name: String { "libseat \(seat.name)" }

    /// - Parameters:
    ///   - backend: libseat's name for it; nil for the first that works, or the one in `$LIBSEAT_BACKEND`.
    ///   - limit: how long the seat may take for each thing that is asked of it.
    ///   - keyboard: whether keys do anything. A seat switches them off, and they are switched on again here.
    init(
        backend: String? = nil, limit: Duration = .seconds(2), on loop: EventLoop, keyboard: SeatKeyboard = .off,
        report: @escaping @Sendable (SeatMessage) -> Void
    ) throws(SeatRefusal) {
        do throws(SystemError) {
            seat = try Libseat(backend: backend, limit: limit, report: report)
        } catch { throw SeatRefusal(error) }
        self.report = report
        self.keyboard = keyboard == .on ? SeatTerminal() : nil
        handover = Handover(on: loop) { report(.late) }
        do throws(SystemError) {
            watch = try loop.watch(seat.descriptor) { [unowned self] in dispatch() }
            // Some backends tell the first state only when they are asked.
            handle(try seat.dispatch())
        } catch {
            end()
            throw SeatRefusal(error)
        }
    }

    deinit {
        end()
    }

    // MARK: Devices

    let keepsDevicesOpen = false

    func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        guard isActive else { throw SystemError("open", path, code: EACCES) }
        close(path)
        let opened = try check { () throws(SystemError) in try seat.open(path) }
        let device = OpenDevice(path: path, descriptor: OwnedDescriptor(adopting: opened.descriptor))
        devices.append((device, opened.id))
        return try device.descriptor.duplicate()
    }

    func open(_ path: String, kept: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor {
        throw SystemError("open", path, code: ENOTSUP)
    }

    func close(_ path: String) {
        guard let index = devices.firstIndex(where: { $0.device.path == path }) else { return }
        let id = devices[index].id
        // The seat looks at the descriptor once more, so that is closed afterwards.
        do { try check { () throws(SystemError) in try seat.close(device: id) } } catch {
            report(SeatMessage(.debug, "\(path): \(error)"))
        }
        devices.remove(at: index)
    }

    /// Makes a call to the seat, which may turn out to be gone.
    private func check<Value>(_ call: () throws(SystemError) -> Value) throws(SystemError) -> Value {
        do { return try call() } catch {
            if seat.hasFailed { lose(error) }
            throw error
        }
    }

    // MARK: Switching

    private func dispatch() {
        do throws(SystemError) { handle(try seat.dispatch()) } catch { lose(error) }
    }

    private func handle(_ events: [Libseat.Event]) {
        for event in events {
            switch event {
            case .enabled: switchedHere()
            case .disabled: switchedAway()
            }
        }
    }

    private func switchedAway() {
        if isActive { report(SeatMessage(.info, "\(name): switched away")) }
        isActive = false
        handover.ask(onPause) { [unowned self] in
            do { try check { () throws(SystemError) in try seat.acknowledgeDisabled() } } catch {
                report(SeatMessage(.debug, "\(error)"))
            }
        }
    }

    private func switchedHere() {
        handover.finish()
        guard !isActive else { return }
        report(SeatMessage(.info, "\(name): switched here"))
        isActive = true
        do { try keyboard?.turnOn() } catch {
            let remedy = "'kill \(getpid())' from elsewhere ends this"
            report(SeatMessage(.warning, "the seat has switched the keyboard off (\(error)); \(remedy)"))
        }
        onResume?()
    }

    // MARK: The end

    private func lose(_ error: SystemError) {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        isActive = false
        report(SeatMessage(.warning, "\(name): its daemon is gone or does not answer; there is no session any more"))
        onLost?(error)
    }

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        handover.finish()
        watch?.cancel()
        watch = nil
        for path in devices.map(\.device.path) { close(path) }
        isActive = false
        keyboard?.discardInput()
        seat.close()
    }
}

/// The virtual terminal that the program was started on, where it was, while a seat has it.
private final class SeatTerminal {
    private let terminal: VirtualTerminal
    private let keyboard: TerminalKeyboard

    init?() {
        guard let terminal = try? VirtualTerminal.ofThisProgram() else { return nil }
        keyboard = TerminalKeyboard(terminal.keys)
        self.terminal = terminal
    }

    func turnOn() throws(SystemError) { try keyboard.turnOn() }

    func discardInput() { terminal.discardInput() }
}
