import Glibc
public import LinuxSystem
import TextLayout

/// The service manager that started this program: what is reported to it, and what it asked for.
///
/// The protocol is that of `sd_notify(3)`: datagrams of `NAME=value` lines to the socket that `$NOTIFY_SOCKET` names. It
/// is systemd's, and other managers support it too. Nothing here waits: a notice that the manager does not take at once
/// is dropped.
public final class ServiceManager {
    private let socket: PacketSocket
    /// The longest time between two ``Notice/alive``; after it the manager takes the program for hung and kills it. Nil
    /// without a watchdog.
    public let watchdog: Duration?

    /// Nil where no manager asked for notices.
    /// - Parameters:
    ///   - environment: the value of an environment variable.
    ///   - process: this one's number, as `getpid(2)` has it.
    /// - Throws: if the socket exists and cannot be connected to.
    public init?(environment: (String) -> String?, process: Int32) throws(SystemError) {
        guard let path = environment("NOTIFY_SOCKET"), !path.isEmpty else { return nil }
        socket = PacketSocket(try Self.connect(path))
        watchdog = Self.watchdog(environment, process)
    }

    /// What is reported to the manager.
    public enum Notice: Hashable, Sendable {
        /// The program does what it was started for.
        case ready
        /// It still does: proof against the watchdog.
        case alive
        /// It is about to end.
        case stopping
        /// Starting takes longer: the manager waits for this time from now on.
        case needsTime(Duration)
        /// What it is doing, in one line, for people.
        case status(String)
        /// It keeps no descriptor of this name any more.
        case forget(String)

        var line: String {
            switch self {
            case .ready: "READY=1"
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            case .needsTime(let time): "EXTEND_TIMEOUT_USEC=\(max(1, time.components.seconds) * 1_000_000)"
            case .status(let text): "STATUS=\(text.split(separator: "\n").joined(separator: "; ").escaped)"
            case .forget(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
            }
        }
    }

    /// - Returns: whether the manager has taken it.
    @discardableResult
    public func notify(_ notices: Notice...) -> Bool {
        (try? socket.send(Array(notices.map(\.line).joined(separator: "\n").utf8))) != nil
    }

    /// Has the manager keep an open file for the next process, in case this one crashes. The descriptor stays the caller's.
    /// A manager that keeps none (`FileDescriptorStoreMax=` in the unit) ignores it.
    /// - Parameter name: without colons and control characters.
    /// - Returns: whether the manager has taken it.
    public func keep(_ descriptor: Int32, as name: String) -> Bool {
        (try? socket.send(Array("FDSTORE=1\nFDNAME=\(name)".utf8), with: descriptor)) != nil
    }

    // MARK: Environment

    private static func watchdog(_ environment: (String) -> String?, _ process: Int32) -> Duration? {
        if let owner = environment("WATCHDOG_PID"), Int32(owner) != process { return nil }
        return environment("WATCHDOG_USEC").flatMap(Int64.init).flatMap { $0 > 0 ? .microseconds($0) : nil }
    }

    private static func connect(_ path: String) throws(SystemError) -> OwnedDescriptor {
        // An abstract name is written with @ in place of the zero that it begins with.
        var name = Array(path.utf8)
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        var address = sockaddr_un()
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("connect", path, code: ENAMETOOLONG)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let isAbstract = name.first == 0
        let length = (MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + name.count + (isAbstract ? 0 : 1)
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = OwnedDescriptor(adopting: try systemCall("socket") { Glibc.socket(AF_UNIX, type, 0) })
        let number = descriptor.rawValue
        try systemCall("connect", path) {
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe Glibc.connect(number, $0, socklen_t(length))
                }
            }
        }
        return descriptor
    }
}
