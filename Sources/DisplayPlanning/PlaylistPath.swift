/// Where a playlist is: a path, or several, of which the first plays that is there.
public struct PlaylistPath: Hashable, Sendable {
    /// In the order in which they are looked at; at least one.
    public var candidates: [String]

    public init(_ candidates: [String]) {
        precondition(!candidates.isEmpty, "a playlist has a path")
        self.candidates = candidates
    }
}

extension PlaylistPath: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(_ path: String) { self.init([path]) }
    public init(stringLiteral path: String) { self.init([path]) }

    public var description: String { candidates.joined(separator: ", else ") }
}
