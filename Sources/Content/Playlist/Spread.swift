import SeededRandom

/// The order in which a list's items take turns in one lap: each as often as its weight says.
///
/// Every item should come once in each of its intervals, which are as long as all turns divided by its weight. The one
/// whose interval ends first goes first, and none goes before its interval begins ("earliest deadline first", as in Pfair
/// scheduling by Baruah and others). So after any number of turns each item has had its share, give or take less than one.
struct Spread {
    struct Member {
        /// How often it comes in a lap; at least once.
        var weight: Int
        /// Turns of the list since it came last: its first interval began then. Zero for all at the very beginning.
        var age = 0
    }

    /// Turns by number of the member.
    private(set) var turns: [Int32] = []
    private let members: [Member]
    private let length: Int
    /// Whether it cannot do otherwise.
    private func mayFollowItself(_ member: Int32) -> Bool { members[Int(member)].weight * 2 > length }

    /// - Parameter last: the member that came right before, which does not come first where that can be avoided.
    init(_ members: [Member], after last: Int32? = nil) {
        self.members = members
        length = members.reduce(0) { $0 + $1.weight }
        if members.allSatisfy({ $0.weight == 1 }) {
            // The one that came longest ago goes first.
            turns = members.indices.sorted { (members[$1].age, $0) < (members[$0].age, $1) }.map(Int32.init)
        } else {
            spread(after: last)
        }
        turns.separate(after: last, mayFollowItself)
    }

    private struct Job {
        var member: Int32
        var left: Int
        /// When its interval ends, in turns, times its weight.
        var deadline: Int

        func following(_ length: Int) -> Job { Job(member: member, left: left, deadline: deadline + length) }
    }

    private mutating func spread(after last: Int32?) {
        // By the turn in which its interval begins. Each member has one job at a time.
        var waiting: [[Job]] = Array(repeating: [], count: length + 1)
        let hasHeavy = members.contains { $0.weight * 2 > length }
        var ready = Heap<Job> { [members, length] a, b in
            let (m, n) = (members[Int(a.member)], members[Int(b.member)])
            let (early, late) = (a.deadline * n.weight, b.deadline * m.weight)
            if early != late { return early < late }
            guard m.weight == n.weight else {
                // Beside one that comes every other time, the others never meet; otherwise the rarer ones leave room.
                if !hasHeavy || m.weight * 2 > length || n.weight * 2 > length { return m.weight > n.weight }
                let (waited, waitedLess) = ((a.deadline - length) * n.weight, (b.deadline - length) * m.weight)
                if waited != waitedLess { return waited < waitedLess }
                return a.member < b.member
            }
            return (n.age, a.member) < (m.age, b.member)
        }
        for (index, member) in members.enumerated() {
            let deadline = max(0, length - member.age * member.weight)
            ready.insert(Job(member: Int32(index), left: member.weight, deadline: deadline))
        }
        turns.reserveCapacity(length)
        var last = last
        var next = 0
        for turn in 0..<length {
            while next <= turn {
                for job in waiting[next] { ready.insert(job) }
                waiting[next] = []
                next += 1
            }
            // Somebody's interval begins early rather than that nobody comes, or the same twice.
            while next < length, ready.isEmpty || ready.count == 1 && ready.first?.member == last {
                if let job = ready.first, mayFollowItself(job.member) { break }
                for job in waiting[next] { ready.insert(job) }
                waiting[next] = []
                next += 1
            }
            guard var job = ready.removeFirst() else { return }
            // Who must follow itself does so only where it cannot wait.
            let canWait =
                !mayFollowItself(job.member) || job.deadline >= (turn + 2) * members[Int(job.member)].weight
            if job.member == last, canWait, let other = ready.removeFirst() {
                ready.insert(job)
                job = other
            }
            turns.append(job.member)
            last = job.member
            job.left -= 1
            guard job.left > 0 else { continue }
            let weight = members[Int(job.member)].weight
            // What was overdue is not made up for.
            job.deadline = max(job.deadline, turn * weight)
            // Its next interval begins where this one ends, in the turn that this lies in.
            waiting[min(length - 1, max(turn + 1, job.deadline / weight))].append(job.following(length))
        }
    }
}

/// What comes first by an order, again and again.
private struct Heap<Element> {
    private var elements: [Element] = []
    private let precedes: (Element, Element) -> Bool

    init(_ precedes: @escaping (Element, Element) -> Bool) {
        self.precedes = precedes
    }

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && precedes(elements[child], elements[least]) { least = child }
            if least == index { return first }
            elements.swapAt(index, least)
            index = least
        }
    }
}

extension [Int32] {
    /// Whether nobody follows itself where an element is put in a place.
    private func fits(_ element: Int32, at index: Int, after last: Int32?) -> Bool {
        let before = index > 0 ? self[index - 1] : last
        let after = index + 1 < count ? self[index + 1] : nil
        return before != element && after != element
    }

