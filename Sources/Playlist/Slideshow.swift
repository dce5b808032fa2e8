/// Slides that follow one another for ever, each for the same time: what shows at which moment.
///
/// It is a function of the time since the show began and nothing else, so a screen that is plugged in late shows the
/// same as the others, and the same show can be asked for any moment without playing up to it.
public struct Slideshow: Hashable, Sendable {
    /// How many slides there are.
    public var count: Int
    /// How long each slide has, from the beginning of its transition to the beginning of the next one's.
    public var duration: Duration
    /// How long the cross-fade at the beginning of a slide takes. Never longer than the slide; zero is a cut.
    public var transition: Duration
    /// Slides that cannot be shown (broken files). Their time goes to the next one that can, so that a file that is
    /// broken on one machine does not shift the show against the others.
    public var broken: Set<Int>

    public init(count: Int, duration: Duration, transition: Duration, broken: Set<Int> = []) {
        self.count = count
        self.duration = max(duration, .milliseconds(1))
        self.transition = max(.zero, min(transition, duration))
        self.broken = broken
    }

    /// What shows at a moment.
    public struct Moment: Hashable, Sendable {
        /// The slide that shows, or is coming in.
        public var slide: Int
        /// When this slide's time began, since the show's beginning.
        public var began: Duration
        /// The slide that is leaving, and how far the transition is (0 to 1). Nil while one slide shows alone.
        public var leaving: Leaving?
        /// The next slide that is unlike this one. Nil where there is none.
        public var upcoming: Upcoming?

        public struct Leaving: Hashable, Sendable {
            public var slide: Int
            public var progress: Double
        }

        public struct Upcoming: Hashable, Sendable {
            public var slide: Int
            /// Since the show's beginning.
            public var begins: Duration
        }
    }

    /// - Parameter elapsed: the time since the show began; before that, it counts as the beginning.
    /// - Returns: nil when nothing can be shown.
    public func moment(at elapsed: Duration) -> Moment? {
        let elapsed = max(elapsed, .zero)
        let slot = Int(elapsed / duration)
        guard let slide = playable(from: slot) else { return nil }
        // A slide that also has the time of broken ones before it began with the first of these, one that is the only
        // one left with the show.
        let isAlone = broken.count >= count - 1
        var first = isAlone ? 0 : slot
        while !isAlone, first > 0, playable(from: first - 1) == slide { first -= 1 }
        let began = duration * first
        var moment = Moment(slide: slide, began: began)
        if isAlone { return moment }

        if first > 0, let previous = playable(from: first - 1), elapsed - began < transition {
            moment.leaving = .init(slide: previous, progress: (elapsed - began) / transition)
        }
        var next = slot + 1
        while playable(from: next) == slide { next += 1 }
        moment.upcoming = playable(from: next).map { .init(slide: $0, begins: duration * next) }
        return moment
    }

    /// The first slide that can be shown, beginning with the one whose turn the nth slot is.
    private func playable(from slot: Int) -> Int? {
        (0..<count).lazy.map { (slot + $0) % count }.first { !broken.contains($0) }
    }
}
