public import Dispatch
import Synchronization

/// The answer of something that may hang in the kernel (a disk that is gone, a network share, a driver). Nil if it takes
/// longer than the limit; then its thread is abandoned.
public func answer<Value: Sendable>(
    within limit: DispatchTimeInterval, _ question: @escaping @Sendable () -> Value
) -> Value? {
    let answer = Answer<Value>()
    DispatchQueue(label: "inspection").async {
        let value = question()
        answer.value.withLock { $0 = value }
        answer.semaphore.signal()
    }
    guard answer.semaphore.wait(timeout: .now() + limit) == .success else { return nil }
    return answer.value.withLock { $0 }
}

private final class Answer<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let semaphore = DispatchSemaphore(value: 0)
}
