public import Rendering
public import Timing

/// A screen as sources know it. It is given once, and to one screen only.
public struct Viewer: Hashable, Sendable {
    let number: UInt64

    public init(number: UInt64) {
        self.number = number
    }
}

/// What several screens show: one source for all that show the same.
///
/// Asking changes nothing, so a frame may be asked for and never be shown. What became of a frame is reported.
/// Everything is called on the engine's thread, and nothing may wait.
public protocol FrameSource: AnyObject {
    /// Everything that a screen shows at a refresh.
    /// - Parameter mayMake: whether the screen may make a change that it makes together with others. Asked only for
    ///   changes whose media are here; while the answer is no, what is on screen stays.
    func frame(
        for viewer: Viewer, at refresh: Refresh, from media: ResidentMedia, mayMake: () -> Bool
    ) -> SourceFrame

    /// The media that the screen needs from an instant on, those for its next frame first.
    func demands(of viewer: Viewer, from instant: MonotonicTime) -> [MediaDemand]

    /// Whether all media of the screen's frame at an instant are there, or will never be.
    func isReady(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> Bool

    /// A frame of the next change, in the middle of it, whose media are all there: drawn ahead of time it has the driver
    /// compile what it needs, and tells what such a frame costs. Nil where none is to come, or its media are missing.
    func rehearsal(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> FrameDescription?

    /// What became of a frame that was asked for.
    func report(_ outcome: FrameOutcome, of frame: SourceFrame, for viewer: Viewer)
}

/// What became of a frame.
public enum FrameOutcome: Hashable, Sendable {
    /// It is the frame that is on screen already; nothing was drawn.
    case unchanged
    /// The kernel took it. `lights` tells that the screen was dark before.
    case queued(at: MonotonicTime, lights: Bool)
    /// It came on screen, so many refreshes later than it was meant to.
    case shown(at: MonotonicTime, missed: Int)
    /// It was drawn and will not be shown: refused, or overtaken by an event.
    case dropped
}

/// A source's answer.
public struct SourceFrame {
    public var description: FrameDescription
    public var nextChange: NextChange
    /// Whether something that should show is not there yet.
    public var isMissing = false
    /// Whether it shows media that go on: a frame of theirs that comes may be another picture.
    public var waitsForMedia = false
    /// Whether there is anything to see.
    public var showsSomething = true
    /// What comes on screen with it, in each place that has arrivals of its own; nil where nothing does.
    public var arrivals: [Arrival?] = []
    /// What the source wants to know again when it hears what became of the frame.
    public var memory: Any?

    public init(_ description: FrameDescription, nextChange: NextChange) {
        self.description = description
        self.nextChange = nextChange
    }

    public enum NextChange: Hashable, Sendable {
        /// Every refresh shows another frame.
        case everyRefresh
        case at(MonotonicTime)
        /// Nothing changes before something happens.
        case never

        /// The earlier of the two.
        public func earlier(_ other: NextChange) -> NextChange {
            switch (self, other) {
            case (.everyRefresh, _), (_, .everyRefresh): .everyRefresh
            case (.never, let change), (let change, .never): change
            case (.at(let a), .at(let b)): .at(min(a, b))
            }
        }
    }

    /// Something that came on screen, for the record.
    public struct Arrival: Equatable {
        /// Tells it from others in the same place.
        public var identity: AnyHashable
        public var title: String
        /// The place's name, where the screen has several.
        public var place: String?
        /// When it was to come. Nil where that was not planned.
        public var due: MonotonicTime?
        /// Whether it shows alone already.
        public var isSettled: Bool

        public init(
            identity: AnyHashable, title: String, place: String?, due: MonotonicTime?, isSettled: Bool
        ) {
            self.identity = identity
            self.title = title
            self.place = place
            self.due = due
            self.isSettled = isSettled
        }
    }
}
