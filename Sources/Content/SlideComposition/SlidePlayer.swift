public import Playlist
public import Timing

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
    /// Whether nothing was shown yet, on a screen where something will stay.
    private var isBeginning = false

    fileprivate struct Shown: Hashable {
        var turn: Turn
        var slide: Slide
        /// How long after its time the slide's picture was there.
        var late: Duration
        var previous: Slide?
        /// Whether nothing was there before it.
        var appears = false
        /// Whether its transition had all of its own pictures when it began: it does not become another on its way.
        var isEquipped = true
    }

    public init() {}

    /// What shows, and what it takes to know when something else will.
    public struct Composition: Hashable, Sendable {
        public var content = Content.nothing
        /// The slide that shows or is coming in, and when its time began. Nil while there is none.
        public var slide: Slide?
        public var began = WallTime.epoch
        /// Whether every refresh shows another frame.
        public var isMoving = false
        /// When another frame is due; the moment asked for while it moves. Nil: never.
        public var nextChange: WallTime?
        /// The slide that should show now and whose picture is not there yet.
        public var missing: Slide?
        /// A slide whose turn went by without its picture: this one took its place. Told once.
        public var skipped: Slide?

        /// Whether the slide shows alone.
        public var isSettled: Bool {
            switch content {
            case .change, .appearing: false
            case .nothing, .still, .vanishing: true
            }
        }
    }

    public enum Content: Hashable, Sendable {
        case nothing
        /// A slide, and how much of its time is over: 0 to 1, always 0 where nothing in it moves.
        case still(ReadySlide, Double)
        /// A slide that takes another's place, by the new one's transition.
        case change(from: ReadySlide, Double, to: ReadySlide, Double, progress: Double)
        /// A slide that comes where nothing was, by its transition.
        case appearing(ReadySlide, Double, progress: Double)
        /// A slide that goes and leaves nothing, by its transition.
        case vanishing(ReadySlide, Double, progress: Double)

        /// What is seen.
        public var slides: [Slide] {
            switch self {
            case .nothing: []
            case .still(let slide, _), .appearing(let slide, _, _), .vanishing(let slide, _, _): [slide.slide]
            case .change(let from, _, let to, _, _): [from.slide, to.slide]
            }
        }
    }

    /// - Parameters:
    ///   - tolerance: how late a picture may be without putting the transition off: about a frame.
    ///   - ready: a slide with its picture, decoded for this zone and at hand; nil while it is not.
    public mutating func compose(
        at time: WallTime, of timeline: Timeline, tolerance: Duration, ready: (Slide) -> ReadySlide?
    ) -> Composition {
        let turn = turn(at: time, of: timeline)
        guard let slide = turn.slide else {
            shown = nil
            awaited = nil
            return vanishing(turn, time, timeline, ready) ?? Composition(began: turn.began, nextChange: turn.ends)
        }
        guard let picture = ready(slide) else { return holding(turn, slide, timeline, ready) }
        var skipped: Slide?
        if shown?.turn.began != turn.began || shown?.slide != slide {
            skipped = awaited.flatMap { $0.slide != slide && !timeline.isBroken($0.slide) ? $0.slide : nil }
            take(turn, slide, time, timeline, tolerance, ready)
        }
        awaited = nil
        hasJumped = false
        isBeginning = false
        guard let shown else { return Composition() }

        let transition = slide.style.transition
        let incoming = shown.isEquipped ? picture.withTransitionPictures(ready) : picture
        let length = transition.duration(within: turn)
        let into = time - turn.began - shown.late
        if into < length, let previous = shown.previous, let from = ready(previous) {
            var composition = Composition(
                content: .change(
                    from: from, previous.style.look.motion == nil ? 0 : 1, to: incoming,
                    motionProgress(turn, slide, time),
                    progress: transition.easing(into / length)),
                slide: slide, began: turn.began, isMoving: true, nextChange: time)
            composition.skipped = skipped
            return composition
        }
        if into < length, shown.appears {
            return Composition(
                content: .appearing(
                    incoming, motionProgress(turn, slide, time), progress: transition.easing(into / length)),
                slide: slide, began: turn.began, isMoving: true, nextChange: time)
        }
        var composition = still(picture, turn, time)
        composition.skipped = skipped
        return composition
    }

    /// The end of a slide that nothing follows. Nil once it is gone.
    private func vanishing(
        _ turn: Turn, _ time: WallTime, _ timeline: Timeline, _ ready: (Slide) -> ReadySlide?
    ) -> Composition? {
        guard let slide = leaving(turn, time, timeline), let picture = ready(slide) else { return nil }
        let transition = slide.style.transition
        let progress = (time - turn.began) / transition.duration(within: turn)
        return Composition(
            content: .vanishing(
                picture.withTransitionPictures(ready), slide.style.look.motion == nil ? 0 : 1,
                progress: transition.easing(progress)),
            began: turn.began, isMoving: true, nextChange: time)
    }

    /// The slide that is still seen in a turn without one.
    private func leaving(_ turn: Turn, _ time: WallTime, _ timeline: Timeline) -> Slide? {
        guard turn.slide == nil, let slide = timeline.turn(before: turn)?.slide else { return nil }
        let transition = slide.style.transition
        return time - turn.began < transition.duration(within: turn) ? slide : nil
    }

    /// The turn that is to show. Where a slide would appear out of its turn and have left again before its transition is
    /// over, the next one comes at once.
    private func turn(at time: WallTime, of timeline: Timeline) -> Turn {
        let turn = timeline.turn(at: time)
        if let shown, shown.turn.began > turn.began, shown.turn.began == turn.ends { return shown.turn }
        guard hasJumped || isBeginning, let slide = turn.slide, slide != shown?.slide, let ends = turn.ends,
            ends - time < slide.style.transition.duration(within: ends - turn.began)
        else { return turn }
        let next = timeline.turn(at: ends)
        return next.slide == nil ? turn : next
    }

    private func still(_ picture: ReadySlide, _ turn: Turn, _ time: WallTime) -> Composition {
        let progress = motionProgress(turn, picture.slide, time)
        let isMoving = picture.slide.style.look.motion != nil && progress < 1
        return Composition(
            content: .still(picture, progress), slide: picture.slide, began: turn.began, isMoving: isMoving,
            nextChange: isMoving ? time : turn.ends)
    }

    /// How much of a slide's time is over, if anything in it moves. What never ends moves for a minute.
    private func motionProgress(_ turn: Turn, _ slide: Slide, _ time: WallTime) -> Double {
        guard slide.style.look.motion != nil else { return 0 }
        return min(max((time - turn.began) / (turn.length ?? .seconds(60)), 0), 1)
    }

    /// Another slide's turn has come, and its picture is there.
    private mutating func take(
        _ turn: Turn, _ slide: Slide, _ time: WallTime, _ timeline: Timeline, _ tolerance: Duration,
        _ ready: (Slide) -> ReadySlide?
    ) {
        let into = time - turn.began
        // Otherwise what shows is what the timeline had before.
        let isUnplanned = (awaited != nil || hasJumped) && shown != nil
        let before = timeline.turn(before: turn)
        var previous = isUnplanned ? shown?.slide : before?.slide
        // At the beginning of all there is nothing that it could take the place of.
        let appears = shown == nil && before.map { $0.slide == nil } ?? false
        let isLate = (isUnplanned || appears && awaited != nil) && into > tolerance
        // What shows already need not come again, unless it has moved; and what is not there to leave does not come in order to.
        let moves = !isUnplanned && slide.style.look.motion != nil
        if previous == slide && !moves || previous.flatMap(ready) == nil || isBeginning && into < .zero {
            previous = nil
        }
        shown = Shown(
            turn: turn, slide: slide, late: into < .zero || isLate ? into : .zero, previous: previous,
            appears: appears, isEquipped: slide.transitionPictures.allSatisfy { ready($0.slide) != nil })
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
    public func needs(at time: WallTime, of timeline: Timeline, ahead: Int = 1) -> [Need] {
        let turn = turn(at: time, of: timeline)
        var needs: [Need] = []
        func add(_ slide: Slide?, due: WallTime) {
            guard let slide else { return }
            if slide.needsMedium, !needs.contains(where: { $0.slide == slide }) {
                needs.append(Need(slide: slide, due: due))
            }
            // Beside the slide, until its transition is over. Without them it is a cross-fade.
            for (_, picture) in slide.transitionPictures
            where !timeline.isBroken(picture) && !needs.contains(where: { $0.slide == picture }) {
                needs.append(Need(slide: picture, due: due))
            }
        }
        // What was waited for in vain is still the first to be decoded: given up each time, nothing would ever come.
        if let awaited, awaited != turn, !timeline.isBroken(awaited.slide) { add(awaited.slide, due: awaited.began) }
        add(turn.slide, due: turn.began)
        // What is on screen stays at hand until its successor has taken over, even if its file has broken since.
        add(shown?.slide, due: time)
        if let shown, time - shown.turn.began - shown.late < shown.slide.style.transition.duration(within: shown.turn) {
            add(shown.previous, due: time)
        }
        add(leaving(turn, time, timeline), due: time)
        if shown?.turn != turn, let slide = turn.slide,
            time - turn.began < slide.style.transition.duration(within: turn)
        {
            add(timeline.turn(before: turn)?.slide, due: time)
        }
        for next in timeline.turns(after: turn).prefix(ahead) { add(next.slide, due: next.began) }
        return needs
    }

    public struct Need: Hashable, Sendable {
        public var slide: Slide
        public var due: WallTime
    }

    // MARK: What happens to timelines

    /// The first composition is the beginning on a screen: what is all but over does not flash up.
    public mutating func begin() { isBeginning = shown == nil }

    /// From the next composition on the timeline is another one, or the same at another time: what shows stays until the
    /// slide whose turn it is takes its place, by its transition.
    public mutating func timelineJumped() {
        hasJumped = shown != nil
        awaited = nil
    }

    /// All times are later by so much from now on: the clock was set, and what counts from the show's start goes on.
    public mutating func shift(by step: Duration) {
        shown?.shift(by: step)
        awaited?.shift(by: step)
    }
}

extension SlidePlayer.Shown {
    fileprivate mutating func shift(by step: Duration) {
        turn.shift(by: step)
        slide = slide.shifted(by: step)
        previous = previous?.shifted(by: step)
    }
}

extension Transition {
    fileprivate func duration(within turn: Turn) -> Duration { duration(within: turn.length ?? duration) }
}

extension Turn {
    fileprivate var length: Duration? { ends.map { $0 - began } }

    fileprivate mutating func shift(by step: Duration) {
        began += step
        if let ends { self.ends = ends + step }
        slide = slide?.shifted(by: step)
    }
}
