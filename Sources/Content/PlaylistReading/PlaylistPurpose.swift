import StrictYAML
import TextLayout

extension PlaylistReader {
    /// What a text is meant to be.
    public enum Purpose: Hashable, Sendable {
        case playlist, configuration
        /// It has nothing that only one of them has.
        case unclear
    }

    /// What a text is meant to be. One that cannot be read counts as a configuration, whose reader says why.
    public static func purpose(of text: [UInt8]) -> Purpose { purpose(ofReadable: text) ?? .configuration }

    /// A playlist is a list, or has a key that only playlists have at the top, or an item's, if misspelt. Nil for what
    /// cannot be read as YAML.
    public static func purpose(ofReadable text: [UInt8]) -> Purpose? {
        let root: YAMLNode?
        do throws(TextIssue) { root = try YAMLReader.read(text, limits: ReadingState.limits) } catch { return nil }
        switch root?.kind {
        case .sequence: return .playlist
        case .mapping(let pairs):
            let names = pairs.prefix(100).compactMap { key, _ in
                if case .scalar(let name, _) = key.kind { name } else { nil }
            }
            // Written right, a key that only configurations have decides.
            if names.contains(where: ["outputs", "spans", "wall", "devices", "fallback", "settle-time"].contains) {
                return .configuration
            }
            let words = [
                "items", "zones", "otherwise", "timezone", "unset-clock", "picture", "pictures", "folder",
            ]
            if names.contains(where: { Spelling.nearest(to: $0, in: words) != nil }) { return .playlist }
            // So the keys of other systems' playlists get hints as such.
            if names.contains(where: ["assets", "slides", "images", "layout", "regions"].contains) { return .playlist }
            return names.contains("playlist") ? .configuration : .unclear
        case .scalar, nil: return .unclear
        }
    }
}
