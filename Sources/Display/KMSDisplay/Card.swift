import CDRM
import DisplayModel
import Glibc
import LinuxSystem
import Paths

/// An open card node. All objects that were made through it keep it open.
final class Card: Sendable {
    let path: String
    let id: DeviceID
    private let owner: OwnedDescriptor
    /// The device's folder in sysfs. Nil on systems without sysfs.
    private let sysfsPath: String?

    /// Opens a node. If no program is master of the card, opening it makes this one master.
    convenience init(
        opening path: String,
        by open: (String) throws(SystemError) -> OwnedDescriptor = { path throws(SystemError) in
            try OwnedDescriptor(opening: FilePath(path), O_RDWR)
        }
    ) throws(DisplayError) {
        let owner: OwnedDescriptor
        do { owner = try open(path) } catch { throw .opening(path, error) }
        try self.init(adopting: owner, path: path)
    }

    /// Takes over an open node, for instance from a seat. Sets `O_NONBLOCK`, so that reading events does not wait.
    init(adopting owner: consuming OwnedDescriptor, path: String) throws(DisplayError) {
        let number = owner.rawValue
        self.owner = owner
        self.path = path
        do {
            var status = stat()
            try systemCall("fstat", path) { unsafe fstat(number, &status) }
            id = DeviceID(number: status.st_rdev)
            let sysfsPath = "/sys/dev/char/\(id)"
            self.sysfsPath = unsafe access(sysfsPath, F_OK) == 0 ? sysfsPath : nil
            let flags = try systemCall("fcntl", path) { fcntl(number, F_GETFL) }
            try systemCall("fcntl", path) { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
        } catch { throw .opening(path, error) }
    }

    /// The descriptor's number; the card closes it.
    var descriptor: Int32 { owner.rawValue }

    /// False after the device was removed. Checked after failures, because calls for a removed device fail with any error,
    /// or not at all.
    var isPresent: Bool { sysfsPath.map { unsafe access($0, F_OK) == 0 } ?? true }

    var isMaster: Bool { drmIsMaster(descriptor) != 0 }

    /// The corresponding C function is `drmSetMaster`.
    func becomeMaster() throws(DisplayError) {
        guard !isMaster else { return }
        do { try systemCall("drmSetMaster", path) { drmSetMaster(descriptor) } } catch { throw .notMaster(path, error) }
    }

    /// The corresponding C function is `drmDropMaster`. Does nothing where this program is not master.
    func dropMaster() {
        // Before Linux 5.8 only root may drop it; others lose it when the card is closed.
        if isMaster { _ = drmDropMaster(descriptor) }
    }

    /// The corresponding C function is `drmSetClientCap`.
    func setClientCapability(_ capability: Int32, to value: UInt64 = 1) throws(SystemError) {
        try systemCall("drmSetClientCap", path) { drmSetClientCap(descriptor, UInt64(capability), value) }
    }

    /// Whether the driver has atomic modesetting. Asking switches it on for this open file.
    var isAtomic: Bool { (try? setClientCapability(DRM_CLIENT_CAP_ATOMIC)) != nil }

    /// The corresponding C function is `drmGetCap`. Zero for capabilities that the kernel does not know.
    func capability(_ capability: Int32) -> UInt64 {
        var value: UInt64 = 0
        return unsafe drmGetCap(descriptor, UInt64(capability), &value) == 0 ? value : 0
    }

    /// Where the device sits, by its folder in sysfs: `pci:0000:00:02.0`. libdrm's own function
    /// supports fewer buses than the kernel.
    var bus: String? {
        guard let sysfsPath, let place = linkName(sysfsPath + "/device"),
            let bus = linkName(sysfsPath + "/device/subsystem")
        else { return nil }
        return "\(bus):\(place)"
    }

    private func linkName(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let target = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.split(separator: "/").last.map(String.init)
    }
}

extension DeviceID {
    /// From `st_rdev`.
    init(number: dev_t) {
        self.init(major: gnu_dev_major(number), minor: gnu_dev_minor(number))
    }
}
