public import DisplayModel
public import Scheduling
import Timing

/// A slide's turn on the screen.
public struct Turn: Hashable, Sendable {
    /// Nil while nothing may play.
    public var slide: Slide?
    /// When it begins and ends, since 1970-01-01T00:00:00Z. The end is nil for what never does.
    public var began: Duration
    public var ends: Duration?

    public init(slide: Slide?, began: Duration, ends: Duration?) {
        self.slide = slide
        self.began = began
        self.ends = ends
    }
}

/// What shows, and how.
public struct Slide: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case picture(path: String)
        case colour(Colour)
    }

    public var content: Content
    public var style: Style

    public init(_ content: Content, style: Style = Style()) {
        self.content = content
        self.style = style
    }

    public var path: String? {
        if case .picture(let path) = content { path } else { nil }
    }
}

extension Slide: CustomStringConvertible {
    /// Its file, or its colour.
    public var description: String {
        switch content {
        case .picture(let path): path
        case .colour(let colour): "\(colour)"
        }
    }
}

/// What one zone of one output shows at which moment.
///
/// ``turn(at:)`` is a function of the list, the schedules and the moment, so a program that was restarted, or another
/// machine, comes to the same. An object only because it remembers the parts of the answer that many moments share: the
/// time between two changes of schedules (a stretch), and one time through the list in it (a cycle).
///
/// A stretch begins the list anew. Without any schedule there is one stretch, from the beginning of all time.
public final class Timeline {
    /// What beside the list and the moment decides.
    public struct Circumstances: Hashable, Sendable {
        /// When the show began, since 1970, for what counts from there. Nil for what counts by the wall clock.
        public var start: Duration?
        /// Whether schedules are asked, or which items they concern is settled because the clock is not set.
        public var schedules = Schedules.followed
        /// Pictures that cannot be shown. Their time goes to the next slide that can be, at the end of a cycle to the
        /// last, so a file that is broken on one machine does not shift its show against the others.
        public var broken: Set<String> = []

        public enum Schedules: Hashable, Sendable {
            case followed
            /// As if none were in force.
            case never
            /// As if all were.
            case always
        }

        public init() {}
    }

    public var circumstances = Circumstances() {
        didSet { if circumstances != oldValue { stretches = [] } }
    }

    private let list: ItemList
    private let schedules: [Schedule]
    /// Those of ``schedules`` that the list refers to.
    private let used: [Int]
    /// Made lately, the last one first.
    private var stretches: [Stretch] = []

    /// - Parameter output: where it shows: items whose conditions it does not meet are left out. Nil to keep all.
    public init(_ list: ItemList, schedules: [Schedule] = [], on output: OutputTraits? = nil) {
        self.list = output.map { list.filtered(for: $0) } ?? list
        self.schedules = schedules
        used = schedules.isEmpty ? [] : self.list.schedules.sorted()
    }

    /// - Parameter time: since 1970-01-01T00:00:00Z.
    public func turn(at time: Duration) -> Turn {
        let nanoseconds = max(time.nanoseconds, circumstances.start?.nanoseconds ?? Stretch.beginning)
        return stretch(at: nanoseconds).turn(at: nanoseconds)
    }

    /// The turn before another one; nil where nothing was before.
    public func turn(before turn: Turn) -> Turn? {
        if let start = circumstances.start, turn.began <= start { return nil }
        if turn.began.nanoseconds <= Stretch.beginning { return nil }
        return self.turn(at: turn.began - .nanoseconds(1))
    }

    /// The turns after another one, without end.
    public func turns(after turn: Turn) -> some Sequence<Turn> {
        sequence(state: turn) { [self] last in
            guard let ends = last.ends else { return nil }
            last = self.turn(at: ends)
            return last
        }
    }

    /// Whether a slide is one of those that cannot be shown.
    public func isBroken(_ slide: Slide?) -> Bool {
        slide?.path.map(circumstances.broken.contains) ?? false
    }

    /// How long after the beginning of its list a slide has its first turn. Nil where it has none at a moment.
    public func offset(of slide: Slide, at time: Duration) -> Duration? {
        stretch(at: time.nanoseconds).offset(of: slide)
    }

    /// A time in which no schedule changes, and what goes round in it.
    public struct Period: Hashable, Sendable {
        /// When the first round began, since 1970.
        public var began: Duration
        /// Nil for what never ends.
        public var ends: Duration?
        /// The first round: each slide with how long it shows. Empty while nothing may play.
        public var round: [(slide: Slide, length: Duration)] { slides.indices.map { (slides[$0], lengths[$0]) } }
        /// Whether later rounds have another order.
        public var isShuffled: Bool

        private var slides: [Slide]
        private var lengths: [Duration]

