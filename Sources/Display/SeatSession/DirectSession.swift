import Glibc
import LinuxSystem
import Paths

/// No session: devices are opened directly, and nobody switches. For services, and machines without virtual terminals.
final class DirectSession: SeatSession {
    let name = "none"
    let isActive = true
    let keepsDevicesOpen = true
    var onPause: ((_ acknowledge: @escaping () -> Void) -> Void)?
    var onResume: (() -> Void)?
    var onLost: ((SystemError) -> Void)?

    func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        try OwnedDescriptor(opening: FilePath(path), O_RDWR)
    }

    func open(_ path: String, kept: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor { kept }

    func close(_ path: String) {}

    func end() {}
}
