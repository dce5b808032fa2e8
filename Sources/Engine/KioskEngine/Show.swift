public import DisplayModel
public import Media
import MediaDecoding
public import Paths
public import Playlist
import Rendering
import SlideComposition
import Synchronization
public import Timing

/// A playlist that is played: with the instant it began, the clock that it follows and the pictures that cannot be
/// shown. All screens that show it share one.
public final class Show {
    /// What it was read from, for people.
    public let name: String
    /// Of all shows.
    private let number = Show.nextNumber.wrappingAdd(1, ordering: .relaxed).newValue
    private static let nextNumber = Atomic<UInt64>(0)
    /// What its films' turns are named by where it went on with what another show had: they stay the same films.
    private var era: Era?

    private struct Era {
        var number: UInt64
        var origin: WallTime
    }

    public let playlist: Playlist
    /// The shaders of its own, by path.
    public let shaders: [FilePath: [UInt8]]
    /// Whether the machine's name and address are shown with it, small, for whoever has to find out what is wrong.
    public let isLabelled: Bool
    /// When the first screen was lit with it. Nil before, so that no slide's time runs while nobody can see it.
    public private(set) var start: MonotonicTime?
    public private(set) var clock: WallClock
    /// Files that could not be shown.
    public var broken: Set<FilePath> { Set(failures.keys) }
    /// Why not, for each of them: a sentence that begins with the path.
    public private(set) var failures: [FilePath: MediaFailure] = [:]

    /// The moment that shows until it begins, for what counts from the start.
    private let made: MonotonicTime
    private var scenes: [OutputTraits: Scene] = [:]
    private var pasts: ListPasts

    /// - Parameters:
    ///   - pasts: what its lists came to, worked out on another thread; without it that is done for the first frame.
    ///   - now: as `clock` and the frames count.
    public init(
        _ playlist: Playlist, from name: String = "", shaders: [FilePath: [UInt8]] = [:], isLabelled: Bool = false,
        pasts: ListPasts = ListPasts(), clock: WallClock, now: MonotonicTime
    ) {
        self.name = name
        self.playlist = playlist
        self.shaders = shaders
        self.isLabelled = isLabelled
        self.pasts = pasts
        self.clock = clock
        made = now
    }

    /// The outputs that were to show it.
    var outputs: [OutputTraits] { Array(scenes.keys) }

    /// What an output shows of it. Outputs that are alike get the same.
    public func scene(for output: OutputTraits) -> Scene {
        if let scene = scenes[output] { return scene }
        let scene = playlist.scene(for: output, pasts)
        scenes[output] = scene
        for zone in scene.zones { zone.timeline.circumstances = circumstances }
        return scene
    }

    /// Takes in what its lists came to, worked out on another thread.
    func learn(_ pasts: ListPasts) {
        self.pasts = pasts
        for scene in scenes.values {
            for zone in scene.zones { zone.timeline.learn(pasts) }
        }
    }

    // MARK: Time

    /// What its turns are counted from, where they are counted from its start; the epoch otherwise.
    var origin: WallTime { countsFromStart ? clock.time(at: start ?? made) : .epoch }

    /// Whether its turns are counted from its start.
    var countsFromStart: Bool { playlist.sync == .start }

    /// Starts it, unless it runs already.
    /// - Returns: by how much the times are later now of what was composed before.
    @discardableResult
    public func begin(at time: MonotonicTime) -> Duration {
        guard start == nil else { return .zero }
        start = time
        update()
        return countsFromStart ? time - made : .zero
    }

    /// Begins in the place of another show. What counts from its start goes on with the slide that shows, if it has that
    /// too: a file more in a folder does not bring the first one back.
    func begin(after old: Show?, at now: MonotonicTime) {
        guard start == nil else { return }
        start = now
        if countsFromStart, let old, old.start != nil,
            let before = old.scenes.values.first?.zones.first?.timeline,
            let zone = scenes.values.first?.zones.first?.timeline
        {
            let turn = before.turn(at: old.time(at: now))
            if let slide = turn.slide, let offset = zone.offset(of: slide, at: clock.time(at: now)) {
                start = clock.instant(of: turn.began - offset)
                era = old.era ?? Era(number: old.number, origin: old.origin)
            }
        }
        update()
    }

    /// What the time is for its timelines.
    public func time(at instant: MonotonicTime) -> WallTime {
        clock.time(at: countsFromStart && start == nil ? made : instant)
    }

    /// When a moment of its timelines is. What counts from the start is never due before that.
    public func instant(of time: WallTime) -> MonotonicTime? {
        countsFromStart && start == nil ? nil : clock.instant(of: time)
    }

    /// Films of what has not begun wait for it, each with its first frame, in a time that never comes.
    private static let waiting = Duration.seconds(100 * 365 * 86400)
    private var waits: Bool { countsFromStart && start == nil }

