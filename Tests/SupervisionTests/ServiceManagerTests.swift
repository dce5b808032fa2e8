import Foundation
import Glibc
import LinuxSystem
import Testing

@testable import Supervision

/// A socket that a service manager listens on.
private struct Ear {
    let path: String
    let socket: Int32

    /// - Parameter isAbstract: whether its name is none of the file system's.
    init(isAbstract: Bool = false) throws {
        let name = "vitrine-notify-\(getpid())-\(UUID().uuidString.prefix(8))"
        path = isAbstract ? "@" + name : NSTemporaryDirectory() + name
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        if isAbstract { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count + (isAbstract ? 0 : 1))
        let number = socket
        try systemCall("bind", path) {
            unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(number, $0, length) }
            }
        }
    }

    func next() throws -> String {
        let packet = try PacketSocket(OwnedDescriptor(adopting: dup(socket))).receive(upTo: 4096, waiting: .never)
        return String(decoding: packet.bytes, as: UTF8.self)
    }

    func end() {
        close(socket)
        unsafe unlink(path)
    }
}

@Suite struct ServiceManagerTests {
    private func manager(_ ear: Ear, _ more: [String: String] = [:]) throws -> ServiceManager {
        let variables = more.merging(["NOTIFY_SOCKET": ear.path]) { _, new in new }
        return try #require(try ServiceManager(environment: { variables[$0] }, process: 42))
    }

    @Test(arguments: [false, true])
    func itHears(isAbstract: Bool) throws {
        let ear = try Ear(isAbstract: isAbstract)
        defer { ear.end() }
        let manager = try manager(ear)
        manager.notify(.ready, .status("2 screens lit\nand more"))
        #expect(try ear.next() == "READY=1\nSTATUS=2 screens lit; and more")
        manager.notify(.alive)
        #expect(try ear.next() == "WATCHDOG=1")
        manager.notify(.needsTime(.seconds(90)), .stopping, .forget("display-226-0"))
        #expect(try ear.next() == "EXTEND_TIMEOUT_USEC=90000000\nSTOPPING=1\nFDSTOREREMOVE=1\nFDNAME=display-226-0")
    }

    @Test func itKeepsOpenFiles() throws {
        let ear = try Ear()
        defer { ear.end() }
        let manager = try manager(ear)
        let file = try OwnedDescriptor.inMemory(Array("kept".utf8), name: "kept")
        #expect(manager.keep(file.rawValue, as: "display-226-1"))
        var packet = try PacketSocket(OwnedDescriptor(adopting: dup(ear.socket))).receive(upTo: 4096, waiting: .never)
        #expect(String(decoding: packet.bytes, as: UTF8.self) == "FDSTORE=1\nFDNAME=display-226-1")
        guard let kept = packet.descriptor.take() else {
            Issue.record("no descriptor came")
            return
        }
        let number = kept.rawValue
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(unsafe pread(number, &bytes, 16, 0) == 4)
    }

    @Test func nobodyAsked() throws {
        #expect(try ServiceManager(environment: { _ in nil }, process: 42) == nil)
        #expect(try ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? "" : nil }, process: 42) == nil)
    }

    @Test(arguments: ["/nowhere/notify", "/" + String(repeating: "long", count: 40)])
    func aSocketThatCannotBeHadIsTold(path: String) {
        #expect(throws: SystemError.self) {
            try ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? path : nil }, process: 42)
        }
    }

    @Test func aManagerThatDoesNotListenIsNotWaitedFor() throws {
        let ear = try Ear()
        defer { ear.end() }
        let manager = try manager(ear)
        // More than any socket holds; it returns all the same.
        for number in 0..<100_000 { manager.notify(.status("\(number)")) }
        #expect(try ear.next() == "STATUS=0")
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "30000000"], Duration.seconds(30)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], .seconds(30)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "43"], nil),
        (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "-1"], nil), ([:], nil),
    ])
    func theWatchdogIsForThisProcess(variables: [String: String], expected: Duration?) throws {
        let ear = try Ear()
        defer { ear.end() }
        #expect(try manager(ear, variables).watchdog == expected)
    }
}
