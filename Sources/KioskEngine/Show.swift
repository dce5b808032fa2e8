public import Playlist
public import Timing

/// What is played: the pictures and their timetable, with the instant it began. All screens share one.
public final class Show {
    public let pictures: [String]
    public private(set) var slideshow: Slideshow
    /// When the first screen was lit with it. Nil before, so that no slide's time runs while nobody can see it.
    public private(set) var start: MonotonicTime?

    public init(pictures: [String], duration: Duration, transition: Duration) {
        self.pictures = pictures
        slideshow = Slideshow(count: pictures.count, duration: duration, transition: transition)
    }

    /// Starts the timetable, unless it runs already.
    public func begin(at time: MonotonicTime) {
        if start == nil { start = time }
    }

    public func elapsed(at time: MonotonicTime) -> Duration {
        start.map { max(.zero, time - $0) } ?? .zero
    }

    /// The instant that lies this long after the beginning. Before the beginning, nothing is due yet.
    public func instant(of elapsed: Duration) -> MonotonicTime? {
        start.map { $0 + elapsed }
    }

    /// Leaves a picture out from now on.
    /// - Returns: whether it was in until now.
    func leaveOut(_ path: String) -> Bool {
        let indices = pictures.indices.filter { pictures[$0] == path }
        let before = slideshow.broken.count
        slideshow.broken.formUnion(indices)
        return slideshow.broken.count > before
    }

    public var isAllBroken: Bool { slideshow.broken.count >= pictures.count }
}
