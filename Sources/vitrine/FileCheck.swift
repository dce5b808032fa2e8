import Configuration
import DisplayPlanning
import Glibc
import Playlist
import StrictYAML
import TextLayout

/// What is to be said of a playlist, a configuration, a folder or a picture before it is used.
struct FileCheck {
    let path: String
    /// A line for each problem, and one that says what there is if it is good.
    private(set) var lines: [String] = []
    /// By sysexits.h.
    private(set) var status = EXIT_SUCCESS
    /// The playlists that a configuration names and of which something is there: of each its paths, of which the first
    /// plays that is there.
    private(set) var playlists: Set<[String]> = []
    /// The connectors that a configuration names.
    private(set) var connectors: [Configuration.Connector] = []
    /// Whether it is a configuration that says nothing at all.
    private var wantsNothing = false
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
            switch PlaylistReader.purpose(of: text) {
            case .playlist: checkPlaylist()
            case .configuration: checkConfiguration(text)
            case .unclear:
                checkConfiguration(text)
                if status != EXIT_SUCCESS || wantsNothing { lines.insert(doubt, at: 0) }
            }
        }
    }

    /// A playlist with such a mistake is told from a configuration by nothing.
    private var doubt: String {
        TextIssue(
            .warning, at: TextPosition(line: 1, column: 1),
            "this is taken for a configuration; a playlist has 'items' or 'zones'"
        ).description(in: path)
    }

    private mutating func checkConfiguration(_ text: [UInt8]) {
        files = [path]
        let outcome = ConfigurationFile.read(text, path)
        let absent = outcome.absences(.onDisk)
        let issues = (outcome.issues + absent.values).sorted { $0.position < $1.position }
        lines = issues.map { $0.description(in: path) }
        guard let configuration = outcome.configuration else {
            status = ExitStatus.badData
            return
        }
        playlists = Set(configuration.places.keys.filter { absent[$0] == nil }.map(\.candidates))
        (connectors, wantsNothing) = (configuration.connectors, configuration == Configuration())
        guard absent.isEmpty else {
            status = ExitStatus.noInput
            return
        }
        lines.append("\(path): good: a configuration of \(count(configuration.wishes.rules.count, "output"))")
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
        lines += Self.unplayable(playlist.pictures)
        lines.append(
            "\(path): good: a playlist of \(count(playlist.zones.count, "zone")), "
                + count(playlist.pictures.count, "picture"))
    }

    /// A line for each picture of which one look says that it will not be shown.
    private static func unplayable(_ pictures: Set<String>) -> [String] {
        pictures.sorted().compactMap { path in
            var status = stat()
            guard unsafe access(path, R_OK) == 0, unsafe stat(path, &status) == 0 else {
                return "\(path): warning: passed over: permission denied; let others read it: chmod a+r '\(path)'"
            }
            return status.st_size == 0 ? "\(path): warning: passed over: the file is empty; copy it here again" : nil
        }
    }

    private mutating func checkMedia() {
        do throws(MediaFolder.Problem) {
            let folder = try MediaFolder(path: path)
            lines = folder.ignored.map { "\($0.path): warning: passed over: \($0.reason)" }
            lines += Self.unplayable(Set(folder.pictures))
            lines.append("\(path): good: \(count(folder.pictures.count, "picture"))")
        } catch {
            // It begins with the path, as people expect of an error; here the word comes between.
            lines = ["\(path): error:\("\(error)".dropFirst(path.count + 1))"]
            status = if case .unreadable = error { ExitStatus.noInput } else { ExitStatus.badData }
        }
    }
}
