public import ArgumentParser
public import DisplayModel
public import DisplayPlanning
public import SeatSession
public import SlideComposition

/// How content looks, wherever it is shown.
struct ContentOptions: ParsableArguments {
    @Option(help: "How long each picture shows, its transition included: 8s, 500ms, 2min.")
    var duration = TimeLength(.seconds(8))

    @Option(help: "How long the cross-fade between two pictures takes; 0s is a cut.")
    var transition = TimeLength(.seconds(1))

    @Option(help: "contain shows the whole picture, cover fills the screen.")
    var fit = Fit.contain

    @Option(
        help: ArgumentHelp(
            "Keep the picture inside what a television shows of it.",
            discussion: """
                none, tv-safe (10% at each edge), or [scale:|inset:] and one length (all edges), two (top and bottom, \
                left and right) or four (top, right, bottom, left), in % of the screen or px. scale shrinks the picture \
                into the visible part, inset lays it out in the smaller area.
                """))
    var overscan = Overscan.none

    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise: 0, 90, 180, 270, or mirrored flipped, flipped-90, flipped-180, flipped-270.",
            discussion: "Without it the picture is turned as the panel says that it is mounted.", valueName: "degrees"))
    var rotate: Orientation?

    mutating func validate() throws {
        guard duration.value >= .milliseconds(100) else {
            throw ValidationError("--duration must be at least 100ms.")
        }
        guard transition.value <= duration.value else {
            throw ValidationError(
                "--transition \(transition) is longer than --duration \(duration), which includes it.")
        }
    }
}

/// A length of time as people write it.
struct TimeLength: ExpressibleByArgument, CustomStringConvertible {
    var value: Duration

    init(_ value: Duration) {
        self.value = value
    }

    /// Reads `500ms`, `8s`, `1.5s`, `2min`, `1h`, and a bare number as seconds.
    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("", 1)]
        guard let (unit, seconds) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.count)), number.isFinite, number >= 0, number * seconds < 1e8
        else { return nil }
        value = .nanoseconds(Int64((number * seconds * 1e9).rounded()))
    }

    var description: String {
        let milliseconds = value.components.seconds * 1000 + value.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    var defaultValueDescription: String { description }
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
