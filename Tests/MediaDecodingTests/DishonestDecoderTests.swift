import CLinux
import Glibc
import LinuxEvents
import Testing

@testable import MediaDecoding

/// A process that was taken over says what its new master wants. The client believes none of it.
@Suite struct DishonestDecoderTests {
    /// A client whose process sleeps, while the test speaks in its name.
    private final class Impostor {
        private(set) var voice: PacketSocket?
        private(set) var bench: Bench?

        init() throws {
            bench = try Bench { [unowned self] () throws(SystemError) in
                let ends = try PacketSocket.makePair()
                voice = PacketSocket(try ends.second.descriptor.duplicate())
                return try DecoderProcess(starting: "/bin/sleep", arguments: ["1000"], over: ends)
            }
        }

        /// Gets an order, and sends what a closure makes of its number.
        func answer(_ reply: (UInt64) throws -> [UInt8], _ memory: Int32? = nil) throws -> String? {
            let bench = try #require(bench)
            try voice?.send(DecoderReply.ready(.limitsOnly).bytes)
            try bench.ready()
            let request = PictureRequest(path: "/etc/passwd", boxWidth: 4, boxHeight: 4)
            let id = bench.submit(request)
            let order = try #require(DecodeOrder(voice?.receive(upTo: 99, waiting: .never).bytes ?? []))
            #expect(order.id == id.rawValue && order.boxWidth == 4)
            try voice?.send(reply(order.id), with: memory)
            let outcomes = try bench.run { !$0.isEmpty }
            #expect(outcomes.map(\.id) == [id])
            guard case .failure(let failure)? = outcomes.first?.result else { return nil }
            #expect(failure.kind == .decoderEnded)
            return failure.message
        }
    }

    @Test(
        "what makes no sense costs the request and the process",
        arguments: [
            ([1, 2, 3], "something unintelligible"),
            (DecoderReply.failure(id: 1, .tookTooLong, message: "").bytes, "something unintelligible"),
            ([UInt8](repeating: 0x56, count: 9999), "something unintelligible"),
            (DecoderReply.ready(.limitsOnly).bytes, "an answer to a question that was not asked"),
            (
                DecoderReply.failure(id: 99, .damaged, message: "").bytes,
                "an answer to a question that was not asked"
            ),
            (DecoderReply.picture(id: 1, width: 4, height: 4, stride: 16).bytes, "a picture without pixels"),
            (DecoderReply.picture(id: 1, width: 5, height: 4, stride: 20).bytes, "a picture larger than its box"),
        ])
    func nonsense(bytes: [UInt8], complaint: String) throws {
        let message = try Impostor().answer { _ in bytes }
        #expect(message == "/etc/passwd: the decoder sent \(complaint) while decoding it")
    }

    @Test("pixels in memory that could be taken away are not touched")
    func unsealed() throws {
        let memory = OwnedDescriptor(adopting: unsafe memfd_create("test", UInt32(MFD_ALLOW_SEALING)))
        #expect(ftruncate(memory.rawValue, 64) == 0)
        let message = try Impostor().answer(
            { DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes }, memory.rawValue)
        #expect(message == "/etc/passwd: the decoder sent pixels in memory that is not sealed while decoding it")
    }

    @Test("an honest answer is taken")
    func honest() throws {
        let memory = try unsafe SealedMemory.make(byteCount: 64) { _ in }
        let message = try Impostor().answer(
            { DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes }, memory.rawValue)
        #expect(message == nil)
    }
}
