import CLinux
import Glibc
import LinuxEvents
public import Timing

/// The number of a request, unique within its client.
public struct DecodingID: Hashable, Sendable {
    public let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What became of a request.
public struct DecodingOutcome {
    public let id: DecodingID
    public let result: Result<DecodedPicture, DecodingFailure>
}

/// Has pictures decoded in a confined process of its own, one at a time, and outlives whatever happens there.
///
/// The client has no thread and never waits. Its owner watches ``descriptor`` and ``nextDeadline`` with whatever event
/// loop it has, and calls ``advance(now:)`` when either is due; times come as arguments. A process that crashes, hangs
/// or talks nonsense costs the request it was working on; it is replaced, and the other requests go on.
///
/// Make it on a thread that lives as long as it does, the main thread: the kernel ends the process with the thread that
/// started it (`PR_SET_PDEATHSIG`).
public final class DecoderClient {
    public struct Settings: Sendable {
        /// How long one picture may take.
        public var timeLimit: Duration = .seconds(20)
        /// How long the process may take to start.
        public var startLimit: Duration = .seconds(10)
        /// How much memory of its own the process may use, in MiB; the finished picture not counted.
        public var memoryLimit = 1024

        public init() {}
    }

    /// Readable when ``advance(now:)`` has something to do. An epoll descriptor: it stays the same for the client's
    /// whole life, whatever becomes of the process.
    public var descriptor: Int32 { events.rawValue }

    /// What the process said of its confinement; nil until it has started once.
    private(set) var confinement: DecoderReply.Confinement?
    /// The process that is at work.
    var processIdentifier: Int32? { process?.identifier }

    /// Whether the process is ready and has nothing to do.
    var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    private let settings: Settings
    private let launch: () throws(SystemError) -> DecoderProcess
    private let events: OwnedDescriptor

    private var queue: [Job] = []
    private var finished: [DecodingOutcome] = []
    private var lastID: UInt64 = 0
    private var state: State
    /// Processes that were killed and have not ended yet.
    private var doomed: [DecoderProcess] = []
    /// How many processes in a row ended, or could not be started, without having been given anything to do.
    private var uselessStarts = 0
    private var hasWorked = false

    private struct Job {
        var id: DecodingID
        var request: PictureRequest
        var due: MonotonicTime
        var isCancelled = false
    }

    /// How a process was lost.
    private enum Loss {
        /// It closed the connection, most likely by ending.
        case disconnected
        /// It did what no sound decoder does, told as the end of a sentence, and was killed for it.
        case misbehaved(String)
    }

    private enum State {
        /// No process. One is started when there is something to do and the instant has come.
        case absent(until: MonotonicTime)
        case starting(DecoderProcess, deadline: MonotonicTime)
        case idle(DecoderProcess)
        case decoding(DecoderProcess, Job, deadline: MonotonicTime)
        /// The process closed its end or was found broken; how it ended is not known yet.
        case ending(DecoderProcess, Job?, Loss, deadline: MonotonicTime)
    }

    private var process: DecoderProcess? {
        switch state {
        case .absent: nil
        case .starting(let process, _), .idle(let process), .decoding(let process, _, _),
            .ending(let process, _, _, _):
            process
        }
    }

    /// Starts the decoder process.
    ///
    /// - Parameter executable: The path of `vitrine-decode`; nil to look beside the running program and in
    ///   `../libexec/vitrine` from there.
    /// - Throws: `decoderUnavailable`, if there is no such program or the process cannot be started.
    public convenience init(
        executable: String? = nil, settings: Settings = Settings(), now: MonotonicTime
    ) throws(DecodingFailure) {
        let path: String
        if let executable {
            path = executable
        } else {
            path = try DecoderExecutable.locate()
        }
        do throws(SystemError) {
            try self.init(settings: settings, now: now) { () throws(SystemError) in
                let ends = try PacketSocket.makePair()
                let arguments = ["--memory-limit", String(settings.memoryLimit)]
                return try DecoderProcess(starting: path, arguments: arguments, over: ends)
            }
        } catch {
            throw DecodingFailure(.decoderUnavailable, "the decoder \(path) cannot be started: \(error.reason)")
        }
    }

