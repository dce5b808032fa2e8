import Glibc
import LinuxSystem

/// The end to read from and the one to write to. They are closed by whoever gets them.
func pipeEnds(_ flags: Int32 = 0) throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { unsafe pipe(&ends) }
    for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, flags)
    }
    return ends
}
