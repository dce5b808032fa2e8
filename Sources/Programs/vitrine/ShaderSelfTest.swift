import CLinux
import DisplayModel
import GLESRendering
import Glibc
import LinuxSystem

/// Tries what a graphics driver that was taken over by a shader would try, and says what came of it.
enum ShaderSelfTest {
    /// Starts the driver, raises the walls and tries each thing: in the main thread, in one that is older than the walls, as
    /// a driver has them, and in one that is made afterwards.
    /// - Returns: whether all of it was refused.
    static func run(memory: Int, seconds: Int) throws -> Bool {
        try ShaderConfinement.begin(seconds: seconds, isInBackground: true)
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.warmUp()
        let isBehindLandlock = try OtherThread { RefusalTrials.landlockRefusesAll() }.result()
        let older = try OtherThread { Trials(memory: memory).areAllRefused(in: "an older thread") }
        try ShaderConfinement.close(memory: memory)
        let results = [
            isBehindLandlock, Trials(memory: memory).areAllRefused(in: "the main thread"), older.result(),
            try OtherThread { Trials(memory: memory).areAllRefused(in: "another thread") }.result(),
        ]
        withExtendedLifetime(renderer) {}
        return !results.contains(false)
    }
}

/// A thread that waits until it is asked for its result.
private struct OtherThread {
    private let thread: pthread_t
    /// The thread begins when something is written to it.
    private let start: Int32

    private final class Job: Sendable {
        let start: Int32
        let work: @Sendable () -> Bool

        init(start: Int32, _ work: @escaping @Sendable () -> Bool) {
            self.start = start
            self.work = work
        }
    }

    init(_ work: @escaping @Sendable () -> Bool) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe pipe2(&ends, O_CLOEXEC) }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Job(start: ends[0], work))
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let job = unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
                var byte: UInt8 = 0
                _ = unsafe read(job.start, &byte, 1)
                // Null stands for no.
                return unsafe job.work() ? context : nil
            }, context.toOpaque())
        guard code == 0 else { throw SystemError("pthread_create", code: code) }
        self.thread = thread
        start = ends[1]
    }

    func result() -> Bool {
        var byte: UInt8 = 0
        _ = unsafe write(start, &byte, 1)
        var result: UnsafeMutableRawPointer?
        unsafe pthread_join(thread, &result)
        return unsafe result != nil
    }
}

private struct Trials {
    let memory: Int

    func areAllRefused(in thread: String) -> Bool {
        RefusalTrials(memoryTrials + fileTrials + outsideTrials).areAllRefused(in: thread)
    }

    private var memoryTrials: [RefusalTrials.Trial] {
        [
            ("more memory than the limit", { RefusalTrials.maps(memory + 1 << 20, MAP_PRIVATE | MAP_ANONYMOUS) }),
            ("more memory by the heap", { unsafe sbrk(memory + 1 << 20) != UnsafeMutableRawPointer(bitPattern: -1) }),
            (
                "more shared memory than the limit",
                { RefusalTrials.maps(2 * memory + 1 << 20, MAP_SHARED | MAP_ANONYMOUS) }
            ),
            ("more addresses than the limit", { RefusalTrials.maps(1 << 44, MAP_PRIVATE | MAP_ANONYMOUS, PROT_NONE) }),
            ("memory in a file", { unsafe memfd_create("trial", 0) >= 0 }),
            ("more memory allowed", { raises(RLIMIT_DATA) }), ("more addresses allowed", { raises(RLIMIT_AS) }),
            ("more time allowed", { raises(RLIMIT_CPU) }),
            ("more weight", { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 0) == 0 }),
        ]
    }

    private var fileTrials: [RefusalTrials.Trial] {
        [
            ("a file", { unsafe open("/etc/passwd", O_RDONLY) >= 0 }),
            ("a file of its own", { unsafe open("/proc/self/status", O_RDONLY) >= 0 }),
            ("a display device", { unsafe open("/dev/dri/card0", O_RDWR) >= 0 || errno == ENOENT }),
            ("a folder", { unsafe open("/", O_RDONLY | O_DIRECTORY) >= 0 }),
            ("a new file", { unsafe open("/dev/shm/trial-\(getpid())", O_WRONLY | O_CREAT, 0o600) >= 0 }),
            ("a new folder", { unsafe mkdir("/dev/shm/trial-\(getpid())", 0o700) == 0 }),
            ("a file removed", { unsafe unlink("/nothing/that/is/there") == 0 || errno == ENOENT }),
            ("a file renamed", { unsafe rename("/nothing/that/is/there", "/nothing") == 0 || errno == ENOENT }),
        ]
    }

    private var outsideTrials: [RefusalTrials.Trial] {
        let parent = getppid()
        return [
            ("the network", { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
            ("a local socket", { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
            ("a pair of sockets", { RefusalTrials.makesSocketPair() }),
            ("a program", { unsafe execve("/bin/true", [nil], [nil]) == 0 }),
            ("another process", { forks() }),
            // Signal 0 only asks whether a signal could be sent.
            ("a signal to the player", { kill(parent, 0) == 0 }),
            ("a signal to its thread", { tgkill(parent, parent, 0) == 0 }),
            ("a handle of the player", { pidfd_open(parent, 0) >= 0 }),
            ("the player's memory", { readsMemory(of: parent) }),
        ]
    }
}

/// Whether a limit can be taken away.
private func raises(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit(rlim_cur: .max, rlim_max: .max)
    return unsafe setrlimit(Int32(resource.rawValue), &limit) == 0
}

private func forks() -> Bool { clinux_fork_ends() == 0 }

private func readsMemory(of process: pid_t) -> Bool { clinux_reads_memory(process) == 0 }
