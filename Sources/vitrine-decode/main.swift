import CVips
import Glibc
import LinuxEvents
import MediaDecoding

let usage = """
    Usage: vitrine-decode [--memory-limit MIB]

    The picture decoder of vitrine, which starts it by itself. It takes orders on a socket that it finds as
    descriptor 3, may do nothing but decode, and ends with that connection.

    --memory-limit MIB   how much memory of its own the process may use (default 1024)
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

/// The memory limit of the command line, in bytes.
func memoryLimit(_ arguments: [String]) -> UInt {
    switch arguments.first {
    case nil:
        return 1024 << 20
    case "--help", "-h":
        printAndExit(usage, to: STDOUT_FILENO, status: 0)
    case "--version":
        let library = unsafe vips_version_string().map { unsafe String(cString: $0) } ?? "?"
        printAndExit("vitrine-decode with libvips \(library)\n", to: STDOUT_FILENO, status: 0)
    case "--memory-limit":
        guard arguments.count == 2, let mebibytes = UInt(arguments[1]), (64...1 << 20).contains(mebibytes) else {
            fail("--memory-limit takes a number of MiB, at least 64", status: EX_USAGE)
        }
        return mebibytes << 20
    case let unknown?:
        fail("unknown argument \(unknown); see vitrine-decode --help", status: EX_USAGE)
    }
}

/// Decodes what is ordered until the connection ends.
func serve(_ socket: borrowing PacketSocket) throws(SystemError) {
    while true {
        var packet = try socket.receive(upTo: DecodeOrder.byteCount, waiting: .untilPacketArrives)
        if packet.bytes.isEmpty { return }
        guard let order = DecodeOrder(packet.bytes), let file = packet.descriptor.take() else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        do {
            let picture = try PictureDecoder.decode(file, order)
            let reply = DecoderReply.picture(
                id: order.id, width: picture.width, height: picture.height, stride: picture.stride)
            try socket.send(reply.bytes, with: picture.memory.rawValue)
        } catch let fault as PictureFault {
            try socket.send(DecoderReply.failure(id: order.id, fault.kind, message: fault.message).bytes)
        } catch let error as SystemError {
            throw error
        } catch {
            throw SystemError("decode", code: EINVAL)
        }
    }
}

let memory = memoryLimit(Array(CommandLine.arguments.dropFirst()))
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
    try Confinement.applyLimits(memory: memory)
    try socket.send(DecoderReply.ready(SystemCallFilter.install() ? .systemCallFilter : .limitsOnly).bytes)
    try serve(socket)
} catch {
    fail("\(error)", status: EX_OSERR)
}