    /// The instant of media's own time that an instant shows.
    func mediaInstant(at instant: MonotonicTime) -> MonotonicTime { waits ? made + Self.waiting : instant }

    /// When a film begins, in media's own time.
    func begin(of turn: FilmTurn) -> MonotonicTime {
        clock.instant(of: turn.began) + (waits ? Self.waiting : .zero)
    }

    /// The wall clock was set, or stood still while the machine was suspended.
    /// - Returns: by how much the times of what goes on regardless of it are later now; zero for what follows it.
    func set(_ clock: WallClock) -> Duration {
        let step = clock.origin - self.clock.origin
        self.clock = clock
        era?.origin += step
        update()
        return countsFromStart ? step : .zero
    }

    // MARK: Files

    /// Of all pictures; the engine has its shows share one.
    var pictureRevisions = PictureRevisions()
    /// The revisions of the pictures that were to be shown. A file that is written anew is another picture for the next
    /// show, and this one's stays what it is.
    private var seen: [FilePath: UInt64] = [:]

    /// The pictures that were to be shown.
    var picturesSeen: Set<FilePath> { Set(seen.keys) }

    /// What a slide shows, as this show has it: of its files, and of its time.
    /// - Parameter instant: has a text that changes say what it says then. Nil: it changes with the time.
    func medium(_ slideMedium: SlideMedium, at instant: MonotonicTime? = nil) -> Medium {
        switch slideMedium {
        case .picture(var picture):
            picture.revision = revision(of: picture.path)
            return Medium(picture)
        case .text(var text):
            if let instant, text.words == nil { text.words = text.text.words(at: time(at: instant), text.values).text }
            return Medium(text)
        case .film(let video, let turn):
            var passage = VideoPassage(start: video.start, end: video.end, loops: turn.loops) ?? .whole
            passage.matte = PictureColor(video.matte)
            return Medium(
                VideoSpec(
                    path: video.path, passage: passage, turn: turn.began - (era?.origin ?? origin),
                    show: countsFromStart ? era?.number ?? number : 0, revision: revision(of: video.path)))
        }
    }

    private func revision(of path: FilePath) -> UInt64 {
        let revision = seen[path] ?? pictureRevisions.number(of: path)
        seen[path] = revision
        return revision
    }

    /// Whether another reading of the playlist changes nothing.
    /// - Parameter isRetry: whether files that could not be shown are to be tried again even if they are as they were.
    func isSame(as playlist: Playlist, isRetry: Bool) -> Bool {
        playlist == self.playlist && (failures.isEmpty || !isRetry)
            && seen.allSatisfy { path, revision in pictureRevisions.number(of: path) == revision }
    }

    // MARK: Circumstances

    private var circumstances: Timeline.Circumstances {
        var result = Timeline.Circumstances()
        if countsFromStart { result.start = clock.time(at: start ?? made) }
        // The year tells whether the clock was set; any moment of the show will do.
        if !clock.isSet(at: start ?? made) {
            result.schedules = playlist.unsetClock == .all ? .always : .never
        }
        result.broken = broken
        return result
    }

    private func update() {
        let circumstances = circumstances
        for scene in scenes.values {
            for zone in scene.zones { zone.timeline.circumstances = circumstances }
        }
    }

    /// Leaves a picture out from now on.
    /// - Parameter reason: its sentence begins with the path.
    /// - Returns: whether it was in until now.
    func leaveOut(_ path: FilePath, _ reason: MediaFailure) -> Bool {
        guard failures[path] == nil, files.contains(path) || transitionPictures[path] != nil else { return false }
        failures[path] = reason
        update()
        return true
    }

    /// Of all slides.
    private lazy var files = playlist.media.files
    private lazy var transitionPictures = playlist.transitionPictures

    /// Whether there is nothing at all that could be shown.
    public var isAllBroken: Bool {
        !playlist.hasMadeSlides && failures.keys.count { files.contains($0) } >= files.count
    }

    /// Of the files that could not be shown, those that are slides, each with the reason.
    var slideFailures: [FilePath: MediaFailure] { failures.filter { files.contains($0.key) } }

    /// The shaders that lack a picture of their own since it cannot be shown, each with the reason: a sentence.
    var shadersWithoutPicture: [FilePath: String] {
        var reasons: [FilePath: String] = [:]
        for (path, failure) in failures {
            for use in transitionPictures[path] ?? [] {
                let reason = "its picture '\(use.name)': \(failure.message)"
                reasons[use.shader] = min(reasons[use.shader] ?? reason, reason)
            }
        }
        return reasons
    }

    /// What is to be said of a file that could not be shown, if transitions go without it.
    func consequence(of path: FilePath) -> String? {
        transitionPictures[path]?.min()?.consequence
    }
}
