import CLinux
import Glibc
import Synchronization

/// A way for other threads to have something done on the loop's thread: they post a job, the loop runs it.
///
/// `post` may be called from any thread; everything else belongs to the loop's.
public final class Mailbox: Sendable {
    private let descriptor: OwnedDescriptor
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    public init() throws(SystemError) {
        descriptor = OwnedDescriptor(
            adopting: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// Becomes readable when there is a job; to be watched, with ``runJobs()`` as the handler.
    public var rawDescriptor: Int32 { descriptor.rawValue }

    public func post(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
        var one: UInt64 = 1
        // Fails only when the counter is full, and then the loop has been told already.
        _ = unsafe write(descriptor.rawValue, &one, 8)
    }

    /// Runs what was posted, in order.
    public func runJobs() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor.rawValue, &count, 8)
        let due = jobs.withLock { jobs in
            let all = jobs
            jobs = []
            return all
        }
        for job in due { job() }
    }
}
