public import Playlist
import SlideComposition
public import Timing

/// A playlist that is played: with the instant it began, the clock that it follows and the pictures that cannot be
/// shown. All screens that show it share one.
public final class Show {
    /// What it was read from, for people.
    public let name: String
    public let playlist: Playlist
    /// The shaders of its own, by path.
    public let shaders: [String: [UInt8]]
    /// When the first screen was lit with it. Nil before, so that no slide's time runs while nobody can see it.
    public private(set) var start: MonotonicTime?
    public private(set) var clock: WallClock
    /// Files that could not be shown.
    public private(set) var broken: Set<String> = []

    /// The moment that shows until it begins, for what counts from the start.
    private let made: MonotonicTime
    private var scenes: [OutputTraits: Scene] = [:]

    /// - Parameter now: as `clock` and the frames count.
    public init(
        _ playlist: Playlist, from name: String = "", shaders: [String: [UInt8]] = [:], clock: WallClock,
        now: MonotonicTime
    ) {
        self.name = name
        self.playlist = playlist
        self.shaders = shaders
        self.clock = clock
        made = now
    }

    /// What an output shows of it. Outputs that are alike get the same.
    public func scene(for output: OutputTraits) -> Scene {
        if let scene = scenes[output] { return scene }
        let scene = playlist.scene(for: output)
        scenes[output] = scene
        for zone in scene.zones { zone.timeline.circumstances = circumstances }
        return scene
    }

    // MARK: Time

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
            }
        }
        update()
    }

    /// What the time is for its timelines, since 1970.
    public func time(at instant: MonotonicTime) -> Duration {
        clock.time(at: countsFromStart && start == nil ? made : instant)
    }

    /// When a moment of its timelines is. What counts from the start is never due before that.
    public func instant(of time: Duration) -> MonotonicTime? {
        countsFromStart && start == nil ? nil : clock.instant(of: time)
    }

    /// The wall clock was set, or stood still while the machine was suspended.
    /// - Returns: by how much the times of what goes on regardless of it are later now; zero for what follows it.
    func set(_ clock: WallClock) -> Duration {
        let step = clock.origin - self.clock.origin
        self.clock = clock
        update()
        return countsFromStart ? step : .zero
    }

    // MARK: Files

    /// What the files that were shown were like when they were first looked at. A file that is written anew is another
    /// picture for the next show, and this one's stays what it is.
    private var revisions: [String: UInt64] = [:]

    func revision(of path: String) -> UInt64 {
        if let revision = revisions[path] { return revision }
        let revision = FileRevision.current(of: path)
        revisions[path] = revision
        return revision
    }

    /// A picture as this show has it.
    func revised(_ picture: PictureSpec) -> PictureSpec {
        var picture = picture
        picture.revision = revision(of: picture.path)
        return picture
    }

    /// Whether another reading of the playlist changes nothing.
    /// - Parameter isRetry: whether files that could not be shown are to be tried again even if they are as they were.
    func isSame(as playlist: Playlist, isRetry: Bool) -> Bool {
        playlist == self.playlist && (broken.isEmpty || !isRetry)
            && revisions.allSatisfy { path, revision in FileRevision.current(of: path) == revision }
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
    /// - Returns: whether it was in until now.
    func leaveOut(_ path: String) -> Bool {
        guard !broken.contains(path), pictures.contains(path) else { return false }
        broken.insert(path)
        update()
        return true
    }

    private lazy var pictures = playlist.pictures

    /// Whether there is nothing at all that could be shown.
    public var isAllBroken: Bool { !playlist.hasColours && broken.count >= pictures.count }
}
