// How a rotation goes on: by any time, in a few steps.

extension Rotation {
    /// Goes on by so much time. Something must be playing.
    mutating func advance(by time: Int64) { advance(0, time) }

    private mutating func advance(_ node: Int, _ time: Int64) {
        let level = eligibility.active[node]
        let rest = rest(level)
        guard time >= rest else { return enter(level, time) }
        finishTurn(level)
        jump(level, time - rest)
    }

    /// Goes on within the present turn.
    private mutating func enter(_ level: Int, _ time: Int64) {
        let entry = current(level)
        let item = plan.entries[entry]
        switch item.kind {
        case .slide, .folder:
            let (slides, rest) = (offset + time).quotientAndRemainder(dividingBy: item.duration)
            offset = rest
            levels[level].done &+= Int(slides)
            if case .folder = item.kind { pictures[entry] &+= Int(slides) }
        case .list(let node):
            let rest = restOfLap(node)
            guard time >= rest else { return advance(node, time) }
            finishLap(node)
            let (laps, remainder) = (time - rest).quotientAndRemainder(dividingBy: max(1, lap(of: node)))
            skip(eligibility.active[node], laps: Int(laps))
            levels[level].done += 1 + Int(laps)
            advance(node, remainder)
        }
    }

    /// Goes on from between two turns.
    private mutating func jump(_ level: Int, _ time: Int64) {
        var time = time
        let begin = levels[level].begin(of: levels[level].position)
        let rest = levels[level].total - begin
        if time >= rest {
            let (laps, remainder) = (time - rest).quotientAndRemainder(dividingBy: max(1, levels[level].total))
            move(level, to: levels[level].lap.count)
            nextLap(level, skipping: Int(laps))
            time = remainder
        } else {
            time += begin
        }
        let position = levels[level].ends.firstIndex(after: time)
        move(level, to: position)
        enter(level, time - levels[level].begin(of: position))
    }

    /// Goes on to the end of the present turn.
    private mutating func finishTurn(_ level: Int) {
        let entry = current(level)
        let item = plan.entries[entry]
        let done = levels[level].done
        switch item.kind {
        case .slide: offset = 0
        case .folder(let count):
            offset = 0
            pictures[entry] &+= count &* item.repeats &- done
        case .list(let node):
            finishLap(node)
            skip(eligibility.active[node], laps: item.repeats - 1 - done)
            // What was interrupted in this turn will not go on in the next one.
            for level in plan.nodes[node].levels where level != eligibility.active[node] { clean(level) }
        }
        endTurn(level)
    }

    mutating func endTurn(_ level: Int) {
        levels[level].done = 0
        levels[level].position += 1
        count(level, 1)
        if levels[level].position == levels[level].lap.count { nextLap(level, skipping: 0) }
    }

    private mutating func count(_ level: Int, _ turns: Int) {
        levels[level].count &+= turns
        levels[level].left -= turns
        while levels[level].left <= 0 { levels[level].left += max(1, levels[level].lap.count) }
    }

    /// Goes on to the end of a list's lap, from within a turn.
    private mutating func finishLap(_ node: Int) {
        let level = eligibility.active[node]
        let left = levels[level].left
        finishTurn(level)
        guard left > 1 else { return }
        let target = levels[level].position + left - 1
        let count = levels[level].lap.count
        guard target >= count else { return move(level, to: target) }
        move(level, to: count)
        nextLap(level, skipping: 0)
        move(level, to: target - count)
    }

    /// Goes on, from between two turns, to another one of this lap, or to its end.
    private mutating func move(_ level: Int, to position: Int) {
        let from = levels[level].position
        guard position > from else { return }
        if plan.levels[level].hasCompound {
            let first = plan.levels[level].entries.lowerBound
            for turn in from..<position {
                let place = Int(levels[level].lap[turn])
                if plan.levels[level].compound[place] { take(first + place, turns: 1) }
            }
        }
        levels[level].position = position
        count(level, position - from)
    }

    /// An entry has whole turns.
    private mutating func take(_ entry: Int, turns: Int) {
        let item = plan.entries[entry]
        switch item.kind {
        case .slide: break
        case .folder(let count): pictures[entry] &+= count &* item.repeats &* turns
        case .list(let node): skip(eligibility.active[node], laps: item.repeats &* turns)
        }
    }

    /// Whole laps, from between two turns to between the same two.
    private mutating func skip(_ level: Int, laps: Int) {
        guard laps != 0, level >= 0 else { return }
        levels[level].count &+= laps &* levels[level].lap.count
        levels[level].since &+= laps
        if plan.levels[level].hasCompound {
            for member in levels[level].members {
                let entry = plan.levels[level].entries.lowerBound + Int(member)
                if plan.levels[level].compound[Int(member)] { take(entry, turns: laps &* plan.entries[entry].weight) }
            }
        }
        levels[level].number &+= laps
        arrange(level)
    }

    private mutating func nextLap(_ level: Int, skipping laps: Int) {
        levels[level].position = 0
        levels[level].since &+= 1
        levels[level].number &+= 1
        if laps == 0 { arrange(level) } else { skip(level, laps: laps) }
    }

    /// Lays out a new lap where each has an order of its own.
    private mutating func arrange(_ level: Int) {
        guard case .shuffled(let seed) = plan.levels[level].order, levels[level].members.count > 1 else { return }
        levels[level].lap = shuffled(level, seed, levels[level].number)
        measure(level)
    }

    func shuffled(_ level: Int, _ seed: UInt64, _ number: Int) -> [Int32] {
        let members = levels[level].members
        let first = plan.levels[level].entries.lowerBound
        let weights = members.map { plan.entries[first + Int($0)].weight }
        return Shuffle(seed: seed).order(of: weights, lap: number).map { members[Int($0)] }
    }

    /// Adds up how long turns take.
    mutating func measure(_ level: Int) {
        var time: Int64 = 0
        let first = plan.levels[level].entries.lowerBound
        var ends: [Int64] = []
        ends.reserveCapacity(levels[level].lap.count)
        for place in levels[level].lap {
            time = time.plus(length(of: first + Int(place)))
            ends.append(time)
        }
        levels[level].ends = ends
    }
}

extension Int64 {
    /// What lists in lists can add up to; longer than anybody will see.
    static let longest: Int64 = 1 << 60

    func times(_ count: Int) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: Int64(count))
        return overflow ? Self.longest : Swift.min(product, Self.longest)
    }

    func plus(_ other: Int64) -> Int64 { Swift.min(self + other, Self.longest) }
}

extension [Int64] {
    /// The first that is later; the last one where none is.
    func firstIndex(after time: Int64) -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
