public import DisplayModel
public import DisplayPlanning
public import KioskEngine
public import Paths
public import Playlist
public import PlaylistReading
public import Rendering
public import StrictYAML
public import Timing

/// What a configuration file says. Nil where it says nothing, so that others may.
public struct Configuration: Hashable, Sendable {
    /// What to play; paths from the working directory.
    public var playlist: PlaylistPath?
    /// What to play unattended while that cannot be: a picture, a folder or a playlist.
    public var fallback: FilePath?
    /// Whether the built-in picture, which plays where there is no other fallback, carries host name and address.
    public var labelsFallback: Bool?
    /// The devices to use; empty for all.
    public var devices: [String] = []
    public var settleTime: Duration?
    public var renderer: RendererChoice?
    public var fit: Fit?
    public var duration: Duration?
    public var transition: StandardTransition?
    public var sync: Playlist.Sync?
    public var outputs = OutputConfigurations()
    public var content = ContentAssignments()
    /// When screens are on, by ``OutputConfiguration/power``.
    public var power: [PowerRule] = []
    /// The files that its schedules go by: time zones and holidays.
    public internal(set) var scheduleFiles: Set<FilePath> = []
    /// Where the playlists and the fallback are named first, in the file.
    public internal(set) var places: [PlaylistPath: TextPosition] = [:]
    /// The connectors that are named, in the order of the text.
    public internal(set) var connectors: [Connector] = []

    /// A connector's name, or a pattern of some, where it stands in the file.
    public struct Connector: Hashable, Sendable {
        public var pattern: TextPattern
        public var place: TextPosition
    }

    public init() {}

    /// What came of reading a file: a configuration, unless there are errors, and all that is to be said about it.
    public struct Outcome: Hashable, Sendable {
        public var configuration: Configuration?
        /// In the order of the text.
        public var issues: [TextIssue]
        /// Where playlists and the fallback are named first, in a file with errors too.
        public internal(set) var places: [PlaylistPath: TextPosition] = [:]

        /// What is to be said of the playlists of which no path leads anywhere, where they are named. While it plays that
        /// is no error: they may still come.
        public func absences(_ files: PlaylistFiles) -> [PlaylistPath: TextIssue] {
            places.filter { playlist, _ in !playlist.paths.contains { files.kind($0) != nil } }
                .reduce(into: [:]) { issues, named in
                    let reasons = named.key.paths.map { "\($0): \(files.absence($0))" }
                    issues[named.key] = TextIssue(.error, at: named.value, reasons.joined(separator: "; "))
                }
        }
    }

    /// Reads the text of a file.
    /// - Parameters:
    ///   - folder: the file's own, from which the paths in it are meant; empty for the working directory.
    ///   - files: where its schedules' files of holidays are.
    ///   - now: the present: what is over for good is warned of.
    ///   - readFile: the bytes of a file named in it, or a sentence about why there are none.
    public static func read(
        _ text: [UInt8], folder: FilePath, files: PlaylistFiles = .onDisk, now: WallTime = .epoch,
        readFile: @escaping (FilePath) -> Result<[UInt8], UnreadableFile>
    ) -> Outcome {
        let diagnosis = Diagnosis()
        var configuration: Configuration?
        do throws(TextIssue) {
            if let root = try YAMLReader.read(text) {
                var parser = ConfigurationParser(folder: folder, readFile: readFile, diagnosis: diagnosis)
                configuration = parser.parse(root) { fields in
                    ScheduleFields(
                        path: folder.appending("configuration"), files: files, now: now, &fields, diagnosis)
                }
            } else {
                configuration = Configuration()
            }
        } catch {
            return Outcome(configuration: nil, issues: [error])
        }
        let issues = diagnosis.issues.sorted { $0.position < $1.position }
        let isUsable = !issues.contains { $0.severity == .error }
        return Outcome(
            configuration: isUsable ? configuration : nil, issues: issues, places: configuration?.places ?? [:])
    }
}
