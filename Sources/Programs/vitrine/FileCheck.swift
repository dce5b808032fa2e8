import Configuration
import DisplayPlanning
import Glibc
import Paths
import Playlist
import PlaylistReading
import SignPlayer
import StrictYAML
import TextLayout

/// What is wrong with a playlist, a configuration, a folder or a picture, found before it is used.
struct FileCheck {
    let path: FilePath
    private(set) var errors: [String] = []
    private(set) var warnings: [String] = []
    /// What is worth knowing for whoever checks a file, and no reason to change it.
    private(set) var notices: [String] = []
    /// Those of the warnings that are about pictures that cannot be shown.
    private(set) var skipped: [String] = []
    /// What there is, if it is good.
    private(set) var good: String?
    /// What plays, if there are no errors in it.
    private(set) var playlist: Playlist?
    /// The pictures that may be shown, as far as their files' beginnings tell.
    private(set) var pictures: [FilePath] = []
    /// By sysexits.h.
    private(set) var status = EXIT_SUCCESS
    /// The playlists that a configuration names and of which something is there: of each its paths, of which the first
    /// plays that is there.
    private(set) var playlists: Set<[FilePath]> = []
    /// The connectors that a configuration names.
    private(set) var connectors: [Configuration.Connector] = []
    /// Whether it is a configuration without any setting.
    private var isEmptyConfiguration = false
    /// The files that a playlist consists of.
    private(set) var files: Set<FilePath> = []

    /// Whether videos may be shown.
    var hasVideo: Bool { playlist?.videos.isEmpty == false }

    /// A line for each problem, errors first, and one that says what there is if it is good.
    var lines: [String] { errors + warnings + (good.map { [$0] } ?? []) }

    /// Where a playlist's files are at home: its folder.
    var folder: FilePath {
        guard PlaylistFiles.onDisk.kind(path) == .folder else { return path.folder }
        return path.hasSuffix("/") && path != "/" ? FilePath(bytes: path.bytes.dropLast()) : path
    }

    init(_ path: FilePath) {
        self.path = path
        guard PlaylistReader.isPlaylist(path) else {
            if PlaylistReader.playlist(inFolder: path, .onDisk) != nil { checkPlaylist() } else { checkMedia() }
            return
        }
        switch PlaylistFiles.onDisk.read(path, PlaylistReader.longestText) {
        case .failure(let error):
            errors = ["\(path): error: \(error.reason)"]
            status = ExitStatus.noInput
        case .success(let text):
            switch PlaylistReader.purpose(of: text) {
            case .playlist: checkPlaylist()
            case .configuration: checkConfiguration(text)
            case .unclear:
                checkConfiguration(text)
                if status != EXIT_SUCCESS || isEmptyConfiguration { warnings.insert(likelyMistake, at: 0) }
            }
        }
    }

    /// Such a playlist cannot be distinguished from a configuration.
    private var likelyMistake: String {
        TextIssue(
            .warning, at: TextPosition(line: 1, column: 1),
            "this is taken for a configuration; a playlist has 'items' or 'zones'"
        ).description(in: "\(path)")
    }

    private mutating func checkConfiguration(_ text: [UInt8]) {
        files = [path]
        let outcome = ConfigurationFile.read(text, path)
        let absent = outcome.absences(.onDisk)
        let issues = (outcome.issues + absent.values).sorted { $0.position < $1.position }
        errors = issues.filter { $0.severity == .error }.map { $0.description(in: "\(path)") }
        warnings = issues.filter { $0.severity != .error }.map { $0.description(in: "\(path)") }
        // Also of one with errors: whoever corrects them wants to know all.
        playlists = Set(outcome.places.keys.filter { absent[$0] == nil }.map(\.paths))
        guard let configuration = outcome.configuration else {
            status = ExitStatus.badData
            return
        }
        (connectors, isEmptyConfiguration) = (configuration.connectors, configuration == Configuration())
        guard absent.isEmpty else {
            status = ExitStatus.noInput
            return
        }
        good = "\(path): good: a configuration of \(count(configuration.outputs.rules.count, "output"))"
    }

