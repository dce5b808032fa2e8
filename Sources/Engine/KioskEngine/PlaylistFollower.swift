public import LinuxSystem
import Paths
public import Playlist
public import PlaylistReading
import StrictYAML

/// Has the engine show a playlist as it becomes whenever one of its files or folders changes. What is wrong with a new one
/// is told, and the old one plays on.
public final class PlaylistFollower {
    /// As the engine's programme knows the playlist.
    public let path: PlaylistPath
    private let engine: Engine
    private let report: (EngineEvent) -> Void
    private let onGood: (PlaylistReader.Outcome) -> Void
    private let rereading: PlaylistRereading
    /// What was reported.
    private var issues: [FileIssue]

    /// - Parameters:
    ///   - path: as the engine's programme knows the playlist.
    ///   - outcome: of the reading that the present show came of.
    ///   - onGood: called with each playlist without errors that came of a reading.
    public init(
        _ path: PlaylistPath, defaults: PlaylistDefaults, outcome: PlaylistReader.Outcome, engine: Engine,
        loop: EventLoop, makeReader: @escaping PlaylistRereading.MakeReader,
        onGood: @escaping (PlaylistReader.Outcome) -> Void = { _ in }, report: @escaping (EngineEvent) -> Void
    ) throws(SystemError) {
        self.path = path
        self.engine = engine
        self.report = report
        self.onGood = onGood
        issues = outcome.issues
        weak var follower: PlaylistFollower?
        rereading = try PlaylistRereading(
            path, defaults: defaults, sources: outcome.sources, on: loop, makeReader: makeReader,
            .init(
                onReading: { follower?.take($0) },
                onTrouble: { report(.warning(about: "\(path)", text: $0)) }))
        rereading.playing = outcome.path
        rereading.sourcesOfPlaying = outcome.sources
        rereading.pictures = { [engine] in engine.picturesSeen(of: path) }
        rereading.outputs = { [engine] in engine.outputs(showing: path) }
        follower = self
    }

    /// What is wrong with it, as it was read last, as lines for people.
    public var problems: [String] {
        issues.map(\.description) + (rereading.delay.map { ["\(path): \($0)"] } ?? [])
    }

    /// Reads it again although no change was told of.
    public func readAgain() { rereading.readAgain() }

    /// Tries again what of it could not be shown.
    public func retry() { rereading.readAgain(isRetry: true) }

    /// Reads again what was read before it was watched.
    public func begin() { rereading.begin() }

    /// Ends it.
    public func cancel() { rereading.cancel() }

    private func take(_ reading: PlaylistRereading.Reading) {
        let outcome = reading.outcome
        let isNews = outcome.issues != issues
        issues = outcome.issues
        if isNews {
            for issue in outcome.issues {
                let problem = issue.issue
                report(
                    .warning(
                        about: "\(issue.path):\(problem.position)",
                        text: "\(problem.severity.rawValue): \(problem.message)"))
            }
        }
        engine.note(reading.revisions)
        guard let playlist = outcome.playlist else {
            if isNews, let first = outcome.issues.first(where: { $0.issue.severity == .error }) {
                report(.playlistKept(path: rereading.playing.map { "\($0)" } ?? "\(path)", reason: "\(first)"))
            }
            return
        }
        (rereading.playing, rereading.sourcesOfPlaying) = (outcome.path, outcome.sources)
        onGood(outcome)
        // Something else in a folder changed.
        let show = Show(
            playlist, from: outcome.path?.description ?? "", shaders: outcome.shaders, pasts: reading.pasts,
            clock: .current,
            now: EventLoop.now)
        if engine.shows(show, for: path, isRetry: reading.isRetry) { return engine.learn(reading.pasts, of: path) }
        engine.replaceShow(of: path, with: show)
    }
}
