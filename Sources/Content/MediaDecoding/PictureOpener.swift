import Dispatch
import LinuxSystem
import Paths
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
    private let answers: Mailbox<(FilePath, Answer)>
    private var threads: OpeningThreads
    /// Files that were given up and have not answered yet.
    private var overdue: Set<FilePath> = []
    private let limit: Duration
    private let open: @Sendable (PictureRequest) -> Answer

    /// How many files were given up and answered later: what hung answers again.
    private(set) var lateAnswers = 0

    /// So many files are opened ahead.
    private static let ahead = 4
    /// What takes longer may be due to a disk or share that does not answer. Then others need not wait for it.
    private static let patience = Duration.milliseconds(100)

    /// - Parameters:
    ///   - limit: how long opening may take.
    ///   - open: opens a file. Called on other threads.
    init(
        limit: Duration, mounts: @escaping () -> MountTable = { .current },
        open: @escaping @Sendable (PictureRequest) -> Answer = PictureOpener.open
    ) throws(SystemError) {
        self.limit = limit
        self.open = open
        threads = OpeningThreads(patience: Self.patience, mounts: mounts)
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
        for (path, answer) in answers.take() {
            threads.ended(path)
            if overdue.remove(path) != nil { lateAnswers += 1 }
            let waiting = jobs.filter { $0.request.path == path && waits($0) }
            if let first = waiting.first { states[first.id] = .answered(answer) }
            // Each has a descriptor of its own.
            for other in waiting.dropFirst() { states[other.id] = nil }
        }
        let waiting = Set(jobs.map(\.id))
        states = states.filter { waiting.contains($0.key) }
        for job in jobs {
            guard case .opening(let patience, let limit) = states[job.id] else { continue }
            if now >= limit {
                states[job.id] = .answered(refusal(job))
                if threads.isOpening(job.request.path) { overdue.insert(job.request.path) }
            } else {
                if now >= patience { states[job.id] = .opening(patience: limit, limit: limit) }
                start(job, now)
            }
        }
    }

    private func waits(_ job: DecodingJob) -> Bool {
        if case .opening = states[job.id] { true } else { false }
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

    /// A file that hangs for another job already fails when that would.
    private func begin(_ job: DecodingJob, _ now: MonotonicTime) {
        // A text is at hand.
        if let text = job.request.text {
            states[job.id] = .answered(Self.inMemory(text, job.request))
            return
        }
        let since = threads.began(job.request.path) ?? now
        states[job.id] = .opening(patience: min(since + Self.patience, since + limit), limit: since + limit)
        start(job, now)
    }

    /// Opens a job's file, unless that is being done or too many others hang.
    private func start(_ job: DecodingJob, _ now: MonotonicTime) {
        guard threads.begin(job.request.path, now: now) else { return }
        DispatchQueue(label: "open").async { [open, answers, request = job.request] in
            answers.post((request.path, open(request)))
        }
    }

    private func refusal(_ job: DecodingJob) -> Answer {
        let story =
            threads.isOpening(job.request.path)
            ? "took longer than \(seconds(limit)) to open" : "is not opened while other files there do not open"
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

    private static func inMemory(_ text: TextOrder, _ request: PictureRequest) -> Answer {
        guard request.hasValidBox else { return refusal(ofBox: request) }
        do throws(SystemError) {
            return .success(Opened(try OwnedDescriptor.inMemory(text.bytes, name: "text")))
        } catch {
            let failure = DecodingFailure(.outOfMemory, "\(request.path): there is no memory for it: \(error)")
            return .failure(Refusal(failure: failure, revision: nil))
        }
    }

    private static func refusal(ofBox request: PictureRequest) -> Answer {
        let box = "\(request.boxWidth)x\(request.boxHeight)"
        let failure = DecodingFailure(
            .unsupported, "\(request.path): cannot be \(request.action.participle) to \(box) pixels")
        return .failure(Refusal(failure: failure, revision: nil))
    }

    @Sendable static func open(_ request: PictureRequest) -> Answer {
        guard request.hasValidBox else { return refusal(ofBox: request) }
        do throws(DecodingFailure) { return .success(Opened(try PictureFile.open(request.path))) } catch {
            return .failure(Refusal(failure: error, revision: FileRevision(of: request.path)))
        }
    }
}

extension DecoderClient {
    /// Whether a file is being opened.
    var isOpening: Bool { opener.isOpening }

    /// How many files were given up since their disk or share did not answer, and answered later.
    public var lateAnswers: Int { opener.lateAnswers }
}
