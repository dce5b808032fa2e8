import Timing

/// What plays between the slides of a list, and how far it has come: items that come every so often, or have a share of the
/// time.
///
/// The list's own clock stands still meanwhile. What has come due waits for the end of the slide that shows; all that is due
/// then plays, the one that has waited longest first. Within a period this is the same again and again, so what shows at
/// any moment of it can be said without going through all turns before: ``InterruptedPeriod``.
struct Interruptions {
    /// How far one has come.
    struct State {
        /// Of the item alone.
        var rotation: Rotation
        /// Whether it is to play as soon as it may, though its moment is over.
        var isOwed = false
        /// What of its next turn it is owed as its share of the time.
        var credit: Double
    }

    /// One that may play in this period.
    struct Active {
        /// By number in the plan.
        var number: Int
        /// Of one turn, in nanoseconds.
        var length: Int64
        /// Whether it counts by the clock; else by the time that the list itself has played.
        var isTimed: Bool
        /// When its first turn is due: nanoseconds since 1970, or of the list's own time in this period.
        var first: Int64
        /// From one turn to the next, in nanoseconds.
        var interval: Int64
        /// Due from the beginning on, as well.
        var owed = 0

        /// How many turns were due up to a time of the kind that it counts by.
        func count(until time: Int64) -> Int { owed + (time < first ? 0 : Int((time - first) / interval) + 1) }
    }

    var states: [State]
    private(set) var active: [Active] = []
    /// What plays when the period begins, by place in ``active``, with the rest of its turn in nanoseconds.
    private(set) var running: (place: Int, rest: Int64)?

    /// What by the clock comes between others takes so much of the time at most; else it leaves moments out.
    private static let greatestLoad = 0.75

    init(_ plan: RotationPlan) {
        states = plan.interrupts.enumerated().map { index, interrupt in
            // Those that have shares do not all begin at once.
            let credit = (Double(index) + 0.5) / Double(plan.interrupts.count)
            return State(rotation: Rotation(interrupt.plan, resumesLaps: false), credit: credit)
        }
    }

    /// Begins a period.
    /// - Parameters:
    ///   - list: as it plays from now on.
    ///   - isInForce: for each schedule.
    ///   - begin: nanoseconds since 1970.
    ///   - isFirst: whether nothing played before.
    ///   - anchor: what moments are counted from.
    ///   - shown: what played up to now, by number, and for how long in this turn.
    /// - Returns: whether that goes on, its slide too.
    mutating func begin(
        _ list: Rotation, _ isInForce: [Bool], at begin: Int64, isFirst: Bool, anchor: Int64,
        after shown: (number: Int, time: Int64)? = nil
    ) -> Bool {
        var continues = shown.map { states[$0.number].rotation.offset > 0 } ?? false
        for index in states.indices where isFirst || list.plan.interrupts[index].isScheduledInside {
            let goesOn = states[index].rotation.change(isInForce, after: 0)
            if shown?.number == index { continues = goesOn }
        }
        active = []
        running = nil
        visit(0, of: list, isInForce, fraction: 1, from: isFirst ? begin + 1 : begin, anchor)
        lighten()
        guard let shown else { return false }
        if let place = active.firstIndex(where: { $0.number == shown.number }) {
            running = (place, states[shown.number].rotation.restOfLap(0))
            return continues
        }
        // It is cut off: after half its time it has had its turn.
        if states[shown.number].rotation.isPlaying {
            states[shown.number].rotation.cut(after: states[shown.number].rotation.offset)
        }
        if shown.time < states[shown.number].rotation.lap(of: 0) - shown.time {
            states[shown.number].isOwed = true
            states[shown.number].credit = 1
        }
        return false
    }

    /// Collects what may play.
    /// - Parameter fraction: of the list's own time that this one of the lists in it has. Nil where it has no turns.
    private mutating func visit(
        _ node: Int, of list: Rotation, _ isInForce: [Bool], fraction: Double?, from begin: Int64, _ anchor: Int64
    ) {
        let plan = list.plan
        guard plan.isInterrupted[node] else { return }
        let level = list.eligibility.active[node]
        var shares: [Int] = []
        for number in plan.interruptsOfNode[node] {
            let interrupt = plan.interrupts[number]
            guard states[number].rotation.isPlaying else { continue }
            if let entry = interrupt.entry {
                // It is one of those that take turns, unless it comes between them.
                guard interrupt.firstLevel == level, fraction != nil, list.eligibility.entries[entry] else { continue }
                let place = Int32(entry - plan.levels[level].entries.lowerBound)
                guard !list.levels[level].members.contains(place) else { continue }
            } else {
                let mayPlay = interrupt.schedules.isEmpty || interrupt.schedules.contains { isInForce[$0] }
                guard mayPlay, level < 0 || interrupt.firstLevel <= level else { continue }
            }
            if case .share = interrupt.rate {
                shares.append(number)
            } else if let moments = interrupt.rate.moments(from: anchor) {
                active.append(
                    Active(
                        number: number, length: states[number].rotation.lap(of: 0), isTimed: true,
                        first: moments.next(from: begin), interval: moments.interval,
                        owed: states[number].isOwed ? 1 : 0))
            }
        }
        if let fraction, fraction > 0, !shares.isEmpty { add(shares, list.levels[level], level, plan, fraction) }
        for inner in plan.nodes[node].levels where plan.levels[inner].hasLists && (level < 0 || inner <= level) {
            for entry in plan.levels[inner].entries {
                guard case .list(let child) = plan.entries[entry].kind, plan.isInterrupted[child],
                    plan.schedules[entry].isEmpty || plan.schedules[entry].contains(where: { isInForce[$0] })
                else { continue }
                var part: Double?
                let place = Int32(entry - plan.levels[inner].entries.lowerBound)
                if inner == level, let fraction, list.levels[level].members.contains(place) {
                    let turns = list.length(of: entry).times(plan.entries[entry].weight)
                    part = fraction * Double(turns) / Double(max(1, list.levels[level].total))
                }
                visit(child, of: list, isInForce, fraction: part, from: begin, anchor)
            }
        }
    }

