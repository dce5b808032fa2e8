public import DisplayModel
public import DisplayPlanning
public import Playlist
public import StrictYAML
import Timing

/// What a configuration file says. Nil where it says nothing, so that others may.
public struct Configuration: Hashable, Sendable {
    /// What to play; paths from the working directory.
    public var playlist: PlaylistPath?
    /// What to play unattended while that cannot be: a picture, a folder or a playlist.
    public var fallback: String?
    /// The devices to use; empty for all.
    public var devices: [String] = []
    public var settleTime: Duration?
    public var fit: Fit?
    public var duration: Duration?
    public var transition: Duration?
    public var wishes = Wishes()
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
        var places: [PlaylistPath: TextPosition] = [:]

        /// What is to be said of the playlists of which no path leads anywhere, where they are named. While it plays that
        /// is no error: they may still come.
        public func absences(_ files: PlaylistFiles) -> [PlaylistPath: TextIssue] {
            places.filter { playlist, _ in !playlist.candidates.contains { files.kind($0) != nil } }
                .reduce(into: [:]) { issues, named in
                    let reasons = named.key.candidates.map { "\($0): \(files.absence($0))" }
                    issues[named.key] = TextIssue(.error, at: named.value, reasons.joined(separator: "; "))
                }
        }
    }

    /// Reads the text of a file.
    /// - Parameters:
    ///   - folder: the file's own, from which the paths in it are meant; empty for the working directory.
    ///   - readFile: the bytes of a file named in it, or a sentence about why there are none.
    public static func read(
        _ text: [UInt8], folder: String, readFile: @escaping (String) -> Result<[UInt8], UnreadableFile>
    ) -> Outcome {
        let diagnosis = Diagnosis()
        var configuration: Configuration?
        do throws(TextIssue) {
            if let root = try YAMLReader.read(text) {
                var parser = ConfigurationParser(folder: folder, readFile: readFile, diagnosis: diagnosis)
                configuration = parser.parse(root)
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
