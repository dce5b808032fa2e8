import CLinux
import CSeccomp
import Glibc

/// Restricts the process to the system calls that decoding needs: a seccomp filter, made by libseccomp.
///
/// What reads, computes and answers is allowed. Opening of anything fails with EACCES and everything else with EPERM,
/// which libraries take for a missing file and go on; what no decoder ever does, but an attacker would, ends the process.
package enum SystemCallFilter {
    private static let allowed = [
        // The file and the socket. No memory can be made that counts for nobody: the engine brings the picture's.
        "read", "readv", "pread64", "preadv", "lseek", "fstat", "close", "dup", "recvmsg", "sendmsg",
        // Memory and threads (libvips computes some pictures in one).
        "brk", "munmap", "mremap", "madvise", "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity",
        "gettid", "getpid", "exit", "exit_group", "restart_syscall",
        // Signals: also what abort() needs to end the process by one.
        "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigaltstack",
        // Time and chance.
        "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom",
    ]
    private static let refused = [
        "open", "openat", "openat2", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    ]
    private static let fatal = [
        "execve", "execveat", "ptrace", "socket", "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
        "pidfd_send_signal", "pidfd_getfd", "process_vm_readv", "process_vm_writev",
    ]

    /// The memory that may be mapped: private memory, which RLIMIT_DATA counts. Memory that is shared and belongs to no
    /// file would count for nobody, nor would stacks that grow and huge pages.
    private static let kindMask = UInt64(mapType | MAP_GROWSDOWN | MAP_HUGETLB)
    /// `MAP_TYPE`, which the headers declare only under a feature macro.
    private static let mapType: Int32 = 0x0f

    /// `CLONE_NEWNS`, `CLONE_NEWCGROUP`, `CLONE_NEWUTS`, `CLONE_NEWIPC`, `CLONE_NEWUSER`, `CLONE_NEWPID`, `CLONE_NEWNET`,
    /// which the headers declare only under a feature macro.
    private static let namespaces: UInt64 = 0x7e02_0000

    /// Whether the filter holds for the calling thread: what it refuses is refused in its own way.
    static var holds: Bool {
        // Nothing else makes these two fail so.
        unsafe access("/", F_OK) == -1 && errno == EACCES && getsid(0) == -1 && errno == EPERM
    }

    /// Installs the filter, for all threads where that can be had; false where the kernel has no such filters.
    static func install(_ role: DecoderRole) -> Bool {
        guard let filter = unsafe seccomp_init(cseccomp_fail_with(EPERM)) else { return false }
        defer { unsafe seccomp_release(filter) }
        // Where it cannot be had (a service's own filter may refuse seccomp(2)), the filter is for this thread and those
        // that it makes; whether there are others is looked at afterwards.
        _ = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)

        func add(_ name: String, _ action: UInt32, _ conditions: [scmp_arg_cmp] = []) -> Bool {
            let number = unsafe seccomp_syscall_resolve_name(name)
            // A call that this machine's architecture does not have.
            if number < 0 { return true }
            return unsafe seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions) == 0
        }
        let allow = UInt32(SCMP_ACT_ALLOW)
        func addCompiling() -> Bool {
            let kind = UInt64(MAP_PRIVATE | MAP_ANONYMOUS)
            return add("mmap", allow, [cseccomp_masked(3, kindMask | UInt64(MAP_ANONYMOUS), kind)])
        }
        let isComplete =
            allowed.allSatisfy { add($0, allow) }
            && refused.allSatisfy { add($0, cseccomp_fail_with(EACCES)) }
            && fatal.allSatisfy { add($0, UInt32(SCMP_ACT_KILL_PROCESS)) }
            // A signal to a thread of its own: abort() needs it. The engine's threads are others'.
            && add("tgkill", allow, [cseccomp_equal(0, UInt64(getpid()))])
            // Executable memory only as liborc needs it: never of a file, never by changing what is there.
            && (!role.compiles || addCompiling())
            && add(
                "mmap", allow,
                [
                    cseccomp_masked(2, UInt64(PROT_EXEC), 0),
                    cseccomp_masked(3, kindMask, UInt64(MAP_PRIVATE)),
                ])
            // The picture, and files that are mapped: no more than there is of them.
            && add(
                "mmap", allow,
                [
                    cseccomp_masked(2, UInt64(PROT_EXEC), 0),
                    cseccomp_masked(3, kindMask | UInt64(MAP_ANONYMOUS), UInt64(MAP_SHARED)),
                ])
            && add("mprotect", allow, [cseccomp_masked(2, UInt64(PROT_EXEC), 0)])
            // Of this process's own descriptors only, not of paths.
            && add(
                "newfstatat", allow,
                [cseccomp_masked(3, UInt64(CSECCOMP_AT_EMPTY_PATH), UInt64(CSECCOMP_AT_EMPTY_PATH))])
            && add("fcntl", allow, [cseccomp_equal(1, UInt64(F_GETFL))])
            && add("fcntl", allow, [cseccomp_equal(1, UInt64(F_DUPFD_CLOEXEC))])
            && add("write", allow, [cseccomp_equal(0, UInt64(STDERR_FILENO))])
            // Threads, but no processes. The flags of clone3 are out of a filter's reach; without it, glibc uses clone.
            // None has namespaces of its own, which root could have.
            && add(
                "clone", allow,
                [cseccomp_masked(0, UInt64(CSECCOMP_CLONE_THREAD) | namespaces, UInt64(CSECCOMP_CLONE_THREAD))])
            && add("clone3", cseccomp_fail_with(ENOSYS))
            && add("prctl", allow, [cseccomp_equal(0, UInt64(PR_SET_NAME))])
        return unsafe isComplete && seccomp_load(filter) == 0
    }

    /// Whether memory may be writable and executable, which security modules can forbid.
    ///
    /// liborc, which compiles libvips's inner loops while it runs, ends the process where it may not. Without it a
    /// photo takes two to three times as long.
    package static func canCompile() -> Bool {
        let size = Int(getpagesize())
        let protection = PROT_READ | PROT_WRITE | PROT_EXEC
        let memory = unsafe mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe memory != MAP_FAILED else { return false }
        unsafe munmap(memory, size)
        return true
    }
}
