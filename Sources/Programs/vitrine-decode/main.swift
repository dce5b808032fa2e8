import CVips
import ConfinedProcess
import Glibc
import LinuxSystem
import MediaDecoding

/// Decodes what is ordered until the connection ends.
func serve(_ socket: borrowing PacketSocket, memoryLimit: UInt) throws(SystemError) {
    while true {
        var packet = try socket.receive(upTo: DecodeOrder.byteCount, waiting: .untilPacketArrives)
        if packet.bytes.isEmpty { return }
        guard let order = DecodeOrder(packet.bytes), let file = packet.descriptor.take(),
            let memory = packet.second.take()
        else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        do {
            let picture = try PictureDecoder.decode(file, order, into: memory, memoryLimit: memoryLimit)
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

let program = DecoderProgram(
    name: "vitrine-decode",
    summary: """
        The picture decoder of vitrine, which starts it by itself. It takes orders on a socket that it finds as
        descriptor 3, may do nothing but decode, and ends with that connection.
        """,
    role: .pictures,
    // The largest picture there is.
    sharedMemory: UInt(4 * PictureRequest.mostPixels),
    library: { "libvips \(unsafe vips_version_string().map { unsafe String(cString: $0) } ?? "?")" })
let options = program.begin(Array(CommandLine.arguments.dropFirst()))
let socket = PacketSocket(OwnedDescriptor(adopting: 3))
guard PictureDecoder.start() else {
    program.fail("libvips does not start: \(PictureFault.takeVipsMessage())", status: EX_UNAVAILABLE)
}
do throws(SystemError) {
    // The lowest weight of the ordinary policy. Two decoders beside a loop of 60 frames a second disturb it no more
    // than none (at nice 0, most frames are late). SCHED_IDLE is no kinder to the frames, and gets a third of the
    // time on a machine that has something else to do.
    try socket.send(DecoderReply.ready(program.confine(options, niceness: 19)).bytes)
    try serve(socket, memoryLimit: options.memory)
} catch {
    program.fail("\(error)", status: EX_OSERR)
}
