// What happens to a rotation when schedules change.

extension Rotation {
    /// Goes over to what may play from now on.
    /// - Parameters:
    ///   - isInForce: for each schedule.
    ///   - played: since the last change, in nanoseconds.
    /// - Returns: whether the slide that shows goes on.
    mutating func change(_ isInForce: [Bool], after played: Int64) -> Bool {
        var next = eligibility
        next.update(plan, isInForce)
        var continues = false
        if isPlaying {
            if only(ignoringBroken: true) != nil {
                cut(after: offset.plus(played))
            } else {
                advance(by: played)
                continues = goesOn(0, next)
                if !continues { cut(after: offset) }
            }
        }
        var isOnScreen = continues && offset > 0
        let shown = isOnScreen ? leaf : -1
        eligibility = next
        var reached = Array(repeating: -1, count: plan.nodes.count)
        settle(0, keepsSlide: isOnScreen, &reached)
        playing = reached
        // What took turns until now may have its time between the others from now on.
        if isOnScreen, !isPlaying || leaf != shown { (isOnScreen, offset) = (false, 0) }
        return isOnScreen
    }

    /// Begins what may play in another rotation.
    mutating func begin(as other: Rotation) {
        eligibility = other.eligibility
        var reached = Array(repeating: -1, count: plan.nodes.count)
        settle(0, keepsSlide: false, &reached)
        playing = reached
    }

    /// Whether what plays now has another order each time.
    var isShuffled: Bool { isShuffled(0) }

    private func isShuffled(_ node: Int) -> Bool {
        let level = eligibility.active[node]
        guard level >= 0 else { return false }
        if case .shuffled = plan.levels[level].order, levels[level].lap.count > 2 { return true }
        return levels[level].members.contains { member in
            let entry = plan.levels[level].entries.lowerBound + Int(member)
            if case .list(let inner) = plan.entries[entry].kind { return isShuffled(inner) }
            if case .folder(let paths, .shuffled, _) = plan.contents[entry] { return paths.count > 2 }
            return false
        }
    }

    /// Whether what has its turn now may go on.
    private func goesOn(_ node: Int, _ next: Eligibility) -> Bool {
        let level = eligibility.active[node]
        guard level >= 0, next.active[node] == level else { return false }
        let entry = entry(level, at: levels[level].position)
        guard next.entries[entry] else { return false }
        if !plan.nodes[node].resumes, members(of: level, next) != levels[level].members { return false }
        if plan.levels[level].hasRates {
            let place = Int32(entry - plan.levels[level].entries.lowerBound)
            guard members(of: level, next).contains(place) else { return false }
        }
        guard case .list(let inner) = plan.entries[entry].kind else { return true }
        return goesOn(inner, next)
    }

    private func members(of level: Int, _ eligibility: Eligibility) -> [Int32] {
        let range = plan.levels[level].entries
        var members: [Int32] = []
        members.reserveCapacity(range.count)
        for index in range where eligibility.entries[index] { members.append(Int32(index - range.lowerBound)) }
        return plan.levels[level].hasRates ? membersInTurn(of: level, among: members) : members
    }

    /// Without what has a share of the time, and what would come too often: these come between the others. Where there is
    /// nothing else, the largest share, or else the first, takes the time that is left.
    private func membersInTurn(of level: Int, among all: [Int32]) -> [Int32] {
        let entries = plan.levels[level].entries
        func entry(_ member: Int32) -> RotationPlan.Entry { plan.entries[entries.lowerBound + Int(member)] }
        var members = all.filter { entry($0).share == 0 }
        if members.isEmpty {
            return all.max { (entry($0).share, $1) < (entry($1).share, $0) }.map { [$0] } ?? []
        }
        guard members.contains(where: { entry($0).leastInterval > 0 }) else { return members }
        func turns(_ member: Int32) -> Int64 {
            length(of: entries.lowerBound + Int(member)).times(entry(member).weight)
        }
        var total = members.reduce(Int64(0)) { $0.plus(turns($1)) }
        // Whoever goes makes the others come more often.
        while members.count > 1,
            let index = members.lastIndex(where: { total < entry($0).leastInterval.times(entry($0).weight) })
        {
            total -= turns(members.remove(at: index))
        }
        return members
    }

