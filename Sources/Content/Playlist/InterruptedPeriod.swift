import Timing

/// What shows in a period in which some things play between the slides of a list.
///
/// When the list comes to the end of a slide, all that is due until it can go on plays before it does. So it goes on at the
/// first moment until which exactly as much came due as has played: that depends on how far the list has come, and on
/// nothing that was before. Times are nanoseconds: of the list's own time since the period began, or since 1970.
struct InterruptedPeriod {
    let begin: Int64
    /// As the list stood at the beginning.
    let rotation: Rotation
    let interruptions: Interruptions

    /// What shows at a moment.
    struct Shown {
        /// How far the list has come.
        var own: Int64
        /// The slide of the list that shows, or that goes on next: from when to when, in its own time.
        var slide: Range<Int64>
        /// When its turn, or that of what shows between the slides, begins.
        var began: Int64
        /// How many turns began of what plays in between, by place.
        var played: [Int]
        /// What shows between slides: its place, for how long of all its turns in this period, and of this turn.
        var between: (place: Int, time: Int64, ofTurn: Int64)?
    }

    private var active: [Interruptions.Active] { interruptions.active }
    /// Whether the list may be interrupted at any time: nothing of it shows, or one slide all the time.
    private let isFree: Bool

    init(begin: Int64, rotation: Rotation, _ interruptions: Interruptions) {
        self.begin = begin
        self.rotation = rotation
        self.interruptions = interruptions
        isFree = !rotation.isPlaying || rotation.only(ignoringBroken: true) != nil
    }

    func shown(at time: Int64) -> Shown {
        var step = Int64(1)
        if isFree { step = active.map(\.interval).min().map { $0.times(2) } ?? step }
        var from = certain(at: time)
        if isFree { from = max(0, from - step) }
        while true {
            if let shown = shown(at: time, from: from) { return shown }
            from = max(0, from - step)
            step = step.times(2)
        }
    }

    // MARK: The list's own time

    /// When the list goes on that has come to an end of a slide.
    private func leave(_ own: Int64) -> Int64 {
        var least = begin.later(by: own)
        var fluid = Double(own)
        var (load, slack) = (0.0, 0.0)
        if let running = interruptions.running { least = least.later(by: running.rest) }
        for item in active {
            if item.isTimed {
                load += Double(item.length) / Double(item.interval)
                slack += Double(item.length)
            } else {
                let time = item.length(ofTurns: item.count(until: own))
                least = least.later(by: time)
                fluid += Double(time)
            }
        }
        guard load > 0 else { return least }
        // Certainly not too late, and not far from it.
        var time = least
        let guess = (fluid - slack) / (1 - load)
        if guess > Self.margin(guess) {
            time = max(time, begin.later(by: Int64(min(guess - Self.margin(guess), Double(Int64.longest) * 4))))
        }
        while true {
            let next = active.reduce(least) {
                $1.isTimed ? $0.later(by: $1.length(ofTurns: $1.count(until: time))) : $0
            }
            guard next > time else { return time }
            time = next
        }
    }

    /// What a number with a fraction may be wrong by.
    private static func margin(_ value: Double) -> Double { 1000 + abs(value) * 1e-12 }

    /// A time of its own that the list has certainly come to.
    private func certain(at time: Int64) -> Int64 {
        var own = Double(time - begin) - Double(interruptions.running?.rest ?? 0)
        var (load, slack) = (0.0, 0.0)
        for item in active {
            if item.isTimed {
                own -= Double(item.length) * Double(item.count(until: time))
            } else {
                load += Double(item.length) / Double(item.interval)
                slack += Double(item.length)
            }
        }
        own = (own - slack) / (1 + load)
        return own > Self.margin(own) ? Int64(own - Self.margin(own)) : 0
    }

    // MARK: Going on

