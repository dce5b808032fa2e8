import CDRM
import Glibc
import LinuxEvents
import Timing

/// The session of a virtual terminal, without any daemon: the kernel tells of switches by signals, and DRM master is
/// given and taken by this program itself.
///
/// Needs root, or a user whose terminal it is.
final class TerminalSession: SeatSession {
    private let terminal: VirtualTerminal
    private let loop: EventLoop
    private let report: (SeatMessage) -> Void
    private let handover: Handover
    private var signals: SignalSource?
    private var regaining: EventLoop.Deadline?
    private var devices: [OpenDevice] = []
    /// Devices of which another program is master, as was told.
    private var told: Set<String> = []
    private var isShown = false
    private var hasEnded = false

    var onPause: ((_ acknowledge: @escaping () -> Void) -> Void)?
    var onResume: (() -> Void)?
    var onLost: ((SystemError) -> Void)?

    var name: String { "virtual terminal \(terminal.name)" }
    let keepsDevicesOpen = true
    var isActive: Bool { isShown && !hasEnded }

    /// - Parameter comesForward: whether a terminal that is not shown is switched to at once, or waited for.
    init(
        on loop: EventLoop, comesForward: Bool, report: @escaping (SeatMessage) -> Void
    ) throws(SeatRefusal) {
        terminal = try VirtualTerminal.ofThisProgram()
        self.loop = loop
        self.report = report
        handover = Handover(on: loop) { report(.late) }
        regaining = loop.makeTimer { [unowned self] in
            if regain() > 0 { onResume?() }
        }
        // Real-time signals, because they queue, and because the others have other uses.
        let (release, acquire) = (__libc_current_sigrtmin(), __libc_current_sigrtmin() + 1)
        do throws(SystemError) {
            signals = try SignalSource([release, acquire], on: loop) { [unowned self] signal in
                if signal == release { switchedAway() } else { switchedHere() }
            }
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
        return try take(path, try OwnedDescriptor(opening: path, O_RDWR))
    }

    func open(_ path: String, kept: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor {
        guard isActive else { throw SystemError("open", path, code: EACCES) }
        return try take(path, kept)
    }

    private func take(_ path: String, _ descriptor: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor {
        close(path)
        let copy = try descriptor.duplicate()
        devices.append(OpenDevice(path: path, descriptor: descriptor))
        return copy
    }

    func close(_ path: String) {
        devices.removeAll { $0.path == path }
    }

    // MARK: Switching

    private func switchedAway() {
        regaining?.clear()
        guard isShown else { return leave() }
        isShown = false
        report(SeatMessage(.info, "\(name): switched away"))
        handover.ask(onPause) { [unowned self] in leave() }
    }

    /// Nothing is submitted any more.
    private func leave() {
        var stuck: SystemError?
        for device in devices where isMaster(device) {
            do { try systemCall("drmDropMaster", device.path) { drmDropMaster(device.descriptor.rawValue) } } catch {
                stuck = error
            }
        }
        attempt { () throws(SystemError) in try terminal.release() }
        // The kernel lets only root drop it, and the process that opened the file. Who has gone on with a former life's
        // file gives the screens away by ending.
        if let stuck {
            report(
                SeatMessage(.info, "\(name): the devices were opened by a former life; ending, which lets go of them"))
            onLost?(stuck)
        }
    }

    private func switchedHere() {
        handover.finish()
        attempt { () throws(SystemError) in try terminal.confirmAcquired() }
        report(SeatMessage(.info, "\(name): switched here"))
        isShown = true
        told = []
        regain()
        if devices.isEmpty || devices.contains(where: isMaster) { onResume?() }
    }

    /// Becomes master of each device again. What another program still holds is asked for again, ten times a second.
    /// - Returns: how many have been had back by this.
    @discardableResult
    private func regain() -> Int {
        var count = 0
        for device in devices where !isMaster(device) {
            do {
                try systemCall("drmSetMaster", device.path) { drmSetMaster(device.descriptor.rawValue) }
                count += 1
            } catch {
                // A device that is gone has its own way of being noticed.
                guard error.code == EBUSY else { continue }
                regaining?.set(EventLoop.now + .milliseconds(100))
                guard told.insert(device.path).inserted else { continue }
                report(
                    SeatMessage(
                        .warning,
                        "\(device.path): the program of the other virtual terminal is still DRM master; waiting"))
            }
        }
        return count
    }

    private func isMaster(_ device: OpenDevice) -> Bool { drmIsMaster(device.descriptor.rawValue) != 0 }

    // MARK: The end

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        handover.finish()
        regaining?.clear()
        devices = []
        terminal.discardInput()
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