    /// The same with any way to start a process.
    init(
        settings: Settings, now: MonotonicTime, launch: @escaping () throws(SystemError) -> DecoderProcess
    ) throws(SystemError) {
        self.settings = settings
        self.launch = launch
        events = OwnedDescriptor(adopting: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        let process = try launch()
        state = .starting(process, deadline: now + settings.startLimit)
        try Self.watch(process, by: events)
    }

    /// Asks for a picture. Of those waiting, the one that is due earliest is decoded first.
    ///
    /// Whatever becomes of it, one outcome with the returned number comes from ``advance(now:)``, unless the request is
    /// cancelled before.
    public func submit(_ request: PictureRequest, due: MonotonicTime, now: MonotonicTime) -> DecodingID {
        lastID += 1
        let job = Job(id: DecodingID(rawValue: lastID), request: request, due: due)
        let place = queue.firstIndex { $0.due > due } ?? queue.endIndex
        queue.insert(job, at: place)
        dispatch(now)
        return job.id
    }

    /// Drops a request: no outcome comes of it. One that is being decoded is decoded to its end and thrown away.
    public func cancel(_ id: DecodingID) {
        queue.removeAll { $0.id == id }
        finished.removeAll { $0.id == id }
        if case .decoding(let process, var job, let deadline) = state, job.id == id {
            job.isCancelled = true
            state = .decoding(process, job, deadline: deadline)
        }
        if case .ending(let process, let job?, let loss, let deadline) = state, job.id == id {
            state = .ending(process, nil, loss, deadline: deadline)
        }
    }

    /// When ``advance(now:)`` has something to do even if ``descriptor`` stays silent; nil if never.
    public var nextDeadline: MonotonicTime? {
        if !finished.isEmpty { return .zero }
        return switch state {
        case .absent(let instant): queue.isEmpty ? nil : instant
        case .starting(_, let deadline), .decoding(_, _, let deadline), .ending(_, _, _, let deadline): deadline
        case .idle: nil
        }
    }

    /// Takes in what the process answered, carries out what time demands, and returns what came of the requests since
    /// the last call.
    public func advance(now: MonotonicTime) -> [DecodingOutcome] {
        doomed.removeAll { $0.end() != nil }
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
                if let fault = take(reply, packet.descriptor.take(), from: process) {
                    return lose(process, .misbehaved("sent \(fault)"), now)
                }
            }
        }
    }

    /// Takes a reply in; returns what is wrong with it, if anything.
    private func take(
        _ reply: DecoderReply, _ memory: consuming OwnedDescriptor?, from process: DecoderProcess
    ) -> String? {
        switch (reply, state) {
        case (.ready(let confinement), .starting):
            self.confinement = confinement
            state = .idle(process)
        case (.failure(let id, let kind, let message), .decoding(_, let job, _)) where id == job.id.rawValue:
            state = .idle(process)
            fail(job, kind, message)
        case (.picture(let id, let width, let height, let stride), .decoding(_, let job, _)) where id == job.id.rawValue:
            guard width <= job.request.boxWidth, height <= job.request.boxHeight else {
                return "a picture larger than its box"
            }
            guard let memory = consume memory else { return "a picture without pixels" }
            do throws(DecodedPicture.Refusal) {
                let picture = try DecodedPicture(memory: memory, width: width, height: height, stride: stride)
                state = .idle(process)
                if !job.isCancelled { finished.append(DecodingOutcome(id: job.id, result: .success(picture))) }
            } catch {
                return error.reason
            }
        default:
            return "an answer to a question that was not asked"
        }
        return nil
    }

    private func fail(_ job: Job, _ kind: DecodingFailure.Kind, _ message: String) {
        guard !job.isCancelled else { return }
        let failure = DecodingFailure(kind, "\(job.request.path): \(message)")
        finished.append(DecodingOutcome(id: job.id, result: .failure(failure)))
    }

