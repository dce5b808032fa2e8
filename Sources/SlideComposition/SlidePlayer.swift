public import Playlist

/// Follows a timeline for one zone of one output: which slides' pictures it needs, and what shows at a given moment.
///
/// With every picture ready in time, what shows is a function of the moment alone. Its only memory is about what could
/// not come as planned: a picture that is late, or a timeline that jumped. The old slide stays then, and the transition
/// begins when both are there instead of being half over. One that comes after its whole time has passed is shown all
/// the same, until the next one is there: where decoding cannot keep up, slides change when they can instead of never.
public struct SlidePlayer: Hashable, Sendable {
    private var shown: Shown?
    /// The first turn since the one shown that came while its picture was not there.
    private var awaited: Turn?
    /// Whether the next slide does not follow the one shown in the timeline.
    private var hasJumped = false

    private struct Shown: Hashable {
        var turn: Turn
        var slide: Slide
        /// How long after its time the slide's picture was there.
        var late: Duration
        var previous: Slide?
    }

    public init() {}

    /// What shows, and what it takes to know when something else will.
    public struct Composition: Hashable, Sendable {
        public var content = Content.nothing
        /// The slide that shows or is coming in, and when its time began, since 1970. Nil while there is none.
        public var slide: Slide?
        public var began = Duration.zero
        /// Whether every refresh shows another frame.
        public var isMoving = false
        /// When another frame is due, since 1970; the moment asked for while it moves. Nil: never.
        public var nextChange: Duration?
        /// The slide that should show now and whose picture is not there yet.
        public var missing: Slide?
        /// A slide whose turn went by without its picture: this one took its place. Told once.
        public var skipped: Slide?

        /// Whether the slide shows alone.
        public var isSettled: Bool {
            if case .change = content { false } else { true }
        }
    }

    public enum Content: Hashable, Sendable {
        case nothing
        /// A slide, and how much of its time is over: 0 to 1, always 0 where nothing in it moves.
        case still(ReadySlide, Double)
        /// A slide that takes another's place, by the new one's transition.
        case change(from: ReadySlide, Double, to: ReadySlide, Double, progress: Double)

        /// What is seen.
        public var slides: [Slide] {
            switch self {
            case .nothing: []
            case .still(let slide, _): [slide.slide]
            case .change(let from, _, let to, _, _): [from.slide, to.slide]
            }
        }
    }

    /// - Parameters:
    ///   - time: since 1970.
    ///   - tolerance: how late a picture may be without putting the transition off: about a frame.
    ///   - ready: a slide with its picture, decoded for this zone and at hand; nil while it is not.
    public mutating func compose(
        at time: Duration, of timeline: Timeline, tolerance: Duration, ready: (Slide) -> ReadySlide?
    ) -> Composition {
        let turn = timeline.turn(at: time)
        guard let slide = turn.slide else {
            shown = nil
            awaited = nil
            return Composition(began: turn.began, nextChange: turn.ends)
        }
        guard let picture = ready(slide) else { return holding(turn, slide, timeline, ready) }
        var skipped: Slide?
        if shown?.turn.began != turn.began || shown?.slide != slide {
            skipped = awaited.flatMap { $0.slide != slide && !timeline.isBroken($0.slide) ? $0.slide : nil }
            take(turn, slide, time, timeline, tolerance, ready)
        }
        awaited = nil
        hasJumped = false
        guard let shown else { return Composition() }

        let transition = slide.style.transition
        let length = transition.duration(within: turn.length ?? transition.duration)
        let into = time - turn.began - shown.late
        if into < length, let previous = shown.previous, let from = ready(previous) {
            var composition = Composition(
                content: .change(
                    from: from, previous.style.look.motion == nil ? 0 : 1, to: picture,
                    motionProgress(turn, slide, time),
                    progress: transition.easing(into / length)),
                slide: slide, began: turn.began, isMoving: true, nextChange: time)
            composition.skipped = skipped
            return composition
        }
        var composition = still(picture, turn, time)
        composition.skipped = skipped
        return composition
    }

    private func still(_ picture: ReadySlide, _ turn: Turn, _ time: Duration) -> Composition {
        let progress = motionProgress(turn, picture.slide, time)
        let isMoving = picture.slide.style.look.motion != nil && progress < 1
        return Composition(
            content: .still(picture, progress), slide: picture.slide, began: turn.began, isMoving: isMoving,
            nextChange: isMoving ? time : turn.ends)
    }

