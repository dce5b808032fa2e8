import Dispatch
public import DisplayPlanning
public import LinuxEvents
public import Playlist
import StrictYAML
import Timing

/// Reads a playlist again whenever one of its files or folders changes, and has the engine show what came of it.
///
/// Reading happens on another thread: a folder may have a hundred thousand files. What is wrong with a new playlist is
/// told, and the old one plays on.
public final class PlaylistFollower {
    /// Makes what reads it at the present, from these files.
    public typealias MakeReader = @Sendable (PlaylistFiles) -> PlaylistReader

    /// As the engine's programme knows the playlist.
    public let path: PlaylistPath
    private let defaults: PlaylistDefaults
    private let makeReader: MakeReader
    private let engine: Engine
    private let report: (EngineEvent) -> Void
    /// As they were read last: of a large playlist only what changed is read again.
    private let files = RememberedFiles()
    private let queue = DispatchQueue(label: "playlist reader")
    private let outcomes: Mailbox<PlaylistReader.Outcome>
    private var watch: FileWatch?
    private var outcomeWatch: EventLoop.Watch?
    private var isReading = false
    /// Whether something changed since the reading began.
    private var isOutdated = false
    /// Whether a change was told of since a reading was taken: what is amiss with a file may be over then.
    private var hasChanged = false
    /// What was told last.
    private var told: [FileIssue]
    /// Of the playlist that plays: its path and what it was made of.
    private var playing: String?
    private var sources: Playlist.Sources

    /// - Parameters:
    ///   - path: as the engine's programme knows the playlist.
    ///   - outcome: of the reading that the present show came of.
    public init(
        _ path: PlaylistPath, defaults: PlaylistDefaults, outcome: PlaylistReader.Outcome, engine: Engine,
        loop: EventLoop,
        makeReader: @escaping MakeReader, report: @escaping (EngineEvent) -> Void
    ) throws(SystemError) {
        self.path = path
        self.defaults = defaults
        self.makeReader = makeReader
        self.engine = engine
        self.report = report
        told = outcome.issues
        playing = outcome.path
        sources = outcome.sources
        outcomes = try Mailbox()
        watch = try FileWatch(
            on: loop,
            onChange: { [unowned self] paths in
                files.forget(paths)
                hasChanged = true
                read()
            },
            onTrouble: { text in report(.warning(about: "\(path)", text: text)) })
        outcomeWatch = try loop.watch(outcomes.rawDescriptor) { [unowned self] in
            for outcome in outcomes.take() { take(outcome) }
        }
        follow(outcome.sources)
    }

    /// What is wrong with it, as it was read last.
    public var problems: [FileIssue] { told }

    /// Reads it again although no change was told of.
    public func readAgain() { read() }

    /// Ends it.
    public func cancel() {
        outcomeWatch?.cancel()
        watch = nil
    }

    private func read() {
        isOutdated = true
        guard !isReading else { return }
        isReading = true
        isOutdated = false
        queue.async { [path, playing, defaults, makeReader, files, outcomes] in
            outcomes.post(
                makeReader(files.access).read(firstOf: path.candidates, playing: playing, defaults: defaults))
        }
    }

    private func take(_ outcome: PlaylistReader.Outcome) {
        isReading = false
        follow(outcome.sources)
        guard !isOutdated else { return read() }
        let isRetry = hasChanged
        hasChanged = false
        let isNews = outcome.issues != told
        told = outcome.issues
        if isNews {
            for issue in outcome.issues { report(.warning(about: issue.path, text: issue.text)) }
        }
        guard let playlist = outcome.playlist else {
            if isNews, let first = outcome.issues.first(where: { $0.issue.severity == .error }) {
                report(.playlistKept(path: playing ?? "\(path)", reason: "\(first)"))
            }
            return
        }
        (playing, sources) = (outcome.path, outcome.sources)
        // Something else in a folder changed.
        if engine.shows(playlist, for: path, isRetry: isRetry) { return }
        let now = EventLoop.now
        engine.replaceShow(
            of: path,
            with: Show(playlist, from: outcome.path ?? "", shaders: outcome.shaders, clock: .current, now: now))
    }

    /// Also the files of the playlist that plays, whose return may make the new one whole.
    private func follow(_ new: Playlist.Sources) {
        watch?.follow(new.files.union(sources.files), folders: new.folders.union(sources.folders))
    }
}

extension FileIssue {
    /// Without the path.
    fileprivate var text: String { "\(issue.position): \(issue.severity.rawValue): \(issue.message)" }
}
