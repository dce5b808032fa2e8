import Fonts
import LiveData
import Paths
import Playlist
import Scheduling
import StrictYAML
import TextLayout
import Timing

/// One reading of a playlist: what its files have in common.
final class ReadingState {
    let reader: PlaylistReader
    let schedules: ScheduleTable
    var sources = Playlist.Sources()
    private(set) var shaders: [FilePath: [UInt8]] = [:]
    private(set) var texts: [FilePath: [UInt8]] = [:]
    private var verdicts: [FilePath: ShaderVerdict] = [:]
    private var diagnoses: [(path: FilePath, diagnosis: Diagnosis)] = []
    /// The files that are being read, from the outermost.
    private var open: [FilePath] = []
    private var fileCount = 0
    private var folders: [FilePath: [FolderListing: MediaFolder]] = [:]
    private var calendars: [FilePath: CalendarDays] = [:]
    /// What files of data hold; null for what cannot be read.
    var feeds: [FilePath: DataValue] = [:]
    let localScope = ScheduleScope(timeZone: .local())
    /// Whether several paths are read as one list.
    var isInTurn = false
    /// How long films are, as far as it was asked.
    var lengths: [FilePath: Result<Duration?, UnplayableVideo>] = [:]
    /// Films that cannot be played.
    var unplayable: Set<FilePath> = []
    /// Fonts, by the folder that they are from; empty for the standard ones alone.
    var fontSets: [FilePath: FontSet] = [:]
    private var noted: Set<Remark> = []
    private(set) lazy var videoLengths = reader.makeVideoLengths()
    /// What makers of monitors are called.
    private(set) lazy var makers = reader.files.makerNames
    /// How much all files together may still hold.
    private var left = ReadingState.limits

    /// Turns of one list, items counted as often as their weight says.
    let mostSlots = 1_000_000
    private static let mostFiles = 1000
    private static let deepest = 16
    private static let mostShaders = 256
    static let limits = YAMLReader.Limits(bytes: PlaylistReader.longestText, nodes: 2_000_000)

    private static let tooMuch =
        "with this the playlist holds more than \(limits.nodes) values and pictures, or \(limits.bytes >> 20) MiB of text"

    init(_ reader: PlaylistReader) {
        self.reader = reader
        schedules = ScheduleTable(now: reader.now)
    }

    var issues: [FileIssue] {
        diagnoses.flatMap { path, diagnosis in
            diagnosis.issues.sorted { $0.position < $1.position }.map { FileIssue(path: path, $0) }
        }
    }

    /// What is said once of a playlist, however often it is found.
    enum Remark: Hashable { case fonts }

    /// Whether something has not been said yet.
    func noteOnce(_ remark: Remark) -> Bool { noted.insert(remark).inserted }

    /// Keeps a file as it was read, for the playlist that plays when this one cannot be read any more.
    func keep(_ bytes: [UInt8], of path: FilePath) { texts[path] = bytes }

    /// The issues since this was called last.
    func takeIssues() -> [FileIssue] {
        defer { diagnoses = [] }
        return issues
    }

    /// What decides in place of the file that is open innermost.
    private var superior: Superior? { open.count > 1 ? .file : isInTurn ? .otherPaths : nil }

    func begin(_ path: FilePath) -> Diagnosis {
        let diagnosis = Diagnosis()
        diagnoses.append((path, diagnosis))
        return diagnosis
    }

