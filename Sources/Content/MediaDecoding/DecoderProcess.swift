import CLinux
import Glibc
import LinuxSystem

/// A process of the decoder, and our end of the socket to it.
final class DecoderProcess {
    private let process: ChildProcess
    private var socket: PacketSocket?
    private var messages: DecoderMessages

    /// Starts a program that finds the second end of a connection as descriptor 3; the first is ours. Its
    /// standard error is a pipe, since what it writes is foreign text.
    /// - Parameter further: descriptors that it finds as 4 and so on.
    init(
        starting program: String, arguments: [String], over connection: consuming PacketSocket.Pair,
        with further: [Int32] = []
    ) throws(SystemError) {
        var pipe: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe pipe2(&pipe, O_CLOEXEC) }
        let reading = OwnedDescriptor(adopting: pipe[0])
        let writing = OwnedDescriptor(adopting: pipe[1])
        // Ours only: the flag belongs to the open file, and the pipe's ends are two.
        try systemCall("fcntl") { fcntl(reading.rawValue, F_SETFL, O_NONBLOCK) }
        messages = DecoderMessages(reading)
        socket = PacketSocket(try connection.first.descriptor.duplicate())
        var launch = ProgramLaunch(program, arguments, environment: Self.environment)
        launch.descriptors = [STDERR_FILENO: writing.rawValue, 3: connection.second.descriptor.rawValue]
        for (index, number) in further.enumerated() { launch.descriptors[4 + Int32(index)] = number }
        process = try ChildProcess(launch)
    }

    /// All of it: no setting of the engine's environment reaches the libraries. A crash is ours to report, so the Swift
    /// runtime need not try.
    private static let environment = ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]

    var identifier: pid_t { process.identifier }

    /// Sends a packet, with at most two descriptors that stay the caller's; false if the process cannot be reached any
    /// more.
    func send(_ bytes: [UInt8], with descriptors: Int32...) -> Bool {
        do throws(SystemError) {
            switch descriptors.count {
            case 0: try socket?.send(bytes)
            case 1: try socket?.send(bytes, with: descriptors[0])
            default: try socket?.send(bytes, with: descriptors[0], descriptors[1])
            }
            return socket != nil
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
            let header = max(DecoderReply.headerByteCount, VideoReply.headerByteCount)
            let limit = header + DecoderReply.longestMessage
            guard let received = try socket?.receive(upTo: limit, waiting: .never) else { return .nothing }
            return received.bytes.isEmpty ? .end : .packet(received)
        } catch {
            return error.code == EAGAIN ? .nothing : .end
        }
    }

    /// What the process has written for people, without waiting.
    func takeMessages() -> [DecoderNotice] { messages.take() }

    /// The descriptors that are readable when there is something to receive or to read, or the process has ended.
    var descriptors: [Int32] {
        var all = [process.endDescriptor.rawValue]
        if let number = socket?.descriptor.rawValue { all.append(number) }
        if let number = messages.descriptor { all.append(number) }
        return all
    }

    /// Ends the process, whatever it does.
    func kill() { process.kill() }

    func closeSocket() {
        socket = nil
    }

    /// How much of the processors' time it has had; nil where that is not known any more.
    var processorTime: Duration? { process.processorTime }

    /// How the process ended, as a part of a sentence: `exited with status 1`. Nil while it has not.
    func end() -> String? {
        switch process.end() {
        case .exited(let status): "exited with status \(status)"
        case .signalled(SIGKILL): "was killed by SIGKILL (out of memory?)"
        case .signalled(SIGSYS): "was stopped by its system call filter (SIGSYS)"
        case .signalled(let number): "crashed with \(signalName(number))"
        case nil: nil
        }
    }
}

private func signalName(_ number: Int32) -> String {
    let names: [Int32: String] = [
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGSEGV: "SIGSEGV",
        SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGTERM: "SIGTERM",
    ]
    return names[number] ?? "signal \(number)"
}
