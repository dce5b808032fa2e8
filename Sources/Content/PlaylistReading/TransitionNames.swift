public import Playlist
import StrictYAML
import TextLayout
import Timing

/// The transitions that have names. A name means the same in a playlist, in a configuration and on a command line.
public struct TransitionNames: Sendable {
    public typealias Named = (name: String, kind: Transition.Kind)

    /// In the order in which messages list them.
    public let all: [Named]

    /// - Parameter shaders: those that come with Vitrine, and whether they take a direction.
    public init(shaders: [(name: String, isDirected: Bool)]) {
        let mixed: [Named] = [("cut", .cut), ("cross-fade", .crossFade), ("fade", .crossFade)]
        all =
            mixed
            + shaders.filter { $0.name != "fade" }.flatMap { name, isDirected -> [Named] in
                isDirected
                    ? Transition.Direction.allCases.filter { $0 != .none }.map { ("\(name)-\($0)", .builtIn(name, $0)) }
                    : [(name, .builtIn(name, .none))]
            }
    }

    public func kind(_ name: String) -> Transition.Kind? { all.first { $0.name == name }?.kind }

    /// All names, for people.
    public var list: String { all.map(\.name).joined(separator: ", ") }

    /// What is probably meant by another word.
    public func hint(_ text: String) -> String? {
        Spelling.duration(text) ?? Spelling.suggestion(for: text, in: all.map(\.name))
    }
}

/// How slides come where their playlist says nothing: a transition of the usual length, or a cross-fade of some length.
public enum StandardTransition: Hashable, Sendable {
    case length(Duration)
    case kind(Transition.Kind)

    /// The longest that there is.
    public static let longest = Duration.seconds(3600)

    /// Reads a name, or a length of time up to ``longest``. Nil for what is neither.
    public init?(_ text: String, _ names: TransitionNames) {
        if let kind = names.kind(text) {
            self = .kind(kind)
        } else if let length = Duration(text: text), length <= Self.longest {
            self = .length(length)
        } else {
            return nil
        }
    }

    /// What may be written.
    public static func expected(_ names: TransitionNames) -> String {
        "one of \(names.list), or the length of a cross-fade such as 500ms"
    }

    /// - Parameter slide: how long each slide shows. A transition without a length of its own takes no longer.
    public func transition(within slide: Duration) -> Transition {
        switch self {
        case .length(.zero), .kind(.cut): .cut
        case .length(let length): Transition(.crossFade, duration: length)
        case .kind(let kind): Transition(kind, duration: min(.seconds(1), slide), easing: kind.usualEasing)
        }
    }
}

extension Transition.Kind {
    /// Mixing goes evenly; what moves starts and ends softly.
    var usualEasing: Easing {
        if case .builtIn = self { .easeInOut } else { .linear }
    }
}
