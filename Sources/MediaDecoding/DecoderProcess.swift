import CLinux
import Glibc
import LinuxEvents

/// A process of the decoder, and our end of the socket to it.
final class DecoderProcess {
    let identifier: pid_t
    /// Readable once the process has ended.
    let endDescriptor: OwnedDescriptor
    private var socket: PacketSocket?

    /// Starts a program that finds the second end of a connection as descriptor 3; the first is ours. The corresponding C function is `posix_spawn`.
    ///
    /// The program gets nothing else of ours: no other descriptor, no signal mask, no environment; and a process
    /// group of its own, so that an interrupt from the keyboard is for us alone.
    init(
        starting program: String, arguments: [String], over connection: consuming PacketSocket.Pair
    ) throws(SystemError) {
        socket = PacketSocket(try connection.first.descriptor.duplicate())
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, connection.second.descriptor.rawValue, 3)
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 4)

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
        let code = unsafe withCStrings([program] + arguments) { arguments in
            unsafe withCStrings(Self.environment) { environment in
                unsafe posix_spawn(&child, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        identifier = child
        do {
            endDescriptor = OwnedDescriptor(adopting: try systemCall("pidfd_open") { pidfd_open(child, 0) })
        } catch {
            _ = Glibc.kill(child, SIGKILL)
            _ = waitpid(child, nil, 0)
            throw error
        }
    }

    /// All of it: no setting of the engine's environment reaches the libraries. A crash is ours to report, so the Swift
    /// runtime need not try.
    private static let environment = ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]

    /// Sends a packet; false if the process cannot be reached any more.
    func send(_ bytes: [UInt8], with file: borrowing OwnedDescriptor) -> Bool {
        do {
            try socket?.send(bytes, with: file.rawValue)
            return true
        } catch {
            return false
        }
    }

    enum Receipt: ~Copyable {
        case packet(PacketSocket.Received)
        case nothing
        case end
    }

    /// What has come from the process, without waiting.
    func receive() -> Receipt {
        do throws(SystemError) {
            let limit = DecoderReply.headerByteCount + DecoderReply.longestMessage
            guard let received = try socket?.receive(upTo: limit, waiting: .never) else { return .nothing }
            return received.bytes.isEmpty ? .end : .packet(received)
        } catch {
            return error.code == EAGAIN ? .nothing : .end
        }
    }

    /// The descriptors that are readable when there is something to receive, or the process has ended.
    var descriptors: [Int32] {
        var all = [endDescriptor.rawValue]
        if let number = socket?.descriptor.rawValue { all.append(number) }
        return all
    }

    /// Ends the process, whatever it does. The corresponding C function is `kill`.
    func kill() {
        // Without effect on a process that has ended; the number is not given away before it is waited for.
        if !isReaped { _ = Glibc.kill(identifier, SIGKILL) }
    }

    func closeSocket() {
        socket = nil
    }

    enum End: Hashable, CustomStringConvertible {
        case exited(Int32)
        case signalled(Int32)

        var description: String {
            switch self {
            case .exited(let status): "exited with status \(status)"
            case .signalled(SIGKILL): "was killed by SIGKILL (out of memory?)"
            case .signalled(SIGSYS): "was stopped by its system call filter (SIGSYS)"
            case .signalled(let number): "crashed with \(signalName(number))"
            }
        }
    }

    /// How the process ended; nil while it has not. The corresponding C function is `waitpid`.
    func end() -> End? {
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
    private var known: End?
    private var isReaped: Bool { known != nil }

    deinit {
        kill()
        // A killed process is gone in a moment, unless it hangs in the kernel: then it stays a zombie, not us.
        var wait = pollfd(fd: endDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
        if !isReaped, unsafe poll(&wait, 1, 1000) > 0 { _ = end() }
    }
}

private func signalName(_ number: Int32) -> String {
    let names: [Int32: String] = [
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGSEGV: "SIGSEGV",
        SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGTERM: "SIGTERM",
    ]
    return names[number] ?? "signal \(number)"
}

/// Calls a closure with strings as C has them: an array of pointers that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
}
