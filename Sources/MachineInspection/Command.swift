import CLinux
public import Dispatch
import Glibc
import LinuxEvents

/// Other programs that are asked something.
public enum Command {
    public struct Output: Sendable {
        /// Of standard output.
        public var bytes: [UInt8]
        public var status: Int32
    }

    private static let mostBytes = 32 << 20

    /// Runs a program to its end. Nil where it cannot be started, is ended by a signal or takes longer than it may; then
    /// it is killed.
    ///
    /// It gets an environment of its own, in which programs speak plain English, and none of our descriptors.
    /// - Parameter arguments: the program first: a path, or a name that is looked for in `PATH`.
    public static func output(of arguments: [String], limit: DispatchTimeInterval) -> Output? {
        let deadline = DispatchTime.now() + limit
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { return nil }
        let ours = OwnedDescriptor(adopting: ends[0])
        let theirs = OwnedDescriptor(adopting: ends[1])
        guard let program = arguments.first, let child = start(program, arguments, writingTo: theirs.rawValue) else {
            return nil
        }
        _ = consume theirs
        let bytes = read(ours.rawValue, until: deadline)
        if bytes == nil { _ = kill(-child, SIGKILL) }
        guard let status = end(of: child), let bytes, status & 0x7f == 0 else { return nil }
        return Output(bytes: bytes, status: status >> 8 & 0xff)
    }

    private static func start(_ program: String, _ arguments: [String], writingTo output: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that whatever it starts ends with it.
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        var environment = ["LC_ALL=C.UTF-8", "SYSTEMD_COLORS=0", "SYSTEMD_PAGER=cat"]
        if let path = unsafe getenv("PATH") { environment.append(unsafe "PATH=" + String(cString: path)) }
        var child: pid_t = 0
        let code = unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe posix_spawnp(&child, program, &actions, &attributes, arguments, environment)
            }
        }
        return code == 0 ? child : nil
    }

    /// All that is written until the other end is closed. Nil where that takes too long, or never ends.
    private static func read(_ descriptor: Int32, until deadline: DispatchTime) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < mostBytes {
            let left = Int64(bitPattern: deadline.uptimeNanoseconds &- DispatchTime.now().uptimeNanoseconds)
            guard left > 0 else { return nil }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, Int32(clamping: left / 1_000_000 + 1)) > 0 else { continue }
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 { bytes += chunk.prefix(count) }
        }
        return nil
    }

    /// The status with which a process ended. Nil for one that cannot be ended, since it hangs in the kernel: it is left.
    private static func end(of child: pid_t) -> Int32? {
        guard let number = try? systemCall("pidfd_open", nil, { pidfd_open(child, 0) }) else { return nil }
        let descriptor = OwnedDescriptor(adopting: number)
        var wait = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&wait, 1, 2000) == 0 {
            _ = kill(-child, SIGKILL)
            guard unsafe poll(&wait, 1, 1000) > 0 else { return nil }
        }
        var status: Int32 = 0
        return unsafe waitpid(child, &status, 0) == child ? status : nil
    }

    /// Calls a closure with strings as C has them: an array of pointers that ends with a null pointer.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(&pointers)
    }
}
