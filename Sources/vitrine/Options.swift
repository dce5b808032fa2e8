public import ArgumentParser
public import DisplayModel
public import DisplayPlanning
public import Playlist
public import SeatSession
import SlideComposition
import Timing

/// How content looks, wherever it is shown.
struct ContentOptions: ParsableArguments {
    @Option(help: "How long each picture shows, its transition included: 8s, 500ms, 2min. (default: 8s)")
    var duration: TimeLength?

    @Option(help: "How long the cross-fade between two pictures takes; 0s is a cut. (default: 1s)")
    var transition: TimeLength?

    @Option(
        help:
            "contain shows the whole picture, cover fills the screen, stretch distorts, none scales nothing. (default: contain)"
    )
    var fit: Fit?

    @Option(
        help: ArgumentHelp(
            "Keep the picture inside what a television shows of it.",
            discussion: """
                none, tv-safe (10% at each edge), or [scale:|inset:] and one length (all edges), two (top and bottom, \
                left and right) or four (top, right, bottom, left), in % of the screen or px. scale shrinks the picture \
                into the visible part, inset lays it out in the smaller area.
                """))
    var overscan: Overscan?

    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise: 0, 90, 180, 270, or mirrored flipped, flipped-90, flipped-180, flipped-270.",
            discussion: "Without it the picture is turned as the panel says that it is mounted.", valueName: "degrees"))
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

extension ModePolicy: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }

    public var defaultValueDescription: String { description }
}

extension Overscan: ExpressibleByArgument {
    public init?(argument: String) {
        try? self.init(argument)
    }

    public var defaultValueDescription: String { "none" }
}

extension Orientation: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension SeatPreference: ExpressibleByArgument {}

extension Size: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

/// Where to show.
enum Backend: String, ExpressibleByArgument, CaseIterable {
    case kms, headless
}

/// What to say on standard error.
enum LogLevel: String, ExpressibleByArgument, CaseIterable, Comparable {
    case trace, debug, info, warning, error

    static func < (a: LogLevel, b: LogLevel) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}
