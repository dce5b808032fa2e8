import DisplayModel
import KMSDisplay
import LinuxSystem
import SeatSession
import Supervision

/// Display devices that the service manager keeps open over a crash, with the last picture on their screens.
final class KeptDevices {
    private let manager: ServiceManager?
    private let kept: KeptDescriptors
    private let log: Log
    /// Names of the open files that the manager keeps for this process.
    private var names: Set<String> = []
    /// Whether to go on with what the previous process has left. It may be what ended that process.
    var continuesPrevious = true
    /// How devices are opened.
    var opener = KernelDeviceOpener()

    init(_ manager: ServiceManager?, _ kept: KeptDescriptors, _ log: Log) {
        self.manager = manager
        self.kept = kept
        self.log = log
    }

    var isEmpty: Bool { names.isEmpty }

    private static func name(_ id: DeviceID) -> String { "display-\(id.major)-\(id.minor)" }

    /// Opens a display device. Where the previous process has left it open it goes on with that one, with its last picture
    /// on the screens. From now on the manager keeps it open for the next process.
    func open(_ id: DeviceID, _ path: String, in session: any SeatSession) throws(DisplayError) -> any KernelDevice {
        let name = Self.name(id)
        var device: (any KernelDevice)?
        if let file = kept.take(name), continuesPrevious, let file = try? session.open(path, kept: file) {
            device = try? opener.take(file, path: path)
            if device != nil { log(.info, "\(path): going on with the picture that is on its screens") }
        }
        // Who keeps another open file of the device is master of it.
        if device == nil { manager?.notify(.forget(name)) }
        let opened: any KernelDevice
        if let device {
            opened = device
        } else {
            opened = try opener.open(path) { path throws(SystemError) in try session.open(path) }
        }
        if session.keepsDevicesOpen, let manager {
            names.insert(name)
            if !manager.keep(opened.eventDescriptor, as: name) {
                log(.warning, "\(path): the service manager does not keep it open; a crash would be seen")
            }
        }
        return opened
    }

    /// Frees the screens of devices that the previous process has left open and this one does not use.
    func forgetUnused() {
        for name in kept.closeRest() { manager?.notify(.forget(name)) }
    }

    /// The device is gone, or to be closed for good.
    func forget(_ id: DeviceID) {
        let name = Self.name(id)
        if names.remove(name) != nil { manager?.notify(.forget(name)) }
    }

    /// What the manager keeps is of no use any more: the screens are given back, or nothing is to be gone on with.
    func forgetAll() {
        for name in names { manager?.notify(.forget(name)) }
        names = []
    }
}
