import Glibc
import LinuxSystem
import Paths
import Timing

/// The session of a virtual terminal, without any daemon: the kernel announces switches by signals, and DRM master is
/// given and taken by this program itself.
///
/// Needs root, or a user whose terminal it is.
final class TerminalSession: SeatSession {
    private let terminal: VirtualTerminal
    private let report: (SeatMessage) -> Void
    private let handover: Handover
    private let keyboard: TerminalKeyboard
    private var signals: SignalSource?
    private let devices: TerminalDevices
    private var isShown = false
    private var hasEnded = false

    var onPause: ((_ acknowledge: @escaping () -> Void) -> Void)?
    var onResume: (() -> Void)?
    var onLost: ((SystemError) -> Void)?

    var name: String { "virtual terminal \(terminal.name)" }
    var keepsDevicesOpen: Bool { true }
    var isActive: Bool { isShown && !hasEnded }

    /// The signals by which the kernel asks for a switch and announces one: real-time signals, because they queue, and
    /// because the others have other uses.
    static var switchSignals: (release: Int32, acquire: Int32) {
        (__libc_current_sigrtmin(), __libc_current_sigrtmin() + 1)
    }

    /// - Parameters:
    ///   - comesForward: whether a terminal that is not shown is switched to at once, or waited for.
    ///   - keyboard: whether keys do anything.
    init(
        on loop: EventLoop, comesForward: Bool, keyboard: SeatKeyboard, report: @escaping (SeatMessage) -> Void
    ) throws(SeatRefusal) {
        terminal = try VirtualTerminal.ofThisProgram()
        self.keyboard = TerminalKeyboard(terminal.keys)
        self.report = report
        devices = TerminalDevices(on: loop, report: report)
        handover = Handover(on: loop) { report(.late) }
        devices.onRegained = { [unowned self] in onResume?() }
        let (release, acquire) = Self.switchSignals
        do throws(SystemError) {
            signals = try SignalSource([release, acquire], on: loop) { [unowned self] signal in
                if signal == release { switchedAway() } else { switchedHere() }
            }
            if keyboard == .off { try self.keyboard.turnOff() }
            try terminal.set(.graphics)
            try terminal.set(.announced(release: release, acquire: acquire))
            isShown = try terminal.isShown()
            if !isShown, comesForward { try terminal.show() }
        } catch {
            end()
            throw SeatRefusal(error)
        }
    }

    deinit {
        end()
    }

    // MARK: Devices

    func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        guard isActive else { throw SystemError("open", path, code: EACCES) }
        return try devices.add(path, try OwnedDescriptor(opening: FilePath(path), O_RDWR))
    }

    func open(_ path: String, kept: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor {
        guard isActive else { throw SystemError("open", path, code: EACCES) }
        return try devices.add(path, kept)
    }

    func close(_ path: String) { devices.close(path) }

    // MARK: Switching

    private func switchedAway() {
        devices.stopRegaining()
        guard isShown else { return leave() }
        isShown = false
        report(SeatMessage(.info, "\(name): switched away"))
        handover.ask(onPause) { [unowned self] in leave() }
    }

    /// Nothing is submitted any more.
    private func leave() {
        let stuck = devices.dropMaster()
        attempt { () throws(SystemError) in try terminal.release() }
        // The kernel lets only root drop it, and the process that opened the file. A process that
        // continues the previous one's file gives the screens away by ending.
        if let stuck {
            report(
                SeatMessage(.info, "\(name): ending, because only the previous process could release the devices"))
            onLost?(stuck)
        }
    }

    private func switchedHere() {
        handover.finish()
        attempt { () throws(SystemError) in try terminal.confirmAcquired() }
        report(SeatMessage(.info, "\(name): switched here"))
        isShown = true
        if devices.switchedHere() { onResume?() }
    }

    // MARK: The end

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        handover.finish()
        devices.closeAll()
        terminal.discardInput()
        attempt { () throws(SystemError) in try keyboard.restore() }
        // A switch that was announced and not yet heard of would be lost. Mostly there is none: EINVAL.
        try? terminal.release()
        attempt { () throws(SystemError) in try terminal.set(.automatic) }
        attempt { () throws(SystemError) in try terminal.set(.text) }
        signals = nil
    }

    private func attempt(_ step: () throws(SystemError) -> Void) {
        do { try step() } catch { report(SeatMessage(.warning, "\(name): \(error)")) }
    }
}

extension SeatMessage {
    static let late = SeatMessage(.warning, "the screens are given away, although drawing has not stopped in time")
}
