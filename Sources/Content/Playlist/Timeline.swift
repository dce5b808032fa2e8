public import DisplayModel
public import Paths
public import Scheduling
public import Timing

/// What one zone of one output shows at which moment.
///
/// ``turn(at:)`` is a function of the list, the schedules and the moment, so a program that was restarted, or another
/// machine, comes to the same. An object only because it remembers parts of the answer that many moments share.
///
/// A list without schedules is counted from 1970. One with schedules is counted from ``origin``: what plays when is
/// followed from there, and what is interrupted goes on where it stopped.
public final class Timeline {
    /// What beside the list and the moment decides.
    public struct Circumstances: Hashable, Sendable {
        /// When the show began, for what counts from there. Nil for what counts by the wall clock.
        public var start: WallTime?
        /// Whether schedules are asked, or which items they concern is settled because the clock is not set.
        public var schedules = Schedules.followed
        /// Pictures that cannot be shown. Their time goes to the next slide that can be, at the end of a round to the
        /// last, so a file that is broken on one machine does not shift its show against the others.
        public var broken: Set<FilePath> = []

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
        didSet { if circumstances != oldValue { forget(since: oldValue) } }
    }

    /// What lists with schedules are counted from: 2026-01-01T00:00:00Z. What lies before is counted from the last such
    /// moment ten years before, or twenty and so on.
    public static let origin = WallTime(seconds: 1_767_225_600)
    /// What everything else is counted from.
    static let beginning = WallTime.epoch

    let list: ItemList
    private let schedules: [Schedule]
    private let arrivals: Arrivals
    private let changes: ScheduleChanges?
    /// With where it begins.
    private var history: (origin: Int64, history: History)?
    /// What was played up to about now, worked out elsewhere.
    private var past: History.Past?
    /// Asked for lately, the last one first.
    private var turns: [Turn] = []
    private var places: [Place] = []
    let orders = FolderOrders()
    /// Of what plays between others, by number.
    var ordersBetween: [Int: FolderOrders] = [:]

    /// - Parameter output: where it shows: items whose conditions it does not meet are left out. Nil to keep all.
    /// - Parameter pasts: what lists came to before, worked out elsewhere.
    public init(
        _ list: ItemList, schedules: [Schedule] = [], on output: OutputTraits? = nil, _ pasts: ListPasts = ListPasts()
    ) {
        let list = output.map { list.filtered(for: $0) } ?? list
        let arrivals = Arrivals(of: list)
        self.list = arrivals.scheduled(list, after: schedules.count)
        self.arrivals = arrivals
        self.schedules = schedules
        changes = ScheduleChanges(
            schedules, used: schedules.isEmpty ? [] : list.schedules.sorted(), arrivals: arrivals.seconds)
        past = changes == nil ? nil : pasts.past(of: self.list)
    }

    /// Takes in what the list came to, for whenever it is to be followed anew.
    public func learn(_ pasts: ListPasts) {
        if changes != nil { past = pasts.past(of: list) ?? past }
    }

    /// What the list came to up to a moment. Nil where nothing has to be followed.
    func past(until time: WallTime) -> (ItemList, History.Past)? {
        guard changes != nil, circumstances.start == nil, time >= Self.origin else { return nil }
        _ = record(at: time.nanoseconds)
        return history.map { (list, $0.history.past) }
    }

    public func turn(at time: WallTime) -> Turn {
        let time = max(time, circumstances.start ?? Self.beginning)
        if let turn = turns.first(where: { $0.began <= time && $0.ends.map { time < $0 } ?? true }) { return turn }
        var turn = makeTurn(at: time.nanoseconds)
        turn.slide = turn.slide?.inTurn(from: turn.began, to: turn.ends)
        turns.insert(turn, at: 0)
        if turns.count > 8 { turns.removeLast() }
        return turn
    }