    /// Gives a process up. What it was working on fails once it is known how it ended.
    private func lose(_ process: DecoderProcess, _ loss: Loss, _ now: MonotonicTime) {
        var lost: Job?
        if case .decoding(_, let job, _) = state { lost = job }
        process.closeSocket()
        process.kill()
        state = .ending(process, lost, loss, deadline: now + .seconds(1))
    }

    private func takeEnd(_ now: MonotonicTime) {
        guard case .ending(let process, let job, let loss, let deadline) = state else { return }
        let end = process.end()
        guard end != nil || now >= deadline else { return }
        if end == nil { doomed.append(process) }
        let story =
            switch (loss, end) {
            case (.misbehaved(let what), _): what
            case (.disconnected, let end?): end.description
            case (.disconnected, nil): "closed its connection"
            }
        if let job { fail(job, .decoderEnded, "the decoder \(story) while decoding it") }
        planRestart(after: story, now)
    }

    private func expire(_ now: MonotonicTime) {
        switch state {
        case .starting(let process, let deadline) where now >= deadline:
            lose(process, .misbehaved("took longer than \(seconds(settings.startLimit)) to start"), now)
        case .decoding(let process, let job, let deadline) where now >= deadline:
            fail(job, .tookTooLong, "took longer than \(seconds(settings.timeLimit)) to decode")
            process.closeSocket()
            process.kill()
            doomed.append(process)
            state = .absent(until: now)
        default:
            break
        }
    }
}

// MARK: - What the process is told

extension DecoderClient {
    private func dispatch(_ now: MonotonicTime) {
        // A process that worked is replaced at once, to be ready for the next request; one that did not start, only
        // when there is something to do.
        if case .absent(let instant) = state, now >= instant, uselessStarts == 0 || !queue.isEmpty { start(now) }
        while case .idle(let process) = state, let job = queue.first {
            guard job.request.hasValidBox else {
                let box = "\(job.request.boxWidth)x\(job.request.boxHeight)"
                fail(queue.removeFirst(), .unsupported, "cannot be decoded to \(box) pixels")
                continue
            }
            do throws(DecodingFailure) {
                let file = try PictureFile.open(job.request.path)
                guard process.send(DecodeOrder(id: job.id.rawValue, job.request).bytes, with: file) else {
                    // It was not to blame: it stays at the head of the queue, for the next process.
                    return lose(process, .disconnected, now)
                }
                queue.removeFirst()
                hasWorked = true
                state = .decoding(process, job, deadline: now + settings.timeLimit)
            } catch {
                finished.append(DecodingOutcome(id: queue.removeFirst().id, result: .failure(error)))
            }
        }
    }

    private func start(_ now: MonotonicTime) {
        hasWorked = false
        do throws(SystemError) {
            let process = try launch()
            try Self.watch(process, by: events)
            state = .starting(process, deadline: now + settings.startLimit)
        } catch {
            planRestart(after: "cannot be started: \(error.reason)", now)
        }
    }

    /// After a process that worked, the next one starts at once; after ones that did not, ever later, and from the
    /// third on the requests that wait fail rather than wait longer.
    private func planRestart(after story: String, _ now: MonotonicTime) {
        uselessStarts = hasWorked ? 0 : uselessStarts + 1
        let pause = uselessStarts == 0 ? 0 : min(100 << min(uselessStarts - 1, 10), 10_000)
        state = .absent(until: now + .milliseconds(pause))
        guard uselessStarts >= 3 else { return }
        for job in queue { fail(job, .decoderUnavailable, "cannot be decoded: the decoder \(story)") }
        queue = []
    }

    private static func watch(_ process: DecoderProcess, by events: borrowing OwnedDescriptor) throws(SystemError) {
        let number = events.rawValue
        for descriptor in process.descriptors {
            var event = unsafe epoll_event()
            unsafe event.events = EPOLLIN.rawValue
            try systemCall("epoll_ctl") { unsafe epoll_ctl(number, EPOLL_CTL_ADD, descriptor, &event) }
        }
    }
}

/// "20 s", "0.5 s".
private func seconds(_ length: Duration) -> String {
    let value = length.inSeconds
    return value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
}