    /// How much of a slide's time is over, if anything in it moves. What never ends moves for a minute.
    private func motionProgress(_ turn: Turn, _ slide: Slide, _ time: Duration) -> Double {
        guard slide.style.look.motion != nil else { return 0 }
        return min(max((time - turn.began) / (turn.length ?? .seconds(60)), 0), 1)
    }

    /// Another slide's turn has come, and its picture is there.
    private mutating func take(
        _ turn: Turn, _ slide: Slide, _ time: Duration, _ timeline: Timeline, _ tolerance: Duration,
        _ ready: (Slide) -> ReadySlide?
    ) {
        let into = time - turn.began
        // Otherwise what shows is what the timeline had before.
        let isUnplanned = (awaited != nil || hasJumped) && shown != nil
        var previous = isUnplanned ? shown?.slide : timeline.turn(before: turn)?.slide
        // What shows already need not come again, and what is not there to leave does not come in order to.
        if previous == slide || previous.flatMap(ready) == nil { previous = nil }
        shown = Shown(
            turn: turn, slide: slide, late: isUnplanned && into > tolerance ? into : .zero, previous: previous)
    }

    /// What stays while the slide whose turn it is has no picture: the slide that showed last, or the one waited for
    /// longest, if its picture has come in the meantime.
    private mutating func holding(
        _ turn: Turn, _ slide: Slide, _ timeline: Timeline, _ ready: (Slide) -> ReadySlide?
    ) -> Composition {
        if let late = awaited, late != turn, let slide = late.slide, ready(slide) != nil {
            shown = Shown(turn: late, slide: slide, late: .zero, previous: nil)
            awaited = turn
        } else if awaited.map({ timeline.isBroken($0.slide) }) ?? true {
            awaited = turn
        }
        var composition = Composition(nextChange: turn.ends, missing: slide)
        if let shown, let held = ready(shown.slide) {
            composition.content = .still(held, held.slide.style.look.motion == nil ? 0 : 1)
            composition.slide = shown.slide
            composition.began = shown.turn.began
        }
        return composition
    }

    /// The slides whose pictures are needed at a moment, with the time each is due, the most urgent first.
    /// - Parameter ahead: how many turns after the present one.
    public func needs(at time: Duration, of timeline: Timeline, ahead: Int = 1) -> [Need] {
        let turn = timeline.turn(at: time)
        var needs: [Need] = []
        func add(_ slide: Slide?, due: Duration) {
            guard let slide, slide.path != nil, !needs.contains(where: { $0.slide == slide }) else { return }
            needs.append(Need(slide: slide, due: due))
        }
        // What was waited for in vain is still the first to be decoded: given up each time, nothing would ever come.
        if let awaited, awaited != turn, !timeline.isBroken(awaited.slide) { add(awaited.slide, due: awaited.began) }
        add(turn.slide, due: turn.began)
        // What is on screen stays at hand until its successor has taken over, even if its file has broken since.
        add(shown?.slide, due: time)
        if let shown, time - shown.turn.began - shown.late < shown.slide.style.transition.duration {
            add(shown.previous, due: time)
        }
        if shown?.turn != turn, let slide = turn.slide, time - turn.began < slide.style.transition.duration {
            add(timeline.turn(before: turn)?.slide, due: time)
        }
        for next in timeline.turns(after: turn).prefix(ahead) { add(next.slide, due: next.began) }
        return needs
    }

    public struct Need: Hashable, Sendable {
        public var slide: Slide
        /// Since 1970.
        public var due: Duration
    }

    // MARK: What happens to timelines

    /// From the next composition on the timeline is another one, or the same at another time: what shows stays until the
    /// slide whose turn it is takes its place, by its transition.
    public mutating func timelineJumped() {
        hasJumped = shown != nil
        awaited = nil
    }

    /// All times are later by so much from now on: the clock was set, and what counts from the show's start goes on.
    public mutating func shift(by step: Duration) {
        shown?.turn.shift(by: step)
        awaited?.shift(by: step)
    }
}

extension Turn {
    fileprivate var length: Duration? { ends.map { $0 - began } }

    fileprivate mutating func shift(by step: Duration) {
        began += step
        if let ends { self.ends = ends + step }
    }
}