    /// The turn before another one; nil where nothing was before.
    public func turn(before turn: Turn) -> Turn? {
        if let start = circumstances.start, turn.began <= start { return nil }
        if turn.began <= Self.beginning { return nil }
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
    public func offset(of slide: Slide, at time: WallTime) -> Duration? {
        let round = period(at: time).content
        return round.slides.firstIndex(of: slide.outsideOfTurns).map { .nanoseconds(round.begin(of: $0)) }
    }

    /// A time in which no schedule changes, and what goes round in it.
    public struct Period: Sendable {
        public var began: WallTime
        /// Nil for what never ends.
        public var ends: WallTime?
        fileprivate let content: Round

        /// The slides with how long each shows, in the order in which they come where nothing was shown before. Empty
        /// while nothing may play.
        public var round: [(slide: Slide, length: Duration)] {
            content.slides.indices.map {
                (content.slides[$0], .nanoseconds(content.ends[$0] - content.begin(of: $0)))
            }
        }
        /// What comes between the slides of rounds.
        public var between: [Between] { content.between }
        /// Whether later rounds have another order.
        public var isShuffled: Bool { content.isShuffled }

        /// Whether the same goes round, wherever it begins.
        public func hasSameRound(as other: Period) -> Bool { content == other.content }
    }

    /// The period around a moment: what plays from when to when, without following every turn.
    public func period(at time: WallTime) -> Period {
        let period = record(at: max(time, circumstances.start ?? Self.beginning).nanoseconds)
        let ends = period.end.map { WallTime(nanoseconds: $0) }
        var round = period.rotation.firstRound(broken: circumstances.broken, orders)
        if let interruptions = period.interruptions {
            round.between = interruptions.between(broken: circumstances.broken, period.rotation.plan)
        }
        return Period(began: WallTime(nanoseconds: period.begin), ends: ends, content: round)
    }

    /// The highest priority of what takes turns at a moment, and until when that surely stays so. Nil while nothing plays.
    public func priority(at time: WallTime) -> (priority: Int?, until: WallTime?) {
        let period = record(at: max(time, circumstances.start ?? Self.beginning).nanoseconds)
        return (period.rotation.priority, period.end.map { WallTime(nanoseconds: $0) })
    }

    // MARK: Turns

    /// Where the list stands at a moment of a period.
    struct Place {
        var period: History.Period
        var time: Int64
        var rotation: Rotation
    }

    private func forget(since old: Circumstances) {
        turns = []
        places = []
        var old = old
        old.broken = circumstances.broken
        if old == circumstances, let (origin, known) = history {
            // A picture that cannot be shown changes what was played only where it was all there was.
            let plan = RotationPlan(list, broken: circumstances.broken)
            if plan.playsAlike(known.plan) {
                history = (origin, History(known, by: plan))
                return
            }
        }
        history = nil
    }

    private func record(at time: Int64) -> History.Period {
        var origin = circumstances.start?.nanoseconds ?? Self.beginning.nanoseconds
        var changes = changes
        if circumstances.schedules != .followed { changes = nil }
        if circumstances.start == nil, changes != nil { origin = Self.origin(before: time) }
        if let history, history.origin == origin { return history.history.period(at: time) }
        if let past, let changes, origin == Self.origin.nanoseconds, circumstances.start == nil {
            let plan = RotationPlan(list, broken: circumstances.broken)
            let known = History(past, changes)
            if plan.playsAlike(known.plan) {
                let made = circumstances.broken.isEmpty ? known : History(known, by: plan)
                history = (origin, made)
                return made.period(at: time)
            }
        }
        let made = History(
            RotationPlan(list, broken: circumstances.broken), changes,
            isInForce: schedules.map { _ in circumstances.schedules == .always } + arrivals.seconds.map { _ in true },
            from: origin, anchor: circumstances.start?.nanoseconds ?? Self.origin.nanoseconds)
        history = (origin, made)
        return made.period(at: time)
    }

    /// What a moment is counted from.
    private static func origin(before time: Int64) -> Int64 {
        let decade: Int64 = 3652 * 86400 * 1_000_000_000
        var origin = Self.origin.nanoseconds
        while time < origin { origin -= decade }
        return max(origin, beginning.nanoseconds)
    }

    func place(at time: Int64) -> Place {
        let period = record(at: time)
        var place = Place(period: period, time: period.begin, rotation: period.rotation)
        for other in places where other.period.begin == period.begin && other.time <= time && other.time > place.time {
            place = other
        }
        if place.rotation.isPlaying { place.rotation.advance(by: time - place.time) }
        place.time = time
        places.insert(place, at: 0)
        if places.count > 4 { places.removeLast() }
        return place
    }

    private func makeTurn(at time: Int64) -> Turn {
        let found = record(at: time)
        if let interrupted = found.interrupted { return turn(at: time, of: found, interrupted) }
        let place = place(at: time)
        let period = place.period
        func result(_ slide: Slide?, _ began: Int64, _ ends: Int64?) -> Turn {
            Turn(
                slide: slide, began: WallTime(nanoseconds: began), ends: ends.map { WallTime(nanoseconds: $0) })
        }
        guard place.rotation.isPlaying else { return result(nil, period.begin, period.end) }
        if let only = place.rotation.only(ignoringBroken: false) { return result(only, period.begin, period.end) }
        guard circumstances.broken.isEmpty else { return turn(besideBroken: place) }
        let shown = place.rotation.slide(orders)
        let began = time - place.rotation.offset
        return result(shown.slide, began, cutOff(began + shown.length, of: period))
    }

    /// Where the turn ends that would end at a time.
    func cutOff(_ end: Int64, of period: History.Period) -> Int64 {
        var border = period.end
        while let next = border, next < end {
            let period = record(at: next)
            let isBetween = period.interruptions?.running != nil
            guard period.continues, isBetween || period.rotation.only(ignoringBroken: false) == nil else { return next }
            border = period.end
        }
        return end
    }
}
