/// Which shader mixes two surfaces.
public struct TransitionShader: Hashable, Sendable {
    /// One of ``builtIns``, or the name that ``FrameRenderer/addTransition(_:source:)`` was called with: the path of a
    /// playlist's own file.
    public var name: String
    public var direction: Direction
    /// The pictures of its own, by the names of its uniforms. While one is not given, a cross-fade takes its place.
    public var pictures: [String: PictureID]

    /// The direction, upright as the viewer sees it, in which the new picture moves: `left` means that it comes from
    /// the right edge.
    public enum Direction: Hashable, Sendable, CaseIterable {
        /// The shader's own, where it has any.
        case none
        case left, right, up, down
    }

    public init(name: String, direction: Direction = .none, pictures: [String: PictureID] = [:]) {
        self.name = name
        self.direction = direction
        self.pictures = pictures
    }

    /// One of ``builtIns``.
    public static func builtIn(_ name: String, direction: Direction = .none) -> TransitionShader {
        TransitionShader(name: name, direction: direction)
    }

    /// The transitions that playlists may name and renderers are to have, and whether they heed a direction. The only
    /// list of them: what else names them is compared with it by tests.
    public static let builtIns: [(name: String, isDirected: Bool)] = [
        ("fade", false), ("fade-black", false), ("fade-white", false), ("slide", true), ("push", true), ("wipe", true),
        ("zoom", false), ("dissolve", false), ("circle", false),
    ]
}
