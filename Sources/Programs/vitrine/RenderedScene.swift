import ArgumentParser
import Configuration
import DisplayModel
import DisplayPlanning
import KioskEngine
import LinuxSystem
import Overlays
import Paths
import Playlist
import PlaylistReading
import Presentation
import Rendering
import Scheduling
import SignPlayer
import SlideComposition
import TimelineReport
import Timing

/// What is to be drawn, of what the command line and the configuration say: a playlist on one screen, and the moment.
struct RenderedScene {
    /// The playlist's path.
    let path: PlaylistPath
    let show: Show
    let placement: Placement
    let traits: OutputTraits
    /// The moment.
    let time: WallTime
    /// The playlist's time zone: times are printed in it, and those without an offset are meant in it.
    let zone: TimeZoneRules
    /// When the screen is on. Nil: always.
    let power: PowerRule?
    /// What lies over the playlist.
    let overlays: [any ScreenOverlay]

    /// The show's clock counts from 1970, so that what is drawn depends on the moment alone.
    static let clock = WallClock(origin: .epoch)

    /// - Throws: `FileProblem` or `ValidationError`.
    init(_ options: Vitrine.Render, _ log: Log) throws {
        let configuration = try options.config.map { try ConfigurationFile.load($0, log) }
        let connector = options.connector ?? "Virtual-1"
        var output = configuration?.outputs[connector: connector, monitor: nil] ?? OutputConfiguration()
        if let file = options.config { try Self.check(output, connector, file) }
        power = output.power.flatMap { configuration?.power[$0] }
        if let overscan = options.content.overscan { output.overscan = overscan }
        if let orientation = options.content.rotate { output.orientation = orientation }

        let read = try Self.read(options, configuration, output, connector, log)
        let (path, playlist) = (read.path, read.playlist)

        self.path = path
        let zone = playlist.timeZone ?? TimeZoneRules.local()
        self.zone = zone
        let place = RenderedPlace(connector, output, configuration, size: options.size)
        (placement, traits) = (place.placement, place.traits)
        if let span = place.span, span.screen == nil, span.canvas == nil {
            log(
                .warning,
                "the span \(span.name) is drawn for monitors of 96 pixels to the inch; how large they are, the "
                    + "configuration can say: 'screen: 527mm 296mm' in the span")
        }
        let now = WallClock.current.time(at: EventLoop.now)
        let start = options.at?.time(in: zone, now: now) ?? now
        time = start + options.offset.value
        let begin = Self.clock.instant(of: start)
        show = Show(playlist, shaders: read.shaders, clock: Self.clock, now: begin)
        show.begin(at: begin)
        let label = ScreenLabel(connector: connector, monitor: nil, mode: "\(placement.output)")
        overlays = options.testCard ? [TestCard(label, on: placement)] : []
    }

    /// The playlist that the options mean. Of the test card there is nothing to read.
    private static func read(
        _ options: Vitrine.Render, _ configuration: Configuration?, _ output: OutputConfiguration,
        _ connector: String, _ log: Log
    ) throws -> (path: PlaylistPath, playlist: Playlist, shaders: [FilePath: [UInt8]]) {
        if options.testCard {
            return (
                "the test card", Playlist(zones: [Zone(content: ItemList([Item(.color(.black))]))], sync: .start), [:]
            )
        }
        let wall = configuration?.outputs.videoWalls.first { $0.name == connector } ?? output.place?.wall
        let assigned = configuration?.content[connector: connector, monitor: nil, wall: wall].playlist
        guard let wanted = options.asked.path ?? assigned ?? configuration?.playlist
        else {
            throw ValidationError("The configuration names no playlist for \(connector); say which to draw.")
        }
        let place = configuration?.places[wanted].map { "\(options.config?.description ?? ""):\($0)" }
        let outcome = try PlaylistLoading.load(
            wanted, at: place, try Choices.defaults(options.content, configuration), log)
        guard let path = outcome.path, let playlist = outcome.playlist else {
            throw FileProblem(lines: [], status: ExitStatus.badData)
        }
        return (path, playlist, outcome.shaders)
    }

    /// A screen that shows nothing of its own has nothing to draw.
    private static func check(_ output: OutputConfiguration, _ connector: String, _ file: FilePath) throws {
        var reason: String?
        if output.isOff { reason = "\(connector) is off, so it shows nothing" }
        if let source = output.mirror { reason = "\(connector) shows what \(source) shows; draw that one" }
        if let reason { throw FileProblem(lines: ["\(file): \(reason)"], status: ExitStatus.configuration) }
    }

    /// What is to be said beside a picture of a time in which the screen is off by its schedule. Nil where it is on, and of
    /// the test card, which lights it.
    /// - Parameter length: from the first moment that is drawn to the last.
    func darkness(for length: Duration) -> String? {
        guard let power, overlays.isEmpty else { return nil }
        let end = time + length + .nanosecond
        let off = power.timesOff(from: time, until: end, showing: show.scene(for: traits))
        guard let first = off.first else { return nil }
        let part = length == .zero ? "then" : first == time..<end ? "all that time" : "for a part of that time"
        return
            "\(traits.connector) is off \(part), by its 'power': drawn is what it would show; --timeline says when it "
            + "is off"
    }

    func timeline(for length: Duration) -> TimelineReport {
        TimelineReport(
            show.scene(for: traits),
            of: .init(playlist: "\(path)", output: traits, sync: show.playlist.sync), from: time, for: length,
            off: power?.timesOff(from: time, until: time + length, showing: show.scene(for: traits)) ?? [], in: zone)
    }
}
