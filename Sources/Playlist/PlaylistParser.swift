import DisplayModel
import Scheduling
import StrictYAML

/// Makes zones and items of one YAML document, and notes everything that is wrong with it.
struct PlaylistParser {
    let reading: PlaylistReading
    let diagnosis: Diagnosis
    /// Whose clocks schedules follow that name no other.
    private(set) var timeZone: TimeZoneRules
    /// Where paths in the file begin, with a slash at the end; empty for the working directory.
    private let base: String

    init(path: String, reading: PlaylistReading, diagnosis: Diagnosis, timeZone: TimeZoneRules) {
        self.reading = reading
        self.diagnosis = diagnosis
        self.timeZone = timeZone
        base = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// A path that the file names.
    func resolved(_ text: String) -> String { text.hasPrefix("/") ? text : base + text }

    // MARK: The file

    /// - Parameter isIncluded: whether another file includes this one, which then has the last word on clocks.
    func playlist(
        _ root: YAMLNode, _ defaults: PlaylistDefaults, isIncluded: Bool
    ) -> PlaylistReading.Content? {
        if case .sequence(let nodes) = root.kind {
            if nodes.isEmpty { diagnosis.warning(root.position, Self.nothingHere) }
            let list = ItemList(items(nodes, defaults))
            warnOfIdleItems(list, nodes)
            return .init(list: list, isFile: true)
        }
        guard var fields = FieldReader(root, "a playlist", diagnosis) else { return nil }
        _ = fields.value("version", "1, the only one that there is") { $0 == "1" ? 1 : nil }
        var parser = self
        let ownTimeZone = parser.timeZone(&fields)
        if let ownTimeZone { parser.timeZone = ownTimeZone }
        let sync = fields.choice("sync", Playlist.Sync.self)
        let unset = fields.choice("unset-clock", Playlist.UnsetClock.self)
        if isIncluded {
            for name in ["sync", "unset-clock"] {
                guard let node = fields.node(name) else { continue }
                diagnosis.warning(
                    node.position, "'\(name)' has no effect here: the file that includes this one decides it")
            }
        }
        let content = parser.content(&fields, parser.defaults(&fields, defaults))
        fields.finish()
        guard var content else { return nil }
        (content.sync, content.unsetClock, content.timeZone, content.isFile) = (sync, unset, ownTimeZone, true)
        return content
    }

    private func content(_ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> PlaylistReading.Content? {
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
        do throws(TimeZoneError) { return try reading.timeZone(name) } catch {
            diagnosis.error(node.position, "timezone: \(error)")
            return nil
        }
    }

    // MARK: What plays

    /// The keys that say what plays.
    enum Key: String {
        case picture, folder, colour, playlist, items, zones
    }

    /// The key of those that is there, with its value.
    struct Source {
        var key: Key
        var node: YAMLNode
    }

    private static let nothingHere = "there is nothing in this list, so nothing plays"

    /// Finds out which of the keys is there, of which there must be one. What goes with another one is told.
    private func source(_ fields: inout FieldReader, of keys: [Key], _ what: String) -> Source? {
        let given = keys.compactMap { key in fields.node(key.rawValue).map { Source(key: key, node: $0) } }
            .sorted { $0.node.position < $1.node.position }
        guard let first = given.first else {
            let names = keys.map { "'\($0.rawValue)'" }
            diagnosis.error(
                fields.position,
                "\(what) needs \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])")
            for name in ["otherwise", "order", "seed"] { _ = fields.node(name) }
            return nil
        }
        for other in given.dropFirst() {
            diagnosis.error(
                other.node.position,
                "\(what) has either '\(first.key.rawValue)' or '\(other.key.rawValue)', not both")
        }
        for name in ["otherwise", "order", "seed"] where first.key != .items {
            if first.key == .folder, name != "otherwise" { continue }
            guard let node = fields.node(name) else { continue }
            let homes = name == "otherwise" ? "'items'" : "'items' or 'folder'"
            diagnosis.error(node.position, "'\(name)' goes with \(homes), not with '\(first.key.rawValue)'")
        }
        return first
    }

    // MARK: Zones

    /// - Parameter outer: the zone that they lie in, if they do.
    private func zones(_ source: Source, _ defaults: PlaylistDefaults, in outer: Zone?) -> [Zone]? {
        guard let nodes = elements(of: source.node, "zones", "zones") else { return nil }
        if nodes.isEmpty { diagnosis.warning(source.node.position, Self.nothingHere) }
        return nodes.flatMap { zone($0, defaults, in: outer) }
    }

    private func zone(_ node: YAMLNode, _ defaults: PlaylistDefaults, in outer: Zone?) -> [Zone] {
        guard var fields = FieldReader(node, "a zone", diagnosis) else { return [] }
        let name = fields.value("name", "a name") { $0.isEmpty ? nil : $0 }
        let area = fields.value(
            "area", "four lengths 'x y width height', such as '75% 0 25% 100%' or '0 100%-120px 1/1 120px'",
            hint: Length.hint
        ) { Area(text: $0) }
        let frame = fields.choice("within", Zone.Frame.self)
        if let frame, let outer, frame != outer.frame, let node = fields.node("within") {
            diagnosis.error(
                node.position, "a zone in a zone lies within that one; write 'within' in the outermost zone")
        }
        var zone = Zone(
            name: name, area: (outer?.area ?? .whole).part(area ?? .whole),
            frame: outer?.frame ?? frame ?? .safeArea, conditions: outer?.conditions ?? [], content: ItemList([]))
        if let place = fields.node("area")?.position, zone.area.isOutside {
            diagnosis.warning(place, "this zone is never seen: its area lies outside of the screen")
        }
        if let conditions = conditions(&fields) { zone.conditions.append(conditions) }
        let schedules = self.schedules(&fields)
        if areOver(schedules) { diagnosis.warning(node.position, "this zone never shows anything again: \(Self.over)") }
        let defaults = self.defaults(&fields, defaults)
        let content = content(of: zone, &fields, defaults)
        fields.finish()
        return (content ?? []).map { zone in
            guard !schedules.isEmpty else { return zone }
            var zone = zone
            zone.content = ItemList([Item(.list(zone.content), schedules: schedules)])
            return zone
        }
    }

    /// What plays in a zone: zones in it, or one list over all of it.
    private func content(of zone: Zone, _ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> [Zone]? {
        guard let source = source(&fields, of: [.items, .playlist, .folder, .picture, .colour, .zones], "a zone")
        else { return nil }
        var zone = zone
        switch source.key {
        case .zones: return zones(source, defaults, in: zone)
        case .playlist:
            return included(source.node, defaults)?.zones.map { inner in
                var inner = inner
                inner.name = inner.name ?? zone.name
                inner.area = zone.area.part(inner.area)
                inner.frame = zone.frame
                inner.conditions = zone.conditions + inner.conditions
                return inner
            }
        case .items:
            guard let list = list(source, &fields, defaults) else { return nil }
            zone.content = list
        case .picture, .folder, .colour:
            guard let item = item(source, &fields, defaults) else { return nil }
            zone.content = ItemList([item])
        }
        return [zone]
    }

    private func included(_ node: YAMLNode, _ defaults: PlaylistDefaults) -> PlaylistReading.Content? {
        guard let path = path(node, "playlist") else { return nil }
        return reading.included(path, defaults, timeZone, diagnosis, node)
    }

    // MARK: Items

    private func items(_ nodes: [YAMLNode], _ defaults: PlaylistDefaults) -> [Item] {
        nodes.compactMap { item($0, defaults) }
    }

    private func elements(of node: YAMLNode, _ name: String, _ teach: String) -> [YAMLNode]? {
        FieldReader.elements(of: node, name, teach, diagnosis)
    }

    /// A list, with what stands beside its items.
    private func list(_ source: Source, _ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> ItemList? {
        let others = fields.list("otherwise", "items")
        let otherwise = items(others ?? [], defaults)
        let order = order(&fields)
        guard let nodes = elements(of: source.node, "items", "items") else { return nil }
        if nodes.isEmpty, otherwise.isEmpty { diagnosis.warning(source.node.position, Self.nothingHere) }
        let list = ItemList(items(nodes, defaults), otherwise: otherwise, order: order)
        let slots = list.items.reduce(0) { $0 + $1.weight }
        if slots > reading.mostSlots {
            diagnosis.error(
                source.node.position,
                "the weights of this list add up to \(slots); a list has \(reading.mostSlots) turns at most")
        }
        warnOfIdleItems(list, nodes, otherwise: others?.first?.position)
        return list
    }

    private func item(_ node: YAMLNode, _ defaults: PlaylistDefaults) -> Item? {
        if case .scalar(let text, _) = node.kind, !text.isEmpty, node.typeName != "nothing" {
            return bareItem(text, node, defaults)
        }
        guard case .mapping = node.kind, var fields = FieldReader(node, "an item", diagnosis) else {
            diagnosis.error(
                node.position,
                "an item is a path, or has 'picture', 'folder', 'playlist', 'colour' or 'items'; this is \(node.typeName)"
            )
            return nil
        }
        _ = fields.value("name", "a name") { $0.isEmpty ? nil : $0 }
        let own = self.defaults(&fields, defaults)
        let source = source(&fields, of: [.picture, .folder, .playlist, .colour, .items], "an item")
        var item = source.flatMap { self.item($0, &fields, own) }
        if let repeats = fields.integer("repeat", in: 1...1000) { item?.repeats = repeats }
        if let weight = fields.integer("weight", in: 1...100) { item?.weight = weight }
        if let priority = fields.integer("priority", in: -1000...1000) { item?.priority = priority }
        // What is wrong with them is told, whether there is an item or not.
        let schedules = schedules(&fields)
        let conditions = conditions(&fields) ?? []
        item?.schedules = schedules
        item?.conditions = conditions
        fields.finish()
        return item
    }

    /// A path alone.
    private func bareItem(_ text: String, _ node: YAMLNode, _ defaults: PlaylistDefaults) -> Item? {
        let path = resolved(text)
        switch reading.reader.files.kind(path) {
        case .folder: return folder(path, .name, .listed, node, defaults)
        case .file where PlaylistReader.isPlaylist(path):
            let content = reading.included(path, defaults, timeZone, diagnosis, node)
            return list(of: content, node.position, defaults)
        default: return picture(path, node, defaults)
        }
    }

    private func item(_ source: Source, _ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> Item? {
        let node = source.node
        switch source.key {
        case .picture: return path(node, "picture").flatMap { picture($0, node, defaults) }
        case .folder:
            let (files, order) = fileOrder(&fields)
            return path(node, "folder").flatMap { folder($0, files, order, node, defaults) }
        case .colour:
            let colour = FieldReader.value(
                node, "colour", Colour.teaching, diagnosis, hint: Colour.hint
            ) { Colour(hex: $0) }
            return colour.map { Item(.colour($0), duration: defaults.duration, style: defaults.style) }
        case .playlist: return list(of: included(node, defaults), node.position, defaults)
        case .items:
            return list(source, &fields, defaults)
                .map { Item(.list($0), duration: defaults.duration, style: defaults.style) }
        case .zones: return nil
        }
    }

    private func path(_ node: YAMLNode, _ name: String) -> String? {
        FieldReader.value(node, name, "a path", diagnosis) { $0.isEmpty ? nil : resolved($0) }
    }

    private func picture(_ path: String, _ node: YAMLNode, _ defaults: PlaylistDefaults) -> Item? {
        let kind = reading.reader.files.kind(path)
        reading.follow(picture: path, isThere: kind == .file)
        let fault: () -> String
        switch kind {
        case .file where MediaFolder.looksLikePicture(path):
            return Item(.picture(path: path), duration: defaults.duration, style: defaults.style)
        case nil: fault = { reading.absence(of: path, named: node) }
        case .folder: fault = { "it is a folder; write it as 'folder:'" }
        case .file where PlaylistReader.isPlaylist(path): fault = { "it is a playlist; write it as 'playlist:'" }
        case .file: fault = { MediaFolder.notAPicture(path) }
        }
        diagnosis.error(node.position, "\(path): \(fault())")
        return nil
    }

    private func folder(
        _ path: String, _ files: FileOrder, _ order: ItemList.Order, _ node: YAMLNode, _ defaults: PlaylistDefaults
    ) -> Item? {
        guard let pictures = reading.pictures(in: path, files, diagnosis, node.position, named: node) else {
            return nil
        }
        return Item(.pictures(paths: pictures, order), duration: defaults.duration, style: defaults.style)
    }

    private func list(
        of content: PlaylistReading.Content?, _ position: TextPosition, _ defaults: PlaylistDefaults
    ) -> Item? {
        guard let content else { return nil }
        guard let list = content.list else {
            diagnosis.error(position, "a playlist with zones is no item; write it as the 'playlist' of a zone")
            return nil
        }
        return Item(.list(list), duration: defaults.duration, style: defaults.style)
    }

    // MARK: Orders

    private func order(_ fields: inout FieldReader) -> ItemList.Order {
        let isShuffled = fields.choice("order", ["listed": false, "shuffle": true])
        return order(isShuffled: isShuffled == true, seed(&fields, isShuffled: isShuffled == true))
    }

    private func fileOrder(_ fields: inout FieldReader) -> (FileOrder, ItemList.Order) {
        let order = fields.choice(
            "order",
            ["name": FileOrder.name, "date": .date, "newest": .newest, "shuffle": nil]
                as KeyValuePairs<String, FileOrder?>)
        let isShuffled = if case .some(nil) = order { true } else { false }
        return (
            order.flatMap(\.self) ?? .name, self.order(isShuffled: isShuffled, seed(&fields, isShuffled: isShuffled))
        )
    }

    private func order(isShuffled: Bool, _ seed: UInt64?) -> ItemList.Order {
        isShuffled ? .shuffled(seed: seed ?? 0) : .listed
    }

    private func seed(_ fields: inout FieldReader, isShuffled: Bool) -> UInt64? {
        if let node = fields.node("seed"), !isShuffled {
            diagnosis.error(node.position, "'seed' goes with 'order: shuffle'")
        }
        return fields.integer("seed", in: 0...1_000_000_000).map { UInt64($0) }
    }
}
