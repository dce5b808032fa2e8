import DisplayModel
import Scheduling
public import StrictYAML
import TextLayout

/// Reads playlists, with everything that they include.
public struct PlaylistReader: Sendable {
    /// The transitions that shaders of Vitrine's own make, and whether they take a direction.
    public var transitions: [(name: String, isDirected: Bool)]
    public var files: PlaylistFiles
    /// Says why a transition's shader cannot be used; nil if it can. The text is the shader's.
    public var shaderFault: @Sendable (_ path: String, _ source: [UInt8]) -> String?
    /// The present, in seconds since 1970: what is over for good is warned of.
    public var now: Int

    public init(
        transitions: [(name: String, isDirected: Bool)], files: PlaylistFiles = .onDisk, now: Int,
        shaderFault: @escaping @Sendable (String, [UInt8]) -> String? = { _, _ in nil }
    ) {
        self.transitions = transitions
        self.files = files
        self.now = now
        self.shaderFault = shaderFault
    }

    /// Of a playlist file, in bytes: longer than any that a person or a program has reason to write.
    public static let longestText = 64 << 20

    /// What came of reading a playlist: the playlist, unless there are errors, and all that is to be said about it.
    public struct Outcome: Sendable {
        /// Of several paths, the one that was taken. Nil where there is no playlist.
        public var path: String?
        public var playlist: Playlist?
        /// Whether it is of a playlist file, not of a folder or picture.
        public var isFile = false
        /// File by file, in the order in which they were met, each in the order of its text.
        public var issues: [FileIssue]
        /// All that was read or looked for, also of a playlist with errors: once one of it changes, reading again may
        /// have another outcome.
        public var sources: Playlist.Sources
        /// The shaders of the playlist's own, by path.
        public var shaders: [String: [UInt8]] = [:]
    }

    /// Reads the first of several playlists that can be played. What is not there is passed over in silence, but for the
    /// last; what has errors or nothing to play is told of, too. All of them are among the outcome's sources.
    /// - Parameter playing: the one that plays: with errors in it none of those after it takes its place.
    public func read(
        firstOf paths: [String], playing: String? = nil, defaults: PlaylistDefaults = PlaylistDefaults()
    ) -> Outcome {
        var outcome = Outcome(issues: [], sources: Playlist.Sources())
        for path in paths {
            let isLast = path == paths.last
            let next = read(path, defaults: defaults)
            outcome.sources.formUnion(next.sources)
            guard isLast || files.kind(path) != nil else { continue }
            outcome.issues += next.issues
            if let playlist = next.playlist, isLast || !playlist.isEmpty {
                (outcome.path, outcome.playlist) = (path, playlist)
                (outcome.shaders, outcome.isFile) = (next.shaders, next.isFile)
                return outcome
            }
            if next.playlist == nil, path == playing { return outcome }
        }
        return outcome
    }

    /// Reads a playlist file, a folder of pictures or with a playlist in it, or one picture.
    /// - Parameter defaults: what items are like whose file says nothing else.
    public func read(_ path: String, defaults: PlaylistDefaults = PlaylistDefaults()) -> Outcome {
        let reading = PlaylistReading(self)
        let content = reading.content(of: path, defaults)
        let issues = reading.issues
        var outcome = Outcome(issues: issues, sources: reading.sources, shaders: reading.shaders)
        guard let content, !issues.contains(where: { $0.issue.severity == .error }) else { return outcome }
        (outcome.path, outcome.isFile) = (path, content.isFile)
        outcome.playlist = Playlist(
            zones: content.zones, schedules: reading.schedules,
            sync: content.sync ?? (content.isFile ? .wallClock : .start),
            unsetClock: content.unsetClock ?? .unscheduled, timeZone: content.timeZone, sources: reading.sources)
        return outcome
    }

    /// The playlist that a folder is which has one in it, by one of these names.
    public static func playlist(inFolder folder: String, _ files: PlaylistFiles) -> String? {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        return ["playlist.yaml", "playlist.yml", "playlist.json"].map { base + $0 }.first { files.kind($0) == .file }
    }

    /// Whether a path names a playlist file rather than a picture.
    public static func isPlaylist(_ path: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { path.lowercased().hasSuffix($0) }
    }
}

/// Something about one of a playlist's files.
public struct FileIssue: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    public var issue: TextIssue

    public init(path: String, _ issue: TextIssue) {
        self.path = path
        self.issue = issue
    }

    /// `menu.yaml:3:7: error: …`, the form that editors jump to.
    public var description: String { issue.description(in: path) }
}