        fileprivate init(began: Duration, ends: Duration?, round: Cycle, isShuffled: Bool) {
            self.began = began
            self.ends = ends
            self.isShuffled = isShuffled
            slides = round.slides
            lengths = round.ends.indices.map { .nanoseconds(round.ends[$0] - round.begin(of: $0)) }
        }

        /// Whether the same goes round, whenever that begins.
        public func hasSameRound(as other: Period) -> Bool {
            slides == other.slides && lengths == other.lengths && isShuffled == other.isShuffled
        }
    }

    /// The period around a moment: what plays from when to when, without following every turn.
    public func period(at time: Duration) -> Period {
        stretch(at: max(time.nanoseconds, circumstances.start?.nanoseconds ?? .min)).period
    }

    // MARK: Stretches

    private func stretch(at time: Int64) -> Stretch {
        if let index = stretches.firstIndex(where: { $0.contains(time) }) { return stretches[index] }
        let made = makeStretch(at: time)
        // The present one, the one before for what is leaving, and the one after for what is to be made ready.
        stretches = Array(([made] + stretches).prefix(3))
        return made
    }

    private func makeStretch(at time: Int64) -> Stretch {
        var (begin, end) = (Int64.min, Int64.max)
        var isInForce: [Int: Bool] = [:]
        switch circumstances.schedules {
        case .never: for index in used { isInForce[index] = false }
        case .always: for index in used { isInForce[index] = true }
        case .followed:
            let second = Int(time.flooredQuotient(by: 1_000_000_000))
            for index in used {
                let state = schedules[index].state(at: second)
                isInForce[index] = state.isActive
                if let since = state.since { begin = max(begin, Int64(since) * 1_000_000_000) }
                if let until = state.until { end = min(end, Int64(until) * 1_000_000_000) }
            }
        }
        let start = circumstances.start?.nanoseconds ?? Stretch.beginning
        let cycles = CycleMaker(list, broken: circumstances.broken) { item in
            item.schedules.isEmpty || item.schedules.contains { isInForce[$0] == true }
        }
        return Stretch(begin: begin, end: end, origin: max(begin, start), cycles: cycles)
    }
}

/// A time in which no schedule changes: one list, again and again.
private final class Stretch {
    /// What turns are counted from by the wall clock where no schedule says otherwise: 1970.
    static let beginning: Int64 = 0

    let begin, end: Int64
    /// When the first cycle began.
    let origin: Int64
    private let maker: CycleMaker
    /// Says how long all of them are.
    private let first: Cycle
    /// Others made lately, the last one first.
    private var cycles: [Cycle] = []

    init(begin: Int64, end: Int64, origin: Int64, cycles: CycleMaker) {
        (self.begin, self.end, self.origin, maker) = (begin, end, origin, cycles)
        first = cycles.cycle(0)
    }

    func contains(_ time: Int64) -> Bool { begin <= time && time < end }

    var period: Timeline.Period {
        Timeline.Period(
            began: .nanoseconds(max(origin, Self.beginning)), ends: end == .max ? nil : .nanoseconds(end),
            round: cycle(0), isShuffled: maker.changesEachTime)
    }

    func turn(at time: Int64) -> Turn {
        let began = begin == .min ? max(origin, Self.beginning) : max(begin, origin)
        let ends: Duration? = end == .max ? nil : .nanoseconds(end)
        guard first.length > 0 else { return Turn(slide: nil, began: .nanoseconds(began), ends: ends) }
        if let only = maker.onlySlide { return Turn(slide: only, began: .nanoseconds(began), ends: ends) }
        let number = (time - origin).flooredQuotient(by: first.length)
        let cycle = maker.changesEachTime ? cycle(Int(number)) : first
        let base = origin + number * first.length
        let index = cycle.index(at: time - base)
        // One that was cut off may have become longer or shorter than the first.
        let isLast = index == cycle.ends.count - 1
        let end = min(base + (isLast ? first.length : min(cycle.ends[index], first.length)), self.end)
        return Turn(
            slide: cycle.slides[index], began: .nanoseconds(max(base + cycle.begin(of: index), began)),
            ends: .nanoseconds(end))
    }

    func offset(of slide: Slide) -> Duration? {
        first.slides.firstIndex(of: slide).map { .nanoseconds(first.begin(of: $0)) }
    }

    private func cycle(_ number: Int) -> Cycle {
        if let cycle = ([first] + cycles).first(where: { $0.number == number }) { return cycle }
        let made = maker.cycle(number)
        // With the one before for what is leaving, and the one after for what is to be made ready.
        cycles = Array(([made] + cycles).prefix(3))
        return made
    }
}

extension Int64 {
    /// Rounded down, also for what lies before the origin.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
