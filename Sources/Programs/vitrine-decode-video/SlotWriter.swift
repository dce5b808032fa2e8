import Glibc
import LinuxSystem
import MediaDecoding
import Timing

/// The engine's end of the socket, and its memory for frames. Without a free slot the decoder waits here.
@safe final class SlotWriter {
    private let socket: PacketSocket
    private var memory: UnsafeMutableRawBufferPointer?
    private var slotSize = 0
    private var free: [Int] = []
    /// Frames that are over by then need not be sent.
    private(set) var playhead: Int64 = 0

    init(_ socket: consuming PacketSocket) { self.socket = socket }

    func send(_ reply: VideoReply) throws(SystemError) { try socket.send(reply.bytes) }

    /// The next order and its descriptor. Ends the process where the connection has ended.
    func receive(_ waiting: PacketSocket.Waiting) throws(SystemError) -> (VideoOrder, Int32?) {
        var packet = try socket.receive(upTo: VideoOrder.byteCount, waiting: waiting)
        if packet.bytes.isEmpty { exit(EXIT_SUCCESS) }
        guard let order = VideoOrder(packet.bytes) else { throw SystemError("recvmsg", code: EPROTO) }
        return (order, packet.descriptor.take()?.release())
    }

    /// Waits for memory for frames of a size in bytes.
    func takeSlots(of size: Int) throws(SystemError) {
        guard case (.slots(let count), let number?) = try receive(.untilPacketArrives) else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        let descriptor = OwnedDescriptor(adopting: number)
        var address: UnsafeMutableRawPointer?
        try systemCall("mmap") {
            unsafe address = mmap(
                nil, size * count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue, 0)
            return unsafe address == MAP_FAILED ? -1 : 0
        }
        unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: size * count)
        slotSize = size
        free = Array(0..<count)
    }

    /// Takes in what has come, without waiting.
    func update() throws(SystemError) {
        while true {
            do throws(SystemError) {
                try take(receive(.never).0)
            } catch {
                if error.code == EAGAIN { return }
                throw error
            }
        }
    }

    /// Sends a frame, once there is a slot for it.
    /// - Parameter leftOut: how many frames were left out before it, because they were over.
    func send(
        start: Int64, length: Int64, leftOut: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SystemError) {
        while free.isEmpty { try take(receive(.untilPacketArrives).0) }
        guard let memory = unsafe memory else { throw SystemError("mmap", code: EPROTO) }
        let slot = free.removeFirst()
        unsafe fill(UnsafeMutableRawBufferPointer(rebasing: memory[slot * slotSize..<(slot + 1) * slotSize]))
        try send(.frame(slot: slot, start: .nanoseconds(start), length: .nanoseconds(length), leftOut: leftOut))
    }

    private func take(_ order: VideoOrder) throws(SystemError) {
        guard case .lend(let slot, let playhead) = order, !free.contains(slot) else {
            throw SystemError("recvmsg", code: EPROTO)
        }
        free.append(slot)
        self.playhead = max(self.playhead, playhead.nanoseconds)
    }
}
