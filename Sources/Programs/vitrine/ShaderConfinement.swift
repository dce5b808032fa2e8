import CLinux
import Glibc
import LinuxSystem
import Paths

/// What a process gives up that compiles a foreign shader.
enum ShaderConfinement {
    /// What can be given up before a graphics driver is loaded.
    /// - Parameters:
    ///   - seconds: of the processor's time, for all that the process does.
    ///   - isInBackground: whether everything else comes first.
    static func begin(seconds: Int, isInBackground: Bool) throws(SystemError) {
        try set(PR_SET_PDEATHSIG, UInt(SIGKILL))
        // The kernel's killer takes it before anything else of the machine: only a transition is missing then.
        if let file = try? OwnedDescriptor(opening: "/proc/self/oom_score_adj", O_WRONLY) {
            unsafe _ = write(file.rawValue, "900", 3)
        }
        try set(PR_SET_NO_NEW_PRIVS, 1)
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_CPU, to: UInt(max(seconds, 1)))
        // Half of what programs usually have: what passes here has room where it is drawn with.
        try limit(RLIMIT_STACK, to: 4 << 20)
        guard isInBackground else { return }
        try systemCall("setpriority") { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19) }
    }

    /// There is no wall where there has to be one, so nothing foreign is looked at.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The rest, once the driver has opened, started and mapped what it needs.
    /// - Parameter memory: in bytes, beyond what is used now.
    /// - Throws: where the kernel has no system call filters, or the filter does not hold in every thread.
    static func close(memory: Int) throws {
        let used = addressSpace
        try limit(RLIMIT_DATA, to: used.data + UInt(memory))
        // Also what is shared: memory files, and buffers of the GPU.
        try limit(RLIMIT_AS, to: used.all + UInt(memory) + UInt(memory))
        try limit(RLIMIT_FSIZE, to: 0)
        // The driver's own threads, too.
        let threads = ThreadStatus()
        try set(PR_SET_DUMPABLE, 0)
        // The limits above are what a compiler meets; these are for one with a hole. Landlock, for this thread, is a
        // second wall where the kernel has it.
        _ = clinux_landlock_refuse_all()
        guard clinux_refuse_outside() == 0 else {
            throw Missing(description: "the kernel has no system call filters (CONFIG_SECCOMP_FILTER)")
        }
        guard holds, threads.allAreFiltered else {
            throw Missing(description: "the system call filter does not hold in every thread")
        }
    }

    /// Whether the filter holds for the calling thread. Nothing else refuses these two so.
    private static var holds: Bool {
        unsafe unlink("/") == -1 && errno == EPERM && getpgid(0) >= 0
            && socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM
    }

    /// How many bytes the process has mapped: in all, and of its own, by proc_pid_statm(5).
    private static var addressSpace: (all: UInt, data: UInt) {
        let text = (try? WholeFile.readPrefix(of: "/proc/self/statm", limit: 256, kind: .stream)) ?? []
        let pages = String(decoding: text, as: UTF8.self).split(separator: " ").map { UInt($0) ?? 0 }
        let size = UInt(getpagesize())
        // The sixth is data and stack.
        return pages.count > 5 ? (pages[0] * size, pages[5] * size) : (1 << 30, 1 << 28)
    }

    private static func set(_ option: Int32, _ value: UInt) throws(SystemError) {
        try systemCall("prctl") { clinux_prctl(option, value) }
    }

    private static func limit(_ resource: __rlimit_resource, to value: UInt) throws(SystemError) {
        var now = rlimit()
        unsafe _ = getrlimit(Int32(resource.rawValue), &now)
        let value = min(value, now.rlim_max)
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        try systemCall("setrlimit") { unsafe setrlimit(Int32(resource.rawValue), &limit) }
    }
}
