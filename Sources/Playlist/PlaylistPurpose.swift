import StrictYAML

extension PlaylistReader {
    /// What a text is meant to be.
    public enum Purpose: Hashable, Sendable {
        case playlist, configuration
        /// It has nothing that only one of them has.
        case unclear
    }

    /// A playlist is a list, or has a key that only playlists have at the top, or an item's, if misspelt.
    public static func purpose(of text: [UInt8]) -> Purpose {
        let root: YAMLNode?
        // What cannot be read is told by whoever reads it in earnest.
        do throws(TextIssue) { root = try YAMLReader.read(text, limits: PlaylistReading.limits) } catch {
            return .configuration
        }
        switch root?.kind {
        case .sequence: return .playlist
        case .mapping(let pairs):
            let names = pairs.prefix(100).compactMap { key, _ in
                if case .scalar(let name, _) = key.kind { name } else { nil }
            }
            // Written right, a key that only configurations have decides.
            if names.contains(where: ["outputs", "spans", "devices", "fallback", "settle-time"].contains) {
                return .configuration
            }
            let words = [
                "items", "zones", "otherwise", "timezone", "sync", "unset-clock", "picture", "pictures", "folder",
            ]
            if names.contains(where: { Spelling.nearest(to: $0, in: words) != nil }) { return .playlist }
            return names.contains("playlist") ? .configuration : .unclear
        case .scalar, nil: return .unclear
        }
    }
}
