import Dispatch
import Glibc
import LinuxSystem
import Synchronization
import Timing

/// A thread for calls that wait for a daemon without a limit of their own, so that their caller can give up waiting.
///
/// One thread for all calls, for as long as there are any: sd-bus, inside libseat, keeps state by thread.
final class SeatThread: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isEnding = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let limit: Duration

    /// - Parameter limit: how long a caller waits.
    init(limit: Duration) throws(SystemError) {
        self.limit = limit
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<SeatThread>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw SystemError("pthread_create", code: code)
        }
        pthread_detach(thread)
    }

    private func run() {
        while true {
            wake.wait()
            let (job, isEnding) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isEnding)
            }
            if let job { job() } else if isEnding { return }
        }
    }

    /// Has a job done and waits for its answer.
    /// - Parameter undo: gets an answer that came too late.
    /// - Returns: nil when the limit is over.
    func answer<Value: Sendable>(
        to job: @escaping @Sendable () -> Value, tooLate undo: @escaping @Sendable (Value) -> Void = { _ in }
    ) -> Value? {
        let answer = Answer<Value>()
        submit {
            let value = job()
            if !answer.give(value) { undo(value) }
        }
        return answer.wait(limit)
    }

    /// Ends the thread after the jobs that it has.
    func end() {
        state.withLock { $0.isEnding = true }
        wake.signal()
    }

    private func submit(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        wake.signal()
    }
}

/// An answer on its way from one thread to another.
private final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case awaited
        case given(Value)
        case abandoned
    }

    private let state = Mutex(State.awaited)
    private let arrival = DispatchSemaphore(value: 0)

    /// False when nobody waits for it any more.
    func give(_ value: Value) -> Bool {
        let isAwaited = state.withLock { state in
            guard case .awaited = state else { return false }
            state = .given(value)
            return true
        }
        arrival.signal()
        return isAwaited
    }

    func wait(_ limit: Duration) -> Value? {
        _ = arrival.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
        return state.withLock { state in
            defer { state = .abandoned }
            if case .given(let value) = state { return value }
            return nil
        }
    }
}
