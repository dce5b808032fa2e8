import ArgumentParser
import Configuration
import DisplayModel
import DisplayPlanning
import KioskEngine
import LinuxEvents
import Playlist
import Scheduling
import SlideComposition
import TimelineReport
import Timing

/// What is to be drawn, of what the command line and the configuration say: a playlist on one screen, and the moment.
struct RenderedScene {
    /// The playlist's path.
    let path: String
    let show: Show
    let placement: Placement
    let traits: OutputTraits
    /// The moment, since 1970.
    let time: Duration
    /// The clocks that times are told by, and that those are meant by which say nothing else: the playlist's own.
    let zone: TimeZoneRules

    /// The show's clock counts from 1970, so that what is drawn depends on the moment alone.
    static let clock = WallClock(origin: .zero)

    /// - Throws: `FileProblem` or `ValidationError`.
    init(_ options: Vitrine.Render, _ log: Log) throws {
        let configuration = try options.config.map { try ConfigurationFile.load($0, log) }
        let connector = options.connector ?? "Virtual-1"
        var wish = configuration?.wishes[connector: connector, monitor: nil] ?? OutputWish()
        if let file = options.config { try Self.check(wish, connector, file) }
        if let overscan = options.content.overscan { wish.overscan = overscan }
        if let orientation = options.content.rotate { wish.orientation = orientation }

        guard let wanted = options.playlist.map({ PlaylistPath($0) }) ?? wish.playlist ?? configuration?.playlist else {
            throw ValidationError("The configuration names no playlist for \(connector); say which to draw.")
        }
        let place = configuration?.places[wanted].map { "\(options.config ?? ""):\($0)" }
        let outcome = try PlaylistFile.load(
            wanted, at: place, try Choices.defaults(options.content, configuration), log)
        guard let path = outcome.path, let playlist = outcome.playlist else {
            throw FileProblem(lines: [], status: ExitStatus.badData)
        }

        self.path = path
        let zone = playlist.timeZone ?? TimeZoneRules.local()
        self.zone = zone
        placement = wish.overscan.placement(
            on: options.size ?? wish.mode.size ?? Size(width: 1920, height: 1080),
            orientation: wish.orientation ?? .normal)
        traits = OutputTraits(connector: connector, size: placement.content)
        let now = WallClock.current.time(at: EventLoop.now)
        let start: Duration =
            if let at = options.at { .seconds(at.seconds(in: zone, now: Int(now.components.seconds))) } else { now }
        time = start + options.offset.value
        let begin = Self.clock.instant(of: start)
        show = Show(playlist, shaders: outcome.shaders, clock: Self.clock, now: begin)
        show.begin(at: begin)
    }

    /// A screen that shows nothing of its own has nothing to draw.
    private static func check(_ wish: OutputWish, _ connector: String, _ file: String) throws {
        var reason: String?
        if wish.isOff { reason = "\(connector) is off, so it shows nothing" }
        if let source = wish.mirror { reason = "\(connector) shows what \(source) shows; draw that one" }
        if let span = wish.place?.span {
            reason =
                "\(connector) is a part of the span \(span.name), which depends on what the monitors say of their size; "
                + "draw its playlist with --size"
        }
        if let reason { throw FileProblem(lines: ["\(file): \(reason)"], status: ExitStatus.configuration) }
    }

    func timeline(for length: Duration) -> TimelineReport {
        TimelineReport(
            show.scene(for: traits),
            of: .init(playlist: path, output: traits, sync: show.playlist.sync), from: time, for: length, in: zone)
    }
}

extension ModePolicy {
    /// The size that it names.
    fileprivate var size: Size? {
        if case .exact(let size, _, _) = self { size } else { nil }
    }
}
