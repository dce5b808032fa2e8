import Configuration
import DisplayPlanning
import Glibc
import Playlist
import StrictYAML

/// What is to be said of a playlist, a configuration, a folder or a picture before it is used.
struct FileCheck {
    let path: String
    /// A line for each problem, and one that says what there is if it is good.
    private(set) var lines: [String] = []
    /// By sysexits.h.
    private(set) var status = EXIT_SUCCESS
    /// The playlists that a configuration names: of each its paths, of which the first plays that is there.
    private(set) var playlists: Set<[String]> = []
    /// The files that a playlist consists of.
    private(set) var files: Set<String> = []

    init(_ path: String) {
        self.path = path
        guard PlaylistReader.isPlaylist(path) else {
            if PlaylistReader.playlist(inFolder: path, .onDisk) != nil { checkPlaylist() } else { checkMedia() }
            return
        }
        switch PlaylistFiles.onDisk.read(path, PlaylistReader.longestText) {
        case .failure(let error):
            lines = ["\(path): error: \(error.reason)"]
            status = ExitStatus.noInput
        case .success(let text):
            if PlaylistReader.looksLikePlaylist(text) { checkPlaylist() } else { checkConfiguration(text) }
        }
    }

    private mutating func checkConfiguration(_ text: [UInt8]) {
        files = [path]
        let outcome = ConfigurationFile.read(text, path)
        lines = outcome.issues.map { $0.description(in: path) }
        guard let configuration = outcome.configuration else {
            status = ExitStatus.badData
            return
        }
        let count = configuration.wishes.rules.count
        lines.append("\(path): good: a configuration of \(count) output\(count == 1 ? "" : "s")")
        let named = [configuration.playlist] + configuration.wishes.playlists
        playlists = Set(named.compactMap { $0?.candidates } + [configuration.fallback].compactMap { $0.map { [$0] } })
    }

    /// Those of a playlist's paths that lead somewhere; the last one stands for a playlist that is not there at all.
    static func present(_ paths: [String]) -> [String] {
        let present = paths.filter { unsafe access($0, F_OK) == 0 }
        return present.isEmpty ? paths.suffix(1) : present
    }

    private mutating func checkPlaylist() {
        let outcome = PlaylistFile.reader().read(path)
        files = outcome.sources.files.union([path])
        lines = outcome.issues.map(\.description)
        guard let playlist = outcome.playlist else {
            status = ExitStatus.badData
            return
        }
        let (zones, pictures) = (playlist.zones.count, playlist.pictures.count)
        lines.append(
            "\(path): good: a playlist of \(zones) zone\(zones == 1 ? "" : "s"), "
                + "\(pictures) picture\(pictures == 1 ? "" : "s")")
    }

    private mutating func checkMedia() {
        do throws(MediaFolder.Problem) {
            let folder = try MediaFolder(path: path)
            lines = folder.ignored.map { "\($0.path): warning: passed over: \($0.reason)" }
            let count = folder.pictures.count
            lines.append("\(path): good: \(count) picture\(count == 1 ? "" : "s")")
        } catch {
            // It begins with the path, as people expect of an error; here the word comes between.
            lines = ["\(path): error:\("\(error)".dropFirst(path.count + 1))"]
            status = if case .unreadable = error { ExitStatus.noInput } else { ExitStatus.badData }
        }
    }
}
