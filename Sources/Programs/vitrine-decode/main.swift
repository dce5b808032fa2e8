import CVips
import Glibc
import LinuxSystem
import MediaDecoding

let usage = """
    Usage: vitrine-decode [--memory-limit MIB] [--foreground] [--unconfined | --self-test]

    The picture decoder of vitrine, which starts it by itself. It takes orders on a socket that it finds as
    descriptor 3, may do nothing but decode, and ends with that connection.

    --memory-limit MIB   how much memory of its own the process may use (default 1024)
    --foreground         do not let everything else of the machine come first
    --unconfined         go on where the kernel has no system call filters
    --self-test          try what the process must not be able to do, say what came of it, and end with 0 if
                         all was refused
    --help, --version    print this text, or the version

    """

func printAndExit(_ text: String, to descriptor: Int32, status: Int32) -> Never {
    var text = text
    text.withUTF8 { text in unsafe _ = write(descriptor, text.baseAddress, text.count) }
    exit(status)
}

func fail(_ message: String, status: Int32) -> Never {
    printAndExit("vitrine-decode: \(message)\n", to: STDERR_FILENO, status: status)
}

/// What the command line says.
struct Options {
    /// In bytes.
    var memory: UInt = 1024 << 20
    var isInBackground = true
    var allowsUnconfined = false
    var isSelfTest = false

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h":
                printAndExit(usage, to: STDOUT_FILENO, status: 0)
            case "--version":
                let library = unsafe vips_version_string().map { unsafe String(cString: $0) } ?? "?"
                printAndExit("vitrine-decode with libvips \(library)\n", to: STDOUT_FILENO, status: 0)
            case "--memory-limit":
                guard let number = rest.popFirst(), let mebibytes = UInt(number), (64...1 << 20).contains(mebibytes)
                else {
                    fail("--memory-limit takes a number of MiB, at least 64", status: EX_USAGE)
                }
                memory = mebibytes << 20
            case "--foreground": isInBackground = false
            case "--unconfined": allowsUnconfined = true
            case "--self-test": isSelfTest = true
            default: fail("unknown argument \(argument); see vitrine-decode --help", status: EX_USAGE)
            }
        }
    }
}

/// Decodes what is ordered until the connection ends.
func serve(_ socket: borrowing PacketSocket) throws(SystemError) {
    while true {
        var packet = try socket.receive(upTo: DecodeOrder.byteCount, waiting: .untilPacketArrives)
        if packet.bytes.isEmpty { return }
        guard let order = DecodeOrder(packet.bytes), let file = packet.descriptor.take(),
            let memory = packet.second.take()
        else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        do {
            let picture = try PictureDecoder.decode(file, order, into: memory)
            let reply = DecoderReply.picture(
                id: order.id, width: picture.width, height: picture.height, stride: picture.stride)
            try socket.send(reply.bytes)
        } catch let fault as PictureFault {
            try socket.send(DecoderReply.failure(id: order.id, fault.kind, message: fault.message).bytes)
        } catch let error as SystemError {
            throw error
        } catch {
            throw SystemError("decode", code: EINVAL)
        }
    }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
if options.isSelfTest {
    do throws(SystemError) { exit(try SelfTest.run(memory: options.memory) ? EXIT_SUCCESS : EXIT_FAILURE) } catch {
        fail("\(error)", status: EX_OSERR)
    }
}
var kind: Int32 = 0
var size = socklen_t(MemoryLayout<Int32>.size)
guard unsafe getsockopt(3, SOL_SOCKET, SO_TYPE, &kind, &size) == 0, kind == Int32(SOCK_SEQPACKET.rawValue) else {
    fail("is started by vitrine, not by hand: descriptor 3 is not its socket (see --help)", status: EX_USAGE)
}
let socket = PacketSocket(OwnedDescriptor(adopting: 3))
guard PictureDecoder.start() else {
    fail("libvips does not start: \(PictureFault.takeVipsMessage())", status: EX_UNAVAILABLE)
}
do throws(SystemError) {
    try Confinement.applyLimits(memory: options.memory, isInBackground: options.isInBackground)
    let confinement = Confinement.confine()
    guard confinement != .limitsOnly || options.allowsUnconfined else {
        fail(
            "the kernel has no system call filters (CONFIG_SECCOMP_FILTER); 'vitrine --unconfined-decoder' goes without",
            status: EX_UNAVAILABLE)
    }
    try socket.send(DecoderReply.ready(confinement).bytes)
    try serve(socket)
} catch {
    fail("\(error)", status: EX_OSERR)
}