/// What an item is like where nothing is said of it.
public struct PlaylistDefaults: Sendable {
    public var duration: Duration
    public var style: Style
    /// Whether the transition's length was asked for, so that a shorter slide is worth a word.
    public var isTransitionTimed = false

    public init(duration: Duration = .seconds(8), look: Look = Look(), transition: Transition = .standard) {
        self.duration = duration
        style = Style(look, transition)
    }
}

/// One reading of a playlist: what its files have in common.
final class PlaylistReading {
    let reader: PlaylistReader
    private(set) var schedules: [Schedule] = []
    var sources = Playlist.Sources()
    private(set) var shaders: [String: [UInt8]] = [:]
    private var diagnoses: [(path: String, diagnosis: Diagnosis)] = []
    private var numbers: [Schedule: Int] = [:]
    /// The files that are being read, from the outermost.
    private var open: [String] = []
    private var fileCount = 0
    private var folders: [String: [FileOrder: [String]]] = [:]
    private var timeZones: [String: TimeZoneRules] = [:]
    private var over: [Int: Bool] = [:]
    private let localTime = TimeZoneRules.local()
    /// How much all files together may still hold.
    private var left = PlaylistReading.limits

    /// Turns of one list, items counted as often as their weight says.
    let mostSlots = 1_000_000
    private static let mostFiles = 1000
    private static let deepest = 16
    static let limits = YAMLReader.Limits(bytes: PlaylistReader.longestText, nodes: 2_000_000)

    private static let tooMuch =
        "with this the playlist holds more than \(limits.nodes) values and pictures, or \(limits.bytes >> 20) MiB of text"

    init(_ reader: PlaylistReader) {
        self.reader = reader
    }

    var issues: [FileIssue] {
        diagnoses.flatMap { path, diagnosis in
            diagnosis.issues.sorted { $0.position < $1.position }.map { FileIssue(path: path, $0) }
        }
    }

    /// What a file or folder holds.
    struct Content {
        var zones: [Zone]
        /// Of what has no zones of its own.
        var list: ItemList?
        var sync: Playlist.Sync?
        var unsetClock: Playlist.UnsetClock?
        /// The one that the file names.
        var timeZone: TimeZoneRules?
        /// Whether it is a playlist file.
        var isFile = false

        init(zones: [Zone]) {
            self.zones = zones
        }

        init(list: ItemList, isFile: Bool = false) {
            zones = [Zone(content: list)]
            self.list = list
            self.isFile = isFile
        }
    }

