import CLinux
import Dispatch
import Glibc
public import LinuxSystem
public import Paths
public import Timing

/// The films that play or wait for their turn, each with a decoder of its own, behind one descriptor.
///
/// Nothing here waits: files are opened on other threads, since one may lie on a share that is gone.
public final class VideoStreams {
    /// The number of a film among all that were opened.
    public struct ID: Hashable, Sendable {
        public let rawValue: UInt64
        package init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What came of a film, in the order in which it came.
    public enum Event {
        /// Its file is open, and was like this then. Comes once, first.
        case opened(FileRevision?)
        case stream(VideoStream.Event)
    }

    private enum State {
        /// - `isBegun`: whether a thread opens it. Else it waits for files that hang.
        case opening(FilePath, VideoPassage, deadline: MonotonicTime, isBegun: Bool)
        case open(VideoStream)
    }

    private final class Opened: Sendable {
        let file: OwnedDescriptor
        let revision: FileRevision?

        init(_ file: consuming OwnedDescriptor) {
            revision = FileRevision(of: file)
            self.file = file
        }
    }

    /// Called from ``advance(now:)`` with what is for the log: of how decoders are confined, what is news.
    public var onNotice: ((DecoderNotice) -> Void)?

    private var confinement: DecoderConfinement?
    private let settings: VideoStream.Settings
    private let executable: String?
    private let epoll: DecoderEvents
    private let answers: Mailbox<(ID, FilePath, Result<Opened, DecodingFailure>)>
    private var threads = OpeningThreads(patience: .milliseconds(100))
    private var states: [ID: State] = [:]
    private var lastID: UInt64 = 0

    /// - Parameter executable: the path of `vitrine-decode-video`; nil to look for it.
    public init(executable: String? = nil, settings: VideoStream.Settings = .init()) throws(SystemError) {
        self.executable = executable
        self.settings = settings
        epoll = try DecoderEvents()
        answers = try Mailbox()
        try epoll.watch(answers.rawDescriptor)
    }

    /// Readable when ``advance(now:)`` has something to do. It stays the same.
    public var descriptor: Int32 { epoll.descriptor }

    /// Opens a film: what comes of it, ``advance(now:)`` tells.
    public func open(_ path: FilePath, _ passage: VideoPassage, now: MonotonicTime) -> ID {
        lastID += 1
        let id = ID(rawValue: lastID)
        states[id] = .opening(path, passage, deadline: now + settings.openLimit, isBegun: begin(path, id, now))
        return id
    }

    /// Opens a file on another thread, unless too many there hang.
    private func begin(_ path: FilePath, _ id: ID, _ now: MonotonicTime) -> Bool {
        guard threads.begin(path, now: now) else { return false }
        DispatchQueue(label: "open film").async { [answers] in
            let answer: Result<Opened, DecodingFailure>
            do throws(DecodingFailure) {
                answer = .success(Opened(try VideoStream.openFile(path)))
            } catch {
                answer = .failure(error)
            }
            answers.post((id, path, answer))
        }
        return true
    }

    /// Ends a film. Frames that somebody still holds stay.
    public func close(_ id: ID) { states[id] = nil }

    /// The process that decodes a film.
    func processIdentifier(of id: ID) -> Int32? {
        if case .open(let stream) = states[id] { stream.processIdentifier } else { nil }
    }

    /// What is over by then, on a film's own clock, need not be sent any more.
    public func setPlayhead(_ time: Duration, of id: ID) {
        if case .open(let stream) = states[id] { stream.playhead = max(time, .zero) }
    }

    /// When ``advance(now:)`` has something to do even if ``descriptor`` stays silent; nil if never.
    public var nextDeadline: MonotonicTime? {
        states.values.compactMap { state in
            switch state {
            case .opening(_, _, let deadline, _): deadline
            case .open(let stream): stream.nextDeadline
            }
        }.min()
    }

    /// Takes in what came of the films.
    public func advance(now: MonotonicTime) -> [(ID, Event)] {
        var events: [(ID, Event)] = []
        for (id, path, answer) in answers.take() {
            threads.ended(path)
            // One that was closed, or given up, stays so.
            guard case .opening(_, let passage, _, _) = states[id] else { continue }
            do throws(DecodingFailure) {
                let opened = try answer.get()
                states[id] = .open(try start(opened, path, passage, now))
                events.append((id, .opened(opened.revision)))
            } catch {
                states[id] = nil
                events.append((id, .stream(.failed(error))))
            }
        }
        for (id, state) in states.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            switch state {
            case .open(let stream):
                for event in stream.advance(now: now) {
                    if case .notice(let notice) = event { tell(notice) } else { events.append((id, .stream(event))) }
                }
            case .opening(let path, _, let deadline, _) where deadline <= now:
                states[id] = nil
                let story =
                    "took longer than \(seconds(settings.openLimit)) to open; is it on a disk or share that is gone?"
                events.append((id, .stream(.failed(DecodingFailure(.unanswered, "\(path): \(story)")))))
            case .opening(let path, let passage, let deadline, isBegun: false):
                states[id] = .opening(path, passage, deadline: deadline, isBegun: begin(path, id, now))
            case .opening: break
            }
        }
        return events
    }

    private func tell(_ notice: DecoderNotice) {
        if case .confined(let now) = notice {
            guard now != confinement else { return }
            confinement = now
        }
        onNotice?(notice)
    }

    private func start(
        _ opened: Opened, _ path: FilePath, _ passage: VideoPassage, _ now: MonotonicTime
    ) throws(DecodingFailure) -> VideoStream {
        let copy: OwnedDescriptor
        do throws(SystemError) { copy = try opened.file.duplicate() } catch { throw unavailable(path, error) }
        let stream = try VideoStream(
            copy, name: path, passage: passage, executable: executable, settings: settings, now: now)
        do throws(SystemError) { try epoll.watch(stream.descriptor) } catch { throw unavailable(path, error) }
        return stream
    }

    private func unavailable(_ path: FilePath, _ error: SystemError) -> DecodingFailure {
        DecodingFailure(.decoderUnavailable, "\(path): cannot be decoded: \(error)")
    }
}
