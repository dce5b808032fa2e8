import CLinux
import Glibc
import LinuxSystem
import Paths
import SeededRandom
import Testing

@testable import MediaDecoding

@Suite struct PacketTests {
    private static let order = DecodeOrder(
        id: 0x0102_0304_0506_0708,
        PictureRequest(
            path: "", boxWidth: 1920, boxHeight: 1080, layout: PictureLayout(width: 16, height: 9), fit: .cover,
            focus: PictureFocus(x: 0.25, y: 1), background: .color(PictureColor(red: 1, green: 2, blue: 3))))

    static let backgrounds: [PictureBackground] = [
        .color(PictureColor(red: 1, green: 2, blue: 3)), .transparent, .blurred,
    ]

    private static let replies: [DecoderReply] = [
        .ready(.limitsOnly), .ready(.systemCallFilter), .ready(.systemCallFilterAndLandlock),
        .picture(id: .max, width: 1, height: 2, stride: 4),
        .failure(id: 7, .damaged, message: "is damaged: ä"), .failure(id: 0, .decoderFault, message: ""),
    ]

    @Test("an order has the layout that is written down here")
    func layout() {
        #expect(
            Self.order.bytes == [
                0x56, 0x44, 0x51, 0x32, 1, 0, 1, 2, 3, 8, 7, 6, 5, 4, 3, 2, 1,
                0x80, 7, 0, 0, 0x38, 4, 0, 0, 16, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x80, 0x3e, 0, 0, 0x80, 0x3f,
            ])
    }

    @Test("an order arrives as it was sent", arguments: PictureFit.allCases, backgrounds)
    func orders(fit: PictureFit, background: PictureBackground) {
        var order = Self.order
        order.fit = fit
        order.background = background
        #expect(DecodeOrder(order.bytes) == order)
    }

    @Test("a reply arrives as it was sent", arguments: replies)
    func reply(reply: DecoderReply) {
        #expect(DecoderReply(reply.bytes) == reply)
    }

    @Test("an order for an impossible box or focus is none")
    func impossibleOrders() {
        for (width, height, x) in [(0, 1, 0.5), (1, 0, 0.5), (16385, 1, 0.5), (16384, 16384, 0.5), (1, 1, 1.5)] {
            let request = PictureRequest(
                path: "", boxWidth: width, boxHeight: height, focus: PictureFocus(x: Float(x), y: 0))
            #expect(DecodeOrder(DecodeOrder(id: 1, request).bytes) == nil, "\(request)")
        }
        var order = Self.order
        order.focus.x = .nan
        #expect(DecodeOrder(order.bytes) == nil)
    }

    @Test("an order for an unknown background is none, nor one with a colour where none belongs")
    func impossibleBackgrounds() {
        let sound = Self.order.bytes
        for kind in 1...UInt8.max {
            var bytes = sound
            bytes[5] = kind
            #expect(DecodeOrder(bytes) == nil, "\(kind)")
            bytes.replaceSubrange(6..<9, with: [0, 0, 0])
            #expect((DecodeOrder(bytes) == nil) == (kind > 2), "\(kind)")
        }
    }

    @Test("a packet of another length is nothing")
    func lengths() {
        for bytes in [Self.order.bytes] + Self.replies.map(\.bytes) {
            for count in 0..<bytes.count {
                #expect(DecodeOrder(Array(bytes.prefix(count))) == nil)
                #expect(DecoderReply(Array(bytes.prefix(count))) == nil)
            }
            #expect(DecodeOrder(bytes + [0]) == nil)
            #expect(DecoderReply(bytes + [0]) == nil)
        }
    }

    @Test("garbage is either nothing or something that can be said again")
    func garbage() {
        var random = SplitMix64(seed: 7)
        var understood = 0
        let orders = Self.backgrounds.map { background in
            var order = Self.order
            order.background = background
            return order.bytes
        }
        for sound in orders + Self.replies.map(\.bytes) {
            for _ in 0..<2000 {
                var bytes = sound
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if let order = DecodeOrder(bytes) {
                    understood += 1
                    #expect(order.bytes == bytes)
                }
                if let reply = DecoderReply(bytes) {
                    understood += 1
                    #expect(DecoderReply(reply.bytes) == reply)
                }
            }
        }
        #expect(understood > 1000)
    }

    @Test("a message cannot forge a line, nor grow without end")
    func messages() {
        let forged = DecoderReply.failure(id: 1, .damaged, message: "a\nb\u{1b}[2J\u{2028}c")
        #expect(DecoderReply(forged.bytes) == .failure(id: 1, .damaged, message: "a b [2J c"))
        let long = DecoderReply.failure(id: 1, .damaged, message: String(repeating: "x", count: 9999))
        let cut = String(repeating: "x", count: 512)
        #expect(DecoderReply(long.bytes) == .failure(id: 1, .damaged, message: cut))
    }

    @Test("only the client may say that the decoder crashed")
    func kinds() {
        for kind in DecodingFailure.Kind.allCases {
            let reply = DecoderReply.failure(id: 1, kind, message: "")
            #expect((DecoderReply(reply.bytes) == reply) == kind.isReportedByDecoder)
        }
    }

    @Test("a descriptor travels beside its packet")
    func descriptors() throws {
        let pair = try PacketSocket.makePair()
        let memory = try unsafe SealedMemory.make(byteCount: 4) { unsafe $0.copyBytes(from: [1, 2, 3, 4]) }
        try pair.first.send([42], with: memory.rawValue)
        try pair.first.send([43])
        var packet = try pair.second.receive(upTo: 8, waiting: .never)
        #expect(packet.bytes == [42] && packet.isWhole)
        guard let arrived = packet.descriptor.take() else {
            Issue.record("no descriptor arrived")
            return
        }
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(unsafe pread(arrived.rawValue, &bytes, 4, 0) == 4)
        #expect(bytes == [1, 2, 3, 4])
        packet = try pair.second.receive(upTo: 8, waiting: .never)
        let isAlone = packet.descriptor == nil
        #expect(packet.bytes == [43] && isAlone)
        #expect(throws: SystemError("recvmsg", code: EAGAIN)) {
            try pair.second.receive(upTo: 8, waiting: .never).bytes
        }
    }

    @Test("a packet that is too long is known to be cut")
    func cut() throws {
        let pair = try PacketSocket.makePair()
        try pair.first.send([1, 2, 3, 4])
        let packet = try pair.second.receive(upTo: 3, waiting: .never)
        #expect(packet.bytes == [1, 2, 3] && !packet.isWhole)
    }
}