    /// Exchanges turns where somebody follows itself, also over the end of the lap to its beginning, with as near ones as
    /// can be, without changing the last turn where somebody else is wrong.
    /// - Parameter mayFollowItself: who cannot do otherwise.
    mutating func separate(after last: Int32?, _ mayFollowItself: (Int32) -> Bool) {
        guard count > 2 else { return }
        if let end = self.last, end == first, !mayFollowItself(end) {
            for index in stride(from: count - 2, to: 0, by: -1)
            where self[index] != end && self[count - 2] != self[index] || index == count - 2 {
                if exchange(count - 1, index, after: last) { break }
            }
        }
        for index in indices.dropLast() {
            let before = index > 0 ? self[index - 1] : last
            guard before == self[index], !mayFollowItself(self[index]) else { continue }
            for distance in 1..<count {
                let later = index + distance
                if later < count - 1, exchange(index, later, after: last) { break }
                let earlier = index - distance
                if earlier >= 0, exchange(index, earlier, after: last) { break }
            }
        }
    }

    /// Exchanges two turns if then neither of the two follows or precedes itself.
    private mutating func exchange(_ a: Int, _ b: Int, after last: Int32?) -> Bool {
        guard self[a] != self[b] else { return false }
        let wasClosed = self.last == first
        swapAt(a, b)
        let isClosed = self.last == first
        if fits(self[a], at: a, after: last), fits(self[b], at: b, after: last), !isClosed || wasClosed {
            return true
        }
        swapAt(a, b)
        return false
    }
}

/// Laps of a list in another order each time, the same wherever the seed is.
struct Shuffle {
    let seed: UInt64

    private func numbers(_ lap: Int) -> SplitMix64 {
        SplitMix64(seed: seed ^ (UInt64(bitPattern: Int64(lap)) &* SplitMix64.increment))
    }

    /// So many things that come once in a lap. What was last the time before does not come first.
    func order(of count: Int, lap: Int) -> [Int] {
        guard count > 2 else { return Array(0..<count) }
        func shuffled(_ lap: Int) -> [Int] {
            var numbers = numbers(lap)
            return Array(0..<count).shuffled(using: &numbers)
        }
        var order = shuffled(lap)
        // Its own first two have no say in which is last.
        if shuffled(lap &- 1).last == order.first { order.swapAt(0, 1) }
        return order
    }

    /// Members by number, each as often in a lap as its weight says. None follows itself, also over the end of a lap,
    /// unless its weight is over half of all.
    func order(of weights: [Int], lap: Int) -> [Int32] {
        if weights.allSatisfy({ $0 == 1 }) { return order(of: weights.count, lap: lap).map(Int32.init) }
        var order = separated(weights, lap)
        guard order.count > 2, let first = order.first, separated(weights, lap &- 1).last == first else { return order }
        // It goes to another place, not the last: the next lap goes by that one.
        let rest = order.dropFirst()
        for index in rest.indices.dropFirst() where order[index] != first && order[index - 1] != first {
            order.insert(first, at: index)
            order.removeFirst()
            break
        }
        return order
    }

    /// A lap by itself.
    private func separated(_ weights: [Int], _ lap: Int) -> [Int32] {
        var numbers = numbers(lap)
        let length = weights.reduce(0, +)
        var turns = weights.indices.flatMap { Array(repeating: Int32($0), count: weights[$0]) }
        turns.shuffle(using: &numbers)
        guard let heaviest = weights.indices.max(by: { (weights[$0], $1) < (weights[$1], $0) }) else { return [] }
        let others = turns.filter { $0 != heaviest }
        guard weights[heaviest] * 2 < length else {
            // It begins, and others come after it, each time one at most.
            var places = Array(0..<weights[heaviest]).shuffled(using: &numbers).prefix(others.count).sorted()[...]
            var rest = others[...]
            return (0..<weights[heaviest]).flatMap { place in
                guard places.first == place, let other = rest.popFirst() else { return [Int32(heaviest)] }
                places.removeFirst()
                return [Int32(heaviest), other]
            }
        }
        // Laps that begin or end alike are set right by whoever comes next.
        var conflicts = turns.indices.dropFirst().filter { turns[$0] == turns[$0 - 1] }
        while let conflict = conflicts.popLast() {
            guard turns[conflict] == turns[conflict - 1] else { continue }
            let index = Int.random(in: 0..<length, using: &numbers)
            for step in 0..<length {
                let other = (index + step) % length
                if turns[other] != turns[conflict], turns.isApart(turns[conflict], at: other),
                    turns.isApart(turns[other], at: conflict)
                {
                    turns.swapAt(conflict, other)
                    break
                }
            }
        }
        if zip(turns, turns.dropFirst()).allSatisfy({ $0 != $1 }) { return turns }
        // What cannot be set right by exchanges can be dealt: the most frequent first, into every other place.
        let dealt = turns.sorted { (weights[Int($1)], $0) < (weights[Int($0)], $1) }
        for (index, member) in dealt.enumerated() {
            let place = 2 * index
            turns[place < length ? place : place - (length + 1) / 2 * 2 + 1] = member
        }
        for _ in 0..<4 * length {
            let (a, b) = (Int.random(in: 0..<length, using: &numbers), Int.random(in: 0..<length, using: &numbers))
            if turns.isApart(turns[a], at: b), turns.isApart(turns[b], at: a) { turns.swapAt(a, b) }
        }
        return turns
    }
}

extension [Int32] {
    /// Whether an element differs from the neighbours of a place.
    fileprivate func isApart(_ element: Int32, at index: Int) -> Bool {
        (index == 0 || self[index - 1] != element) && (index + 1 == count || self[index + 1] != element)
    }
}
