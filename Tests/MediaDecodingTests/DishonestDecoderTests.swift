import CLinux
import Glibc
import LinuxSystem
import Paths
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
        /// - Parameter use: gets the memory for the picture before that, and stays alive until the answer is taken.
        func answer(
            _ reply: (UInt64) throws -> [UInt8], with descriptor: Int32? = nil,
            use: (borrowing OwnedDescriptor) -> Void = { _ in }
        ) throws -> String? {
            let bench = try #require(bench)
            try voice?.send(DecoderReply.ready(.systemCallFilter).bytes)
            try bench.ready()
            let request = PictureRequest(path: "/etc/passwd", boxWidth: 4, boxHeight: 4)
            let id = try bench.submit(request)
            guard var packet = try voice?.receive(upTo: 99, waiting: .never), let memory = packet.second.take() else {
                Issue.record("there is no order with memory for its picture")
                return nil
            }
            let order = try #require(DecodeOrder(packet.bytes))
            #expect(order.id == id.rawValue && order.boxWidth == 4)
            use(memory)
            if let descriptor {
                try voice?.send(reply(order.id), with: descriptor)
            } else {
                try voice?.send(reply(order.id))
            }
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
            (DecoderReply.ready(.systemCallFilter).bytes, "an answer to a question that was not asked"),
            (
                DecoderReply.failure(id: 99, .damaged, message: "").bytes,
                "an answer to a question that was not asked"
            ),
            (
                DecoderReply.picture(id: 1, width: 4, height: 4, stride: 12).bytes,
                "a picture of 4x4 pixels with rows of 12 bytes"
            ),
            (DecoderReply.picture(id: 1, width: 5, height: 4, stride: 20).bytes, "a picture larger than its box"),
        ])
    func nonsense(bytes: [UInt8], complaint: String) throws {
        let message = try Impostor().answer { _ in bytes }
        #expect(message == "/etc/passwd: the decoder sent \(complaint) while decoding it")
    }

    @Test("pixels that the sender could still change are not touched")
    func unsealed() throws {
        var mapping: UnsafeMutableRawPointer?
        defer { unsafe munmap(mapping, 64) }
        let message = try Impostor().answer(
            { DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes },
            use: { memory in
                unsafe mapping = mmap(nil, 64, PROT_READ | PROT_WRITE, MAP_SHARED, memory.rawValue, 0)
            })
        #expect(
            message == "/etc/passwd: the decoder sent a picture whose pixels it can still change while decoding it")
    }

    @Test("the memory is of the box's size, and cannot be made larger")
    func size() throws {
        var results: [Int32] = []
        let message = try Impostor().answer(
            { DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes },
            use: { memory in
                var status = stat()
                unsafe fstat(memory.rawValue, &status)
                results = [Int32(status.st_size), ftruncate(memory.rawValue, 1 << 30), ftruncate(memory.rawValue, 0)]
            })
        #expect(message == nil && results == [64, -1, -1])
    }

    @Test("a descriptor is nothing that is asked for")
    func descriptor() throws {
        let file = try OwnedDescriptor(opening: "/dev/null", O_RDONLY)
        let message = try Impostor().answer(
            { DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes }, with: file.rawValue)
        #expect(message == "/etc/passwd: the decoder sent a descriptor while decoding it")
    }

    @Test("a process that is not confined gets nothing to do, unless that is asked for")
    func unconfined() throws {
        for isAllowed in [false, true] {
            var settings = DecoderClient.Settings()
            settings.allowsUnconfined = isAllowed
            let voice = Voice()
            let client = try DecoderClient(settings: settings, now: .now) { () throws(SystemError) in
                let ends = try PacketSocket.makePair()
                voice.socket = PacketSocket(try ends.second.descriptor.duplicate())
                return try DecoderProcess(starting: "/bin/sleep", arguments: ["1000"], over: ends)
            }
            var notices: [DecoderNotice] = []
            client.onNotice = { notices.append($0) }
            try voice.socket?.send(DecoderReply.ready(.limitsOnly).bytes)
            _ = client.advance(now: .now)
            #expect(client.isIdle == isAllowed)
            #expect(notices == (isAllowed ? [.confined(.limitsOnly)] : []))
        }
    }

    private final class Voice {
        var socket: PacketSocket?
    }

    @Test("an honest answer is taken")
    func honest() throws {
        let message = try Impostor().answer {
            DecoderReply.picture(id: $0, width: 4, height: 4, stride: 16).bytes
        }
        #expect(message == nil)
    }
}
