import Glibc

/// One end of a connection that carries packets, each with at most two descriptors: a connected local socket of the type
/// SOCK_SEQPACKET or SOCK_DGRAM.
package struct PacketSocket: ~Copyable {
    package let descriptor: OwnedDescriptor

    package init(_ descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Two ends that are connected. The corresponding C function is `socketpair`.
    package static func makePair() throws(SystemError) -> Pair {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try systemCall("socketpair") { unsafe socketpair(AF_UNIX, type, 0, &ends) }
        return Pair(
            first: PacketSocket(OwnedDescriptor(adopting: ends[0])),
            second: PacketSocket(OwnedDescriptor(adopting: ends[1])))
    }

    package struct Pair: ~Copyable {
        package var first, second: PacketSocket
    }

    /// Sends a packet. The descriptors stay the caller's. The corresponding C function is `sendmsg`.
    package func send(_ bytes: [UInt8], with descriptors: Int32...) throws(SystemError) {
        var bytes = bytes
        var control = ControlMessage.bytes(for: descriptors)
        let socket = self.descriptor.rawValue
        try systemCall("sendmsg") {
            unsafe withMessage(&bytes, &control) { unsafe sendmsg(socket, $0, Int32(MSG_NOSIGNAL)) }
        }
    }

    package enum Waiting {
        case untilPacketArrives
        case never
    }

    /// The next packet. The corresponding C function is `recvmsg`.
    ///
    /// - Parameter limit: The longest packet; of a longer one, only that much arrives and ``Received/isWhole`` is false.
    /// - Throws: Also `EAGAIN`, if none has come and there was to be no waiting.
    package func receive(upTo limit: Int, waiting: Waiting) throws(SystemError) -> Received {
        var bytes = [UInt8](repeating: 0, count: limit)
        var control = [UInt8](repeating: 0, count: ControlMessage.receivedCapacity)
        let socket = descriptor.rawValue
        let flags = Int32(MSG_CMSG_CLOEXEC) | (waiting == .never ? Int32(MSG_DONTWAIT) : 0)
        var controlCount = 0
        var outcome: Int32 = 0
        let count = try systemCall("recvmsg") {
            unsafe withMessage(&bytes, &control) { message in
                defer {
                    unsafe controlCount = message.pointee.msg_controllen
                    unsafe outcome = message.pointee.msg_flags
                }
                return unsafe recvmsg(socket, message, flags)
            }
        }
        // All of them are owned from here on, so that surplus ones are closed.
        var descriptors = ControlMessage.descriptors(in: control.prefix(controlCount))
        let first = descriptors.isEmpty ? nil : descriptors.removeFirst()
        let second = descriptors.isEmpty ? nil : descriptors.removeFirst()
        for surplus in descriptors { _ = close(surplus) }
        let cut = Int32(MSG_TRUNC) | Int32(MSG_CTRUNC)
        return Received(
            bytes: Array(bytes.prefix(count)), descriptor: first.map { OwnedDescriptor(adopting: $0) },
            second: second.map { OwnedDescriptor(adopting: $0) },
            isWhole: outcome & cut == 0 && descriptors.isEmpty)
    }

    package struct Received: ~Copyable {
        /// Empty at the end of the connection: nobody sends empty packets.
        package var bytes: [UInt8]
        package var descriptor: OwnedDescriptor?
        package var second: OwnedDescriptor?
        /// Whether nothing was cut off and no more than two descriptors came.
        package var isWhole: Bool
    }

    private func withMessage<Result>(
        _ bytes: inout [UInt8], _ control: inout [UInt8], _ body: (UnsafeMutablePointer<msghdr>) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.isEmpty ? nil : control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe body(&message)
                }
            }
        }
    }
}

/// The bytes beside a packet that carry descriptors, laid out as cmsg(3) says: the macros do not reach Swift.
private enum ControlMessage {
    static let headerCount = MemoryLayout<cmsghdr>.size
    static let receivedCapacity = aligned(headerCount + 4 * MemoryLayout<Int32>.size)

    static func aligned(_ count: Int) -> Int {
        let word = MemoryLayout<Int>.size
        return (count + word - 1) / word * word
    }

    static func bytes(for descriptors: [Int32]) -> [UInt8] {
        if descriptors.isEmpty { return [] }
        let size = MemoryLayout<Int32>.size
        let count = headerCount + descriptors.count * size
        var bytes = [UInt8](repeating: 0, count: aligned(count))
        unsafe bytes.withUnsafeMutableBytes { raw in
            unsafe raw.storeBytes(of: count, as: Int.self)
            unsafe raw.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            unsafe raw.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
            for (index, descriptor) in descriptors.enumerated() {
                unsafe raw.storeBytes(of: descriptor, toByteOffset: headerCount + index * size, as: Int32.self)
            }
        }
        return bytes
    }

    static func descriptors(in bytes: ArraySlice<UInt8>) -> [Int32] {
        unsafe bytes.withUnsafeBytes { raw in
            var found: [Int32] = []
            var start = 0
            while start + headerCount <= raw.count {
                let count = unsafe raw.loadUnaligned(fromByteOffset: start, as: Int.self)
                let level = unsafe raw.loadUnaligned(fromByteOffset: start + 8, as: Int32.self)
                let type = unsafe raw.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
                guard count >= headerCount, start + count <= raw.count else { break }
                if level == SOL_SOCKET, type == Int32(SCM_RIGHTS) {
                    for offset in stride(from: start + headerCount, through: start + count - 4, by: 4) {
                        found.append(unsafe raw.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                    }
                }
                start += aligned(count)
            }
            return found
        }
    }
}
