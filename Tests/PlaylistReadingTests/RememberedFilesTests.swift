import Paths
import Playlist
import PlaylistReading
import StrictYAML
import Synchronization
import Testing
import Timing

@Suite struct RememberedFilesTests {
    /// What was read from the disk, in order.
    private final class Record: Sendable {
        let paths = Mutex<[FilePath]>([])
        func note(_ path: FilePath) { paths.withLock { $0.append(path) } }
        func take() -> [FilePath] {
            paths.withLock { paths in
                defer { paths = [] }
                return paths
            }
        }
    }

    @Test func onlyWhatChangedIsReadAgain() {
        let record = Record()
        let texts: [FilePath: String] = [
            "main.yaml": "items: [other.yaml, {folder: photos}]", "other.yaml": "items: [{folder: more}]",
        ]
        let disk = PlaylistFiles(
            read: { path, _ in
                record.note(path)
                return texts[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile(reason: "gone"))
            },
            kind: { path in path.ending == nil ? .folder : path.folder == "." ? .file : nil },
            list: { path, _ in
                record.note(path)
                return .success(MediaFolder(files: [path.appending("a.png")]))
            })
        let files = RememberedFiles(disk)
        let reader = PlaylistReader(transitions: [], files: files.access, now: WallTime(seconds: 0))
        let first = reader.read("main.yaml")
        #expect(first.playlist?.pictures == ["photos/a.png", "more/a.png"])
        #expect(Set(record.take()) == ["main.yaml", "other.yaml", "photos", "more"])
        #expect(reader.read("main.yaml").playlist == first.playlist)
        #expect(record.take() == [])
        files.forget(["more"])
        _ = reader.read("main.yaml")
        #expect(record.take() == ["more"])
        files.forget(["other.yaml", "elsewhere"])
        _ = reader.read("main.yaml")
        #expect(record.take() == ["other.yaml"])
    }

    @Test func whatCouldNotBeReadIsAskedForAgain() {
        let record = Record()
        let disk = PlaylistFiles(
            read: { path, _ in
                record.note(path)
                return .failure(UnreadableFile(reason: "gone"))
            }, kind: { _ in .file }, list: { _, _ in .failure(UnreadableFile(reason: "gone")) })
        let reader = PlaylistReader(transitions: [], files: RememberedFiles(disk).access, now: WallTime(seconds: 0))
        #expect(reader.read("main.yaml").playlist == nil)
        #expect(reader.read("main.yaml").playlist == nil)
        #expect(record.take() == ["main.yaml", "main.yaml"])
    }
}
