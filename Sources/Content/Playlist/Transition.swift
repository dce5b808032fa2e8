public import Paths

/// How a slide takes the place of the one before it.
public struct Transition: Hashable, Sendable {
    public var kind: Kind
    /// Part of the new slide's time; never longer than it.
    public var duration: Duration
    public var easing: Easing

    public enum Kind: Hashable, Sendable {
        case cut
        case crossFade
        /// One of the shaders that come with Vitrine, by its file's name.
        case builtIn(String, Direction)
        /// A shader of the playlist's own, by its path; with the pictures that it has beside the two slides, by the
        /// names of its uniforms.
        case custom(path: FilePath, pictures: [String: FilePath] = [:])
    }

    /// Where the new slide moves to.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case none, left, right, up, down
    }

    public init(_ kind: Kind, duration: Duration, easing: Easing = .linear) {
        self.kind = kind
        self.duration = duration
        self.easing = easing
    }

    public static let standard = Transition(.crossFade, duration: .seconds(1))
    public static let cut = Transition(.cut, duration: .zero)

    /// How long it takes for a slide that has so much time.
    public func duration(within slide: Duration) -> Duration { kind == .cut ? .zero : min(duration, slide) }
}

/// How the progress of a movement runs over its time.
public enum Easing: String, Hashable, Sendable, CaseIterable {
    case linear
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"

    /// - Parameter progress: 0 to 1, of the time.
    /// - Returns: 0 to 1, of the way. The ends stay what they are.
    public func callAsFunction(_ progress: Double) -> Double {
        let p = min(max(progress, 0), 1)
        return switch self {
        case .linear: p
        case .easeIn: p * p
        case .easeOut: p * (2 - p)
        case .easeInOut: p * p * (3 - 2 * p)
        }
    }
}
