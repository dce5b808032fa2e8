import LinuxSystem
import Timing

// What the process is told.

extension DecoderClient {
    func dispatch(_ now: MonotonicTime) {
        // A process that worked is replaced at once, to be ready for the next request; one that did not start, only
        // when there is something to do.
        if case .absent(let instant) = state, now >= instant, restarts.startsAtOnce || !queue.isEmpty { start(now) }
        // What is open at once, as texts are, is not heard of again: so it is looked for until there is nothing.
        repeat {
            opener.take(for: queue.jobs, now: now)
            while let (job, refusal) = opener.nextRefused(of: queue.jobs) {
                queue.remove(job.id)
                finished.append(DecodingOutcome(id: job.id, result: .failure(refusal.failure), file: refusal.revision))
            }
            while case .idle(let process) = state, let (job, opened) = opener.nextOpen(of: queue.jobs) {
                // One that is not to blame stays at the head of the queue, for the next process.
                guard send(job, opened, to: process, now) else { return lose(process, .disconnected, now) }
            }
            opener.openAhead(queue.jobs, now: now)
        } while hasOpenedSomething
    }

    private var hasOpenedSomething: Bool {
        if case .idle = state, opener.nextOpen(of: queue.jobs) != nil { return true }
        return opener.nextRefused(of: queue.jobs) != nil
    }

    /// - Returns: whether the process could be written to.
    private func send(
        _ job: DecodingJob, _ opened: PictureOpener.Opened, to process: DecoderProcess, _ now: MonotonicTime
    ) -> Bool {
        do throws(DecodingFailure) {
            let memory = try PixelReservation(for: job.request)
            let order = DecodeOrder(id: job.id.rawValue, job.request)
            guard process.send(order.bytes, with: opened.file.rawValue, memory.descriptor.rawValue) else {
                return false
            }
            queue.remove(job.id)
            restarts.gotFile()
            var job = job
            job.begins(processorTime: process.processorTime)
            state = .decoding(process, job, opened, memory, deadline: now + job.firstLimit(settings))
        } catch {
            queue.remove(job.id)
            finished.append(DecodingOutcome(id: job.id, result: .failure(error), file: opened.revision))
        }
        return true
    }

    func start(_ now: MonotonicTime) {
        restarts.started()
        do throws(SystemError) { try begin(now) } catch {
            planRestart(after: "cannot be started: \(error.reason)", now)
        }
    }

    func begin(_ now: MonotonicTime) throws(SystemError) {
        let process = try launch()
        try events.watch(process)
        state = .starting(process, deadline: now + settings.startLimit)
    }

    func planRestart(after story: String, _ now: MonotonicTime) {
        state = .absent(until: now + restarts.pauseAfterEnd())
        guard restarts.isHopeless else { return }
        for job in queue.removeAll() {
            fail(job, nil, .decoderUnavailable, "cannot be \(job.request.action.participle): the decoder \(story)")
        }
    }
}
