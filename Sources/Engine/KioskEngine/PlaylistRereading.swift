import Dispatch
import DisplayModel
import FileWatching
public import LinuxSystem
import Paths
public import Playlist
public import PlaylistReading
import StrictYAML
import Timing

/// Reads a playlist on another thread, again whenever one of its files or folders changes: a folder may have a hundred
/// thousand files, and a share that is gone never answers.
///
/// Every path is watched before it is read for the last time: what was first met in a reading is read once more as soon
/// as it is watched, since it may have changed in between.
public final class PlaylistRereading {
    /// Makes what reads it at the present, from these files.
    public typealias MakeReader = @Sendable (PlaylistFiles) -> PlaylistReader

    /// What came of a reading, and what of pictures was seen meanwhile.
    public struct Reading: Sendable {
        public var outcome: PlaylistReader.Outcome
        /// Whether files that could not be shown are to be tried again: a change was reported since the last reading, or
        /// somebody asked for it.
        public var isRetry = false
        /// What the playlist's lists came to up to now.
        var pasts = ListPasts()
        /// What the files are like that were asked about.
        var revisions: [FilePath: FileRevision?] = [:]
    }

    /// What is called on the loop's thread.
    public struct Handlers {
        let onReading: (Reading) -> Void
        /// A sentence for people.
        let onTrouble: (String) -> Void

        public init(onReading: @escaping (Reading) -> Void, onTrouble: @escaping (String) -> Void) {
            self.onReading = onReading
            self.onTrouble = onTrouble
        }
    }

    /// Of several paths, the one that plays: with errors in it none of those after it takes its place.
    public var playing: PlaylistPath?
    /// What the playlist that plays was made of, followed too: its return may make the new one whole.
    public var sourcesOfPlaying = Playlist.Sources()
    /// Pictures whose revisions are asked for with each reading.
    var pictures: () -> Set<FilePath> = { [] }
    /// The screens that show what plays.
    var outputs: () -> [OutputTraits] = { [] }
    /// Why there is no answer; nil while none is overdue.
    public private(set) var delay: String?

    private let path: PlaylistPath
    private let defaults: PlaylistDefaults
    private let makeReader: MakeReader
    private let handlers: Handlers
    /// As they were read last: of a large playlist only what changed is read again.
    private let files = RememberedFiles()
    private let queue = DispatchQueue(label: "playlist reader")
    private let readings: Mailbox<Reading>
    private var watch: BackgroundFileWatch?
    private var readingWatch: EventLoop.Watch?
    private var limit: EventLoop.Deadline?
    private var lookLimit: EventLoop.Deadline?
    private var progress = Progress()
    /// How long an answer may take before somebody is told.
    private let patience: Duration

    private struct Progress {
        var isReading = false
        /// Whether something changed since it began.
        var isOutdated = false
        /// Whether a change was reported, or a retry asked for, since a reading was taken.
        var hasChanged = false
        /// Whether paths were met that are to be read again, and readings have not been asked for yet.
        var isUnsure = false
        var hasBegun = false
        /// Whether any path is watched yet. On a share that hangs that takes for ever, too.
        var isWatching = false
    }

    /// Follows the paths at once, and reads for the first time when ``readAgain()`` is called or something changes.
    /// - Parameters:
    ///   - path: where the playlist may be.
    ///   - sources: of the reading before.
    ///   - patience: how long an answer may take before ``delay`` and trouble say so.
    public init(
        _ path: PlaylistPath, defaults: PlaylistDefaults, sources: Playlist.Sources, on loop: EventLoop,
        patience: Duration = .seconds(20), makeReader: @escaping MakeReader, _ handlers: Handlers
    ) throws(SystemError) {
        self.path = path
        self.patience = patience
        self.defaults = defaults
        self.makeReader = makeReader
        self.handlers = handlers
        readings = try Mailbox()
        limit = loop.makeTimer { [unowned self] in sayLate() }
        lookLimit = loop.makeTimer { [unowned self] in sayLate() }
        watch = try BackgroundFileWatch(
            on: loop,
            .init(
                onArmed: { [unowned self] paths in
                    files.forget(paths)
                    progress.isUnsure = true
                    progress.isWatching = true
                    if progress.hasBegun { read() }
                },
                onChange: { [unowned self] paths in
                    files.forget(paths)
                    progress.hasChanged = true
                    progress.hasBegun = true
                    read()
                }, onLooking: { [unowned self] in look(begins: $0) }, onTrouble: handlers.onTrouble))
        readingWatch = try loop.watch(readings.rawDescriptor) { [unowned self] in
            for reading in readings.take() { take(reading) }
        }
        follow(sources)
    }

    /// Reads it again although no change was told of.
    public func readAgain(isRetry: Bool = false) {
        if isRetry { progress.hasChanged = true }
        progress.hasBegun = true
        read()
    }

    /// Reads it again if it was read before its paths were watched, and whenever that happens from now on.
    public func begin() {
        progress.hasBegun = true
        if progress.isUnsure { return read() }
        if !progress.isWatching, !progress.isReading { limit?.set(EventLoop.now + patience) }
    }

    deinit { cancel() }

    /// Ends it.
    public func cancel() {
        readingWatch?.cancel()
        limit?.clear()
        lookLimit?.clear()
        watch = nil
    }

    private func read() {
        progress.isOutdated = true
        guard !progress.isReading else { return }
        progress.isReading = true
        progress.isOutdated = false
        progress.isUnsure = false
        limit?.set(EventLoop.now + patience)
        queue.async {
            [path, playing, defaults, makeReader, files, readings, pictures = pictures(), outputs = outputs()] in
            var reading = Reading(
                outcome: makeReader(files.access).read(path, playing: playing, defaults: defaults))
            for picture in pictures { reading.revisions.updateValue(FileRevision(of: picture), forKey: picture) }
            if let playlist = reading.outcome.playlist {
                reading.pasts = ListPasts(of: playlist, on: outputs, until: .now)
            }
            readings.post(reading)
        }
    }

    private func take(_ reading: Reading) {
        progress.isReading = false
        limit?.clear()
        delay = nil
        follow(reading.outcome.sources)
        guard !progress.isOutdated else { return read() }
        var reading = reading
        reading.isRetry = progress.hasChanged
        progress.hasChanged = false
        handlers.onReading(reading)
    }

    private func follow(_ new: Playlist.Sources) {
        watch?.follow(new.files.union(sourcesOfPlaying.files), folders: new.folders.union(sourcesOfPlaying.folders))
    }

    /// Files of which no changes are told are looked at from time to time.
    private func look(begins: Bool) {
        guard !begins else { lookLimit?.set(EventLoop.now + patience); return }
        lookLimit?.clear()
        if !progress.isReading { delay = nil }
    }

    private func sayLate() {
        guard delay == nil else { return }
        let text =
            "no answer within \(patience.components.seconds) s, what plays goes on; is it on a disk or share that is gone?"
        delay = text
        handlers.onTrouble(text)
    }
}
