import Paths
import Playlist
import PlaylistReading
import StrictYAML
import Timing

/// Files and folders that tests make up: the texts of files by path, the pictures of folders by path.
struct FakeDisk {
    var texts: [FilePath: String] = [:]
    var folders: [FilePath: [FilePath]] = [:]
    /// When pictures came, in nanoseconds since 1970.
    var arrivals: [FilePath: Int64] = [:]
    var videoLengths: @Sendable (FilePath) -> Result<Duration?, UnplayableVideo> = { _ in .success(nil) }

    var animations: [FilePath: AnimatedPicture] = [:]

    /// The playlist is `main.yaml`; `a.png`, `b.png` and the folder `photos` are there.
    init(_ text: String, _ others: [FilePath: String] = [:]) {
        texts = others
        texts["main.yaml"] = text
        for picture: FilePath in ["a.png", "b.png"] { texts[picture] = "" }
        folders = ["photos": ["photos/1.png", "photos/2.png", "photos/3.png"], "": []]
    }

    var files: PlaylistFiles {
        PlaylistFiles(
            read: { [texts] path, _ in
                texts[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile(reason: "no such file"))
            },
            kind: { [texts, folders] path in
                if texts[path] != nil { return .file }
                return folders[path] != nil ? .folder : nil
            },
            list: { [folders, arrivals] path, order in
                guard var pictures = folders[path] else { return .failure(UnreadableFile(reason: "no such folder")) }
                if order.order == .newest { pictures.reverse() }
                var folder = MediaFolder(files: pictures)
                if order.order == .newFirst { folder.arrivals = pictures.map { arrivals[$0] ?? 0 } }
                return .success(folder)
            })
    }

    func read(_ path: FilePath = "main.yaml", defaults: PlaylistDefaults = PlaylistDefaults()) -> PlaylistReader.Outcome
    {
        var reader = PlaylistReader(
            transitions: [("fade", false), ("wipe", true)], files: files, now: WallTime(seconds: 1_800_000_000),
            tryShader: { _, source in source.isEmpty ? .refused("it is empty") : .passed }
        )
        reader.makeVideoLengths = { [videoLengths] in videoLengths }
        reader.animation = { [animations] in animations[$0] }
        return reader.read(path, defaults: defaults)
    }
}

extension PlaylistReader.Outcome {
    /// Each issue in one line.
    var lines: [String] { issues.map(\.description) }

    /// The items of the first zone.
    var items: [Item] { playlist?.zones.first?.content.items ?? [] }
}
