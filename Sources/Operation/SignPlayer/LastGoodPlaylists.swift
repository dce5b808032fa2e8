import Dispatch
import KioskEngine
import LinuxSystem
import Paths
import Playlist
import PlaylistReading

/// The playlists as they were when they could be played last, kept over restarts and reboots in the folder that the
/// service manager gives for that (`$STATE_DIRECTORY` of systemd.exec(5)). Pictures are not kept: they stay where they
/// are.
///
/// Without such a folder nothing is kept.
public struct LastGoodPlaylists: Sendable {
    private let folder: FilePath?
    private let log: Log
    private let queue = DispatchQueue(label: "last good playlists")

    /// Far more than playlists have: what all text files of one hold.
    private static let mostBytes = PlaylistReader.longestText + (1 << 20)

    /// - Parameter environment: the value of an environment variable.
    public init(environment: (String) -> String? = Service.ownEnvironment, _ log: Log) {
        folder = environment("STATE_DIRECTORY").flatMap { $0.split(separator: ":").first }.map { FilePath("\($0)") }
        self.log = log
    }

    /// Keeps a playlist, on another thread. One that is as it was kept costs no writing.
    func keep(_ outcome: PlaylistReader.Outcome, of path: PlaylistPath) {
        guard let file = file(of: path), let playing = outcome.path?.paths.first, outcome.isFile else { return }
        queue.async { [log] in
            let bytes = KeptTexts(path: playing, texts: outcome.texts).bytes
            guard (try? WholeFile.read(file, limit: Self.mostBytes)) != bytes else { return }
            do throws(SystemError) {
                try WholeFile.replace(file, with: bytes, permissions: 0o600, isDurable: true, followsLinks: false)
            } catch {
                log(.warning, "the playlist cannot be kept for times when it has mistakes: \(error)")
            }
        }
    }

    /// Waits until all that was to be kept is.
    func finish() { queue.sync {} }

    /// The playlist as it was kept: its folders and pictures as they are now.
    func outcome(of path: PlaylistPath, _ defaults: PlaylistDefaults) -> PlaylistReader.Outcome? {
        guard let file = file(of: path), let bytes = try? WholeFile.read(file, limit: Self.mostBytes) else {
            return nil
        }
        guard let kept = KeptTexts(bytes) else {
            log(.warning, "\(file): damaged, so the last good playlist is lost")
            return nil
        }
        // A playlist that is no longer asked for.
        guard path.paths.contains(kept.path) else { return nil }
        let outcome = PlaylistLoading.readers(isUnattended: true)(PlaylistFiles.onDisk.with(kept.texts))
            .read(path.meaning == .allInTurn ? path : PlaylistPath(kept.path), defaults: defaults)
        return outcome.playlist?.isEmpty == false ? outcome : nil
    }

    /// One for each playlist that is asked for, by its paths.
    private func file(of path: PlaylistPath) -> FilePath? {
        var hash = Checksum()
        for path in path.paths { hash.add(path.bytes + [0]) }
        if path.meaning == .allInTurn { hash.add([1]) }
        return folder?.appending(FilePath("last-good-playlist-\(String(hash.value, radix: 16))"))
    }
}
