import CLinux
import Glibc
import Synchronization

/// Carries messages from other threads to the loop's thread: they post one, the loop takes it.
///
/// `post` may be called from any thread; everything else belongs to the loop's.
public final class Mailbox<Message: Sendable>: Sendable {
    private let descriptor: OwnedDescriptor
    private let messages = Mutex<[Message]>([])

    public init() throws(SystemError) {
        descriptor = OwnedDescriptor(
            adopting: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// Becomes readable when there is a message; to be watched, with a handler that calls ``take()``.
    public var rawDescriptor: Int32 { descriptor.rawValue }

    public func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        var one: UInt64 = 1
        // Fails only when the counter is full; then the loop has been woken already.
        _ = unsafe write(descriptor.rawValue, &one, 8)
    }

    /// What was posted since the last call, in order.
    public func take() -> [Message] {
        var count: UInt64 = 0
        _ = unsafe read(descriptor.rawValue, &count, 8)
        return messages.withLock { messages in
            let all = messages
            messages = []
            return all
        }
    }
}
