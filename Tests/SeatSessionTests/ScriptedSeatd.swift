import Foundation
import LinuxSystem
import Synchronization

/// A daemon that a test is the script of. It speaks as much of seatd's protocol as that takes: messages of an operation
/// code and the size of what follows.
final class ScriptedSeatd: Sendable {
    enum FromClient: UInt16 {
        case openSeat = 1
        case closeSeat, openDevice, closeDevice, disableSeat
    }

    enum FromServer: UInt16 {
        case seatOpened = 0x8001
        case disableSeat = 0x8005
        case enableSeat = 0x8006
    }

    let path = NSTemporaryDirectory() + "seatd-\(UUID().uuidString.prefix(8)).sock"
    private let listener: Int32
    private let connection = Mutex<Int32>(-1)

    private let isAnnounced: Bool

    /// - Parameters:
    ///   - greeting: what it answers when a seat is opened; empty for a daemon that hangs.
    ///   - isAnnounced: whether this process's environment names it.
    init(greeting: [FromServer], isAnnounced: Bool = true) throws {
        self.isAnnounced = isAnnounced
        listener = try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in path.utf8.prefix(room - 1).enumerated() { unsafe bytes[index] = byte }
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = try unsafe withUnsafePointer(to: &address) { pointer in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try systemCall("bind", path) { unsafe bind(listener, pointer, size) }
            }
        }
        try systemCall("listen") { listen(listener, 4) }
        if isAnnounced { unsafe setenv("SEATD_SOCK", path, 1) }
        // libseat waits for the greeting inside of its call, so somebody else has to give it.
        Thread.detachNewThread { [self] in
            let accepted = accept(listener, nil, nil)
            connection.withLock { $0 = accepted }
            if receive() == .openSeat { for message in greeting { send(message) } }
        }
    }

    func send(_ message: FromServer) {
        let name: [UInt8] = Array("seat0".utf8) + [0]
        let contents = message == .seatOpened ? bytes(UInt16(name.count)) + name : []
        let packet = bytes(message.rawValue) + bytes(UInt16(contents.count)) + contents
        connection.withLock { descriptor in
            unsafe _ = Glibc.send(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// The next message of the client, waited for; nil when it has gone.
    func receive() -> FromClient? {
        var header: [UInt16] = [0, 0]
        let descriptor = connection.withLock { $0 }
        guard unsafe recv(descriptor, &header, 4, Int32(MSG_WAITALL)) == 4 else { return nil }
        var contents = [UInt8](repeating: 0, count: Int(header[1]))
        if !contents.isEmpty { unsafe _ = recv(descriptor, &contents, contents.count, Int32(MSG_WAITALL)) }
        return FromClient(rawValue: header[0])
    }

    /// Whether the client has sent something that was not received.
    var hasMessage: Bool {
        var descriptor = pollfd(fd: connection.withLock { $0 }, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) > 0
    }

    /// Hangs up.
    func stop() {
        if isAnnounced { unsafe unsetenv("SEATD_SOCK") }
        connection.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unsafe unlink(path)
    }

    private func bytes(_ number: UInt16) -> [UInt8] { unsafe withUnsafeBytes(of: number) { unsafe Array($0) } }
}
