public import ArgumentParser
import Configuration
public import DisplayModel
import DisplayPlanning
public import Playlist
import PlaylistReading
import Rendering
public import SeatSession
public import SignPlayer
import SlideComposition
import Timing

/// How content looks, wherever it is shown.
struct ContentOptions: ParsableArguments {
    @Option(help: "How long each picture shows, including its transition: 8s, 500ms, 2min. (default: 8s)")
    var duration: TimeLength?

    @Option(
        help: ArgumentHelp(
            "How a picture takes the place of the one before: fade, fade-black, push-left, …, or the length of a fade. (default: 1s)",
            discussion: "All names are in docs/playlists.md. 0s is a cut.", valueName: "name|time"),
        completion: .list(Self.transitions.all.map(\.name)), transform: Self.transition)
    var transition: StandardTransition?

    private static let transitions = TransitionNames(shaders: TransitionShader.builtIns)

    private static func transition(_ text: String) throws -> StandardTransition {
        if let transition = StandardTransition(text, transitions) { return transition }
        throw ValidationError(
            "'\(text)' is no transition; write \(StandardTransition.expected(transitions))"
                + (transitions.hint(text).map { "; \($0)" } ?? ""))
    }

    @Option(
        help:
            "contain shows the whole picture, cover fills the screen, stretch distorts, none scales nothing. (default: contain)"
    )
    var fit: Fit?

    @Option(
        help: ArgumentHelp(
            "Where lists are: wall-clock, the same on all machines and after a restart, or start, which begins with the first slide. (default: wall-clock)",
            discussion: "A playlist file may say it itself."))
    var sync: Playlist.Sync?

    @Option(
        help: ArgumentHelp(
            "Keep the picture inside the part that a television shows.",
            discussion: """
                none, tv-safe (10% at each edge), or [scale:|inset:] and one length (all edges), two (top and bottom, \
                left and right) or four (top, right, bottom, left), in % of the screen or px. scale shrinks the picture \
                into the visible part, inset lays it out in the smaller area.
                """),
        completion: .list(["none", "tv-safe"]), transform: Overscan.argument)
    var overscan: Overscan?

    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise: 0, 90, 180, 270, or mirrored flipped, flipped-90, flipped-180, flipped-270.",
            discussion: "Without it the picture is turned as the panel reports its mounting.", valueName: "degrees"))
    var rotate: Orientation?

    mutating func validate() throws {
        guard duration?.value ?? .seconds(8) >= .milliseconds(100) else {
            throw ValidationError("--duration must be at least 100ms.")
        }
    }
}

/// A length of time as people write it.
struct TimeLength: ExpressibleByArgument, CustomStringConvertible {
    var value: Duration

    init(_ value: Duration) {
        self.value = value
    }

    init?(argument: String) {
        guard let length = Duration(text: argument) else { return nil }
        value = length
    }

    var description: String {
        let milliseconds = value.components.seconds * 1000 + value.components.attoseconds / 1_000_000_000_000_000
        if milliseconds > 0, milliseconds % 86_400_000 == 0 { return "\(milliseconds / 86_400_000)d" }
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    var defaultValueDescription: String { description }
}

/// An amount of memory as people write it.
struct MemorySize: ExpressibleByArgument {
    var bytes: Int

    init?(argument: String) {
        let units: [(String, Int)] = [("K", 10), ("M", 20), ("G", 30), ("", 0)]
        guard let (unit, shift) = units.first(where: { argument.uppercased().hasSuffix($0.0) }),
            let number = Int(argument.dropLast(unit.count)), (0...(1 << 40) >> shift).contains(number)
        else { return nil }
        bytes = number << shift
    }
}

extension Fit: ExpressibleByArgument {}

extension Playlist.Sync: ExpressibleByArgument {}

extension ModePolicy {
    /// Reads the value of an option, and says what to write in its place.
    static func argument(_ text: String) throws -> ModePolicy {
        if let policy = ModePolicy(text) { return policy }
        throw ValidationError(
            "'\(text)' is not a mode; write preferred, highest, lowest, current, or a size such as 1920x1080 or "
                + "1920x1080@59.94" + (ModePolicy.hint(text).map { "; \($0)" } ?? ""))
    }
}

extension Overscan {
    /// Reads the value of an option, and says what is wrong with it.
    static func argument(_ text: String) throws -> Overscan {
        do throws(SyntaxError) { return try Overscan(text) } catch { throw ValidationError("\(error)") }
    }
}

extension Orientation: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension SeatPreference: ExpressibleByArgument {}

extension Size {
    /// Reads the value of an option, and says what to write in its place.
    static func argument(_ text: String) throws -> Size {
        if let size = Size(text) { return size }
        throw ValidationError(
            "'\(text)' is not a size; write a width and a height such as 1920x1080"
                + (ModePolicy.hint(text).map { "; \($0)" } ?? ""))
    }
}

/// Where to show.
enum Backend: String, ExpressibleByArgument, CaseIterable {
    case kms, headless
}

extension RendererChoice: ExpressibleByArgument {}

extension LogLevel: ExpressibleByArgument {}