    /// What has shares of a list's time plays whenever the rest has had so much that its share is a turn.
    private mutating func add(
        _ shares: [Int], _ state: Rotation.LevelState, _ level: Int, _ plan: RotationPlan, _ fraction: Double
    ) {
        func share(_ number: Int) -> Double { plan.interrupts[number].entry.map { plan.entries[$0].share } ?? 0 }
        // Where all have shares, one of them is what takes the turns.
        let ofMembers = state.members.reduce(0) {
            max($0, plan.entries[plan.levels[level].entries.lowerBound + Int($1)].share)
        }
        let rest = ofMembers > 0 ? ofMembers : max(0.01, 1 - shares.reduce(0) { $0 + share($1) })
        for number in shares {
            let length = states[number].rotation.lap(of: 0)
            let interval = Double(length) * rest / (share(number) * fraction)
            guard interval < Double(Int64.longest) else { continue }
            let first = max(0, interval * (1 - states[number].credit))
            active.append(
                Active(
                    number: number, length: length, isTimed: false, first: Int64(first),
                    interval: max(1, Int64(interval))))
        }
    }

    /// Ends a period.
    /// - Parameters:
    ///   - shown: in its last nanosecond.
    ///   - begin: of the period.
    /// - Returns: what is in the middle of a turn, by number, with how much of it has shown.
    mutating func end(
        _ shown: InterruptedPeriod.Shown, _ plan: RotationPlan, from begin: Int64, to end: Int64, anchor: Int64
    ) -> (number: Int, time: Int64)? {
        var result: (number: Int, time: Int64)?
        for (place, item) in active.enumerated() {
            let rest = running.map { $0.place == place ? $0.rest : 0 } ?? 0
            var played = rest + item.length * Int64(shown.played[place])
            if let between = shown.between, between.place == place {
                played = between.time + 1
                if between.ofTurn + 1 < item.length { result = (item.number, between.ofTurn + 1) }
            }
            if played > 0 { states[item.number].rotation.advance(by: played) }
            if item.isTimed {
                states[item.number].isOwed = item.count(until: end - 1) > shown.played[place]
            } else {
                let own = shown.own + (shown.between == nil ? 1 : 0)
                let turns = Double(own) / Double(item.interval) - Double(shown.played[place])
                states[item.number].credit = min(max(states[item.number].credit + turns, 0), 1)
            }
        }
        skip(plan, from: begin, to: end, anchor: anchor)
        return result
    }

    /// Notes what could not play when it was due in a period: it plays as soon as it may.
    mutating func skip(_ plan: RotationPlan, from begin: Int64, to end: Int64, anchor: Int64) {
        for (number, interrupt) in plan.interrupts.enumerated()
        where interrupt.entry == nil && !states[number].isOwed && !active.contains(where: { $0.number == number }) {
            if let moments = interrupt.rate.moments(from: anchor), moments.next(from: begin) < end {
                states[number].isOwed = true
            }
        }
    }

    /// Leaves moments out where they ask for too much of the time.
    private mutating func lighten() {
        let load = active.reduce(0) { $1.isTimed ? $0 + Double($1.length) / Double($1.interval) : $0 }
        guard load > Self.greatestLoad else { return }
        let factor = Int((load / Self.greatestLoad).rounded(.up))
        for index in active.indices where active[index].isTimed {
            active[index].interval = active[index].interval.times(factor)
        }
    }
}

extension Item.Rate {
    /// Moments at equal distances.
    struct Moments {
        var anchor: Int64
        var interval: Int64

        /// The first that is not before a time.
        func next(from time: Int64) -> Int64 {
            let rest = (time - anchor) % interval
            return rest == 0 ? time : time - rest + (rest > 0 ? interval : 0)
        }
    }

    /// What comes due by the clock, in nanoseconds.
    func moments(from anchor: Int64) -> Moments? {
        switch self {
        case .every(let interval, let offset):
            Moments(anchor: anchor + offset.nanoseconds, interval: max(1, interval.nanoseconds))
        case .atMost(let count, let offset):
            Moments(anchor: anchor + offset.nanoseconds, interval: 3_600_000_000_000 / Int64(max(1, count)))
        case .turns, .share: nil
        }
    }
}