    /// Ends the slide that shows: what has shown for half its time or more has had its turn, else it comes again.
    mutating func cut(after time: Int64) {
        let duration = plan.entries[leaf].duration
        if time >= duration - time { advance(by: duration - offset) }
        offset = 0
    }

    /// Makes the laps of what plays now.
    /// - Parameter keepsSlide: whether the slide that shows goes on, in this list.
    private mutating func settle(_ node: Int, keepsSlide: Bool, _ reached: inout [Int]) {
        let level = eligibility.active[node]
        guard level >= 0 else { return }
        reached[node] = level
        let range = plan.levels[level].entries
        if !plan.nodes[node].resumes, playing[node] != level { forget(node) }
        let members =
            plan.levels[level].isScheduled || levels[level].members.isEmpty
            ? members(of: level, eligibility) : levels[level].members
        if !plan.nodes[node].resumes, members != levels[level].members, !levels[level].members.isEmpty { forget(node) }
        if plan.levels[level].hasLists {
            let present = levels[level].members.isEmpty ? -1 : entry(level, at: levels[level].position)
            for index in range where eligibility.entries[index] {
                if case .list(let inner) = plan.entries[index].kind {
                    settle(inner, keepsSlide: keepsSlide && index == present, &reached)
                }
            }
        }
        if members != levels[level].members {
            exchange(level, for: members, keepsSlide: keepsSlide)
        } else if plan.levels[level].hasLists, plan.levels[level].isScheduled {
            measure(level)
        }
    }

    /// Another lap, since others take turns now.
    private mutating func exchange(_ level: Int, for members: [Int32], keepsSlide: Bool) {
        var kept: Int32?
        let ended = endedTurns(level)
        if !levels[level].members.isEmpty {
            let present = levels[level].present
            if keepsSlide || hasBegun(level) {
                if members.contains(present) {
                    kept = present
                } else {
                    clean(level)
                }
            }
            settleLast(level)
        }
        if plan.levels[level].isPlain, !levels[level].members.isEmpty {
            levels[level].lap = byAge(level, members, kept)
            levels[level].members = members
        } else {
            arrange(level, members, kept)
        }
        levels[level].beginLap(goesOn: kept != nil)
        if resumesLaps { resumeLap(level, after: ended) }
        measure(level)
    }

    /// The turns that ended since a list began its present one in another list, in order.
    private func endedTurns(_ level: Int) -> [Int32] {
        let state = levels[level]
        guard !state.members.isEmpty, !plan.nodes[0].levels.contains(level) else { return [] }
        let count = state.lap.count
        return (state.position - (count - state.left)..<state.position).map { state.lap[($0 + count) % count] }
    }

    /// Has a list's turn in another one go on: if it began anew, it would never end where something joins in each.
    /// - Parameter ended: the turns that it has had.
    private mutating func resumeLap(_ level: Int, after ended: [Int32]) {
        var rest = levels[level].lap
        var before: [Int32] = []
        for member in ended where rest.count > 1 {
            guard let last = rest.dropFirst().lastIndex(of: member) else { continue }
            before.append(rest.remove(at: last))
        }
        levels[level].lap = before + rest
        levels[level].position = before.count
        levels[level].left = rest.count
    }

    /// The order of members that all have one turn: the one that came longest ago first, after the one that is kept.
    private func byAge(_ level: Int, _ members: [Int32], _ kept: Int32?) -> [Int32] {
        let state = levels[level]
        let first = plan.levels[level].entries.lowerBound
        var lap: [Int32] = []
        lap.reserveCapacity(members.count)
        // Those that were there before are in order.
        for turns in [state.position..<state.lap.count, 0..<state.position] {
            for turn in turns {
                let place = state.lap[turn]
                if eligibility.entries[first + Int(place)], place != kept { lap.append(place) }
            }
        }
        var old = state.members[...]
        for place in members {
            while let other = old.first, other < place { old.removeFirst() }
            guard old.first != place else { continue }
            let isNew = plan.levels[level].order == .newFirst && state.last[Int(place)] == 0
            let later = isNew ? 0 : lap.firstIndex { state.last[Int($0)] > state.last[Int(place)] }
            lap.insert(place, at: later ?? lap.count)
        }
        if let kept { lap.insert(kept, at: 0) }
        return lap
    }

