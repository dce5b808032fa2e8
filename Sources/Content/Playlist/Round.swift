import Paths
import SeededRandom

/// What comes between the slides of a list.
public struct Between: Hashable, Sendable {
    /// Of one turn. More than a hundred are cut off.
    public var slides: [Slide]
    /// How long one turn takes.
    public var length: Duration
    /// From one turn to the next, without what else comes between.
    public var interval: Duration
    /// Its part of the time, from 0 to 1. Nil where the clock decides.
    public var share: Double?
}

/// One time through a list: slides with the time at which each ends, in nanoseconds since the round began.
struct Round: Hashable, Sendable {
    var slides: [Slide] = []
    var ends: [Int64] = []
    /// Whether the next one has another order.
    var isShuffled = false
    /// What comes between the slides.
    var between: [Between] = []

    func begin(of index: Int) -> Int64 { index == 0 ? 0 : ends[index - 1] }

    /// More is cut off, broken ones counted: nobody reads a longer report.
    static let mostSlides = 100_000
    /// So is what comes after fifty years, in nanoseconds.
    static let longest: Int64 = 50 * 366 * 86400 * 1_000_000_000
}

/// Orders of shuffled folders that were made lately: a hundred thousand pictures are not shuffled for each of them.
final class FolderOrders {
    private struct Key: Hashable {
        var entry: Int
        var lap: Int
    }

    private var orders: [(key: Key, order: [Int])] = []

    /// The picture that is the so-manieth to show of a folder.
    func picture(_ count: Int, of entry: Int, among paths: [FilePath], _ order: ItemList.Order) -> FilePath {
        let rest = count % paths.count
        let index = rest < 0 ? rest + paths.count : rest
        guard case .shuffled(let seed) = order, paths.count > 2 else { return paths[index] }
        let key = Key(entry: entry, lap: (count &- index) / paths.count)
        if let known = orders.first(where: { $0.key == key }) { return paths[known.order[index]] }
        let made = Shuffle(seed: seed).order(of: paths.count, lap: key.lap)
        orders.insert((key, made), at: 0)
        if orders.count > 6 { orders.removeLast() }
        return paths[made[index]]
    }
}

extension Rotation {
    /// The slide that shows, and for how long in all.
    func slide(_ orders: FolderOrders) -> (slide: Slide, length: Int64) {
        let leaf = leaf
        let entry = plan.entries[leaf]
        switch plan.contents[leaf] {
        case .slide(let slide): return (slide, entry.duration)
        case .folder(let paths, let order, let style):
            let path = orders.picture(pictures[leaf], of: leaf, among: paths, order)
            return (Slide(.picture(path: path), style: style), entry.duration)
        case .list: preconditionFailure("a list shows no slide itself")
        }
    }

    /// What may play now, from the beginning and once through.
    /// - Parameter limit: of slides; more is cut off.
    func firstRound(broken: Set<FilePath>, _ orders: FolderOrders, atMost limit: Int = Round.mostSlides) -> Round {
        var fresh = Rotation(plan)
        fresh.begin(as: self)
        var round = Round()
        guard fresh.isPlaying else { return round }
        round.isShuffled = fresh.isShuffled
        let length = min(fresh.restOfLap(0), Round.longest)
        var time: Int64 = 0
        var count = 0
        while time < length, count < limit {
            let (slide, duration) = fresh.slide(orders)
            time += duration
            count += 1
            if slide.path.map(broken.contains) != true {
                round.slides.append(slide)
                round.ends.append(time)
            }
            fresh.advance(by: duration)
        }
        if !round.ends.isEmpty { round.ends[round.ends.count - 1] = time }
        return round
    }
}

extension Interruptions {
    /// What plays in this period, for people.
    func between(broken: Set<FilePath>, _ plan: RotationPlan) -> [Between] {
        active.map { item in
            let round = states[item.number].rotation.firstRound(broken: broken, FolderOrders(), atMost: 100)
            var share: Double?
            var interval = item.interval
            if case .share(let part) = plan.interrupts[item.number].rate {
                (share, interval) = (part, item.interval.plus(item.length))
            }
            return Between(
                slides: round.slides, length: .nanoseconds(item.length), interval: .nanoseconds(interval), share: share)
        }
    }
}
