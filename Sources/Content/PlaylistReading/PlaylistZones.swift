import Playlist
import StrictYAML

/// Zones, and zones in zones.
extension PlaylistParser {
    /// - Parameter outer: the zone that they lie in, if they do.
    func zones(_ source: Source, _ defaults: PlaylistDefaults, in outer: Zone?) -> [Zone]? {
        guard let nodes = elements(of: source.node, "zones", "zones") else { return nil }
        if nodes.isEmpty { diagnosis.warning(source.node.position, Self.nothingHere) }
        return nodes.flatMap { zone($0, defaults, in: outer) }
    }

    private func zone(_ node: YAMLNode, _ defaults: PlaylistDefaults, in outer: Zone?) -> [Zone] {
        guard var fields = FieldReader(node, "a zone", diagnosis) else { return [] }
        let (isEnabled, parser) = enabled(&fields)
        let zones = parser.zone(&fields, node, defaults, in: outer)
        return isEnabled ? zones : []
    }

    private func zone(
        _ fields: inout FieldReader, _ node: YAMLNode, _ defaults: PlaylistDefaults, in outer: Zone?
    ) -> [Zone] {
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
        if let place = fields.node("area")?.position {
            if zone.area.isOutside {
                diagnosis.warning(place, "this zone is never seen: its area lies outside of the screen")
            } else if let overhang = area?.overhang {
                let whole = outer == nil ? "the screen, where nothing of it is seen" : "the zone that it lies in"
                diagnosis.warning(place, "this zone reaches \(overhang) of \(whole)")
            }
        }
        if let conditions = conditions(&fields) { zone.conditions.append(conditions) }
        let schedules = self.schedules(&fields)
        if areOver(schedules) { diagnosis.warning(node.position, "this zone never shows anything again: \(Self.over)") }
        let defaults = self.defaults(&fields, defaults)
        let content = content(of: zone, &fields, defaults)
        fields.finish { ForeignWords.key($0, in: .zone) }
        return (content ?? []).map { $0.restricted(to: schedules) }
    }

    /// What plays in a zone: zones in it, or one list over all of it.
    private func content(of zone: Zone, _ fields: inout FieldReader, _ defaults: PlaylistDefaults) -> [Zone]? {
        guard
            let source = source(
                &fields, of: [.items, .playlist, .folder, .picture, .video, .text, .color, .zones], "a zone")
        else { return nil }
        let isOptional = isOptional(&fields, source)
        var zone = zone
        switch source.key {
        case .zones: return zones(source, defaults, in: zone)
        case .playlist:
            let resumes = resumes(&fields)
            return included(source.node, defaults, isOptional: isOptional).map { zone.parts($0, resume: resumes) }
        case .items:
            guard let list = list(source, &fields, defaults) else { return nil }
            zone.content = list
        case .folder:
            let resumes = resumes(&fields)
            switch folder(source, &fields, defaults, isOptional: isOptional) {
            case .playlist(let content): return zone.parts(content, resume: resumes)
            case .pictures(let item): zone.content = ItemList([item], resumes: resumes ?? true)
            case nil: return nil
            }
        case .picture, .video, .text, .color:
            switch item(source, &fields, defaults, isOptional: isOptional) {
            case .item(let item): zone.content = ItemList([item])
            case .leftOut: break
            case .faulty: return nil
            }
        }
        return [zone]
    }
}

extension Zone {
    /// What a playlist plays in this zone, as zones of their own.
    /// - Parameter resume: whether they go on where they were interrupted; nil as the playlist says.
    fileprivate func parts(_ content: ReadingState.Content, resume: Bool?) -> [Zone] {
        content.zones.map { inner in
            var inner = inner
            inner.content.resumes = resume ?? inner.content.resumes
            inner.name = inner.name ?? name
            inner.area = area.part(inner.area)
            inner.frame = frame
            inner.conditions = conditions + inner.conditions
            return inner
        }
    }

    /// A zone that shows something only while one of some schedules is in force; without any, always.
    func restricted(to schedules: [Int]) -> Zone {
        guard !schedules.isEmpty else { return self }
        var zone = self
        zone.content = ItemList([Item(.list(zone.content), schedules: schedules)])
        return zone
    }
}
