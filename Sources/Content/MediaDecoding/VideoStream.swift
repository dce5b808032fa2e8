import LinuxSystem
public import Timing

/// The frames of one video file, decoded in a confined process of its own.
///
/// Nothing here waits. The owner watches ``descriptor`` and ``nextDeadline``, and calls ``advance(now:)`` when either is
/// due; what came is what it returns. A frame's memory is the decoder's again when the frame is let go of; as long as all
/// of it is held, the decoder waits. A decoder that crashes, hangs, stops half way or talks nonsense ends the stream with a
/// failure, and whoever still holds frames keeps them.
///
/// Make it on a thread that lives as long as it does: the kernel ends the process with the thread that started it.
public final class VideoStream {
    /// What came of a stream, in the order in which it came.
    public enum Event {
        /// What the file is like. Comes once, first.
        case described(VideoDescription)
        /// Frames come in the order of their times.
        case frame(VideoFrame)
        /// How long one turn of the passage is. Comes once, after the last frame of the first turn.
        case turn(Duration)
        /// The last frame shows until this time. Nothing comes after it.
        case ended(Duration)
        /// Nothing comes after it.
        case failed(DecodingFailure)
        /// Something for the log.
        case notice(DecoderNotice)
    }

    private let name: String
    private let settings: Settings
    private let events: DecoderEvents
    private let process: DecoderProcess
    private var state: State
    private var memory: VideoMemory?
    private var lastStart = Duration.zero
    /// It had to wait for memory since the clock was looked at last: its time counts from the next look on.
    private var goesOnAgain = false
    /// Frames that are over by then need not be decoded to pixels any more: the decoder is told with the next slot.
    public var playhead = Duration.zero

    private enum State {
        /// The process has not said yet that it is ready. Then it gets its file.
        case starting(OwnedFile, VideoPassage, deadline: MonotonicTime)
        case opening(deadline: MonotonicTime)
        case playing(deadline: MonotonicTime)
        /// The process closed its end or was found broken; how it ended is not known yet.
        case ending(String?, deadline: MonotonicTime)
        case over
    }

    private final class OwnedFile {
        let descriptor: OwnedDescriptor
        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
    }

    /// - Parameters:
    ///   - name: the file's, which failures begin with.
    ///   - launch: starts a process.
    init(
        _ file: consuming OwnedDescriptor, name: String, passage: VideoPassage, settings: Settings, now: MonotonicTime,
        launch: () throws(SystemError) -> DecoderProcess
    ) throws(SystemError) {
        self.name = name
        self.settings = settings
        events = try DecoderEvents()
        process = try launch()
        try events.watch(process)
        state = .starting(OwnedFile(file), passage, deadline: now + settings.startLimit)
    }

    deinit { process.kill() }

    /// Readable when ``advance(now:)`` has something to do.
    public var descriptor: Int32 { events.descriptor }

    /// The process that decodes.
    var processIdentifier: Int32 { process.identifier }

    /// When ``advance(now:)`` has something to do even if ``descriptor`` stays silent; nil if never.
    public var nextDeadline: MonotonicTime? {
        switch state {
        case .starting(_, _, let deadline), .opening(let deadline), .ending(_, let deadline): deadline
        // Without a free slot it is the decoder who waits.
        case .playing(let deadline): memory?.lent.isEmpty == true ? nil : deadline
        case .over: nil
        }
    }

    /// Takes in what the decoder sent, and does what is due.
    public func advance(now: MonotonicTime) -> [Event] {
        var events = process.takeMessages().map { Event.notice($0) }
        takeReplies(now, &events)
        takeEnd(now, &events)
        if let nextDeadline, nextDeadline <= now {
            switch state {
            case .starting: stop("took longer than \(seconds(settings.startLimit)) to start", &events, .tookTooLong)
            case .opening: stop("took longer than \(seconds(settings.openLimit)) to open it", &events, .tookTooLong)
            case .playing where goesOnAgain:
                goesOnAgain = false
                state = .playing(deadline: now + settings.progressLimit)
            case .playing:
                stop("sent nothing for \(seconds(settings.progressLimit))", &events, .tookTooLong)
            case .ending, .over: break
            }
        }
        return events
    }

