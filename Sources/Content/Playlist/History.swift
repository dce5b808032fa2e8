import Timing

/// What a list came to, period by period: a time in which no schedule of it changes.
///
/// It begins at a fixed moment and goes through all periods since, each of which takes a microsecond or so. What it comes
/// to on the way is kept at some of them, so that whatever is asked afterwards is near one.
final class History {
    /// A period, with where the list stood when it began. Times are nanoseconds since 1970.
    struct Period {
        var number = 0
        var begin: Int64
        /// Nil: never.
        var end: Int64?
        var rotation: Rotation
        /// What plays between the list's slides. Nil where nothing ever does.
        var interruptions: Interruptions?
        /// Whether the slide that showed goes on in it.
        var continues = false
        /// Behind ``end``.
        fileprivate var next: ScheduleChanges.Cursor?

        func contains(_ time: Int64) -> Bool { time >= begin && time < end ?? .max }
    }

    private let changes: ScheduleChanges?
    private let anchor: Int64
    private let first: Period
    /// Some of the periods, in order.
    private var kept: [Period]
    /// Asked for lately, the last one first.
    private var recent: [Period] = []
    /// Between two kept ones.
    private var distance = 256

    private static let mostKept = 64
    private static let mostRecent = 4

    /// - Parameters:
    ///   - isInForce: for each schedule, where they never change.
    ///   - origin: when it begins.
    ///   - anchor: what is due every so often is counted from.
    init(
        _ plan: RotationPlan, _ changes: ScheduleChanges?, isInForce: [Bool], from origin: Int64, anchor: Int64
    ) {
        self.changes = changes
        self.anchor = anchor
        let cursor = changes?.cursor(at: origin)
        let isInForce = cursor?.isInForce ?? isInForce
        var rotation = Rotation(plan)
        _ = rotation.change(isInForce, after: 0)
        var period = Period(begin: origin, rotation: rotation, next: cursor)
        if !plan.interrupts.isEmpty {
            var interruptions = Interruptions(plan)
            _ = interruptions.begin(rotation, isInForce, at: origin, isFirst: true, anchor: anchor)
            period.interruptions = interruptions
        }
        if let changes { period.lookAhead(changes) }
        first = period
        kept = [period]
    }

    /// The plan that it goes by.
    var plan: RotationPlan { first.rotation.plan }

    /// The same by another plan of the same list, which has to play alike.
    init(_ other: History, by plan: RotationPlan) {
        func changed(_ period: Period) -> Period {
            var period = period
            period.rotation = period.rotation.replacing(plan)
            return period
        }
        (changes, anchor, distance) = (other.changes, other.anchor, other.distance)
        first = changed(other.first)
        kept = other.kept.map(changed)
        recent = other.recent.map(changed)
    }

    /// Goes on from what was worked out elsewhere.
    init(_ past: Past, _ changes: ScheduleChanges) {
        self.changes = changes
        (anchor, distance, kept, first) = (past.anchor, past.distance, past.kept, past.kept[0])
        recent = past.recent
    }

    /// What was worked out up to now, for another thread or another screen.
    struct Past: Sendable {
        fileprivate var anchor: Int64
        fileprivate var distance: Int
        fileprivate var kept: [Period]
        fileprivate var recent: [Period]
    }

    var past: Past { Past(anchor: anchor, distance: distance, kept: kept, recent: recent) }

    /// - Parameter time: not before the beginning.
    func period(at time: Int64) -> Period {
        if let index = recent.firstIndex(where: { $0.contains(time) }) {
            if index > 0 { recent.insert(recent.remove(at: index), at: 0) }
            return recent[0]
        }
        var period = kept.last { $0.begin <= time } ?? first
        for other in recent where other.begin <= time && other.begin > period.begin { period = other }
        while let changes, let end = period.end, time >= end {
            period.advance(changes, anchor)
            if let last = kept.last, period.number >= last.number + distance { keep(period) }
        }
        recent.insert(period, at: 0)
        if recent.count > Self.mostRecent { recent.removeLast() }
        return period
    }

    private func keep(_ period: Period) {
        kept.append(period)
        guard kept.count > Self.mostKept else { return }
        distance *= 2
        kept = kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
}

extension History.Period {
    fileprivate mutating func lookAhead(_ changes: ScheduleChanges) {
        guard var next else { return }
        end = changes.advance(&next)
        self.next = next
    }

    fileprivate mutating func advance(_ changes: ScheduleChanges, _ anchor: Int64) {
        guard let end, let next else { return }
        if interruptions == nil {
            continues = rotation.change(next.isInForce, after: end - begin)
        } else {
            changeInterrupted(next.isInForce, at: end, anchor)
        }
        begin = end
        number += 1
        lookAhead(changes)
    }

    private mutating func changeInterrupted(_ isInForce: [Bool], at end: Int64, _ anchor: Int64) {
        guard var interruptions else { return }
        var own = end - begin
        var between: (number: Int, time: Int64)?
        if let interrupted {
            let shown = interrupted.shown(at: end - 1)
            own = shown.own + (shown.between == nil ? 1 : 0)
            between = interruptions.end(shown, rotation.plan, from: begin, to: end, anchor: anchor)
        } else {
            interruptions.skip(rotation.plan, from: begin, to: end, anchor: anchor)
        }
        let goesOn = rotation.change(isInForce, after: own)
        let betweenGoesOn = interruptions.begin(
            rotation, isInForce, at: end, isFirst: false, anchor: anchor, after: between)
        continues = between == nil ? goesOn : betweenGoesOn
        self.interruptions = interruptions
    }

    /// What comes between slides in it; nil where nothing does.
    var interrupted: InterruptedPeriod? {
        guard let interruptions, !interruptions.active.isEmpty else { return nil }
        return InterruptedPeriod(begin: begin, rotation: rotation, interruptions)
    }
}
