import Configuration
import Glibc
import Playlist
import StrictYAML

/// Why a file that is needed cannot be used.
struct FileProblem: Error {
    /// For people, each about one thing.
    var lines: [String]
    var status: Int32
}

/// The configuration on disk.
enum ConfigurationFile {
    static let standardPath = "/etc/vitrine/config.yaml"
    /// What plays unattended where no configuration says what.
    static let standardMedia = "/var/lib/vitrine/media"

    /// Reads the file that was named, else the standard one if it is there. Warnings go to the log.
    static func load(_ path: String?, _ log: Log) throws -> Configuration {
        if path == nil, unsafe access(standardPath, F_OK) != 0 { return Configuration() }
        let path = path ?? standardPath
        let outcome: Configuration.Outcome
        switch bytes(of: path) {
        case .failure(let error):
            throw FileProblem(lines: ["\(path): \(error.reason)"], status: ExitStatus.noInput)
        case .success(let text): outcome = read(text, path)
        }
        guard let configuration = outcome.configuration else {
            throw FileProblem(lines: outcome.issues.map { $0.description(in: path) }, status: ExitStatus.configuration)
        }
        for issue in outcome.issues { log(.warning, issue.description(in: path)) }
        return configuration
    }

    /// The text of the file that was named, or of the standard one. Nil where it cannot be read.
    static func text(_ path: String?) -> [UInt8]? { try? bytes(of: path ?? standardPath).get() }

    static func read(_ text: [UInt8], _ path: String) -> Configuration.Outcome {
        let folder = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
        return Configuration.read(text, folder: folder, readFile: bytes)
    }

    /// Larger than any configuration or EDID; a device file that never ends is not read for ever.
    private static let mostBytes = 4 << 20

    static func bytes(of path: String) -> Result<[UInt8], UnreadableFile> {
        PlaylistFiles.onDisk.read(path, mostBytes)
    }
}
