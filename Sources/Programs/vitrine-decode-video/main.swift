import CFFmpeg
import ConfinedProcess
import Glibc
import LinuxSystem
import MediaDecoding

/// Describes the films that it is asked about, or plays the one that is ordered, and says why where that does not work.
func serve(_ slots: SlotWriter) throws(SystemError) {
    while true {
        switch try slots.receive(.untilPacketArrives) {
        case (.describe, let file?):
            try tellingFaults(to: slots) {
                let film = try OpenFilm(OwnedDescriptor(adopting: file), threads: 1)
                try slots.send(.described(film.description))
            }
        case (.open(let passage, let threads), let file?):
            try tellingFaults(to: slots) {
                let film = try OpenFilm(OwnedDescriptor(adopting: file), threads: threads)
                try Playback(film, passage, slots).run()
            }
            // The engine has its frames for as long as it likes, and closes the connection then.
            while true { _ = try slots.receive(.untilPacketArrives) }
        default: throw SystemError("recvmsg", code: EPROTO)
        }
    }
}

/// Answers with what is wrong with a film.
func tellingFaults(to slots: SlotWriter, _ body: () throws -> Void) throws(SystemError) {
    do {
        try body()
    } catch let fault as VideoFault {
        try slots.send(.failure(fault.kind, message: fault.message))
    } catch let error as SystemError {
        throw error
    } catch {
        throw SystemError("decode", code: EINVAL)
    }
}

let program = DecoderProgram(
    name: "vitrine-decode-video",
    summary: """
        The video decoder of vitrine, which starts one by itself for each film. It takes its file on a socket that it
        finds as descriptor 3, may do nothing but decode, and ends with that connection.
        """,
    role: .video,
    // Slots of the largest frames with all of their colours.
    sharedMemory: UInt(VideoOrder.slotCounts.upperBound * 3 * VideoDescription.mostPixels),
    library: { "FFmpeg \(unsafe av_version_info().map { unsafe String(cString: $0) } ?? "?")" })
let options = program.begin(Array(CommandLine.arguments.dropFirst()))
// What it says of broken files fills logs, and repeats what files contain.
av_log_set_level(AV_LOG_QUIET)
let slots = SlotWriter(PacketSocket(OwnedDescriptor(adopting: 3)))
do throws(SystemError) {
    // Behind the frame loop, which waits for nobody, and before pictures: a frame that comes late is lost.
    try slots.send(.ready(program.confine(options, niceness: 5)))
    try serve(slots)
} catch {
    program.fail("\(error)", status: EX_OSERR)
}
