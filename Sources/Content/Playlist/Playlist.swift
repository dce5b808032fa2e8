public import DisplayModel
public import Paths
public import Scheduling
public import Timing

/// What to show where and when, as a file or a folder says it: validated, immutable, for any output.
///
/// ``scene(for:)`` makes of it what one output shows.
public struct Playlist: Equatable, Sendable {
    /// From below to above.
    public var zones: [Zone]
    /// All that items refer to by number, each once: thousands of items may share one.
    public var schedules: [Schedule]
    public var sync: Sync
    public var unsetClock: UnsetClock
    /// The size of a screen that lengths in pixels are meant for; they grow and shrink with the screen. Nil where they
    /// are the screen's own.
    public var canvas: Size?
    /// The time zone that its file names for all of it. Nil for the machine's.
    public var timeZone: TimeZoneRules?
    /// The files and folders that it was made of, to be followed.
    public var sources: Sources

    public init(
        zones: [Zone], schedules: [Schedule] = [], sync: Sync, unsetClock: UnsetClock = .unscheduled,
        canvas: Size? = nil, timeZone: TimeZoneRules? = nil, sources: Sources = Sources()
    ) {
        self.zones = zones
        self.schedules = schedules
        self.sync = sync
        self.unsetClock = unsetClock
        self.canvas = canvas
        self.timeZone = timeZone
        self.sources = sources
    }

    /// What a list's turns are counted from.
    public enum Sync: String, Hashable, Sendable, CaseIterable {
        /// The wall clock: every machine with a right clock shows the same.
        case wallClock = "wall-clock"
        /// The moment when the first screen was lit with it: it begins with its first item.
        case start
    }

    /// What to do while the wall clock is not set yet, on machines whose clock does not run while they are off.
    public enum UnsetClock: String, Hashable, Sendable, CaseIterable {
        /// Items with a schedule do not play.
        case unscheduled
        /// All items play, whatever their schedule.
        case all
    }

    /// What it was made of, or looked for.
    public struct Sources: Hashable, Sendable {
        public var files: Set<FilePath> = []
        public var folders: Set<FilePath> = []

        public init(files: Set<FilePath> = [], folders: Set<FilePath> = []) {
            self.files = files
            self.folders = folders
        }

        public mutating func formUnion(_ others: Sources) {
            files.formUnion(others.files)
            folders.formUnion(others.folders)
        }
    }
}

extension Playlist {
    /// All pictures that may ever come as slides, each once.
    public var pictures: Set<FilePath> { media.pictures }

    /// All films that may ever come, each once.
    public var videos: Set<FilePath> { media.videos }

    /// The files of all slides that may ever come.
    public var media: SlideMedia {
        var media = SlideMedia()
        for zone in zones { zone.content.collect(&media) }
        return media
    }

    /// All pictures that shaders of its own mix slides with, by path: the shaders, and what they call the picture.
    public var transitionPictures: [FilePath: Set<TransitionPicture>] {
        var result: [FilePath: Set<TransitionPicture>] = [:]
        for zone in zones {
            zone.content.forEachStyle { style in
                guard case .custom(let shader, let pictures) = style.transition.kind else { return }
                for (name, path) in pictures {
                    result[path, default: []].insert(TransitionPicture(shader: shader, name: name))
                }
            }
        }
        return result
    }

    /// Whether there is nothing in it that could ever be shown.
    public var isEmpty: Bool { !hasMadeSlides && media.files.isEmpty }

    /// Whether a colour or a text may come, which can always be shown.
    public var hasMadeSlides: Bool { zones.contains { $0.content.hasMadeSlides } }

    /// All texts that may ever come, in the order of the playlist, each with the zone that it is in.
    public var texts: [(text: SlideText, zone: Zone, look: Look)] {
        zones.flatMap { zone in zone.content.texts.map { (text: $0.text, zone: zone, look: $0.look) } }
    }
}

/// The files of slides, each once.
public struct SlideMedia: Hashable, Sendable {
    public var pictures: Set<FilePath> = []
    public var videos: Set<FilePath> = []

    public init() {}

    public var files: Set<FilePath> { pictures.union(videos) }
}

/// A picture of a shader.
public struct TransitionPicture: Hashable, Sendable, Comparable {
    /// The shader's path.
    public var shader: FilePath
    /// The uniform's name.
    public var name: String

    public init(shader: FilePath, name: String) {
        self.shader = shader
        self.name = name
    }

