import Paths
import Playlist
import Scheduling
import StrictYAML
import TextLayout

/// The paths that a reading begins with.
extension ReadingState {
    /// Reads whatever is at a path.
    func content(of path: FilePath, _ defaults: PlaylistDefaults) -> Content? {
        let diagnosis = begin(path)
        let start = TextPosition(line: 1, column: 1)
        switch reader.files.kind(path) {
        case nil:
            diagnosis.error(start, reader.files.absence(path))
            sources.files.insert(path)
            return nil
        case .folder:
            sources.folders.insert(path)
            if let file = PlaylistReader.playlist(inFolder: path, reader.files) {
                return playlist(file, defaults, localScope, begin(file))
            }
            guard let files = media(in: path, FolderListing(), diagnosis, start)?.files else { return nil }
            return Content(list: ItemList([item(of: files, .listed, defaults, diagnosis, start)]))
        case .file where PlaylistReader.isPlaylist(path): return playlist(path, defaults, localScope, diagnosis)
        case .file:
            sources.files.insert(path)
            if MediaFolder.looksLikeVideo(path) {
                return video(path, .none, defaults, diagnosis, start).map { Content(list: ItemList([$0])) }
            }
            guard MediaFolder.looksLikePicture(path) else {
                diagnosis.error(start, MediaFolder.notAPicture(path))
                return nil
            }
            return Content(list: ItemList([picture(path, defaults)]))
        }
    }

    // MARK: Several paths

    /// Each of more that are missing is only counted: to say what may be meant takes a look at its folder.
    private static let mostMissing = 20

    /// Reads what is at several paths as one list: pictures, folders and playlists, each in its turn.
    /// - Parameter leavesOutMissing: whether a path that leads nowhere is no error, as long as another one leads somewhere.
    func content(inTurn paths: [FilePath], leavesOutMissing: Bool, _ defaults: PlaylistDefaults) -> Content? {
        isInTurn = true
        let missing = paths.filter { reader.files.kind($0) == nil }
        note(missing: missing, isError: !leavesOutMissing || missing.count == paths.count)
        var items: [Item] = []
        // Files beside one another are one item, as those of a folder: thousands of items take their time.
        var media: [FilePath] = []
        func endMedia() {
            guard let first = media.first else { return }
            items.append(
                item(of: media, .listed, defaults, begin(first), TextPosition(line: 1, column: 1)))
            media = []
        }
        var isComplete = true
        var isFile = false
        var timeZones: Set<TimeZoneRules?> = []
        let absent = Set(missing)
        for path in paths where !absent.contains(path) {
            // A list of thousands is followed by the few folders that it lies in.
            if reader.files.kind(path) == .file, MediaFolder.looksLikeMedia(path) {
                follow(media: path, isThere: true)
                media.append(path)
                continue
            }
            endMedia()
            guard let content = content(of: path, defaults) else {
                isComplete = false
                continue
            }
            guard let list = content.list else {
                begin(path).error(
                    TextPosition(line: 1, column: 1),
                    "a playlist with zones fills the screen, so it plays alone: give no other path beside it")
                isComplete = false
                continue
            }
            if content.isFile { timeZones.insert(content.timeZone) }
            isFile = isFile || content.isFile
            items.append(Item(.list(list), duration: defaults.duration, style: defaults.style))
        }
        endMedia()
        guard isComplete else { return nil }
        var content = Content(list: ItemList(items), isFile: isFile)
        // Times are said in the zone of all playlists among them, where they have one.
        content.timeZone = timeZones.count == 1 ? timeZones.first ?? nil : nil
        return content
    }

    private func note(missing: [FilePath], isError: Bool) {
        sources.files.formUnion(missing)
        for (number, path) in missing.prefix(Self.mostMissing + 1).enumerated() {
            var story =
                "no such file or folder, and neither are \(missing.count - Self.mostMissing - 1) more of the paths"
            if number < Self.mostMissing { story = reader.files.absence(path) }
            let (diagnosis, place) = (begin(path), TextPosition(line: 1, column: 1))
            if isError {
                diagnosis.error(place, story)
            } else {
                diagnosis.warning(place, "\(story); it is left out until it is there")
            }
        }
    }
}
