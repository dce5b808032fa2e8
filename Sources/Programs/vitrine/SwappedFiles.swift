import Dispatch
import MachineInspection
import Paths
import PlaylistReading
import SignPlayer

/// A playlist that is given as the configuration, or the other way round. Looked for only where one of them has errors,
/// which such a file always has.
enum SwappedFiles {
    static func fault(playlists: [FilePath], configuration: FilePath?) -> FileProblem? {
        if let playlist = playlists.first(where: { purpose(of: $0) == .configuration }) {
            return FileProblem(
                lines: ["\(playlist): this is a configuration; did you mean 'vitrine --config \(playlist)'?"],
                status: ExitStatus.badData)
        }
        if let configuration, purpose(of: configuration) == .playlist {
            return FileProblem(
                lines: ["\(configuration): this is a playlist; did you mean 'vitrine \(configuration)'?"],
                status: ExitStatus.configuration)
        }
        return nil
    }

    /// Nil for what is no text of either kind, or cannot be read: whoever reads it in earnest says why.
    private static func purpose(of path: FilePath) -> PlaylistReader.Purpose? {
        guard PlaylistReader.isPlaylist(path) else { return nil }
        // A disk or share that is gone answers never.
        return answer(within: .seconds(5)) { ConfigurationFile.text(path).flatMap(PlaylistReader.purpose(ofReadable:)) }
            ?? nil
    }
}