    private func takeReplies(_ now: MonotonicTime, _ events: inout [Event]) {
        while true {
            switch state {
            case .ending, .over: return
            case .starting, .opening, .playing: break
            }
            switch process.receive() {
            case .nothing: return
            case .end: state = .ending(nil, deadline: now + .seconds(1))
            case .packet(var packet):
                guard packet.isWhole, packet.descriptor.take() == nil, let reply = VideoReply(packet.bytes) else {
                    return stop("sent something unintelligible", &events)
                }
                if let fault = take(reply, now, &events) { stop("sent \(fault)", &events) }
            }
        }
    }

    /// Takes a reply in; returns what is wrong with it, if anything.
    private func take(_ reply: VideoReply, _ now: MonotonicTime, _ events: inout [Event]) -> String? {
        switch (reply, state) {
        case (.ready(.limitsOnly), .starting) where !settings.allowsUnconfined:
            return "word that it is not confined"
        case (.ready(let confinement), .starting(let file, let passage, _)):
            events.append(.notice(.confined(confinement)))
            state = .opening(deadline: now + settings.openLimit)
            tell(.open(passage, threads: settings.threads), with: file.descriptor.rawValue)
        case (.described(let description), .opening):
            return lend(description, now, &events)
        case (.frame(let slot, let start, let length, let leftOut), .playing):
            guard let memory, memory.take(slot) else { return "a frame in memory that it does not have" }
            guard start >= lastStart else { return "a frame of an earlier time" }
            lastStart = start
            state = .playing(deadline: now + settings.progressLimit)
            events.append(.frame(VideoFrame(memory, slot: slot, start: start, length: length, leftOut: leftOut)))
        case (.turn(let length), .playing): events.append(.turn(length))
        case (.ended(let time), .playing):
            guard time >= lastStart else { return "an end before its last frame" }
            state = .over
            events.append(.ended(time))
        case (.failure(let kind, let message), .opening), (.failure(let kind, let message), .playing):
            fail(kind, message, &events)
        default: return "an answer to a question that was not asked"
        }
        return nil
    }

    /// Makes memory for the frames, now that it is known what they are like.
    private func lend(_ description: VideoDescription, _ now: MonotonicTime, _ events: inout [Event]) -> String? {
        let memory: VideoMemory
        do throws(SystemError) {
            memory = try VideoMemory(description.layout, slots: settings.slots)
        } catch {
            fail(.outOfMemory, "there is no memory for its frames: \(error)", &events)
            return nil
        }
        memory.onReturn = { [weak self] slot in self?.returned(slot) }
        self.memory = memory
        state = .playing(deadline: now + settings.entryLimit)
        tell(.slots(settings.slots), with: memory.descriptor.rawValue)
        events.append(.described(description))
        return nil
    }

    private func returned(_ slot: Int) {
        guard case .playing = state else { return }
        if memory?.lent.count == 1 { goesOnAgain = true }
        tell(.lend(slot: slot, playhead: playhead))
    }

    /// What becomes of a process that cannot be told anything, its end says.
    private func tell(_ order: VideoOrder, with descriptor: Int32? = nil) {
        if let descriptor { _ = process.send(order.bytes, with: descriptor) } else { _ = process.send(order.bytes) }
    }

    private func takeEnd(_ now: MonotonicTime, _ events: inout [Event]) {
        guard case .ending(_, let deadline) = state else { return }
        let end = process.end()
        guard end != nil || now >= deadline else { return }
        events += process.takeMessages().map { Event.notice($0) }
        stop(end ?? "closed its connection", &events)
    }

    /// Gives the process up for what it did, told as the end of a sentence.
    private func stop(_ story: String, _ events: inout [Event], _ kind: DecodingFailure.Kind = .decoderEnded) {
        fail(kind, "the decoder \(story)", &events)
    }

    private func fail(_ kind: DecodingFailure.Kind, _ message: String, _ events: inout [Event]) {
        process.closeSocket()
        process.kill()
        state = .over
        events.append(.failed(DecodingFailure(kind, "\(name): \(message)")))
    }
}
