import DisplayModel
import DisplayPlanning
import StrictYAML

extension ConfigurationParser {
    /// A screen in a span or in the wall shows its part of what all of that shows.
    /// - Parameter nodes: those of the rules.
    func warnOfIdlePlaylists(_ nodes: [YAMLNode], _ rules: [OutputConfigurations.Rule], in walls: [VideoWall]) {
        // With mistakes in some, nobody knows which is which.
        guard nodes.count == rules.count else { return }
        for (node, rule) in zip(nodes, rules) {
            guard let place = node.value(of: "playlist")?.position,
                let wall = walls.first(where: { $0.rows.joined().contains { $0.covers(rule.match) } })
            else { continue }
            let whole = wall.canvas == nil ? "the span \(wall.name)" : "the wall"
            diagnosis.warning(
                place, "this playlist is never shown: \(rule.match) is in \(whole), whose own 'playlist' counts")
        }
    }
}

extension YAMLNode {
    /// The value of a key.
    fileprivate func value(of name: String) -> YAMLNode? {
        guard case .mapping(let pairs) = kind else { return nil }
        return pairs.first { if case .scalar(name, _) = $0.key.kind { true } else { false } }?.value
    }
}

extension OutputMatch {
    /// Whether it surely fits every screen that another one fits.
    func covers(_ other: OutputMatch) -> Bool {
        func covers(_ pattern: TextPattern?, _ others: TextPattern?) -> Bool {
            guard let pattern else { return true }
            return others.map(pattern.covers) ?? false
        }
        // Every screen has a connector, but not all monitors say what they are.
        return (connector?.fitsAnything == true || covers(connector, other.connector))
            && (manufacturer.map { maker in other.manufacturer.map(maker.covers) ?? false } ?? true)
            && (product == nil || product == other.product)
            && covers(serial, other.serial) && covers(name, other.name)
    }
}

extension TextPattern {
    fileprivate var fitsAnything: Bool { description.allSatisfy { $0 == "*" } }

    /// Whether it surely fits every text that another one fits.
    fileprivate func covers(_ other: TextPattern) -> Bool {
        fitsAnything || description.lowercased() == other.description.lowercased()
            || !other.hasWildcards && matches(other.description)
    }
}
