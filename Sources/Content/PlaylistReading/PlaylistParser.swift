import DisplayModel
import Paths
import Playlist
import Scheduling
import StrictYAML

/// Makes zones and items of one YAML document, and notes everything that is wrong with it.
struct PlaylistParser {
    let reading: ReadingState
    let diagnosis: Diagnosis
    private(set) var scope: ScheduleScope
    /// Whether its files are looked for, which is of no use where they never play.
    private(set) var looksAtFiles = true
    /// Where paths in the file begin; empty for the working directory.
    private let base: FilePath
    /// The file.
    let path: FilePath

    init(path: FilePath, reading: ReadingState, diagnosis: Diagnosis, scope: ScheduleScope) {
        self.path = path
        self.reading = reading
        self.diagnosis = diagnosis
        self.scope = scope
        base = path.bytes.contains(UInt8(ascii: "/")) ? path.folder : ""
    }

    /// A path that the file names.
    func resolved(_ text: String) -> FilePath { base.appending(FilePath(text)) }

    // MARK: The file

    /// - Parameter superior: what includes this file, which then has the last word on clocks. Nil if nothing does.
    func playlist(
        _ root: YAMLNode, _ defaults: PlaylistDefaults, superior: ReadingState.Superior?
    ) -> ReadingState.Content? {
        var defaults = defaults
        defaults.fontFolders.append(base)
        if case .sequence(let nodes) = root.kind {
            if nodes.isEmpty { diagnosis.warning(root.position, Self.nothingHere) }
            let read = items(nodes, defaults)
            let list = ItemList(read.items)
            checkRates(list, root.position)
            warnOfIdleItems(list, read)
            warnOfShortWindows(list, read)
            return .init(list: list, isFile: true)
        }
        guard var fields = FieldReader(root, "a playlist", diagnosis) else { return nil }
        _ = fields.number("version", "1, the only one that there is", in: 1...1)
        var parser = self
        let ownTimeZone = parser.timeZone(&fields)
        if let ownTimeZone { parser.scope.timeZone = ownTimeZone }
        parser.scope.named.merge(parser.namedSchedules(&fields)) { $1 }
        let sync = fields.choice("sync", Playlist.Sync.self)
        let unset = fields.choice("unset-clock", Playlist.UnsetClock.self)
        if let superior {
            for name in ["sync", "unset-clock"] {
                guard let node = fields.node(name) else { continue }
                diagnosis.warning(
                    node.position, "'\(name)' has no effect here: \(superior.rawValue)")
            }
        }
        defaults.canvas = parser.canvas(&fields, of: defaults.canvas, superior)
        let isEnabled: Bool
        (isEnabled, parser) = parser.enabled(&fields)
        let schedules = parser.schedules(&fields)
        if areOver(schedules) { diagnosis.warning(root.position, "this playlist never plays again: \(Self.over)") }
        var content = parser.content(&fields, parser.defaults(&fields, defaults))
        fields.finish { ForeignWords.key($0, in: .file) }
        if !isEnabled, content != nil { content = .init(list: ItemList([])) }
        guard var content else { return nil }
        content.restrict(to: schedules)
        (content.sync, content.unsetClock, content.timeZone, content.isFile) = (sync, unset, ownTimeZone, true)
        content.canvas = defaults.canvas
        return content
    }