    public static func < (a: TransitionPicture, b: TransitionPicture) -> Bool {
        a.shader == b.shader ? a.name < b.name : a.shader < b.shader
    }

    /// What comes of its being broken.
    public var consequence: String { "the slides of \(shader) are cross-faded without its picture '\(name)'" }
}

/// A part of the screen with content of its own.
public struct Zone: Equatable, Sendable {
    public var name: String?
    /// In its frame of reference.
    public var area: Area
    public var frame: Frame
    /// The outputs that it is on: of each group at least one must fit. Zones that lie in zones have a group for each.
    public var conditions: [[OutputCondition]]
    public var content: ItemList

    public enum Frame: String, Hashable, Sendable, CaseIterable {
        /// What the viewer sees of the screen after overscan.
        case safeArea = "safe-area"
        /// All that the output has, its hidden edges included.
        case screen
    }

    public init(
        name: String? = nil, area: Area = .whole, frame: Frame = .safeArea, conditions: [[OutputCondition]] = [],
        content: ItemList
    ) {
        self.name = name
        self.area = area
        self.frame = frame
        self.conditions = conditions
        self.content = content
    }
}

/// Items that play one after the other, again and again.
public struct ItemList: Hashable, Sendable {
    public var items: [Item]
    /// What plays when no item may.
    public var otherwise: [Item]
    public var order: Order
    /// Whether it goes on where it was interrupted; otherwise it begins anew.
    public var resumes: Bool

    public enum Order: Hashable, Sendable {
        case listed
        /// In another order each time through, the same wherever the seed is the same. Nothing comes again before
        /// everything was shown, nor twice in a row.
        case shuffled(seed: UInt64)
        /// As listed, but what has just come, by its ``Item/arrival``, is next, the newest first; then the rest goes on.
        case newFirst
    }

    public init(_ items: [Item], otherwise: [Item] = [], order: Order = .listed, resumes: Bool = true) {
        self.items = items
        self.otherwise = otherwise
        self.order = order
        self.resumes = resumes
    }
}

/// Something that plays in its turn.
public struct Item: Hashable, Sendable {
    public var content: Content
    /// How long a picture, a film or a colour shows, its transition included.
    public var duration: Duration
    /// How many times in a row it plays.
    public var repeats: Int
    /// How many times it plays while its list goes through once, spread evenly.
    public var weight: Int
    /// While an item may play, none of a lower priority in its list does.
    public var priority: Int
    /// By number in ``Playlist/schedules``; empty for always, else one of them must be in force.
    public var schedules: [Int]
    public var conditions: [OutputCondition]
    public var style: Style
    /// What its turns are counted by.
    public var rate = Rate.turns
    /// Since when it has been there, where it has no schedules: before that it does not play. Nil for always.
    public var arrival: WallTime?

    /// How often something plays.
    public enum Rate: Hashable, Sendable {
        /// In turn, as often as its weight says.
        case turns
        /// Between two slides, as soon as one of these moments has come: ``Timeline/origin`` or the show's start, the offset
        /// and any number of intervals later.
        case every(Duration, offset: Duration)
        /// This part of its list's time, from 0 to 1.
        case share(Double)
        /// In turn, but where that is more often than so many times an hour, as with ``every(_:offset:)``.
        case atMost(perHour: Int, offset: Duration)
    }

    public indirect enum Content: Hashable, Sendable {
        case picture(path: FilePath)
        case color(Color)
        case video(Video)
        case text(SlideText)
        /// Pictures that all have this item's duration and style.
        case pictures(paths: [FilePath], ItemList.Order)
        case list(ItemList)
    }

    public init(
        _ content: Content, duration: Duration = .seconds(8), repeats: Int = 1, weight: Int = 1, priority: Int = 0,
        schedules: [Int] = [], conditions: [OutputCondition] = [], style: Style = Style()
    ) {
        self.content = content
        self.duration = duration
        self.repeats = repeats
        self.weight = weight
        self.priority = priority
        self.schedules = schedules
        self.conditions = conditions
        self.style = style
    }
}

/// How a slide looks and how it comes. One object is shared by all items that say nothing else.
public final class Style: Hashable, Sendable {
    public let look: Look
    public let transition: Transition

    public init(_ look: Look = Look(), _ transition: Transition = .standard) {
        self.look = look
        self.transition = transition
    }

    public static func == (a: Style, b: Style) -> Bool {
        a === b || (a.look == b.look && a.transition == b.transition)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(look)
        hasher.combine(transition)
    }
}
