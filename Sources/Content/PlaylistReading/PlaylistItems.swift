import DisplayModel
import Paths
import Playlist
import Scheduling
import StrictYAML
import TextLayout

// What plays, one after the other.

extension PlaylistParser {
    func items(_ nodes: [YAMLNode], _ defaults: PlaylistDefaults) -> ReadItems {
        nodes.reduce(into: ReadItems()) { result, node in
            switch item(node, defaults) {
            case .item(let item):
                result.items.append(item)
                result.nodes.append(node)
            case .leftOut: break
            case .faulty: result.isComplete = false
            }
        }
    }

    func elements(of node: YAMLNode, _ name: String, _ expected: String) -> [YAMLNode]? {
        FieldReader.elements(of: node, name, expected, diagnosis)
    }

    /// A list, with what stands beside its items.
    func list(_ source: Source, _ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> ItemList? {
        let others = fields.list("otherwise", "items")
        let otherwise = items(others ?? [], defaults).items
        let order = order(&fields)
        guard let nodes = elements(of: source.node, "items", "items") else { return nil }
        if nodes.isEmpty, otherwise.isEmpty { diagnosis.warning(source.node.position, Self.nothingHere) }
        let read = items(nodes, defaults)
        let list = ItemList(read.items, otherwise: otherwise, order: order, resumes: resumes(&fields) ?? true)
        let slots = list.items.reduce(0) { $0 + $1.weight }
        if slots > reading.mostSlots {
            diagnosis.error(
                source.node.position,
                "the weights of this list add up to \(slots); a list has \(reading.mostSlots) turns at most")
        }
        checkRates(list, source.node.position)
        warnOfIdleItems(list, read, otherwise: others?.first?.position)
        warnOfShortWindows(list, read)
        return list
    }

    private func item(_ node: YAMLNode, _ defaults: PlaylistDefaults) -> ReadItem {
        if case .scalar(let text, _) = node.kind, !text.isEmpty, node.typeName != "nothing" {
            return bareItem(text, node, defaults)
        }
        guard case .mapping = node.kind, var fields = FieldReader(node, "an item", diagnosis) else {
            diagnosis.error(
                node.position,
                "an item is a path, or has 'picture', 'video', 'text', 'folder', 'playlist', 'colour' or 'items'; this is \(node.typeName)"
            )
            return .faulty
        }
        let (isEnabled, parser) = enabled(&fields)
        let item = parser.item(&fields, defaults)
        return isEnabled ? item : .leftOut
    }

    private func item(_ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> ReadItem {
        _ = fields.value("name", "a name") { $0.isEmpty ? nil : $0 }
        let own = self.defaults(&fields, defaults)
        let source = source(&fields, of: [.picture, .video, .text, .folder, .playlist, .color, .items], "an item")
        let isOptional = isOptional(&fields, source)
        let read = source.map { self.item($0, &fields, own, isOptional: isOptional) } ?? .faulty
        // What is wrong with them is told, whether there is an item or not.
        let repeats = fields.integer("repeat", in: 1...1000)
        let weight = fields.integer("weight", in: 1...100)
        let rate = rate(&fields)
        let priority = fields.integer("priority", in: -1000...1000)
        let schedules = schedules(&fields)
        let conditions = conditions(&fields) ?? []
        fields.finish { ForeignWords.key($0, in: .item) }
        guard case .item(var item) = read else { return read }
        item.repeats = repeats ?? item.repeats
        item.weight = weight ?? item.weight
        item.priority = priority ?? item.priority
        item.schedules = schedules
        item.conditions = conditions
        if let rate {
            item.rate = rate.rate
            checkRate(rate, of: item)
        }
        return .item(item)
    }

    /// A path alone.
    private func bareItem(_ text: String, _ node: YAMLNode, _ defaults: PlaylistDefaults) -> ReadItem {
        guard looksAtFiles else { return .leftOut }
        let path = resolved(text)
        switch reading.reader.files.kind(path) {
        case .folder:
            if let file = reading.playlist(inFolder: path) {
                return list(of: included(file, defaults, node), node.position, defaults)
            }
            return ReadItem(folder(path, FolderListing(), .listed, node, defaults))
        case .file where PlaylistReader.isPlaylist(path):
            return list(of: included(path, defaults, node), node.position, defaults)
        default: return file(path, MediaFolder.looksLikeVideo(path) ? .video(.none) : .picture, node, defaults)
        }
    }

    func item(
        _ source: Source, _ fields: inout FieldReader, _ defaults: PlaylistDefaults, isOptional: Bool
    ) -> ReadItem {
        let node = source.node
        switch source.key {
        case .picture:
            return path(node, "picture").map { file($0, .picture, node, defaults, isOptional: isOptional) } ?? .faulty
        case .video:
            let own = VideoFields(&fields, duration: fields.node("duration") == nil ? nil : defaults.duration)
            return path(node, "video").map { file($0, .video(own), node, defaults, isOptional: isOptional) } ?? .faulty
        case .folder:
            let resumes = resumes(&fields)
            switch folder(source, &fields, defaults, isOptional: isOptional) {
            case .playlist(let content):
                return list(of: content, node.position, defaults).resuming(resumes)
            case .pictures(let item):
                guard resumes == false else { return .item(item) }
                let list = ItemList([item], resumes: false)
                return .item(Item(.list(list), duration: item.duration, style: item.style))
            case nil: return .faulty
            }
        case .color:
            let color = FieldReader.value(
                node, source.name, Color.expected, diagnosis, hint: Color.hint
            ) { Color(hex: $0) }
            return ReadItem(color.map { Item(.color($0), duration: defaults.duration, style: defaults.style) })
        case .text: return text(node, defaults)
        case .playlist:
            let resumes = resumes(&fields)
            return list(of: included(node, defaults, isOptional: isOptional), node.position, defaults)
                .resuming(resumes)
        case .items:
            return ReadItem(
                list(source, &fields, defaults)
                    .map { Item(.list($0), duration: defaults.duration, style: defaults.style) })
        case .zones: return .faulty
        }
    }

    func path(_ node: YAMLNode, _ name: String) -> FilePath? {
        FieldReader.value(node, name, "a path", diagnosis) { $0.isEmpty ? nil : resolved($0) }
    }

    /// What a file of an item is to be.
    private enum FileKind {
        case picture
        case video(VideoFields)

        func isKind(of path: FilePath) -> Bool {
            switch self {
            case .picture: MediaFolder.looksLikePicture(path)
            case .video: MediaFolder.looksLikeVideo(path)
            }
        }
    }

    private func file(
        _ path: FilePath, _ wanted: FileKind, _ node: YAMLNode, _ defaults: PlaylistDefaults, isOptional: Bool = false
    ) -> ReadItem {
        let isKind = wanted.isKind(of: path)
        guard looksAtFiles || !isKind else { return .leftOut }
        let kind = looksAtFiles ? reading.reader.files.kind(path) : .file
        reading.follow(media: path, isThere: kind == .file)
        let fault: () -> String
        switch kind {
        case .file where isKind:
            guard case .video(let fields) = wanted else {
                return .item(reading.picture(path, defaults))
            }
            return ReadItem(reading.video(path, fields, defaults, diagnosis, node.position))
        case nil where isOptional && isKind: return .leftOut
        case nil:
            reading.noteMissing(path, diagnosis, node.position, node)
            return .faulty
        case .folder: fault = { "it is a folder; write it as 'folder:'" }
        case .file where PlaylistReader.isPlaylist(path): fault = { "it is a playlist; write it as 'playlist:'" }
        case .file where MediaFolder.looksLikeVideo(path): fault = { "it is a video; write it as 'video:'" }
        case .file:
            fault = {
                if case .picture = wanted { return MediaFolder.notAPicture(path) }
                return MediaFolder.looksLikePicture(path)
                    ? "it is a picture; write it as 'picture:'" : MediaFolder.notAVideo(path)
            }
        }
        diagnosis.error(node.position, "\(path): \(fault())")
        return .faulty
    }

    private func list(
        of content: ReadingState.Content?, _ position: TextPosition, _ defaults: PlaylistDefaults
    ) -> ReadItem {
        guard let content else { return .faulty }
        guard let list = content.list else {
            diagnosis.error(position, "a playlist with zones is no item; write it as the 'playlist' of a zone")
            return .faulty
        }
        return .item(Item(.list(list), duration: defaults.duration, style: defaults.style))
    }

    // MARK: Orders

    /// Whether something goes on where it was interrupted.
    func resumes(_ fields: inout FieldReader) -> Bool? {
        fields.flag("resume")
    }

    private func order(_ fields: inout FieldReader) -> ItemList.Order {
        let isShuffled = fields.choice(
            "order", ["listed": false, "shuffle": true],
            hint: { text in
                if text == "random" { return Spelling.suggestion("shuffle") }
                return FileOrder(rawValue: text) == nil
                    ? nil : "'\(text)' orders the pictures of a 'folder'; items play as they are listed"
            })
        return order(isShuffled: isShuffled == true, seed(&fields, isShuffled: isShuffled == true))
    }

    func order(isShuffled: Bool, _ seed: UInt64?) -> ItemList.Order {
        isShuffled ? .shuffled(seed: seed ?? 0) : .listed
    }

    func seed(_ fields: inout FieldReader, isShuffled: Bool) -> UInt64? {
        if let node = fields.node("seed"), !isShuffled {
            diagnosis.error(node.position, "'seed' goes with 'order: shuffle'")
        }
        return fields.integer("seed", in: 0...1_000_000_000).map { UInt64($0) }
    }
}

/// What became of a node of a list.
enum ReadItem {
    case item(Item)
    /// It is to be as if it were not there.
    case leftOut
    case faulty

    init(_ item: Item?) {
        self = item.map { .item($0) } ?? .faulty
    }

    /// A list that goes on where it was interrupted, or not.
    /// - Parameter resumes: nil for as it says itself.
    func resuming(_ resumes: Bool?) -> ReadItem {
        guard let resumes, case .item(var item) = self, case .list(var list) = item.content else { return self }
        list.resumes = resumes
        item.content = .list(list)
        return .item(item)
    }
}

/// What became of a list's nodes.
struct ReadItems {
    var items: [Item] = []
    /// Those of ``items``.
    var nodes: [YAMLNode] = []
    /// Whether none has errors.
    var isComplete = true
}