    private func content(_ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> ReadingState.Content? {
        guard let source = source(&fields, of: [.items, .zones], "a playlist") else { return nil }
        switch source.key {
        case .zones: return zones(source, defaults, in: nil).map { .init(zones: $0) }
        default: return list(source, &fields, defaults).map { .init(list: $0) }
        }
    }

    func timeZone(_ fields: inout FieldReader) -> TimeZoneRules? {
        guard let node = fields.node("timezone"),
            let name = FieldReader.value(node, "timezone", "a name such as Europe/Berlin", diagnosis, { $0 })
        else { return nil }
        do throws(TimeZoneError) { return try reading.schedules.timeZone(name) } catch {
            diagnosis.error(node.position, "timezone: \(error)")
            return nil
        }
    }

    // MARK: What plays

    /// The keys that say what plays.
    enum Key: String {
        case picture, video, text, folder, playlist, items, zones
        case color = "colour"

        /// Another spelling that is accepted.
        var alias: String? { self == .color ? "color" : nil }
    }

    /// The key of those that is there, with its value.
    struct Source {
        var key: Key
        /// The key as it is written.
        var name: String
        var node: YAMLNode
    }

    static let nothingHere = "there is nothing in this list, so nothing plays"

    /// Finds out which of the keys is there, of which there must be one. What goes with another one is told.
    func source(_ fields: inout FieldReader, of keys: [Key], _ what: String) -> Source? {
        let given = keys.flatMap { key in
            [
                fields.node(key.rawValue).map { Source(key: key, name: key.rawValue, node: $0) },
                key.alias.flatMap { name in
                    fields.node(alias: name).map { Source(key: key, name: name, node: $0) }
                },
            ].compactMap(\.self)
        }.sorted { $0.node.position < $1.node.position }
        guard let first = given.first else {
            let names = keys.map { "'\($0.rawValue)'" }
            diagnosis.error(
                fields.position,
                "\(what) needs \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])")
            for (name, _) in Self.companions { _ = fields.node(name) }
            return nil
        }
        for other in given.dropFirst() {
            diagnosis.error(
                other.node.position,
                "\(what) has either '\(first.name)' or '\(other.name)', not both")
        }
        for (name, keys) in Self.companions where !keys.contains(first.key) {
            guard let node = fields.node(name) else { continue }
            let names = keys.map { "'\($0.rawValue)'" }
            let homes = (names.count > 2 ? [names.dropLast().joined(separator: ", "), names[names.count - 1]] : names)
                .joined(separator: " or ")
            diagnosis.error(node.position, "'\(name)' goes with \(homes), not with '\(first.name)'")
        }
        return first
    }

    /// Keys that go with some of those only.
    private static let companions: KeyValuePairs<String, [Key]> = [
        "otherwise": [.items], "order": [.items, .folder], "seed": [.items, .folder], "recursive": [.folder],
        "resume": [.items, .folder, .playlist],
    ]

    // MARK: Whether it plays

    /// Reads whether something plays at all.
    /// - Returns: a parser for the rest of it: of what never plays, no file is looked for.
    func enabled(_ fields: inout FieldReader) -> (isEnabled: Bool, parser: PlaylistParser) {
        let isEnabled = fields.flag("enabled") ?? true
        var parser = self
        parser.looksAtFiles = looksAtFiles && isEnabled
        return (isEnabled, parser)
    }

    /// Whether what plays may be missing or empty, which only files and folders can be.
    func isOptional(_ fields: inout FieldReader, _ source: Source?) -> Bool {
        let isOptional = fields.flag("optional")
        if let source, ![.picture, .video, .folder, .playlist].contains(source.key), let node = fields.node("optional")
        {
            diagnosis.error(
                node.position,
                "'optional' goes with 'picture', 'video', 'folder' or 'playlist', not with '\(source.name)'")
        }
        if isOptional == true, let source { noteAbsence(of: source) }
        return isOptional ?? false
    }

    /// Says that something optional is not there.
    private func noteAbsence(of source: Source) {
        guard reading.reader.notesOptional, looksAtFiles, ![.color, .text, .items, .zones].contains(source.key),
            case .scalar(let text, _) = source.node.kind, !text.isEmpty
        else { return }
        let path = resolved(text)
        guard reading.reader.files.kind(path) == nil else { return }
        let story = reading.absence(of: path, named: source.node)
        diagnosis.notice(
            source.node.position,
            "\(path): \(story)\(story.hasSuffix("?") ? " It" : "; it") is optional, so it is left out until it is there"
        )
    }

    func included(_ node: YAMLNode, _ defaults: PlaylistDefaults, isOptional: Bool) -> ReadingState.Content? {
        path(node, "playlist").flatMap { included($0, defaults, node, isOptional: isOptional) }
    }

    func included(
        _ path: FilePath, _ defaults: PlaylistDefaults, _ node: YAMLNode, isOptional: Bool = false
    ) -> ReadingState.Content? {
        guard looksAtFiles || !PlaylistReader.isPlaylist(path) else { return .init(list: ItemList([])) }
        guard looksAtFiles else {
            diagnosis.error(node.position, "\(path): \(PlaylistReader.notAPlaylist)")
            return nil
        }
        return reading.included(path, defaults, scope, diagnosis, node, isOptional: isOptional)
    }
}

/// What schedules in a file go by, from the files that include it.
struct ScheduleScope {
    /// Whose clocks schedules follow that name no other.
    var timeZone: TimeZoneRules
    /// The schedules with names, by number.
    var named: [String: [Int]] = [:]
}
