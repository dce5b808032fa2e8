// Linux interfaces that the Glibc module leaves out. No feature macros here: they would give the types that both
// modules share two unlike definitions.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/memfd.h>
#include <linux/seccomp.h>
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <unistd.h>

// GNU interfaces, which the headers declare only under a feature macro.
int memfd_create(const char *name, unsigned int flags);
int pidfd_open(pid_t pid, unsigned int flags);
int pipe2(int ends[2], int flags);
long syscall(long number, ...);
int tgkill(pid_t process, pid_t thread, int signal);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
enum {
    CLINUX_ADD_SEALS = 1033,  // F_ADD_SEALS of fcntl(2), and so on
    CLINUX_GET_SEALS = 1034,
    CLINUX_SEAL_SEAL = 1,
    CLINUX_SEAL_SHRINK = 2,
    CLINUX_SEAL_GROW = 4,
    CLINUX_SEAL_WRITE = 8,
};

// prctl is variadic, which Swift does not call.
static inline int clinux_prctl(int option, unsigned long argument) { return prctl(option, argument, 0, 0, 0); }

// Its number is put together by a macro, which Swift does not import.
enum { CLINUX_TTY_GET_DEVICE = TIOCGDEV };
// For requests whose argument is a number. What Swift offers passes an int, and the kernel reads a long.
static inline int clinux_ioctl(int descriptor, unsigned long request, unsigned long argument) {
    return ioctl(descriptor, request, argument);
}

// Gives the calling thread, and no other, another user's rights: the C library's functions for it change all threads.
// Returns -1 where that is not permitted; then the thread is to do nothing more.
static inline int clinux_become(uid_t user, gid_t group, const gid_t *groups, size_t count) {
    if (syscall(SYS_setgroups, count, groups) != 0 || syscall(SYS_setresgid, group, group, group) != 0) return -1;
    return (int)syscall(SYS_setresuid, user, user, user);
}

// openat2(2), which the C library does not have. RESOLVE_NO_MAGICLINKS counts always.
enum {
    CLINUX_RESOLVE_NO_SYMLINKS = 4,
    CLINUX_RESOLVE_BENEATH = 8,
    CLINUX_O_PATH = 010000000,  // O_PATH of open(2), a GNU flag
};
static inline int clinux_openat2(int folder, const char *path, int flags, uint64_t resolve) {
    struct { uint64_t flags, mode, resolve; } how = {(uint64_t)flags, 0, resolve | 2};
    return (int)syscall(437, folder, path, &how, sizeof how);
}