    /// - Parameter start: of the list's own time.
    /// - Returns: nil if the list had not come so far, or what shows began before.
    private func shown(at time: Int64, from start: Int64) -> Shown? {
        var walker = rotation
        if !isFree, start > 0 { walker.advance(by: start) }
        let first = isFree ? start : start - walker.offset
        var counts = active.map { _ in 0 }
        // A slide that goes on from the period before began earlier than the period.
        var left = begin + min(first, 0)
        if first >= 0 {
            let leaves = leave(first)
            if time < leaves {
                guard first == 0 else { return nil }
                return between(at: time, in: begin..<leaves, counts, next: end(ofSlideAt: 0, left: leaves, walker))
            }
            left = leaves
            counts = count(own: first, until: left)
        }
        var slide = end(ofSlideAt: first, left: left, walker)
        var isExact = !isFree || start == 0
        while true {
            let reached = left.later(by: slide.upperBound - slide.lowerBound)
            if time < reached {
                guard isExact else { return nil }
                return Shown(own: slide.lowerBound + (time - left), slide: slide, began: left, played: counts)
            }
            let leaves = leave(slide.upperBound)
            if !isFree { walker.advance(by: slide.upperBound - slide.lowerBound - walker.offset) }
            let next = end(ofSlideAt: slide.upperBound, left: leaves, walker)
            if time < leaves {
                return between(at: time, in: reached..<leaves, counts, after: (slide.lowerBound, left), next: next)
            }
            (slide, left, isExact) = (next, leaves, true)
            counts = count(own: slide.lowerBound, until: left)
        }
    }

    /// From when to when a slide shows, in the list's own time.
    private func end(ofSlideAt begin: Int64, left: Int64, _ walker: Rotation) -> Range<Int64> {
        guard isFree else { return begin..<begin + walker.plan.entries[walker.leaf].duration }
        // Until something is due.
        var end = begin.later(by: .longest)
        for item in active {
            let last = item.isTimed ? left : begin
            let next = last < item.first ? item.first : last + item.interval - (last - item.first) % item.interval
            end = min(end, begin + (next - last))
        }
        return begin..<max(begin + 1, end)
    }

    private func count(own: Int64, until time: Int64) -> [Int] {
        active.map { $0.count(until: $0.isTimed ? time : own) }
    }

    /// What shows between two slides.
    /// - Parameters:
    ///   - span: of all that comes between them.
    ///   - before: how often each has played up to then.
    ///   - after: where in its own time, and when, the slide before began. Nil at the beginning of the period.
    ///   - next: the slide after.
    private func between(
        at time: Int64, in span: Range<Int64>, _ before: [Int], after: (own: Int64, began: Int64)? = nil,
        next: Range<Int64>
    ) -> Shown {
        var shown = Shown(own: next.lowerBound, slide: next, began: span.lowerBound, played: before)
        if after == nil, let running = interruptions.running {
            if time - begin < running.rest {
                let length = active[running.place].length
                shown.between = (running.place, time - begin, length - running.rest + (time - begin))
                return shown
            }
            shown.began += running.rest
        }
        // The one that is due first comes first.
        var due: [(at: Int64, place: Int, number: Int)] = []
        for ((place, item), count) in zip(active.enumerated(), count(own: next.lowerBound, until: span.upperBound)) {
            for number in before[place]..<max(before[place], count) {
                let moment = number < item.owed ? 0 : item.first + Int64(number - item.owed) * item.interval
                let since = item.isTimed ? moment : (after?.began ?? begin) + moment - (after?.own ?? 0)
                due.append((since, place, number))
            }
        }
        due.sort { ($0.at, $0.place, $0.number) < ($1.at, $1.place, $1.number) }
        for turn in due {
            let length = active[turn.place].length
            shown.played[turn.place] += 1
            if time < shown.began + length || turn == due[due.count - 1] {
                let ofTurn = time - shown.began
                let rest = interruptions.running.map { $0.place == turn.place ? $0.rest : 0 } ?? 0
                shown.between = (turn.place, rest + Int64(turn.number) * length + ofTurn, ofTurn)
                return shown
            }
            shown.began += length
        }
        return shown
    }
}

extension Int64 {
    /// A moment, or a list's own time since 1970, so much later; at most some 140 years after 1970.
    func later(by length: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(length)
        return overflow ? 4 * Self.longest : Swift.min(sum, 4 * Self.longest)
    }
}

extension Interruptions.Active {
    /// Of so many turns, in nanoseconds.
    fileprivate func length(ofTurns count: Int) -> Int64 {
        let (product, overflow) = length.multipliedReportingOverflow(by: Int64(count))
        return overflow ? 4 * Int64.longest : Swift.min(product, 4 * Int64.longest)
    }
}
