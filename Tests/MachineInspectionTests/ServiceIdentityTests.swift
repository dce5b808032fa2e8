import Doctor
import Foundation
import Glibc
import Testing

@testable import MachineInspection

/// Reading with another user's rights. Who is not root has no more than their own to give up.
@Suite struct ServiceIdentityTests {
    private let nobody = MachineFacts.Account(name: "nobody", user: 65534, groups: [65534])

    @Test func whatTheUserMayNotReadIsNotRead() throws {
        let path = FileManager.default.temporaryDirectory.path + "/secret-\(UUID().uuidString)"
        try Data("secret".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        for mode in [0o600, 0o640] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let isRead = answer(within: .seconds(30), as: nobody) { unsafe access(path, R_OK) == 0 }
            #expect(isRead == (geteuid() != 0))
            #expect(answer(within: .seconds(30), as: nil) { unsafe access(path, R_OK) == 0 } == true)
        }
    }

    @Test func onlyTheThreadOfTheQuestionBecomesTheUser() {
        let user = geteuid()
        let ids = answer(within: .seconds(30), as: nobody) { () -> [UInt32] in
            var groups = [gid_t](repeating: 0, count: 64)
            let count = unsafe getgroups(64, &groups)
            return [getuid(), geteuid(), getgid(), getegid()] + groups.prefix(Int(count))
        }
        if geteuid() == 0 {
            #expect(ids == [65534, 65534, 65534, 65534, 65534])
        } else {
            #expect(ids?.prefix(2) == [getuid(), geteuid()])
        }
        #expect(getuid() == user && geteuid() == user)
        #expect(answer(within: .seconds(30), as: nil) { geteuid() } == user)
    }
}