    /// Reads whatever is at a path.
    func content(of path: String, _ defaults: PlaylistDefaults) -> Content? {
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
                return playlist(file, defaults, localTime, begin(file))
            }
            guard let pictures = pictures(in: path, .name, diagnosis, start) else { return nil }
            let item = Item(.pictures(paths: pictures, .listed), duration: defaults.duration, style: defaults.style)
            return Content(list: ItemList([item]))
        case .file where PlaylistReader.isPlaylist(path): return playlist(path, defaults, localTime, diagnosis)
        case .file:
            sources.files.insert(path)
            guard MediaFolder.looksLikePicture(path) else {
                diagnosis.error(start, MediaFolder.notAPicture(path))
                return nil
            }
            let item = Item(.picture(path: path), duration: defaults.duration, style: defaults.style)
            return Content(list: ItemList([item]))
        }
    }

    private func begin(_ path: String) -> Diagnosis {
        let diagnosis = Diagnosis()
        diagnoses.append((path, diagnosis))
        return diagnosis
    }

    private func playlist(
        _ path: String, _ defaults: PlaylistDefaults, _ timeZone: TimeZoneRules, _ diagnosis: Diagnosis
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
        case .success(let bytes): text = bytes
        }
        do throws(TextIssue) {
            guard let root = try YAMLReader.read(text, limits: Self.limits) else {
                diagnosis.error(start, "the file is empty; a playlist needs 'items' or 'zones'")
                return nil
            }
            left.bytes -= text.count
            left.nodes -= root.count
            guard left.nodes >= 0, left.bytes >= 0 else { throw TextIssue(.error, at: start, Self.tooMuch) }
            let parser = PlaylistParser(path: path, reading: self, diagnosis: diagnosis, timeZone: timeZone)
            return parser.playlist(root, defaults, isIncluded: open.count > 1)
        } catch {
            diagnosis.error(error.position, error.message)
            return nil
        }
    }

    /// Why nothing is at a path.
    /// - Parameter node: where a file names it.
    func absence(of path: String, named node: YAMLNode?) -> String {
        node?.doubt.map { "no such file or folder; \($0)" } ?? reader.files.absence(path)
    }

    /// Reads a file that another one includes. What is wrong with including it is told there.
    /// - Parameter node: names it.
    func included(
        _ path: String, _ defaults: PlaylistDefaults, _ timeZone: TimeZoneRules, _ diagnosis: Diagnosis,
        _ node: YAMLNode
    ) -> Content? {
        func refused(_ fault: @autoclosure () -> String) -> Content? {
            diagnosis.error(node.position, "\(path): \(fault())")
            return nil
        }
        guard !open.contains(path) else {
            return refused(
                "it includes itself: \((open.drop { $0 != path } + [path]).joined(separator: " → ")); take one of these out"
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
            return refused(absence(of: path, named: node))
        case .folder: return refused("it is a folder; write it as 'folder:'")
        case .file where PlaylistReader.isPlaylist(path): return playlist(path, defaults, timeZone, begin(path))
        case .file: return refused("not a playlist by its name (.yaml, .yml, .json)")
        }
    }

    /// Follows a picture by its folder: a hundred thousand pictures lie in few folders, and few can be watched one by one.
    func follow(picture path: String, isThere: Bool) {
        guard isThere else {
            sources.files.insert(path)
            return
        }
        sources.folders.insert(path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    /// The pictures of a folder, which is followed from now on.
    func pictures(
        in folder: String, _ order: FileOrder, _ diagnosis: Diagnosis, _ place: TextPosition,
        named node: YAMLNode? = nil
    ) -> [String]? {
        sources.folders.insert(folder)
        if folders[folder]?[order] == nil {
            func refused(_ fault: @autoclosure () -> String) -> [String]? {
                diagnosis.error(place, "\(folder): \(fault())")
                return nil
            }
            switch reader.files.kind(folder) {
            case .folder: break
            case nil: return refused(absence(of: folder, named: node))
            case .file where MediaFolder.looksLikePicture(folder):
                return refused("it is a picture; write it as 'picture:'")
            case .file: return refused("it is a file, not a folder")
            }
            switch reader.files.list(folder, order) {
            case .failure(let error): return refused(error.reason)
            case .success(let media):
                for file in media.ignored.prefix(20) {
                    diagnosis.warning(place, "\(file.path): passed over: \(file.reason)")
                }
                if media.ignored.count > 20 {
                    diagnosis.warning(place, "\(folder): passed over: \(count(media.ignored.count - 20, "more file"))")
                }
                if media.pictures.isEmpty { diagnosis.warning(place, "\(folder): \(MediaFolder.noPicturesHere)") }
                folders[folder, default: [:]][order] = media.pictures
            }
        }
        let pictures = folders[folder]?[order] ?? []
        // A folder counts wherever it is named: what plays has so many slides.
        left.nodes -= pictures.count
        guard left.nodes >= 0 else {
            diagnosis.error(place, "\(folder): \(Self.tooMuch)")
            return nil
        }
        return pictures
    }

    // MARK: Schedules

    func timeZone(_ name: String) throws(TimeZoneError) -> TimeZoneRules {
        if let zone = timeZones[name] { return zone }
        let zone = try TimeZoneRules.named(name)
        timeZones[name] = zone
        return zone
    }

    /// Whether a schedule is not in force, and never will be.
    func isOver(_ number: Int) -> Bool {
        if let isOver = over[number] { return isOver }
        let state = schedules[number].state(at: reader.now)
        let isOver = !state.isActive && state.until == nil
        over[number] = isOver
        return isOver
    }

    func number(of schedule: Schedule) -> Int {
        if let number = numbers[schedule] { return number }
        schedules.append(schedule)
        numbers[schedule] = schedules.count - 1
        return schedules.count - 1
    }

    /// Takes a shader of the playlist's own in.
    /// - Returns: what is wrong with it.
    func addShader(_ path: String) -> String? {
        if shaders[path] != nil { return nil }
        sources.files.insert(path)
        switch reader.files.read(path, 1 << 16) {
        case .failure(let error): return "\(path): \(error.reason)"
        case .success(let source):
            if let fault = reader.shaderFault(path, source) { return "\(path): \(fault)" }
            shaders[path] = source
            return nil
        }
    }
}
