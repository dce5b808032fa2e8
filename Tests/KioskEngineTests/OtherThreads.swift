import DisplayModel
import HeadlessDisplay
import Timing

@testable import ScreenKeeping

/// The other threads of a stage: calls that take as long as its devices say, and are made when they end.
final class OtherThreads {
    private var jobs: [Job] = []
    /// Whether calls that make renderers are held back.
    var holdsRenderers = false

    private struct Job {
        let seat: Stage.Seat
        let call: SlowCall
        var end: MonotonicTime
        let run: @Sendable () -> Void
    }

    /// A call begins. Those that need a device's locks are made one after the other.
    func begin(_ call: SlowCall, _ seat: Stage.Seat, _ run: @escaping @Sendable () -> Void, now: MonotonicTime) {
        var end = holdsRenderers ? MonotonicTime.distantFuture : now
        if call.needsLocks {
            let hardware = seat.device.hardware
            let length: Duration? =
                switch call {
                case .modeset: hardware.modesetTime
                case .survey(.probe): hardware.probeTime
                default: nil
                }
            end = max(now, seat.threadIsBusyUntil) + (length ?? .zero)
            seat.threadIsBusyUntil = end
            seat.device.beginElsewhere(until: end)
        }
        let job = Job(seat: seat, call: call, end: end, run: run)
        if end <= now { carryOut(job) } else { jobs.append(job) }
    }

    private func carryOut(_ job: Job) {
        job.run()
        job.seat.endedJobs += 1
    }

    /// When the next call ends.
    var nextEnd: MonotonicTime? { jobs.map(\.end).min() }

    /// When the last call of a device ends that needs its locks.
    func end(of seat: Stage.Seat) -> MonotonicTime? {
        jobs.filter { $0.seat === seat && $0.call.needsLocks }.map(\.end).max()
    }

    func run(endedBy now: MonotonicTime) {
        let ended = jobs.filter { $0.end <= now }
        jobs.removeAll { $0.end <= now }
        for job in ended { carryOut(job) }
    }

    /// What was held back goes on.
    func letGo(now: MonotonicTime) {
        holdsRenderers = false
        for index in jobs.indices where jobs[index].end == .distantFuture { jobs[index].end = now }
        run(endedBy: now)
    }
}
