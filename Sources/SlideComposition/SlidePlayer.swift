public import Playlist

/// Follows a slideshow for one output: which pictures it needs, and what the frame of a given moment is.
///
/// With every picture ready in time, the frame is a function of the moment alone. Its only memory is about a picture
/// that comes late: the old slide stays until then, and the transition begins when both are there instead of being
/// half over. One that comes after its whole time has passed is shown all the same, until the next one is there: where
/// decoding cannot keep up, slides change when they can instead of never.
public struct SlidePlayer: Hashable, Sendable {
    private var turn: Turn?
    /// The first slide since the one shown whose turn came while its picture was not there.
    private var awaited: Awaited?

    private struct Awaited: Hashable {
        var slide: Int
        var began: Duration
    }

    private struct Turn: Hashable {
        var slide: Int
        var began: Duration
        /// How long after its time the slide's picture was there.
        var late: Duration
        var previous: Int?
    }

    public init() {}

    /// A frame, and what it takes to know when the next one is due.
    public struct Composition: Hashable, Sendable {
        public var frame: FrameDescription
        /// The slide that the frame shows or is bringing in. Nil while there is none.
        public var slide: Int?
        /// When that slide's time began, since the show's beginning.
        public var began: Duration
        /// Whether a transition is under way, so that every refresh shows another frame.
        public var isMoving = false
        /// When another frame is due, since the show's beginning; the moment asked for during a transition. Nil: never.
        public var nextChange: Duration?
        /// The slide that should show now and whose picture is not there yet.
        public var missing: Int?
    }

    /// - Parameters:
    ///   - elapsed: the time since the show began.
    ///   - tolerance: how late a picture may be without putting the transition off: about a frame.
    ///   - ready: the picture of a slide, decoded for this placement and at hand; nil while it is not.
    public mutating func compose(
        at elapsed: Duration, of show: Slideshow, in placement: Placement, tolerance: Duration,
        ready: (Int) -> ReadyPicture?
    ) -> Composition {
        guard let moment = show.moment(at: elapsed) else {
            turn = nil
            return Composition(frame: .empty(placement), began: .zero)
        }
        if turn?.began != moment.began || turn?.slide != moment.slide {
            guard ready(moment.slide) != nil else {
                return holding(moment, show, placement, ready)
            }
            let into = elapsed - moment.began
            let isLate = awaited != nil && turn != nil
            turn = Turn(
                slide: moment.slide, began: moment.began, late: isLate && into > tolerance ? into : .zero,
                previous: isLate ? turn?.slide : moment.leaving?.slide)
            awaited = nil
        }
        guard let turn, let picture = ready(turn.slide) else { return holding(moment, show, placement, ready) }

        let into = elapsed - turn.began - turn.late
        if into < show.transition, let previous = turn.previous, previous != turn.slide, let from = ready(previous) {
            return Composition(
                frame: .crossFade(from: from, to: picture, progress: into / show.transition, in: placement),
                slide: turn.slide, began: turn.began, isMoving: true, nextChange: elapsed)
        }
        return Composition(
            frame: .still(picture, in: placement), slide: turn.slide, began: turn.began,
            nextChange: moment.upcoming?.begins)
    }

    /// What stays while the slide whose turn it is has no picture: the slide that showed last, or the one waited for
    /// longest, if its picture has come in the meantime.
    private mutating func holding(
        _ moment: Slideshow.Moment, _ show: Slideshow, _ placement: Placement, _ ready: (Int) -> ReadyPicture?
    ) -> Composition {
        let present = Awaited(slide: moment.slide, began: moment.began)
        if let late = awaited, late != present, ready(late.slide) != nil {
            turn = Turn(slide: late.slide, began: late.began, late: .zero, previous: nil)
            awaited = present
        } else if awaited.map({ show.broken.contains($0.slide) }) ?? true {
            awaited = present
        }
        let held = turn.flatMap { ready($0.slide) }
        return Composition(
            frame: held.map { .still($0, in: placement) } ?? .empty(placement), slide: turn?.slide,
            began: turn?.began ?? .zero, nextChange: moment.upcoming?.begins, missing: moment.slide)
    }

    /// The slides whose pictures are needed at a moment, with the time each is due, the most urgent first.
    public func needs(at elapsed: Duration, of show: Slideshow) -> [Need] {
        guard let moment = show.moment(at: elapsed) else { return [] }
        var needs: [Need] = []
        // What was waited for in vain is still the first to be decoded: given up each time, nothing would ever come.
        if let awaited, awaited.slide != moment.slide, !show.broken.contains(awaited.slide) {
            needs.append(Need(slide: awaited.slide, due: awaited.began))
        }
        needs.append(Need(slide: moment.slide, due: moment.began))
        // What is on screen stays at hand until its successor has taken over.
        let isFading = turn.map { elapsed - $0.began - $0.late < show.transition } ?? false
        for slide in [turn?.slide, isFading ? turn?.previous : nil, moment.leaving?.slide] {
            if let slide, !needs.contains(where: { $0.slide == slide }), !show.broken.contains(slide) {
                needs.append(Need(slide: slide, due: elapsed))
            }
        }
        if let upcoming = moment.upcoming, !needs.contains(where: { $0.slide == upcoming.slide }) {
            needs.append(Need(slide: upcoming.slide, due: upcoming.begins))
        }
        return needs
    }

    public struct Need: Hashable, Sendable {
        public var slide: Int
        /// Since the show's beginning.
        public var due: Duration
    }
}
