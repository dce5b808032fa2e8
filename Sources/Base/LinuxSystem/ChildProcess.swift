import CLinux
import Dispatch
import Glibc
import Timing

/// What a program is started with. It gets nothing else of ours: no other descriptor, no blocked or ignored signal, no
/// variable of the environment.
public struct ProgramLaunch: Sendable {
    /// A path; or a name, which is looked for in `PATH`.
    public var program: String
    /// Without the program's own name.
    public var arguments: [String]
    /// `NAME=value`: all variables that it gets.
    public var environment: [String]
    /// Whether its messages go where ours go, and not to `/dev/null`.
    public var sharesStandardError = false
    /// Our descriptors by the numbers that it finds them under. Standard input and output that are not among them are
    /// `/dev/null`.
    public var descriptors: [Int32: Int32] = [:]

    public init(_ program: String, _ arguments: [String] = [], environment: [String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

/// A program that was started. It is killed when this object goes, with all that it has started itself.
public final class ChildProcess {
    /// Also the number of its process group, so that an interrupt from the keyboard is for us alone.
    public let identifier: Int32
    /// Readable once the process has ended.
    public let endDescriptor: OwnedDescriptor
    private var known: End?

    /// How a process ended.
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Starts a program. The corresponding C functions are `posix_spawnp` and `pidfd_open`.
    public init(_ launch: ProgramLaunch) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        // Copies beyond all numbers that are given out, so that giving one out overwrites none that is still needed.
        let first = max(STDERR_FILENO, launch.descriptors.keys.max() ?? 0) + 1
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for (theirs, ours) in launch.descriptors {
            let copy = try systemCall("fcntl") { fcntl(ours, F_DUPFD_CLOEXEC, first) }
            copies.append(copy)
            unsafe posix_spawn_file_actions_adddup2(&actions, copy, theirs)
        }
        func silence(_ number: Int32, _ flags: Int32) {
            guard launch.descriptors[number] == nil else { return }
            unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
        }
        silence(STDIN_FILENO, O_RDONLY)
        silence(STDOUT_FILENO, O_WRONLY)
        if !launch.sharesStandardError { silence(STDERR_FILENO, O_WRONLY) }
        for number in STDERR_FILENO + 1..<first where launch.descriptors[number] == nil {
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, first)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var child: pid_t = 0
        let code = unsafe withCStrings([launch.program] + launch.arguments) { arguments in
            unsafe withCStrings(launch.environment) { environment in
                unsafe posix_spawnp(&child, launch.program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn", launch.program, code: code) }
        do {
            endDescriptor = OwnedDescriptor(adopting: try systemCall("pidfd_open") { pidfd_open(child, 0) })
        } catch {
            _ = Glibc.kill(-child, SIGKILL)
            _ = waitpid(child, nil, 0)
            throw error
        }
        identifier = child
    }

    /// Ends the process and those that it has started. The corresponding C function is `kill`.
    public func kill() {
        // Without effect on a process that has ended; the number is not given away before it is waited for.
        if known == nil { _ = Glibc.kill(-identifier, SIGKILL) }
    }

    /// How much of the processors' time its threads have had. Nil where that is not known any more. The corresponding C
    /// function is `clock_getcpuclockid`.
    public var processorTime: Duration? {
        var clock: clockid_t = 0
        var time = timespec()
        guard known == nil, unsafe clock_getcpuclockid(identifier, &clock) == 0,
            unsafe clock_gettime(clock, &time) == 0
        else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How the process ended; nil while it has not. The corresponding C function is `waitpid`.
    public func end() -> End? {
        if let known { return known }
        var status: Int32 = 0
        let result = unsafe waitpid(identifier, &status, WNOHANG)
        guard result != 0 else { return nil }
        // -1 where somebody else waited for it, or children are not to be waited for: it is gone all the same.
        if result == -1 { status = 0 }
        let signal = status & 0x7f
        known = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
        return known
    }

    /// Waits until the process has ended.
    /// - Returns: nil where it takes longer than it may; it runs on.
    public func end(within limit: Duration) -> End? {
        let deadline = EventLoop.now + limit
        while true {
            if let end = end() { return end }
            let left = deadline - EventLoop.now
            guard left > .zero else { return nil }
            var wait = pollfd(fd: endDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&wait, 1, Int32(clamping: left.nanoseconds / 1_000_000 + 1))
        }
    }

    deinit {
        kill()
        // A killed process is gone in a moment, unless it hangs in the kernel, or waits long for a processor.
        guard end(within: .seconds(1)) == nil else { return }
        let identifier = identifier
        DispatchQueue(label: "child process").async { _ = waitpid(identifier, nil, 0) }
    }
}

/// Calls a closure with strings as C has them: an array of pointers that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
}
