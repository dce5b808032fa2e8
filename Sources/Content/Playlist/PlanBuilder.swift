import DisplayModel
import Paths
import Timing

/// Lays a list out flat.
struct PlanBuilder {
    var nodes: [RotationPlan.Node] = []
    var levels: [RotationPlan.Level] = []
    var entries: [RotationPlan.Entry] = []
    var contents: [RotationPlan.Content] = []
    var schedules: [[Int]] = []
    var slides: [Slide] = []
    var interrupts: [RotationPlan.Interrupt] = []
    /// For each node; negative for the first.
    var parents: [Int] = []
    private let hasRates: Bool
    private var numbers: [Slide: Int32] = [:]

    init(hasRates: Bool) {
        self.hasRates = hasRates
    }

    mutating func add(_ list: ItemList, _ broken: Set<FilePath>, in parent: Int = -1) -> Int {
        let node = nodes.count
        let firstLevel = levels.count
        var groups: [(priority: Int, items: [Item])] = []
        for items in [list.items, list.otherwise] {
            let (apart, inTurn) = hasRates ? items.partitioned(by: \.rate.isApart) : ([], items)
            let byPriority = Dictionary(grouping: inTurn, by: \.priority)
            let priorities = byPriority.keys.sorted(by: >)
            for item in apart {
                let above = priorities.prefix { $0 > item.priority }.count
                interrupt(by: item, in: node, from: firstLevel + groups.count + above)
            }
            groups += priorities.map { ($0, byPriority[$0] ?? []) }
        }
        nodes.append(.init(levels: firstLevel..<firstLevel + groups.count, resumes: list.resumes))
        parents.append(parent)
        for (priority, items) in groups {
            let first = entries.count
            levels.append(.init(entries: first..<first + items.count, order: list.order, priority: priority))
            for item in items {
                append(item, broken)
                guard hasRates, item.rate != .turns else { continue }
                levels[levels.count - 1].hasRates = true
                levels[levels.count - 1].isPlain = false
                interrupt(by: item, in: node, from: levels.count - 1, entry: entries.count - 1)
            }
        }
        for (index, items) in groups.map(\.items).enumerated() {
            let level = firstLevel + index
            for (place, item) in items.enumerated() {
                levels[level].compound.append(false)
                var isConditional = !item.schedules.isEmpty
                if item.weight > 1 || list.order.isShuffled { levels[level].isPlain = false }
                switch item.content {
                case .picture, .video, .color, .text: break
                case .pictures: (levels[level].compound[place], levels[level].hasCompound) = (true, true)
                case .list(let inner):
                    let child = add(inner, broken, in: node)
                    entries[levels[level].entries.lowerBound + place].kind = .list(node: child)
                    (levels[level].compound[place], levels[level].hasCompound) = (true, true)
                    levels[level].hasLists = true
                    if nodes[child].levels.contains(where: { levels[$0].isScheduled }) {
                        isConditional = true
                    }
                }
                if isConditional { levels[level].conditional.append(levels[level].entries.lowerBound + place) }
            }
        }
        return node
    }

    private mutating func append(_ item: Item, _ broken: Set<FilePath>) {
        var entry = RotationPlan.Entry(
            kind: .slide, duration: max(1, item.duration.nanoseconds), repeats: max(1, item.repeats),
            weight: max(1, item.weight))
        var content: RotationPlan.Content
        switch item.rate {
        case .share(let share) where hasRates: entry.share = share
        case .atMost(let count, _) where hasRates: entry.leastInterval = 3_600_000_000_000 / Int64(max(1, count))
        default: break
        }
        switch item.content {
        case .picture(let path):
            content = .slide(Slide(.picture(path: path), style: item.style))
            entry.isShowable = !broken.contains(path)
            entry.only = number([path], item.style)
            entry.onlyShown = entry.only
        case .video(var video):
            video.turnLength = item.duration
            let slide = Slide(.video(video), style: item.style)
            content = .slide(slide)
            entry.isShowable = !broken.contains(video.path)
            entry.only = number(slide)
            entry.onlyShown = entry.only
        case .color(let color):
            let slide = Slide(.color(color), style: item.style)
            content = .slide(slide)
            entry.only = number(slide)
            entry.onlyShown = entry.only
        case .text(let text):
            let slide = Slide(.text(text), style: item.style)
            content = .slide(slide)
            entry.only = number(slide)
            entry.onlyShown = entry.only
        case .pictures(let paths, let order):
            content = .folder(paths, order, item.style)
            let shown = broken.isEmpty ? paths : paths.filter { !broken.contains($0) }
            entry.kind = .folder(count: paths.count)
            entry.isShowable = !shown.isEmpty
            (entry.only, entry.onlyShown) = (number(paths, item.style), number(shown, item.style))
        case .list: (content, entry.duration) = (.list, 0)
        }
        entries.append(entry)
        contents.append(content)
        schedules.append(item.schedules)
    }

    private mutating func interrupt(by item: Item, in node: Int, from level: Int, entry: Int? = nil) {
        var alone = item
        alone.schedules = []
        interrupts.append(
            .init(
                node: node, firstLevel: level, entry: entry, schedules: item.schedules, rate: item.rate,
                // Its time is its own, whatever of it can be shown.
                plan: RotationPlan(ItemList([alone]), hasRates: false)))
    }

    /// The number of the slide that some pictures all are; -1 where they are not one.
    private mutating func number(_ paths: [FilePath], _ style: Style) -> Int32 {
        guard let first = paths.first, paths.allSatisfy({ $0 == first }) else { return -1 }
        return number(Slide(.picture(path: first), style: style))
    }

    private mutating func number(_ slide: Slide) -> Int32 {
        if let number = numbers[slide] { return number }
        let number = Int32(slides.count)
        slides.append(slide)
        numbers[slide] = number
        return number
    }
}

extension ItemList.Order {
    fileprivate var isShuffled: Bool { if case .shuffled = self { true } else { false } }
}

extension Item.Rate {
    /// Whether it never takes turns.
    fileprivate var isApart: Bool { if case .every = self { true } else { false } }
}

extension [Item] {
    fileprivate func partitioned(by isFirst: (Item) -> Bool) -> ([Item], [Item]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