    func playlist(
        _ path: FilePath, _ defaults: PlaylistDefaults, _ scope: ScheduleScope, _ diagnosis: Diagnosis
    ) -> Content? {
        let start = TextPosition(line: 1, column: 1)
        sources.files.insert(path)
        fileCount += 1
        open.append(path)
        defer { open.removeLast() }
        let text: [UInt8]
        // Beyond the limit nothing more is read, so that all files together take no longer than two that are full.
        guard left.nodes >= 0, left.bytes >= 0 else {
            diagnosis.error(start, Self.tooMuch)
            return nil
        }
        switch reader.files.read(path, Self.limits.bytes) {
        case .failure(let error):
            diagnosis.error(start, "it cannot be read: \(error.reason)")
            return nil
        case .success(let bytes):
            text = bytes
            texts[path] = bytes
        }
        do throws(TextIssue) {
            guard let root = try YAMLReader.read(text, limits: Self.limits) else {
                diagnosis.error(start, "the file is empty; a playlist needs 'items' or 'zones'")
                return nil
            }
            left.bytes -= text.count
            left.nodes -= root.count
            guard left.nodes >= 0, left.bytes >= 0 else { throw TextIssue(.error, at: start, Self.tooMuch) }
            let parser = PlaylistParser(path: path, reading: self, diagnosis: diagnosis, scope: scope)
            return parser.playlist(root, defaults, superior: superior)
        } catch {
            diagnosis.error(error.position, error.message)
            return nil
        }
    }

    /// Why nothing is at a path.
    /// - Parameter node: where a file names it.
    func absence(of path: FilePath, named node: YAMLNode?) -> String {
        node?.likelyMistake.map { "no such file or folder; \($0)" } ?? reader.files.absence(path)
    }

    /// Says that nothing is at a path that a playlist names.
    /// - Parameter node: where it does.
    func noteMissing(_ path: FilePath, _ diagnosis: Diagnosis, _ place: TextPosition, _ node: YAMLNode?) {
        let story = "\(path): \(absence(of: path, named: node))"
        if reader.leavesOutMissing {
            diagnosis.warning(place, "\(story); it is left out until it is there")
        } else {
            diagnosis.error(place, story)
        }
    }

    /// Reads a file that another one includes. What is wrong with including it is told there.
    /// - Parameter node: names it.
    func included(
        _ path: FilePath, _ defaults: PlaylistDefaults, _ scope: ScheduleScope, _ diagnosis: Diagnosis,
        _ node: YAMLNode, isOptional: Bool
    ) -> Content? {
        func refused(_ fault: @autoclosure () -> String) -> Content? {
            diagnosis.error(node.position, "\(path): \(fault())")
            return nil
        }
        guard !open.contains(path) else {
            return refused(
                "it includes itself: \((open.drop { $0 != path } + [path]).map(\.description).joined(separator: " → ")); take one of these out"
            )
        }
        guard open.count < Self.deepest else {
            return refused("playlists include one another more than \(Self.deepest) deep here")
        }
        guard fileCount < Self.mostFiles else {
            return refused("a playlist includes others \(Self.mostFiles) times at most")
        }
        switch reader.files.kind(path) {
        case nil:
            sources.files.insert(path)
            if isOptional { return Content(list: ItemList([])) }
            noteMissing(path, diagnosis, node.position, node)
            return nil
        case .folder: return refused("it is a folder; write it as 'folder:'")
        case .file where PlaylistReader.isPlaylist(path): return playlist(path, defaults, scope, begin(path))
        case .file: return refused(PlaylistReader.notAPlaylist)
        }
    }

    /// Follows a picture or film by its folder: a hundred thousand lie in few folders, and few can be watched one by one.
    func follow(media path: FilePath, isThere: Bool) {
        guard isThere else {
            sources.files.insert(path)
            return
        }
        sources.folders.insert(path.folder)
        // What a link leads to changes elsewhere.
        if reader.files.isLink(path) { sources.files.insert(path) }
    }

    /// The playlist that a folder is. Nil for a folder of pictures, and in that playlist itself, whose own folder's
    /// pictures it may want.
    func playlist(inFolder folder: FilePath) -> FilePath? {
        guard reader.files.kind(folder) == .folder else { return nil }
        sources.folders.insert(folder)
        let file = PlaylistReader.playlist(inFolder: folder, reader.files)
        return file.flatMap { file in open.contains { $0.tidy == file.tidy } ? nil : file }
    }

