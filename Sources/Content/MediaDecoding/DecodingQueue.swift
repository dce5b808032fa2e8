import Timing

/// A request on its way through a ``DecoderClient``.
struct DecodingJob {
    let id: DecodingID
    let request: PictureRequest
    /// When its picture is to be there; which one is decoded first goes by it.
    let due: MonotonicTime
    /// Whether a process was killed over it because it took long. It then comes after all others, with more time.
    private(set) var isSecondAttempt = false
    /// How long it was given beyond the first limit, since nothing else waited.
    private var grace = Duration.zero
    /// Of the decoder's processor time, when it got to work on this.
    private var begin: Duration?
    /// How much of it was used when its time was up last.
    private var lastWork = Duration.zero
    /// How long it was given since it had to wait for the processor.
    private var wait = Duration.zero

    /// How much longer a slow picture gets at a time while nothing waits behind it.
    private static let graceStep = Duration.seconds(1)
    /// How many times its limit it may wait for the processor.
    private static let mostWaiting = 9

    /// What becomes of a request whose time is up.
    enum Expiry: Equatable {
        case goesOn(for: Duration)
        case waitsBehindOthers
        case fails
    }

    init(id: DecodingID, request: PictureRequest, due: MonotonicTime) {
        (self.id, self.request, self.due) = (id, request, due)
    }

    /// How long it may take at first.
    func firstLimit(_ settings: DecoderClient.Settings) -> Duration {
        isSecondAttempt ? settings.timeLimit : settings.firstTimeLimit
    }

    /// It is being decoded from now on.
    /// - Parameter processorTime: of the process that does it, so far.
    mutating func begins(processorTime: Duration?) {
        (begin, lastWork, wait) = (processorTime, .zero, .zero)
    }

    /// - Parameters:
    ///   - isAlone: whether nothing waits behind it.
    ///   - processorTime: of the process that decodes it.
    mutating func timeIsUp(
        _ settings: DecoderClient.Settings, isAlone: Bool, processorTime: Duration? = nil
    ) -> Expiry {
        // On a machine that has much else to do the decoder, which comes last, gets little of the processor. What works
        // and has not had its time yet goes on, whatever the clock says: another process would get no more. What hangs
        // uses no time.
        let limit = firstLimit(settings)
        if let begin, let processorTime, wait < limit * Self.mostWaiting {
            let work = processorTime - begin
            defer { lastWork = work }
            if work > lastWork, work < limit {
                wait += Self.graceStep
                return .goesOn(for: Self.graceStep)
            }
        }
        let rest = isSecondAttempt ? .zero : settings.timeLimit - settings.firstTimeLimit - grace
        guard rest > .zero else { return .fails }
        guard isAlone else {
            isSecondAttempt = true
            return .waitsBehindOthers
        }
        let step = min(rest, Self.graceStep)
        grace += step
        return .goesOn(for: step)
    }
}

/// The requests that wait: second attempts after all others, else what is due first.
struct DecodingQueue {
    private(set) var jobs: [DecodingJob] = []

    var isEmpty: Bool { jobs.isEmpty }

    mutating func insert(_ job: DecodingJob) {
        func isBefore(_ a: DecodingJob, _ b: DecodingJob) -> Bool {
            a.isSecondAttempt == b.isSecondAttempt ? a.due < b.due : !a.isSecondAttempt
        }
        jobs.insert(job, at: jobs.firstIndex { isBefore(job, $0) } ?? jobs.endIndex)
    }

    mutating func remove(_ id: DecodingID) {
        jobs.removeAll { $0.id == id }
    }

    mutating func removeAll() -> [DecodingJob] {
        defer { jobs = [] }
        return jobs
    }
}
