import DisplayModel
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

    public init() {}

    /// What came of reading a file: a configuration, unless there are errors, and all that is to be said about it.
    public struct Outcome: Hashable, Sendable {
        public var configuration: Configuration?
        /// In the order of the text.
        public var issues: [TextIssue]
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
        return Outcome(configuration: isUsable ? configuration : nil, issues: issues)
    }
}
