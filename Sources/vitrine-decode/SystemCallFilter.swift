import CLinux
import CSeccomp
import Glibc

/// Restricts the process to the system calls that decoding needs: a seccomp filter, made by libseccomp.
///
/// What reads, computes and answers is allowed. Opening of anything fails with EACCES and everything else with EPERM,
/// which libraries take for a missing file and go on; what no decoder ever does, but an attacker would, ends the process.
enum SystemCallFilter {
    private static let allowed = [
        // The file, the socket, and memory to send.
        "read", "readv", "pread64", "preadv", "lseek", "fstat", "close", "dup", "recvmsg", "sendmsg", "memfd_create",
        "ftruncate", "fallocate",
        // Memory and threads (libvips computes some pictures in one).
        "brk", "munmap", "mremap", "madvise", "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity",
        "gettid", "getpid", "exit", "exit_group", "restart_syscall",
        // Signals: also what abort() needs to end the process by one.
        "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigaltstack", "tgkill",
        // Time and chance.
        "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom",
    ]
    private static let refused = [
        "open", "openat", "openat2", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    ]
    private static let fatal = [
        "execve", "execveat", "ptrace", "socket", "kill", "process_vm_readv", "process_vm_writev",
    ]

    /// Installs the filter; false where the kernel has no such filters.
    static func install() -> Bool {
        guard let filter = unsafe seccomp_init(cseccomp_fail_with(EPERM)) else { return false }
        defer { unsafe seccomp_release(filter) }

        func add(_ name: String, _ action: UInt32, _ conditions: [scmp_arg_cmp] = []) -> Bool {
            let number = unsafe seccomp_syscall_resolve_name(name)
            // A call that this machine's architecture does not have.
            if number < 0 { return true }
            return unsafe seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions) == 0
        }
        let allow = UInt32(SCMP_ACT_ALLOW)
        let isComplete =
            allowed.allSatisfy { add($0, allow) }
            && refused.allSatisfy { add($0, cseccomp_fail_with(EACCES)) }
            && fatal.allSatisfy { add($0, UInt32(SCMP_ACT_KILL_PROCESS)) }
            // Executable memory only as liborc needs it: never of a file, never by changing what is there.
            && add("mmap", allow, [cseccomp_masked(2, UInt64(PROT_EXEC), 0)])
            && add("mmap", allow, [cseccomp_masked(3, UInt64(MAP_ANONYMOUS), UInt64(MAP_ANONYMOUS))])
            && add("mprotect", allow, [cseccomp_masked(2, UInt64(PROT_EXEC), 0)])
            // Of this process's own descriptors only, not of paths.
            && add(
                "newfstatat", allow,
                [cseccomp_masked(3, UInt64(CSECCOMP_AT_EMPTY_PATH), UInt64(CSECCOMP_AT_EMPTY_PATH))])
            && add("fcntl", allow, [cseccomp_equal(1, UInt64(F_GETFL))])
            && add("fcntl", allow, [cseccomp_equal(1, UInt64(F_DUPFD_CLOEXEC))])
            && add("fcntl", allow, [cseccomp_equal(1, UInt64(CLINUX_ADD_SEALS))])
            && add("write", allow, [cseccomp_equal(0, UInt64(STDERR_FILENO))])
            // Threads, but no processes. The flags of clone3 are out of a filter's reach; without it, glibc uses clone.
            && add("clone", allow, [cseccomp_masked(0, UInt64(CSECCOMP_CLONE_THREAD), UInt64(CSECCOMP_CLONE_THREAD))])
            && add("clone3", cseccomp_fail_with(ENOSYS))
            && add("prctl", allow, [cseccomp_equal(0, UInt64(PR_SET_NAME))])
        return unsafe isComplete && seccomp_load(filter) == 0
    }

    /// Whether memory may be writable and executable, which security modules can forbid.
    ///
    /// liborc, which compiles libvips's inner loops while it runs, ends the process where it may not. Without it a
    /// photo takes two to three times as long.
    static func canCompile() -> Bool {
        let size = Int(getpagesize())
        let protection = PROT_READ | PROT_WRITE | PROT_EXEC
        let memory = unsafe mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe memory != MAP_FAILED else { return false }
        unsafe munmap(memory, size)
        return true
    }
}
