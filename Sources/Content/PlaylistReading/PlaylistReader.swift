import DisplayModel
import LiveData
public import Paths
public import Playlist
import Scheduling
public import StrictYAML
import TextLayout
public import Timing

/// Reads playlists, with everything that they include.
public struct PlaylistReader: Sendable {
    /// The transitions that shaders of Vitrine's own make, and whether they take a direction.
    public var transitions: [(name: String, isDirected: Bool)]
    public var files: PlaylistFiles
    /// Tries a shader of the playlist's own. Nil leaves that to the one who plays it: then a shader that cannot be read is
    /// a warning too, and its slides are cross-faded.
    public var tryShader: (@Sendable (_ path: FilePath, _ source: [UInt8]) -> ShaderVerdict)?
    /// The parameters of a shader of the playlist's own, with their types: `sampler2D` for a picture. Nil where its text
    /// cannot be read.
    public var shaderParameters: @Sendable (_ source: [UInt8]) -> [(name: String, type: String)]? = { _ in nil }
    /// Makes what finds out how long films are, for one reading on one thread: it may wait for each.
    public var makeVideoLengths: @Sendable () -> VideoLengths = { { _ in .success(nil) } }
    /// Whether a picture moves. Only files are asked of whose name says that they may.
    public var animation: @Sendable (FilePath) -> AnimatedPicture? = { _ in nil }
    /// The present: what is over for good is warned of.
    public var now: WallTime
    /// Whether files and folders that a playlist names and that are not there are warned of and left out, for a sign that
    /// nobody attends. Else they are errors.
    public var leavesOutMissing = false
    /// Whether it is said of optional files and folders that they are not there, for whoever checks a playlist: their
    /// paths may be misspelt. It is no warning.
    public var notesOptional = false

    public init(
        transitions: [(name: String, isDirected: Bool)], files: PlaylistFiles = .onDisk, now: WallTime,
        tryShader: (@Sendable (FilePath, [UInt8]) -> ShaderVerdict)? = { _, _ in .passed }
    ) {
        self.transitions = transitions
        self.files = files
        self.now = now
        self.tryShader = tryShader
    }

    /// Of a playlist file, in bytes: longer than any that a person or a program has reason to write.
    public static let longestText = 64 << 20

    /// What came of reading a playlist: the playlist, unless there are errors, and all that is to be said about it.
    public struct Outcome: Sendable {
        /// Of several paths the one that was taken, or all of them where they play in turn. Nil where there is no playlist.
        public var path: PlaylistPath?
        public var playlist: Playlist?
        /// Whether a playlist file is in it, not only folders and pictures.
        public var isFile = false
        /// File by file, in the order in which they were met, each in the order of its text.
        public var issues: [FileIssue]
        /// All that was read or looked for, also of a playlist with errors: once one of it changes, reading again may
        /// have another outcome.
        public var sources: Playlist.Sources
        /// The shaders of the playlist's own, by path.
        public var shaders: [FilePath: [UInt8]] = [:]
        /// The text files that it was read from, shaders among them.
        public var texts: [FilePath: [UInt8]] = [:]
    }

    /// Reads whatever is at a path, or at several.
    /// - Parameter playing: what plays of it; nil before that.
    public func read(
        _ path: PlaylistPath, playing: PlaylistPath? = nil, defaults: PlaylistDefaults = PlaylistDefaults()
    ) -> Outcome {
        switch path.meaning {
        case .firstExisting: read(firstOf: path.paths, playing: playing?.paths.first, defaults)
        case .allInTurn: read(inTurn: path.paths, isPlaying: playing != nil, defaults)
        }
    }

    /// Reads the first of several playlists that can be played. What is not there is passed over in silence, but for the
    /// last; what has errors or nothing to play is told of, too. All of them are among the outcome's sources.
    /// - Parameter playing: the one that plays: with errors in it none of those after it takes its place.
    private func read(firstOf paths: [FilePath], playing: FilePath?, _ defaults: PlaylistDefaults) -> Outcome {
        var outcome = Outcome(issues: [], sources: Playlist.Sources())
        for path in paths {
            let isLast = path == paths.last
            let next = read(path, defaults: defaults)
            outcome.sources.formUnion(next.sources)
            guard isLast || files.kind(path) != nil else { continue }
            outcome.issues += next.issues
            if let playlist = next.playlist, isLast || !playlist.isEmpty {
                (outcome.path, outcome.playlist) = (PlaylistPath(path), playlist)
                (outcome.shaders, outcome.texts, outcome.isFile) = (next.shaders, next.texts, next.isFile)
                return outcome
            }
            if next.playlist == nil, path == playing { return outcome }
        }
        return outcome
    }

