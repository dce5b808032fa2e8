import CPango
import ConfinedProcess
import Glibc
import LinuxSystem
import MediaDecoding

/// Draws what is ordered until the connection ends.
func serve(_ socket: borrowing PacketSocket, _ painter: TextPainter) throws(SystemError) {
    while true {
        var packet = try socket.receive(upTo: DecodeOrder.byteCount, waiting: .untilPacketArrives)
        if packet.bytes.isEmpty { return }
        guard let order = DecodeOrder(packet.bytes), let file = packet.descriptor.take(),
            let memory = packet.second.take()
        else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        guard let text = TextOrder(try bytes(of: file)) else { throw SystemError("read", code: EPROTO) }
        let reply: DecoderReply
        do throws(PaintingFault) {
            let remark = try painter.paint(text, order, into: memory)
            reply = .picture(
                id: order.id, width: order.boxWidth, height: order.boxHeight, stride: 4 * order.boxWidth,
                remark: remark)
        } catch {
            switch error {
            case .system(let error): throw error
            case .failed(let kind, let message): reply = .failure(id: order.id, kind, message: message)
            }
        }
        try socket.send(reply.bytes)
    }
}

/// The text with all that belongs to it.
func bytes(of file: borrowing OwnedDescriptor) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: TextOrder.mostBytes + 1)
    let number = file.rawValue
    let count = try systemCall("pread") { unsafe Int(pread(number, &bytes, bytes.count, 0)) }
    return Array(bytes.prefix(count))
}

let program = DecoderProgram(
    name: "vitrine-draw-text",
    summary: """
        Draws the texts of vitrine, which starts it by itself, one for each set of fonts. It takes orders on a socket
        that it finds as descriptor 3, has its fonts as the descriptors from 4 on, may do nothing but draw, and ends
        with that connection.
        """,
    role: .text,
    // The largest picture there is.
    sharedMemory: UInt(4 * PictureRequest.mostPixels),
    library: { "Pango \(unsafe pango_version_string().map { unsafe String(cString: $0) } ?? "?")" })
let options = program.begin(Array(CommandLine.arguments.dropFirst()))
let socket = PacketSocket(OwnedDescriptor(adopting: 3))
guard let painter = TextPainter(fonts: FontDescriptors.all) else {
    program.fail("Pango does not start", status: EX_UNAVAILABLE)
}
do throws(SystemError) {
    // Before pictures, which take longer and come later: a clock's second does not wait for a photo.
    try socket.send(DecoderReply.ready(program.confine(options, niceness: 10)).bytes)
    try serve(socket, painter)
} catch {
    program.fail("\(error)", status: EX_OSERR)
}
