import Configuration
import Glibc
import LinuxSystem
import Paths
import Playlist
import PlaylistReading
import SignPlayer
import StrictYAML

/// The configuration on disk.
enum ConfigurationFile {
    static let standardPath: FilePath = "/etc/vitrine/config.yaml"
    /// What plays unattended if no configuration names a playlist.
    static let standardMedia: FilePath = "/var/lib/vitrine/media"

    /// Reads the given file, else the standard one if it exists. Warnings go to the log.
    /// - Parameter isAttended: whether a fallback that is not there is an error, as `vitrine check` calls it.
    static func load(_ path: FilePath?, isAttended: Bool = false, _ log: Log) throws -> Configuration {
        if path == nil, unsafe standardPath.withCString({ unsafe access($0, F_OK) }) != 0 { return Configuration() }
        let path = path ?? standardPath
        let outcome: Configuration.Outcome
        switch bytes(of: path) {
        case .failure(let error):
            throw FileProblem(lines: ["\(path): \(error.reason)"], status: ExitStatus.noInput)
        case .success(let text): outcome = read(text, path)
        }
        guard let configuration = outcome.configuration else {
            throw FileProblem(
                lines: outcome.issues.map { $0.description(in: "\(path)") }, status: ExitStatus.configuration)
        }
        if isAttended, let fallback = configuration.fallback,
            let absence = outcome.absences(.onDisk)[PlaylistPath(fallback)]
        {
            throw FileProblem(lines: [absence.description(in: "\(path)")], status: ExitStatus.noInput)
        }
        for issue in outcome.issues { log(.warning, issue.description(in: "\(path)")) }
        return configuration
    }

    /// The text of the given file, or of the standard one. Nil if it cannot be read.
    static func text(_ path: FilePath?) -> [UInt8]? { try? bytes(of: path ?? standardPath).get() }

    static func read(_ text: [UInt8], _ path: FilePath) -> Configuration.Outcome {
        Configuration.read(
            text, folder: path.bytes.contains(UInt8(ascii: "/")) ? path.folder : "", now: .now, readFile: bytes)
    }

    /// Larger than any configuration or EDID.
    private static let mostBytes = 4 << 20

    static func bytes(of path: FilePath) -> Result<[UInt8], UnreadableFile> {
        PlaylistFiles.onDisk.read(path, mostBytes)
    }
}
