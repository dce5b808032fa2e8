/// How far a list with the lists in it has come.
///
/// Turns of a level follow one another in laps, in which each item has as many turns as its weight says. A list in a list
/// plays one lap in its turn, a folder all of its pictures, from wherever they stopped. What of a list is not having its
/// turn stands between two turns, so every turn of it is equally long, and to come from one moment to another takes a few
/// steps however far apart they are.
///
/// Times are nanoseconds that something of the list played.
struct Rotation {
    private(set) var plan: RotationPlan
    var eligibility: Eligibility
    var levels: [LevelState]
    /// How many pictures of each folder have shown.
    var pictures: [Int]
    /// Since the slide began that shows.
    var offset: Int64 = 0
    /// For each list the level that played up to now; negative where none did.
    var playing: [Int]
    /// Whether a list's turn in another one goes on when something joins it or leaves. What comes between the slides of
    /// another list takes turns of one length, so there each begins anew.
    private(set) var resumesLaps = true

    struct LevelState {
        /// What takes turns, by place in the level.
        var members: [Int32] = []
        /// A lap: the place in the level of whoever has each turn.
        var lap: [Int32] = []
        /// When each turn of a lap ends, since the lap began.
        var ends: [Int64] = []
        /// The present turn of the lap.
        var position = 0
        /// Laps, for what has another order in each.
        var number = 0
        /// Laps that ended since the members changed.
        var since = 0
        /// Turns that are left until the list that it is in goes on, this one counted.
        var left = 0
        /// Of the present turn: slides, or laps of a list.
        var done = 0
        /// Turns since the beginning.
        var count = 0
        /// For each entry, ``count`` after its last turn, as it was when the members changed.
        var last: [Int] = []

        var total: Int64 { ends.last ?? 0 }
        func begin(of position: Int) -> Int64 { position == 0 ? 0 : ends[position - 1] }
        /// Whoever has the present turn.
        var present: Int32 { lap[position] }

        /// Begins a lap of others, since others take turns now.
        /// - Parameter goesOn: whether its first turn is the present one, part of which is done.
        mutating func beginLap(goesOn: Bool) {
            position = 0
            if !goesOn { done = 0 }
            left = lap.count
            since = 0
        }
    }

    init(_ plan: RotationPlan, resumesLaps: Bool = true) {
        self.plan = plan
        self.resumesLaps = resumesLaps
        eligibility = Eligibility(plan)
        levels = plan.levels.map { LevelState(last: Array(repeating: 0, count: $0.entries.count)) }
        pictures = Array(repeating: 0, count: plan.entries.count)
        playing = Array(repeating: -1, count: plan.nodes.count)
    }

    /// The same by another plan of the same list, which has to play alike.
    func replacing(_ plan: RotationPlan) -> Rotation {
        var result = self
        result.plan = plan
        return result
    }

    /// Whether anything plays.
    var isPlaying: Bool { eligibility.active[0] >= 0 && levels[eligibility.active[0]].total > 0 }

    /// The highest priority of what takes turns now, also in lists. Nil while nothing plays.
    var priority: Int? { isPlaying ? priority(of: 0) : nil }

    private func priority(of node: Int) -> Int {
        let level = plan.levels[eligibility.active[node]]
        guard level.hasLists else { return level.priority }
        return level.entries.reduce(level.priority) { highest, entry in
            guard case .list(let inner) = plan.entries[entry].kind, eligibility.entries[entry],
                eligibility.active[inner] >= 0
            else { return highest }
            return max(highest, priority(of: inner))
        }
    }

    // MARK: What is where

    func entry(_ level: Int, at position: Int) -> Int {
        plan.levels[level].entries.lowerBound + Int(levels[level].lap[position])
    }

    func current(_ level: Int) -> Int { entry(level, at: levels[level].position) }

    /// The entry of the slide that shows.
    var leaf: Int {
        var node = 0
        while true {
            let entry = current(eligibility.active[node])
            guard case .list(let inner) = plan.entries[entry].kind else { return entry }
            node = inner
        }
    }

    /// How long a turn of an entry takes.
    func length(of entry: Int) -> Int64 {
        let length = plan.lengths[entry]
        guard length == 0, case .list(let node) = plan.entries[entry].kind else { return length }
        return lap(of: node).times(plan.entries[entry].repeats)
    }

    func lap(of node: Int) -> Int64 {
        let level = eligibility.active[node]
        return level < 0 ? 0 : levels[level].total
    }

    /// What is left of the present turn of a level.
    func rest(_ level: Int) -> Int64 {
        let item = plan.entries[current(level)]
        let done = levels[level].done
        switch item.kind {
        case .slide: return item.duration.times(item.repeats - done) - offset
        case .folder(let count): return item.duration.times(count &* item.repeats &- done) - offset
        case .list(let node): return restOfLap(node).plus(lap(of: node).times(item.repeats - 1 - done))
        }
    }

    /// What is left until a list has gone once through.
    func restOfLap(_ node: Int) -> Int64 {
        let level = eligibility.active[node]
        let (position, left, count) = (levels[level].position, levels[level].left, levels[level].lap.count)
        var time = rest(level)
        let ends = levels[level].ends
        let last = position + left - 1
        if last < count {
            time = time.plus(ends[last] - ends[position])
        } else {
            time = time.plus(levels[level].total - ends[position])
            time = time.plus(levels[level].begin(of: last - count + 1))
        }
        return time
    }

    // MARK: Interruptions

    /// Puts a level between two turns: one that has begun counts, and what it did not come to is for the next.
    mutating func clean(_ level: Int) {
        guard !levels[level].members.isEmpty else { return }
        if hasBegun(level) {
            levels[level].done = 0
            if case .list(let node) = plan.entries[current(level)].kind {
                for level in plan.nodes[node].levels { clean(level) }
            }
            endTurn(level)
        }
        levels[level].left = levels[level].lap.count
        guard case .shuffled = plan.levels[level].order, levels[level].position > 0 else { return }
        // In the next lap comes first what had no turn in this one.
        settleLast(level)
        let position = levels[level].position
        levels[level].lap = Array(levels[level].lap[position...] + levels[level].lap[..<position])
        levels[level].position = 0
        measure(level)
    }

    /// Whether the present turn has begun, but for the time of the slide that shows.
    func hasBegun(_ level: Int) -> Bool {
        guard !levels[level].members.isEmpty else { return false }
        if levels[level].done > 0 { return true }
        guard case .list(let node) = plan.entries[current(level)].kind else { return false }
        return plan.nodes[node].levels.contains {
            !levels[$0].members.isEmpty && (levels[$0].left != levels[$0].lap.count || hasBegun($0))
        }
    }

    /// Says when each entry had its last turn, before the lap is exchanged for another one.
    mutating func settleLast(_ level: Int) {
        let (count, position) = (levels[level].count, levels[level].position)
        let length = levels[level].lap.count
        if levels[level].since > 0 {
            var before = levels[level].lap
            if case .shuffled(let seed) = plan.levels[level].order, levels[level].members.count > 1 {
                before = shuffled(level, seed, levels[level].number &- 1)
            }
            for (turn, place) in before.enumerated() {
                levels[level].last[Int(place)] = count &- position &- length &+ turn &+ 1
            }
        }
        for turn in 0..<position { levels[level].last[Int(levels[level].lap[turn])] = count &- position &+ turn &+ 1 }
        levels[level].since = 0
    }
}