// landlock(7): the C library has no functions for it, and older headers not all of its rights. The numbers are the same
// on every architecture.
// Refuses the calling thread, and those that it makes, every right that the kernel's Landlock knows: files, TCP, and
// with its newest version abstract sockets and signals to other processes. PR_SET_NO_NEW_PRIVS has to be set.
// Returns -1 where there is no Landlock.
static inline int clinux_landlock_refuse_all(void) {
    enum { create_ruleset = 444, restrict_self = 446, version_flag = 1 };
    const long version = syscall(create_ruleset, (void *)0, 0, version_flag);
    if (version < 1) return -1;
    // struct landlock_ruleset_attr: as much of it as the version knows.
    struct { uint64_t files, network, scopes; } rights = {0x1fff, 0, 0};
    if (version >= 2) rights.files |= 1 << 13;
    if (version >= 3) rights.files |= 1 << 14;
    if (version >= 4) rights.network = 3;
    if (version >= 5) rights.files |= 1 << 15;
    if (version >= 6) rights.scopes = 3;
    const long ruleset =
        syscall(create_ruleset, &rights, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
    if (ruleset < 0) return -1;
    const long result = syscall(restrict_self, ruleset, 0);
    close((int)ruleset);
    return result == 0 ? 0 : -1;
}

// seccomp(2). Refuses all threads of the process the calls that lead to files, to other processes, to the network, to memory
// that counts for nobody and to more rights, with EPERM. What a graphics driver needs that has started is left.
// PR_SET_NO_NEW_PRIVS has to be set.
// Returns -1 where there are no such filters.
static inline int clinux_refuse_outside(void) {
#if defined __x86_64__
    enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
    enum { architecture = AUDIT_ARCH_AARCH64 };
#else
    return -1;
#endif
#if defined __x86_64__ || defined __aarch64__
    static const int refused[] = {
        SYS_openat, 437 /* openat2 */, SYS_mkdirat, SYS_mknodat, SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat,
        SYS_fchmodat, SYS_fchownat, SYS_truncate, SYS_utimensat, SYS_name_to_handle_at, SYS_memfd_create,
        SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_execve, SYS_execveat,
        SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_ptrace, SYS_process_vm_readv,
        SYS_process_vm_writev, SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_bpf,
        SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_open_by_handle_at, SYS_shmget,
        SYS_msgget, SYS_semget, SYS_prlimit64, SYS_setpriority,
        424 /* pidfd_send_signal */, 425 /* io_uring_setup */, 434 /* pidfd_open */, 438 /* pidfd_getfd */,
#ifdef __x86_64__
        SYS_fork, SYS_vfork, SYS_open, SYS_creat, SYS_mkdir, SYS_rmdir, SYS_mknod, SYS_unlink, SYS_rename, SYS_renameat,
        SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown,
#endif
#ifdef SYS_setrlimit
        SYS_setrlimit,
#endif
    };
    enum { count = sizeof refused / sizeof *refused, refuse = SECCOMP_RET_ERRNO | EPERM };
    struct sock_filter code[2 * count + 16];
    int length = 0;
    code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    // The numbers of x32, another set of the same calls.
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
    for (int i = 0; i < count; i++) {
        code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)refused[i], 0, 1);
        code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
    }
    // clone3 has its flags in memory, where no filter looks. Without it, the C library calls clone.
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    // Threads, and no processes.
    enum { thread_flag = 0x10000 };
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, thread_flag, 1, 0);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, refuse);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {(unsigned short)length, code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
#endif
}

// A socket that is told of addresses that come and go: rtnetlink(7). Returns -1 with errno set where there is none.
// By system calls and numbers, which are the same on every architecture that is meant: <sys/socket.h> belongs to the
// Glibc module.
static inline int clinux_watch_addresses(void) {
    enum { netlink = 16, raw = 3, nonblock = 04000, cloexec = 02000000, route = 0, ipv4 = 0x10, ipv6 = 0x100 };
    const long descriptor = syscall(SYS_socket, netlink, raw | nonblock | cloexec, route);
    if (descriptor < 0) return -1;
    const struct { uint16_t family, padding; uint32_t port, groups; } address = {netlink, 0, 0, ipv4 | ipv6};
    if (syscall(SYS_bind, descriptor, &address, sizeof address) == 0) return (int)descriptor;
    close((int)descriptor);
    return -1;
}

// For self-tests of confined processes: Swift does not import them. They return 0 where they are permitted.
// A new process, which ends at once.
static inline int clinux_fork_ends(void) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0 ? 0 : -1;
}
// clone(2) of a thread with another host name. The kernel takes the flags for a mistake before it looks at rights, so that no
// thread comes of it; a filter that refuses them says EPERM.
static inline int clinux_may_make_namespaces(void) {
    enum { thread = 0x10000, namespace_of_names = 0x4000000 };
    const long result = syscall(SYS_clone, thread | namespace_of_names, 0, 0, 0, 0);
    return result < 0 && errno == EPERM ? -1 : 0;
}
// ptrace(2) and process_vm_readv(2): of one byte that is nowhere, which only who may asks for in vain.
static inline int clinux_reads_memory(pid_t process) {
    enum { seize = 0x4206 };
    struct { void *base; size_t length; } local = {0, 0}, remote = {0, 0};
    if (syscall(SYS_process_vm_readv, process, &local, 1, &remote, 1, 0) >= 0) return 0;
    if (errno != EPERM) return 0;
    return syscall(SYS_ptrace, seize, process, 0, 0) == 0 ? 0 : -1;
}
