import CLinux
import Glibc
import LinuxSystem
public import Timing

/// Has pictures decoded in a confined process of its own, one at a time, and outlives whatever happens there.
///
/// The client has no thread and never waits. Its owner watches ``descriptor`` and ``nextDeadline`` with whatever event
/// loop it has, and calls ``advance(now:)`` when either is due; times come as arguments. A process that crashes, hangs
/// or talks nonsense costs the request it was working on; it is replaced, and the other requests go on.
///
/// Make it on a thread that lives as long as it does, the main thread: the kernel ends the process with the thread that
/// started it (`PR_SET_PDEATHSIG`).
public final class DecoderClient {
    /// Readable when ``advance(now:)`` has something to do. An epoll descriptor: it stays the same for the client's
    /// whole life, whatever becomes of the process.
    public var descriptor: Int32 { events.descriptor }

    /// Called with what there is to say about the process, from within ``advance(now:)``.
    public var onNotice: ((DecoderNotice) -> Void)?

    /// Whether it decodes also where the kernel has no system call filters.
    public var allowsUnconfined: Bool { settings.allowsUnconfined }
    /// What the process said of its confinement; nil until it has started once.
    private(set) var confinement: DecoderConfinement? {
        didSet {
            // Each process says the same.
            if let confinement, confinement != oldValue { onNotice?(.confined(confinement)) }
        }
    }
    let settings: Settings
    let launch: () throws(SystemError) -> DecoderProcess
    let events: DecoderEvents
    let opener: PictureOpener

    var queue = DecodingQueue()
    var finished: [DecodingOutcome] = []
    private var lastID: UInt64 = 0
    var state: State
    /// Processes that were killed and have not ended yet.
    private(set) var doomed: [DecoderProcess] = []
    var restarts = DecoderRestarts()

    private var process: DecoderProcess? { state.process }

    /// - Parameters:
    ///   - open: opens a file, on another thread.
    ///   - launch: starts a process.
    init(
        settings: Settings, now: MonotonicTime,
        open: @escaping @Sendable (PictureRequest) -> PictureOpener.Answer = PictureOpener.open,
        launch: @escaping () throws(SystemError) -> DecoderProcess
    ) throws(SystemError) {
        self.settings = settings
        self.launch = launch
        events = try DecoderEvents()
        opener = try PictureOpener(limit: settings.timeLimit, open: open)
        try events.watch(opener.descriptor)
        state = .absent(until: now)
        if settings.mayStartLater { start(now) } else { try begin(now) }
    }

    /// Asks for a picture. Of those waiting, the one that is due earliest is decoded first.
    ///
    /// Whatever becomes of it, one outcome with the returned number comes from ``advance(now:)``, unless the request is
    /// cancelled before.
    public func submit(_ request: PictureRequest, due: MonotonicTime, now: MonotonicTime) -> DecodingID {
        lastID += 1
        let job = DecodingJob(id: DecodingID(rawValue: lastID), request: request, due: due)
        queue.insert(job)
        dispatch(now)
        return job.id
    }

    /// Drops a request: no outcome comes of it. If it is being decoded, its process is killed, since nobody can tell how
    /// long it would go on.
    public func cancel(_ id: DecodingID) {
        queue.remove(id)
        finished.removeAll { $0.id == id }
        if case .decoding(let process, let job, _, _, _) = state, job.id == id { replace(process, at: .zero) }
        if case .ending(let process, let lost?, let loss, let deadline) = state, lost.job.id == id {
            state = .ending(process, nil, loss, deadline: deadline)
        }
    }

    /// When ``advance(now:)`` has something to do even if ``descriptor`` stays silent; nil if never.
    public var nextDeadline: MonotonicTime? {
        if !finished.isEmpty { return .zero }
        let instant: MonotonicTime? =
            switch state {
            case .absent(let instant): queue.isEmpty && !restarts.startsAtOnce ? nil : instant
            case .starting(_, let deadline), .decoding(_, _, _, _, let deadline), .ending(_, _, _, let deadline):
                deadline
            case .idle: nil
            }
        return [instant, opener.nextDeadline].compactMap(\.self).min()
    }

    /// Takes in what the process answered, carries out what time demands, and returns what came of the requests since
    /// the last call.
    public func advance(now: MonotonicTime) -> [DecodingOutcome] {
        doomed.removeAll { $0.end() != nil }
        if let process { takeMessages(process) }
        takeReplies(now)
        takeEnd(now)
        expire(now)
        dispatch(now)
        defer { finished = [] }
        return finished
    }
}

// MARK: - What the process says, and how it ends

extension DecoderClient {
    private func takeReplies(_ now: MonotonicTime) {
        while let process {
            switch process.receive() {
            case .nothing:
                return
            case .end:
                return lose(process, .disconnected, now)
            case .packet(var packet):
                guard packet.isWhole, let reply = DecoderReply(packet.bytes) else {
                    return lose(process, .misbehaved("sent something unintelligible"), now)
                }
                let hasDescriptor = packet.descriptor.take() != nil
                if let fault = hasDescriptor ? "a descriptor" : take(reply, from: process, now) {
                    return lose(process, .misbehaved("sent \(fault)"), now)
                }
            }
        }
    }

