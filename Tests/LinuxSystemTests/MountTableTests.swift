import LinuxSystem
import Paths
import Testing

@Suite struct MountTableTests {
    private let table = MountTable(
        mountinfo: """
            26 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
            30 26 0:25 / /srv rw - tmpfs tmpfs rw
            31 30 0:44 / /srv/my\\040pictures rw,nosuid shared:7 master:2 - nfs4 host:/pictures rw,vers=4.2
            32 31 0:45 / /srv/my\\040pictures rw - fuse.sshfs over rw
            this is no line of it
            """.utf8)

    @Test func aPathIsOnTheInnermostMountThatHasIt() {
        #expect(table.mount(of: "/etc/vitrine.yaml")?.kind == "ext4")
        #expect(table.mount(of: "/srv")?.kind == "tmpfs")
        #expect(table.mount(of: "/srv2/a.png")?.point == "/")
    }

    @Test func whatIsMountedOverAnotherCounts() {
        let mount = table.mount(of: "/srv/my pictures/a.png")
        #expect(mount?.point == "/srv/my pictures")
        #expect(mount?.kind == "fuse.sshfs")
        #expect(mount?.source == "over")
    }

    @Test func thisProcessHasARoot() { #expect(MountTable.current.mount(of: "/") != nil) }
}
