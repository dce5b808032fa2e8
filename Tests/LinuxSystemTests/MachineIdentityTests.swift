import Foundation
import Testing

@testable import LinuxSystem

@Suite struct MachineIdentityTests {
    private func addresses(_ texts: String...) -> [MachineIdentity.Address] {
        texts.map { .init(interface: "eth0", text: $0) }
    }

    @Test func whatLeadsHereComesFirst() {
        let all = addresses("fe80::1", "2001:db8::7", "169.254.3.4", "192.0.2.17")
        #expect(MachineIdentity.ranked(all) == addresses("192.0.2.17", "2001:db8::7"))
        let local = addresses("fe80::1", "169.254.3.4")
        #expect(MachineIdentity.ranked(local) == addresses("169.254.3.4", "fe80::1"), "better than none")
        #expect(MachineIdentity.ranked([]) == [])
    }

    @Test func thisMachineHasAName() {
        let machine = MachineIdentity.current
        #expect(machine.hostName == ProcessInfo.processInfo.hostName || !machine.hostName.isEmpty)
        #expect(machine.addresses.count <= 4)
        #expect(!machine.addresses.contains { $0.interface == "lo" || $0.text.hasPrefix("127.") || $0.text == "::1" })
    }

    /// It wakes nobody while nothing changes.
    @Test func addressesAreWatched() throws {
        let loop = try EventLoop()
        var changes = 0
        let watch = try AddressWatch(on: loop) { changes += 1 }
        try loop.turn(waitingAtMost: .milliseconds(50))
        #expect(changes == 0)
        withExtendedLifetime(watch) {}
    }
}