    /// Those of a playlist's paths that lead somewhere; the last one stands for a playlist that is not there at all.
    static func present(_ paths: [FilePath]) -> [FilePath] {
        let present = paths.filter { unsafe $0.withCString { unsafe access($0, F_OK) == 0 } }
        return present.isEmpty ? paths.suffix(1) : present
    }

    private mutating func checkPlaylist() {
        var reader = PlaylistLoading.reader()
        reader.notesOptional = true
        let outcome = reader.read(path)
        files = outcome.sources.files.union([path])
        func lines(_ severity: TextIssue.Severity) -> [String] {
            outcome.issues.filter { $0.issue.severity == severity }.map(\.description)
        }
        (errors, warnings, notices) = (lines(.error), lines(.warning), lines(.notice))
        guard let playlist = outcome.playlist else {
            status = ExitStatus.badData
            return
        }
        take(
            playlist,
            "\(path): good: a playlist of \(count(playlist.zones.count, "zone")), "
                + playlist.summary)
    }

    /// Looks at the pictures of what was read.
    private mutating func take(_ playlist: Playlist, _ description: String) {
        let slides = playlist.pictures
        let others = playlist.transitionPictures
        for picture in slides.union(others.keys).sorted() {
            if let fault = PictureHeader.fault(picture) {
                let isSlide = slides.contains(picture)
                let consequence = isSlide ? "passed over" : others[picture]?.min()?.consequence ?? "passed over"
                skipped.append("\(picture): warning: \(consequence): \(fault)")
            } else {
                pictures.append(picture)
                if PictureHeader.standsStill(picture) {
                    notices.append(
                        "\(picture): notice: it moves, and shows its first picture; GIF and .apng files play")
                }
            }
        }
        warnings += skipped
        if let emptiness = playlist.emptiness {
            errors.append("\(path): error: \(emptiness)")
            status = ExitStatus.badData
        } else {
            good = description
            self.playlist = playlist
        }
    }

    private mutating func checkMedia() {
        do throws(MediaFolder.Problem) {
            let folder = try MediaFolder(path: path)
            warnings = folder.ignored.map { "\($0.path): warning: passed over: \($0.reason)" }
            let lengths = PlaylistLoading.videoLengths()
            let all = folder.files.map { file in
                guard MediaFolder.looksLikeVideo(file) else {
                    guard AnimatedPicture(of: file) != nil, case .success = lengths(file) else {
                        return Item(.picture(path: file))
                    }
                    return Item(.video(Video(path: file)))
                }
                if case .failure(let fault) = lengths(file) {
                    skipped.append("\(file): warning: skipped:\(fault.message.dropFirst("\(file)".count + 1))")
                }
                return Item(.video(Video(path: file)))
            }
            let playlist = Playlist(zones: [Zone(content: ItemList(all))], sync: .wallClock)
            take(playlist, "\(path): good: \(playlist.media.summary)")
        } catch {
            // The message begins with the path; the word 'error' goes between.
            errors = ["\(path): error:\("\(error)".dropFirst("\(path)".count + 1))"]
            status = if case .unreadable = error { ExitStatus.noInput } else { ExitStatus.badData }
        }
    }
}

extension Playlist {
    /// How many pictures, videos and texts there are.
    fileprivate var summary: String {
        let texts = count(self.texts.count, "text")
        if self.texts.isEmpty { return media.summary }
        return media.files.isEmpty ? texts : "\(media.summary), \(texts)"
    }
}

extension SlideMedia {
    /// How many there are of each kind.
    var summary: String {
        let videos = count(self.videos.count, "video")
        if self.videos.isEmpty { return count(pictures.count, "picture") }
        return pictures.isEmpty ? videos : "\(count(pictures.count, "picture")), \(videos)"
    }
}