@Suite struct DecodedPictureTests {
    private func refusal(_ memory: borrowing OwnedDescriptor, _ width: Int, _ height: Int, _ stride: Int) -> String? {
        do {
            _ = try DecodedPicture(memory: memory, width: width, height: height, stride: stride)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("pixels are taken from sealed memory that is large enough, and from nothing else")
    func memory() throws {
        let sealed = try unsafe SealedMemory.make(byteCount: 8 * 4) { unsafe $0.copyBytes(from: 0..<32) }
        let picture = try DecodedPicture(memory: sealed, width: 4, height: 2, stride: 16)
        #expect(picture.bytes == Array(0..<32))
        #expect(refusal(sealed, 4, 3, 16) == "fewer pixels than a picture of 4x3 has")
        #expect(refusal(sealed, 4, 2, 12) != nil)
        #expect(refusal(sealed, 4, 2, 20) != nil)
        #expect(refusal(sealed, 0, 2, 0) != nil)
        #expect(refusal(sealed, 1 << 31, 1 << 31, 1 << 33) != nil)

        let unsealed = "pixels in memory that is not sealed"
        let open = OwnedDescriptor(adopting: unsafe memfd_create("test", UInt32(MFD_ALLOW_SEALING)))
        #expect(ftruncate(open.rawValue, 32) == 0)
        #expect(refusal(open, 4, 2, 16) == unsealed)
        // Three seals of four: it could still be shrunk.
        let most = CLINUX_SEAL_SEAL | CLINUX_SEAL_GROW | CLINUX_SEAL_WRITE
        #expect(fcntl(open.rawValue, Int32(CLINUX_ADD_SEALS), Int32(most)) == 0)
        #expect(refusal(open, 4, 2, 16) == unsealed)
        #expect(refusal(try OwnedDescriptor(opening: "/dev/zero", O_RDWR), 4, 2, 16) == unsealed)
        #expect(refusal(try PacketSocket.makePair().first.descriptor.duplicate(), 4, 2, 16) == unsealed)
    }

    @Test("memory that has been sealed cannot be written or resized any more")
    func seals() throws {
        let sealed = try unsafe SealedMemory.make(byteCount: 16) { _ in }
        #expect(ftruncate(sealed.rawValue, 8) == -1)
        #expect(ftruncate(sealed.rawValue, 32) == -1)
        #expect(unsafe pwrite(sealed.rawValue, "x", 1, 0) == -1)
    }
}
