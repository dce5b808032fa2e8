import Glibc
import LinuxSystem
import Timing

/// Runs other programs for their output.
public enum Command {
    public struct Output: Sendable {
        /// Of standard output.
        public var bytes: [UInt8]
        public var status: Int32
    }

    private static let mostBytes = 32 << 20

    /// Runs a program to its end. Nil if it cannot be started, is ended by a signal, writes too much, or takes longer than
    /// the limit; then it is killed.
    ///
    /// It gets an environment in which programs speak plain English.
    /// - Parameter arguments: the program first: a path, or a name that is looked for in `PATH`.
    public static func output(of arguments: [String], limit: Duration) -> Output? {
        let deadline = EventLoop.now + limit
        do throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            try systemCall("socketpair") {
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
            }
            let ours = OwnedDescriptor(adopting: ends[0])
            let theirs = OwnedDescriptor(adopting: ends[1])
            guard let program = arguments.first else { return nil }
            var environment = ["LC_ALL=C.UTF-8", "SYSTEMD_COLORS=0", "SYSTEMD_PAGER=cat"]
            if let path = unsafe getenv("PATH") { environment.append(unsafe "PATH=" + String(cString: path)) }
            var launch = ProgramLaunch(program, Array(arguments.dropFirst()), environment: environment)
            launch.descriptors = [STDOUT_FILENO: theirs.rawValue]
            let process = try ChildProcess(launch)
            // So that it ends with the last program that writes into it.
            _ = consume theirs
            guard let bytes = read(ours.rawValue, until: deadline),
                // One that has closed its output is about to end.
                case .exited(let status) = process.end(within: .seconds(2))
            else { return nil }
            return Output(bytes: bytes, status: status)
        } catch {
            return nil
        }
    }

    /// All that is written until the other end is closed. Nil where that takes too long, or never ends.
    private static func read(_ descriptor: Int32, until deadline: MonotonicTime) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < mostBytes {
            let left = deadline - EventLoop.now
            guard left > .zero else { return nil }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, Int32(clamping: left.nanoseconds / 1_000_000 + 1)) > 0 else { continue }
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 { bytes += chunk.prefix(count) }
        }
        return nil
    }
}