    private mutating func arrange(_ level: Int, _ members: [Int32], _ kept: Int32?) {
        let shown = levels[level].members.isEmpty ? [] : levels[level].lap[..<levels[level].position]
        levels[level].members = members
        let first = plan.levels[level].entries.lowerBound
        let weights = members.map { plan.entries[first + Int($0)].weight }
        let count = levels[level].count
        func age(_ place: Int32) -> Int { place == kept ? 0 : max(0, count &- levels[level].last[Int(place)]) }
        let previous = kept ?? members.first { count > 0 && levels[level].last[Int($0)] == count }
        let after = previous.flatMap { place in members.firstIndex(of: place) }.map(Int32.init)
        var lap: [Int32]
        switch plan.levels[level].order {
        case .listed, .newFirst:
            let ages = kept == nil ? 0 : 1
            lap =
                Spread(
                    zip(members, weights).map { .init(weight: $1, age: $0 == kept ? 0 : age($0) + ages) }, after: after
                ).turns
        case .shuffled(let seed):
            let order = Shuffle(seed: seed).order(of: weights, lap: levels[level].number)
            // First what had no turn for longer than a lap, then what had none in this one.
            var left = weights
            for place in shown {
                if let member = members.firstIndex(of: place) { left[member] -= 1 }
            }
            if let after, kept != nil { left[Int(after)] -= 1 }
            var groups: [[Int32]] = [[], [], []]
            for member in order {
                let isOverdue = age(members[Int(member)]) >= order.count
                let isLeft = left[Int(member)] > 0
                left[Int(member)] -= 1
                groups[!isLeft ? 2 : isOverdue ? 0 : 1].append(member)
            }
            lap = groups.flatMap(\.self)
            lap.separate(after: after) { weights[Int($0)] * 2 > order.count }
        }
        if kept != nil, let after, let turn = lap.lastIndex(of: after) {
            // It has its turn at present, and one less in the rest of the lap.
            lap.remove(at: turn)
            lap.separate(after: after) { weights[Int($0)] * 2 > weights.reduce(0, +) }
            lap.insert(after, at: 0)
        }
        levels[level].lap = lap.map { members[Int($0)] }
    }

    /// As if a list had never played.
    private mutating func forget(_ node: Int) {
        for level in plan.nodes[node].levels {
            let range = plan.levels[level].entries
            levels[level] = LevelState(last: Array(repeating: 0, count: range.count))
            for entry in range {
                pictures[entry] = 0
                if case .list(let inner) = plan.entries[entry].kind { forget(inner) }
            }
        }
    }

    /// The slide that all are which play now; nil where they are several, or where each turn moves it anew.
    /// - Parameter ignoringBroken: whether those count too that cannot be shown.
    func only(ignoringBroken: Bool) -> Slide? {
        var only: Int32 = -1
        guard isOnly(0, ignoringBroken, &only), only >= 0 else { return nil }
        let slide = plan.slides[Int(only)]
        return slide.style.look.motion == nil ? slide : nil
    }

    private func isOnly(_ node: Int, _ ignoringBroken: Bool, _ only: inout Int32) -> Bool {
        let level = eligibility.active[node]
        guard level >= 0 else { return true }
        for member in levels[level].members {
            let entry = plan.entries[plan.levels[level].entries.lowerBound + Int(member)]
            if case .list(let inner) = entry.kind {
                guard isOnly(inner, ignoringBroken, &only) else { return false }
                continue
            }
            guard ignoringBroken || entry.isShowable else { continue }
            let slide = ignoringBroken ? entry.only : entry.onlyShown
            if only < 0 { only = slide }
            guard slide >= 0, slide == only else { return false }
        }
        return true
    }
}