    /// Takes a reply in; returns what is wrong with it, if anything.
    private func take(_ reply: DecoderReply, from process: DecoderProcess, _ now: MonotonicTime) -> String? {
        switch (reply, state) {
        case (.ready(.limitsOnly), .starting) where !settings.allowsUnconfined:
            return "word that it is not confined"
        case (.ready(let confinement), .starting):
            self.confinement = confinement
            state = .idle(process)
        case (.failure(let id, let kind, let message), .decoding(_, let job, let opened, _, _))
        where id == job.id.rawValue:
            fail(job, opened, kind, message)
            // Something went wrong in a library that reads foreign bytes: who knows what else did.
            let isReplaced = kind.isSuspicious && settings.replacesAfterBreakage
            if isReplaced { replace(process, at: now) } else { rest(process, now) }
        case (
            .picture(let id, let width, let height, let stride, let remark),
            .decoding(_, let job, let opened, let memory, _)
        )
        where id == job.id.rawValue:
            guard width <= job.request.boxWidth, height <= job.request.boxHeight else {
                return "a picture larger than its box"
            }
            do throws(SystemError) { try SealedMemory.seal(memory.descriptor) } catch {
                return "a picture whose pixels it can still change"
            }
            do throws(DecodedPicture.Refusal) {
                let picture = try DecodedPicture(
                    memory: memory.descriptor, width: width, height: height, stride: stride)
                rest(process, now)
                var outcome = DecodingOutcome(id: job.id, result: .success(picture), file: opened.revision)
                outcome.remark = remark
                finished.append(outcome)
            } catch {
                return error.reason
            }
        default:
            return "an answer to a question that was not asked"
        }
        return nil
    }

    /// A process has done what it was asked for.
    private func rest(_ process: DecoderProcess, _ now: MonotonicTime) {
        if restarts.fileCount >= settings.filesPerProcess { replace(process, at: now) } else { state = .idle(process) }
    }

    /// Kills a process, to start another one.
    private func replace(_ process: DecoderProcess, at instant: MonotonicTime) {
        process.closeSocket()
        process.kill()
        doomed.append(process)
        restarts.replaced()
        state = .absent(until: instant)
    }

    /// - Parameter opened: its file, if that was opened.
    func fail(
        _ job: DecodingJob, _ opened: PictureOpener.Opened?, _ kind: DecodingFailure.Kind, _ message: String
    ) {
        let failure = DecodingFailure(kind, "\(job.request.path): \(message)")
        finished.append(DecodingOutcome(id: job.id, result: .failure(failure), file: opened?.revision))
    }

    /// Gives a process up. What it was working on fails once it is known how it ended.
    func lose(_ process: DecoderProcess, _ loss: Loss, _ now: MonotonicTime) {
        var lost: Lost?
        if case .decoding(_, let job, let opened, _, _) = state { lost = Lost(job: job, opened: opened) }
        process.closeSocket()
        process.kill()
        state = .ending(process, lost, loss, deadline: now + .seconds(1))
    }

    private func takeMessages(_ process: DecoderProcess) {
        for notice in process.takeMessages() { onNotice?(notice) }
    }

    private func takeEnd(_ now: MonotonicTime) {
        guard case .ending(let process, let lost, let loss, let deadline) = state else { return }
        let end = process.end()
        guard end != nil || now >= deadline else { return }
        takeMessages(process)
        if end == nil { doomed.append(process) }
        let story =
            switch (loss, end) {
            case (.misbehaved(let what), _): what
            case (.disconnected, let end?): end
            case (.disconnected, nil): "closed its connection"
            }
        if let lost {
            fail(
                lost.job, lost.opened, .decoderEnded, "the decoder \(story) while \(lost.job.request.action.gerund) it")
        }
        planRestart(after: story, now)
    }

    private func expire(_ now: MonotonicTime) {
        switch state {
        case .starting(let process, let deadline) where now >= deadline:
            lose(process, .misbehaved("took longer than \(seconds(settings.startLimit)) to start"), now)
        case .decoding(let process, var job, let opened, let memory, let deadline) where now >= deadline:
            switch job.timeIsUp(settings, isAlone: queue.isEmpty, processorTime: process.processorTime) {
            case .goesOn(let time):
                state = .decoding(process, job, opened, memory, deadline: now + time)
                return
            case .waitsBehindOthers: queue.insert(job)
            case .fails:
                fail(
                    job, opened, .tookTooLong,
                    "took longer than \(seconds(settings.timeLimit)) to \(job.request.action.verb)")
            }
            replace(process, at: now)
        default:
            break
        }
    }
}
