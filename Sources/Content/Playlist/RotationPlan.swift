import DisplayModel
import Paths
import Timing

/// A list with the lists in it, laid out flat, so that it can be gone through without following values around.
///
/// Items of unlike priority never play together: each priority of a list, and what plays otherwise, is a level with turns
/// of its own. What interrupts a level leaves it as it was.
final class RotationPlan: Sendable {
    /// A list.
    struct Node {
        /// The one whose items come before those of all others is the first.
        var levels: Range<Int>
        /// Whether it goes on where it stopped.
        var resumes: Bool
    }

    /// Items of a list that take turns with one another.
    struct Level {
        var entries: Range<Int>
        var order: ItemList.Order
        var priority: Int
        /// Whether what of it may play depends on schedules.
        var isScheduled: Bool { !conditional.isEmpty }
        /// The entries that do not always play: they have schedules, or what is in them has.
        var conditional: [Int] = []
        /// Whether all items come once in a lap, and in the order in which they are listed.
        var isPlain = true
        /// Whether lists are in it.
        var hasLists = false
        /// Whether some items of it do not simply take turns.
        var hasRates = false
        /// Folders and lists, by their place in ``entries``: what has more to remember than that it came.
        var compound: [Bool] = []
        var hasCompound = false
    }

    /// An item, without what has to be counted when it is copied.
    struct Entry {
        var kind: Kind
        /// How long each of its slides shows, in nanoseconds. Zero for lists.
        var duration: Int64
        var repeats: Int
        var weight: Int
        /// Of its list's time; zero where it takes turns.
        var share = 0.0
        /// At least so long from one turn to the next, in nanoseconds; zero where that does not matter.
        var leastInterval: Int64 = 0
        /// Whether anything of it can be shown. Of lists it depends on what is in them.
        var isShowable = true
        /// The number of the slide that all of its slides are; -1 for lists, and where they are not one.
        var only: Int32 = -1
        /// The same without those that cannot be shown.
        var onlyShown: Int32 = -1
    }

    enum Kind {
        case slide
        case folder(count: Int)
        case list(node: Int)
    }

    enum Content {
        case slide(Slide)
        case folder([FilePath], ItemList.Order, Style)
        case list
    }

    /// What may play between the slides of all others.
    struct Interrupt {
        /// The list that it is an item of.
        var node: Int
        /// The first level of that list that it may interrupt: those before have a higher priority.
        var firstLevel: Int
        /// Where it takes turns if need be. Nil for what never does.
        var entry: Int?
        var schedules: [Int]
        var rate: Item.Rate
        /// Of this item alone.
        var plan: RotationPlan
        /// Whether schedules change what of it plays.
        var isScheduledInside: Bool { plan.levels.contains(where: \.isScheduled) }
    }

    let nodes: [Node]
    let levels: [Level]
    let entries: [Entry]
    let interrupts: [Interrupt]
    /// For each node, those of it.
    let interruptsOfNode: [[Int]]
    /// For each node, whether there are any in it or in a list in it.
    let isInterrupted: [Bool]
    /// For each entry.
    let contents: [Content]
    let schedules: [[Int]]
    /// By number.
    let slides: [Slide]
    /// How long a turn of each entry takes, in nanoseconds; of lists it depends.
    let lengths: [Int64]

    /// - Parameter hasRates: whether items may play between the slides of others; else all take turns.
    init(_ list: ItemList, broken: Set<FilePath> = [], hasRates: Bool = true) {
        var builder = PlanBuilder(hasRates: hasRates)
        _ = builder.add(list, broken)
        interrupts = builder.interrupts
        var ofNode: [[Int]] = builder.nodes.map { _ in [] }
        for (index, interrupt) in interrupts.enumerated() { ofNode[interrupt.node].append(index) }
        interruptsOfNode = ofNode
        // Lists in a list come after it.
        var isInterrupted = ofNode.map { !$0.isEmpty }
        for (node, parent) in builder.parents.enumerated().reversed() where parent >= 0 && isInterrupted[node] {
            isInterrupted[parent] = true
        }
        self.isInterrupted = isInterrupted
        (nodes, levels, entries, contents) = (builder.nodes, builder.levels, builder.entries, builder.contents)
        (schedules, slides) = (builder.schedules, builder.slides)
        lengths = entries.map { entry in
            switch entry.kind {
            case .slide: entry.duration.times(entry.repeats)
            case .folder(let count): entry.duration.times(count).times(entry.repeats)
            case .list: 0
            }
        }
    }
}

extension RotationPlan {
    /// Whether the same plays at all times as by another plan of the same list, whatever of it cannot be shown: what is
    /// broken has others beside it that can always be shown.
    func playsAlike(_ other: RotationPlan) -> Bool {
        levels.allSatisfy { level in
            if level.entries.allSatisfy({ entries[$0].isShowable == other.entries[$0].isShowable }) { return true }
            let conditional = Set(level.conditional)
            return level.entries.contains { index in
                if case .list = entries[index].kind { return false }
                return !conditional.contains(index) && lengths[index] > 0 && entries[index].isShowable
                    && other.entries[index].isShowable
            }
        }
    }
}

/// What of a plan may play at a time.
struct Eligibility {
    /// For each entry of levels that were looked at.
    private(set) var entries: [Bool]
    /// For each node that may play the level that does; negative for none. Of others it says nothing.
    private(set) var active: [Int]
    /// Whether anything of a level can be shown at all times. Nil where it was never looked at.
    private var known: [Bool?]

    init(_ plan: RotationPlan) {
        entries = Array(repeating: false, count: plan.entries.count)
        active = Array(repeating: -1, count: plan.nodes.count)
        known = Array(repeating: nil, count: plan.levels.count)
    }

    /// - Parameter isInForce: for each schedule.
    mutating func update(_ plan: RotationPlan, _ isInForce: [Bool]) {
        _ = update(0, plan, isInForce)
    }

    /// - Returns: whether anything of a list can be shown.
    private mutating func update(_ node: Int, _ plan: RotationPlan, _ isInForce: [Bool]) -> Bool {
        active[node] = -1
        for level in plan.nodes[node].levels {
            var shows: Bool
            if let known = known[level] {
                shows = known
            } else {
                shows = false
                // What always plays is looked at once.
                let conditional = Set(plan.levels[level].conditional)
                for index in plan.levels[level].entries where !conditional.contains(index) {
                    if update(entry: index, plan, isInForce) { shows = true }
                }
                known[level] = shows
            }
            for index in plan.levels[level].conditional where update(entry: index, plan, isInForce) { shows = true }
            if shows {
                active[node] = level
                return true
            }
        }
        return false
    }

    /// - Returns: whether anything of it can be shown.
    private mutating func update(entry index: Int, _ plan: RotationPlan, _ isInForce: [Bool]) -> Bool {
        guard plan.schedules[index].isEmpty || plan.schedules[index].contains(where: { isInForce[$0] }) else {
            entries[index] = false
            return false
        }
        if case .list(let inner) = plan.entries[index].kind {
            entries[index] = update(inner, plan, isInForce)
            return entries[index]
        }
        entries[index] = plan.lengths[index] > 0
        return plan.entries[index].isShowable
    }
}
