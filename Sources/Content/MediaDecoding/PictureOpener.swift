import Dispatch
import LinuxSystem
import Timing

/// Opens the files of requests that wait, each on a thread of its own: what is on a share that is gone opens never.
///
/// It belongs to its client's thread.
final class PictureOpener {
    /// An open file, and what it was like then.
    final class Opened: Sendable {
        let file: OwnedDescriptor
        let revision: FileRevision?

        init(_ file: consuming OwnedDescriptor) {
            revision = FileRevision(of: file)
            self.file = file
        }
    }

    /// Why a file could not be opened, and what it was like then: one that changes may be tried again.
    struct Refusal: Error {
        let failure: DecodingFailure
        let revision: FileRevision?
    }

    typealias Answer = Result<Opened, Refusal>

    private enum State {
        /// Nothing that is due later is decoded before `patience`, and it has failed at `limit`.
        case opening(patience: MonotonicTime, limit: MonotonicTime)
        case answered(Answer)
    }

    private var states: [DecodingID: State] = [:]
    private let answers: Mailbox<(DecodingID, Answer)>
    /// Threads that have not come back.
    private var busy = 0
    private let limit: Duration
    private let open: @Sendable (PictureRequest) -> Answer

    /// So many files are opened ahead.
    private static let ahead = 4
    /// So many threads may hang; then files fail until one of them comes back.
    private static let mostThreads = 16

    /// - Parameters:
    ///   - limit: how long opening may take.
    ///   - open: opens a file. Called on other threads.
    init(
        limit: Duration, open: @escaping @Sendable (PictureRequest) -> Answer = PictureOpener.open
    ) throws(SystemError) {
        self.limit = limit
        self.open = open
        answers = try Mailbox()
    }

    /// Readable when a file was opened, or could not be.
    var descriptor: Int32 { answers.rawDescriptor }

    /// When ``take(for:now:)`` has something to do even if ``descriptor`` stays silent.
    var nextDeadline: MonotonicTime? {
        states.values.compactMap { state in
            if case .opening(let patience, let limit) = state { min(patience, limit) } else { nil }
        }.min()
    }

    /// Whether a file is being opened.
    var isOpening: Bool { nextDeadline != nil }

    /// Takes in what came of opening files, also of waiting for it, and forgets jobs that wait no more.
    func take(for jobs: [DecodingJob], now: MonotonicTime) {
        for (id, answer) in answers.take() {
            busy -= 1
            // One that was given up stays given up.
            if case .opening = states[id] { states[id] = .answered(answer) }
        }
        let waiting = Set(jobs.map(\.id))
        states = states.filter { waiting.contains($0.key) }
        for job in jobs {
            guard case .opening(let patience, let limit) = states[job.id] else { continue }
            if now >= limit {
                states[job.id] = .answered(refusal(job, "took longer than \(seconds(self.limit)) to open"))
            } else if now >= patience {
                states[job.id] = .opening(patience: limit, limit: limit)
            }
        }
    }

    /// Opens the files of the first jobs.
    func openAhead(_ jobs: [DecodingJob], now: MonotonicTime) {
        // One that is slow to open keeps no others from being opened.
        var room = Self.ahead
        for job in jobs where room > 0 {
            switch states[job.id] {
            case .opening(let patience, let limit): if patience < limit { room -= 1 }
            case .answered: room -= 1
            case nil:
                begin(job, now)
                room -= 1
            }
        }
    }

    private func begin(_ job: DecodingJob, _ now: MonotonicTime) {
        guard busy < Self.mostThreads else {
            states[job.id] = .answered(refusal(job, "is not opened while \(busy) other files do not open"))
            return
        }
        busy += 1
        states[job.id] = .opening(patience: min(now + .milliseconds(100), now + limit), limit: now + limit)
        DispatchQueue(label: "open").async { [open, answers, id = job.id, request = job.request] in
            answers.post((id, open(request)))
        }
    }

    private func refusal(_ job: DecodingJob, _ story: String) -> Answer {
        let message = "\(job.request.path): \(story); is it on a disk or share that is gone?"
        return .failure(Refusal(failure: DecodingFailure(.unanswered, message), revision: nil))
    }

    /// The first of the jobs whose file is open; none while one before it may be so any moment.
    func nextOpen(of jobs: [DecodingJob]) -> (job: DecodingJob, opened: Opened)? {
        for job in jobs {
            switch states[job.id] {
            case .answered(.success(let opened)): return (job, opened)
            case .answered(.failure): continue
            case .opening(let patience, let limit): if patience < limit { return nil }
            case nil: return nil
            }
        }
        return nil
    }

    /// The first of the jobs whose file could not be opened.
    func nextRefused(of jobs: [DecodingJob]) -> (job: DecodingJob, refusal: Refusal)? {
        for job in jobs {
            if case .answered(.failure(let refusal)) = states[job.id] { return (job, refusal) }
        }
        return nil
    }

    @Sendable static func open(_ request: PictureRequest) -> Answer {
        guard request.hasValidBox else {
            let box = "\(request.boxWidth)x\(request.boxHeight)"
            let message = "\(request.path): cannot be decoded to \(box) pixels"
            return .failure(Refusal(failure: DecodingFailure(.unsupported, message), revision: nil))
        }
        do throws(DecodingFailure) { return .success(Opened(try PictureFile.open(request.path))) } catch {
            return .failure(Refusal(failure: error, revision: FileRevision(of: request.path)))
        }
    }
}