    /// Reads a playlist file, a folder of pictures or with a playlist in it, or one picture.
    /// - Parameter defaults: what items are like whose file says nothing else.
    public func read(_ path: FilePath, defaults: PlaylistDefaults = PlaylistDefaults()) -> Outcome {
        let reading = ReadingState(self)
        return outcome(of: reading, reading.content(of: path, defaults), PlaylistPath(path), defaults)
    }

    /// Reads several of these as one list, in which each has its turn.
    /// - Parameter isPlaying: whether it plays already. Then what is missing is left out, and what remains plays on.
    private func read(inTurn paths: [FilePath], isPlaying: Bool, _ defaults: PlaylistDefaults) -> Outcome {
        let reading = ReadingState(self)
        let content = reading.content(inTurn: paths, leavesOutMissing: isPlaying || leavesOutMissing, defaults)
        return outcome(of: reading, content, PlaylistPath(allInTurn: paths), defaults)
    }

    private func outcome(
        of reading: ReadingState, _ content: ReadingState.Content?, _ path: PlaylistPath, _ defaults: PlaylistDefaults
    ) -> Outcome {
        let issues = reading.issues
        reading.sources.files.formUnion(reading.schedules.timeZoneFiles)
        var outcome = Outcome(issues: issues, sources: reading.sources, shaders: reading.shaders, texts: reading.texts)
        guard let content, !issues.contains(where: { $0.issue.severity == .error }) else { return outcome }
        (outcome.path, outcome.isFile) = (path, content.isFile)
        outcome.playlist = Playlist(
            zones: content.zones, schedules: reading.schedules.all,
            sync: content.sync ?? defaults.sync, unsetClock: content.unsetClock ?? .unscheduled, canvas: content.canvas,
            timeZone: content.timeZone,
            sources: reading.sources)
        return outcome
    }

    /// The playlist that a folder is which has one in it, by one of these names.
    public static func playlist(inFolder folder: FilePath, _ files: PlaylistFiles) -> FilePath? {
        namesInFolders.map { folder.appending($0) }.first { files.kind($0) == .file }
    }

    static let notAPlaylist = "not a playlist by its name (.yaml, .yml, .json)"

    static let namesInFolders: [FilePath] = ["playlist.yaml", "playlist.yml", "playlist.json"]

    /// Whether a path names a playlist file rather than a picture.
    public static func isPlaylist(_ path: FilePath) -> Bool {
        ["yaml", "yml", "json"].contains(path.ending)
    }
}

/// Something about one of a playlist's files.
public struct FileIssue: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: FilePath
    public var issue: TextIssue

    public init(path: FilePath, _ issue: TextIssue) {
        self.path = path
        self.issue = issue
    }

    /// `menu.yaml:3:7: error: …`, the form that editors jump to.
    public var description: String { issue.description(in: "\(path)") }
}

/// What an item is like where nothing is said of it.
public struct PlaylistDefaults: Sendable {
    public var duration: Duration
    public var style: Style
    /// What turns are counted from where the outermost file does not say it.
    public var sync = Playlist.Sync.wallClock
    /// Whether the transition's length was asked for, so that a shorter slide is worth a word.
    public var isTransitionTimed = false
    /// How texts look.
    var text = TextStyle()
    /// What placeholders of texts say, by their first names.
    var data: [String: DataValue] = [:]
    /// The folders of the files that are read, the outermost first: fonts lie beside them.
    var fontFolders: [FilePath] = []
    /// What lengths in pixels are meant for: ``Playlist/canvas``. The outermost file has the last word.
    var canvas: Size?

    public init(duration: Duration = .seconds(8), look: Look = Look(), transition: Transition = .standard) {
        self.duration = duration
        style = Style(look, transition)
    }
}
