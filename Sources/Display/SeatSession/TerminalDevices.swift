import CDRM
import Glibc
import LinuxSystem
import Timing

/// The devices that the session of a virtual terminal has open: DRM master of each is given away and taken back here.
final class TerminalDevices {
    private let report: (SeatMessage) -> Void
    private var devices: [OpenDevice] = []
    /// Devices of which another program is master, as was reported.
    private var reportedForeign: Set<String> = []
    private var regaining: EventLoop.Deadline?
    /// Called when a device was had back that another program held when the terminal was switched to.
    var onRegained: () -> Void = {}

    init(on loop: EventLoop, report: @escaping (SeatMessage) -> Void) {
        self.report = report
        regaining = loop.makeTimer { [unowned self] in
            if regain() > 0 { onRegained() }
        }
    }

    /// Takes a device in place of one with its path.
    /// - Returns: another descriptor of the same open file.
    func add(_ path: String, _ descriptor: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor {
        close(path)
        let copy = try descriptor.duplicate()
        devices.append(OpenDevice(path: path, descriptor: descriptor))
        return copy
    }

    func close(_ path: String) { devices.removeAll { $0.path == path } }

    func closeAll() {
        stopRegaining()
        devices = []
    }

    /// Gives up master of every device.
    /// - Returns: the error of one that could not be given up.
    func dropMaster() -> SystemError? {
        var stuck: SystemError?
        for device in devices where isMaster(device) {
            do { try systemCall("drmDropMaster", device.path) { drmDropMaster(device.descriptor.rawValue) } } catch {
                stuck = error
            }
        }
        return stuck
    }

    /// The terminal is shown again.
    /// - Returns: whether one of the devices is to be had, or there is none.
    func switchedHere() -> Bool {
        reportedForeign = []
        regain()
        return devices.isEmpty || devices.contains(where: isMaster)
    }

    func stopRegaining() { regaining?.clear() }

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
                guard reportedForeign.insert(device.path).inserted else { continue }
                report(
                    SeatMessage(
                        .warning,
                        "\(device.path): the program of the other virtual terminal is still DRM master; waiting"))
            }
        }
        return count
    }

    private func isMaster(_ device: OpenDevice) -> Bool { drmIsMaster(device.descriptor.rawValue) != 0 }
}
