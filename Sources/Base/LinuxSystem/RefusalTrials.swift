import CLinux
public import Glibc

/// Things that a confined process tries, to see that all of them are refused; what came of each is said on standard error.
public struct RefusalTrials {
    /// What it is, and whether it is possible.
    public typealias Trial = (name: String, succeeds: () -> Bool)

    private let trials: [Trial]

    public init(_ trials: [Trial]) {
        self.trials = trials
    }

    /// - Parameter place: where they are tried, such as a thread.
    /// - Returns: whether all of them were refused.
    public func areAllRefused(in place: String) -> Bool {
        var areRefused = true
        for trial in trials {
            let succeeds = trial.succeeds()
            Self.say("\(place): \(trial.name): \(succeeds ? "ALLOWED" : "refused")")
            areRefused = areRefused && !succeeds
        }
        return areRefused
    }

    /// Writes a line to standard error, by nothing that a confined process could lack.
    public static func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { text in unsafe _ = write(STDERR_FILENO, text.baseAddress, text.count) }
    }

    /// What Landlock has to refuse by itself: tried before a system call filter, which refuses the same. It holds for the
    /// thread that asks for it, so that has to be one of its own.
    /// - Returns: whether all was refused, or the kernel has no Landlock.
    public static func landlockRefusesAll() -> Bool {
        let opensFile = { unsafe open("/proc/self/status", O_RDONLY) >= 0 }
        guard opensFile() else {
            say("a file cannot be opened before anything is given up: this tests nothing")
            return false
        }
        // An older kernel does not have it.
        guard clinux_landlock_refuse_all() == 0 else { return true }
        return RefusalTrials([
            ("a file by its path", opensFile),
            ("a folder by its path", { unsafe open("/", O_RDONLY | O_DIRECTORY) >= 0 }),
            ("a new file", { unsafe open("/dev/shm/trial-\(getpid())", O_WRONLY | O_CREAT, 0o600) >= 0 }),
            ("a program", { unsafe execve("/bin/true", [nil], [nil]) == 0 }),
        ]).areAllRefused(in: "Landlock alone")
    }

    /// Whether memory can be mapped (`mmap`), in bytes.
    public static func maps(_ count: Int, _ flags: Int32, _ protection: Int32 = PROT_READ | PROT_WRITE) -> Bool {
        let memory = unsafe mmap(nil, count, protection, flags, -1, 0)
        guard unsafe memory != MAP_FAILED else { return false }
        unsafe munmap(memory, count)
        return true
    }

    /// Whether two sockets can be connected with one another (`socketpair`).
    public static func makesSocketPair() -> Bool {
        var ends: [Int32] = [-1, -1]
        return unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0
    }
}
