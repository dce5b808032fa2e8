public import Paths

/// The location of a playlist: one path, or several.
public struct PlaylistPath: Hashable, Sendable {
    /// At least one.
    public let paths: [FilePath]
    public let meaning: Meaning

    /// What several paths mean.
    public enum Meaning: Hashable, Sendable {
        /// The first existing one is used, as in a configuration.
        case firstExisting
        /// All of them play, one after the other, as on a command line.
        case allInTurn
    }

    /// - Parameter paths: in the order in which they are tried; at least one.
    public init(firstExisting paths: [FilePath]) {
        precondition(!paths.isEmpty, "a playlist has a path")
        self.paths = paths
        meaning = .firstExisting
    }

    /// - Parameter paths: in the order in which they play; at least one. A single one is that playlist, folder or picture.
    public init(allInTurn paths: [FilePath]) {
        precondition(!paths.isEmpty, "a playlist has a path")
        self.paths = paths
        meaning = paths.count == 1 ? .firstExisting : .allInTurn
    }
}

extension PlaylistPath: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(_ path: FilePath) { self.init(firstExisting: [path]) }
    public init(stringLiteral path: String) { self.init(FilePath(path)) }

    public var description: String {
        switch meaning {
        case .firstExisting: return paths.map(\.description).joined(separator: ", else ")
        case .allInTurn:
            // A shell makes thousands of paths from one pattern.
            let named = paths.prefix(paths.count > 4 ? 3 : 4).map(\.description)
            let rest = paths.count - named.count
            guard rest == 0 else { return named.joined(separator: ", ") + " and \(rest) more" }
            return named.dropLast().joined(separator: ", ") + " and \(named[named.count - 1])"
        }
    }
}
