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
        /// The slide that is leaving, and how far the transition is (0 to 1). Nil while one slide shows alone.
        public var leaving: Leaving?
        /// The next slide that is unlike this one, to be made ready. Nil where there is none.
        public var upcoming: Int?
        /// When this slide's time began, since the show's beginning.
        public var began: Duration
        /// When the picture changes next, since the show's beginning: at once during a transition. Nil: never.
        public var nextChange: Duration?

        public struct Leaving: Hashable, Sendable {
            public var slide: Int
            public var progress: Double
        }
    }

    /// - Parameter elapsed: the time since the show began; before that, it counts as the beginning.
    /// - Returns: nil when nothing can be shown.
    public func moment(at elapsed: Duration) -> Moment? {
        let elapsed = max(elapsed, .zero)
        let position = Int(elapsed / duration)
        guard let slide = playable(from: position) else { return nil }
        // A slide that also fills the slots of broken ones before it began with the first of these.
        var firstSlot = position
        while firstSlot > 0, position - firstSlot < count, playable(from: firstSlot - 1) == slide { firstSlot -= 1 }
        let isAlone = position - firstSlot >= count
        let began = duration * firstSlot
        let previous = firstSlot > 0 && !isAlone ? playable(from: firstSlot - 1) : nil
        let into = elapsed - began

        var moment = Moment(slide: slide, leaving: nil, upcoming: nil, began: began, nextChange: nil)
        if let previous, previous != slide, into < transition {
            moment.leaving = .init(slide: previous, progress: into / transition)
        }
        var next = position + 1
        while next - position <= count, playable(from: next) == slide { next += 1 }
        if next - position <= count {
            moment.upcoming = playable(from: next)
            moment.nextChange = duration * next
        }
        if moment.leaving != nil { moment.nextChange = elapsed }
        return moment
    }

    /// The first slide that can be shown, beginning with the one whose turn the nth slot is.
    private func playable(from slot: Int) -> Int? {
        guard count > 0 else { return nil }
        for step in 0..<count {
            let slide = (slot + step) % count
            if !broken.contains(slide) { return slide }
        }
        return nil
    }
}
