import CLinux
import Glibc
import LinuxEvents

/// Gives up what a decoder does not need, before the first file is looked at.
enum Confinement {
    /// Limits that every kernel has.
    ///
    /// - Parameter memory: How many bytes of private memory the process may use; pictures that are sent and files that
    ///   are mapped do not count.
    static func applyLimits(memory: UInt) throws(SystemError) {
        try set(PR_SET_PDEATHSIG, UInt(SIGKILL))
        try set(PR_SET_DUMPABLE, 0)
        try set(PR_SET_NO_NEW_PRIVS, 1)
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_NOFILE, to: 32)
        try limit(RLIMIT_DATA, to: memory)
        // The largest picture there is: memory to be sent counts as a file.
        try limit(RLIMIT_FSIZE, to: 1 << 29)
        // The lowest weight of the ordinary policy. Two decoders beside a loop of 60 frames a second disturb it no more
        // than none (at nice 0, most frames are late). SCHED_IDLE is no kinder to the frames, and gets a third of the
        // time on a machine that has something else to do.
        try systemCall("setpriority") { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19) }
    }

    private static func set(_ option: Int32, _ value: UInt) throws(SystemError) {
        try systemCall("prctl") { clinux_prctl(option, value) }
    }

    private static func limit(_ resource: __rlimit_resource, to value: UInt) throws(SystemError) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        try systemCall("setrlimit") { unsafe setrlimit(Int32(resource.rawValue), &limit) }
    }
}