    /// The days of a file of holidays, which is followed from now on.
    func holidays(_ path: FilePath, _ diagnosis: Diagnosis, _ node: YAMLNode) -> CalendarDays? {
        if let days = calendars[path] { return days }
        sources.files.insert(path)
        switch reader.files.kind(path) {
        case nil: noteMissing(path, diagnosis, node.position, node)
        case .folder: diagnosis.error(node.position, "\(path): it is a folder, not a file of holidays")
        case .file:
            switch reader.files.read(path, HolidayFile.longestText) {
            case .failure(let error): diagnosis.error(node.position, "\(path): it cannot be read: \(error.reason)")
            case .success(let text):
                texts[path] = text
                let file = HolidayFile(text)
                let own = begin(path)
                for issue in file.issues { own.error(TextPosition(line: issue.line, column: 1), issue.message) }
                calendars[path] = file.days
                return file.days
            }
        }
        return nil
    }

    /// The pictures and films of a folder, which is followed from now on.
    func media(
        in folder: FilePath, _ listing: FolderListing, _ diagnosis: Diagnosis, _ place: TextPosition,
        named node: YAMLNode? = nil, isOptional: Bool = false
    ) -> MediaFolder? {
        sources.folders.insert(folder)
        if folders[folder]?[listing] == nil {
            func refused(_ fault: @autoclosure () -> String) -> MediaFolder? {
                diagnosis.error(place, "\(folder): \(fault())")
                return nil
            }
            switch reader.files.kind(folder) {
            case .folder: break
            case nil:
                noteMissing(folder, diagnosis, place, node)
                return nil
            case .file where MediaFolder.looksLikePicture(folder):
                return refused("it is a picture; write it as 'picture:'")
            case .file where MediaFolder.looksLikeVideo(folder):
                return refused("it is a video; write it as 'video:'")
            case .file: return refused("it is a file, not a folder")
            }
            switch reader.files.list(folder, listing) {
            case .failure(let error): return refused(error.reason)
            case .success(let media):
                for file in media.ignored.prefix(20) {
                    diagnosis.warning(place, "\(file.path): passed over: \(file.reason)")
                }
                if media.ignored.count > 20 {
                    diagnosis.warning(place, "\(folder): passed over: \(count(media.ignored.count - 20, "more file"))")
                }
                if media.files.isEmpty, !isOptional {
                    diagnosis.warning(place, "\(folder): \(MediaFolder.noPicturesHere)")
                }
                sources.folders.formUnion(media.folders)
                sources.files.formUnion(media.links)
                folders[folder, default: [:]][listing] = media
            }
        }
        let media = folders[folder]?[listing] ?? MediaFolder(files: [])
        // A folder counts wherever it is named: what plays has so many slides.
        left.nodes -= media.files.count
        guard left.nodes >= 0 else {
            diagnosis.error(place, "\(folder): \(Self.tooMuch)")
            return nil
        }
        return media
    }

    /// Takes a shader of the playlist's own in.
    /// - Parameter place: where it is named, for what is wrong with it.
    /// - Returns: whether it can be used: `.refused` for a mistake in the playlist, `.untried` for a cross-fade in its place.
    func addShader(_ path: FilePath, _ diagnosis: Diagnosis, _ place: TextPosition) -> ShaderVerdict {
        if let known = verdicts[path] { return known }
        let verdict = verdict(on: path)
        verdicts[path] = verdict
        switch verdict {
        case .passed: return .passed
        case .refused(let reason) where reader.tryShader != nil:
            diagnosis.error(place, "\(path): \(reason)")
            return verdict
        case .refused(let reason):
            diagnosis.warning(place, "\(path): \(reason)\(ShaderVerdict.consequence)")
            verdicts[path] = .untried(reason)
        case .untried(let reason):
            diagnosis.warning(place, "\(path): not tried: \(reason)\(ShaderVerdict.consequence)")
        }
        return .untried("")
    }

    private func verdict(on path: FilePath) -> ShaderVerdict {
        sources.files.insert(path)
        guard verdicts.count < Self.mostShaders else {
            return .refused("a playlist can have \(Self.mostShaders) shaders of its own")
        }
        switch reader.files.read(path, 1 << 16) {
        case .failure(let error): return .refused(error.reason)
        case .success(let source):
            let verdict = reader.tryShader?(path, source) ?? .passed
            if verdict == .passed { (shaders[path], texts[path]) = (source, source) }
            return verdict
        }
    }
}
