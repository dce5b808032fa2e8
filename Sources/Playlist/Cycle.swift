import DisplayModel
import Timing

/// One time through a list: slides with the time at which each ends, in nanoseconds since the cycle began.
struct Cycle {
    var number: Int
    var slides: [Slide] = []
    var ends: [Int64] = []

    var length: Int64 { ends.last ?? 0 }

    func begin(of index: Int) -> Int64 { index == 0 ? 0 : ends[index - 1] }

    /// The slide that shows at a moment of the cycle.
    func index(at moment: Int64) -> Int {
        // The first that ends later.
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > moment { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Makes cycles of a list whose items may or may not play.
struct CycleMaker {
    /// More is cut off, broken ones counted: what nobody will see to its end.
    static let mostSlides = 1_000_000
    /// So is what comes after fifty years, in nanoseconds.
    static let longest: Int64 = 50 * 366 * 86400 * 1_000_000_000

    private let list: Eligible
    private let broken: Set<String>
    /// Whether each cycle has an order of its own.
    let changesEachTime: Bool
    /// Where it is always the same slide: that one.
    let onlySlide: Slide?

    init(_ list: ItemList, broken: Set<String>, mayPlay: (Item) -> Bool) {
        let eligible = Eligible(list, broken, mayPlay)
        self.list = eligible
        self.broken = broken
        changesEachTime = eligible.isShuffled
        var only: Slide?
        var isOnly = true
        eligible.forEachSlide(broken) { slide in
            if only == nil { only = slide }
            isOnly = slide == only
            return isOnly
        }
        onlySlide = isOnly ? only : nil
    }

    func cycle(_ number: Int) -> Cycle {
        var builder = CycleBuilder(cycle: Cycle(number: number), broken: broken)
        builder.append(list, occurrence: number)
        return builder.finished()
    }
}

/// What of a list may play: the items of the highest priority of which any can be shown, or where there are none, what
/// plays otherwise. Broken ones among them keep their place.
private struct Eligible {
    struct Entry {
        var item: Item
        /// Of an item that is a list.
        var list: Eligible?
    }

    var entries: [Entry] = []
    var order: ItemList.Order

    init(_ list: ItemList, _ broken: Set<String>, _ mayPlay: (Item) -> Bool) {
        order = list.order
        for items in [list.items, list.otherwise] where entries.isEmpty {
            var candidates: [Entry] = []
            var highest: Int?
            // Nothing below the highest priority so far has a chance.
            for item in items where item.priority >= highest ?? .min && mayPlay(item) {
                var entry = Entry(item: item, list: nil)
                let canShow: Bool
                switch item.content {
                case .list(let inner):
                    let inner = Eligible(inner, broken, mayPlay)
                    canShow = !inner.entries.isEmpty
                    entry.list = inner
                case .pictures(let paths, _): canShow = paths.contains { !broken.contains($0) }
                case .picture(let path): canShow = !broken.contains(path)
                case .colour: canShow = true
                }
                if canShow { highest = max(highest ?? item.priority, item.priority) }
                candidates.append(entry)
            }
            entries = candidates.filter { $0.item.priority == highest }
        }
    }

    var isShuffled: Bool {
        if case .shuffled = order, entries.count > 2 { return true }
        return entries.contains { entry in
            if case .pictures(let paths, .shuffled) = entry.item.content { return paths.count > 2 }
            return entry.list?.isShuffled == true
        }
    }

    /// Calls a closure with each slide that can be shown until it returns false.
    /// - Returns: whether it never did.
    @discardableResult
    func forEachSlide(_ broken: Set<String>, _ body: (Slide) -> Bool) -> Bool {
        entries.allSatisfy { entry in
            switch entry.item.content {
            case .picture(let path):
                broken.contains(path) || body(Slide(.picture(path: path), style: entry.item.style))
            case .colour(let colour): body(Slide(.colour(colour), style: entry.item.style))
            case .pictures(let paths, _):
                paths.allSatisfy { broken.contains($0) || body(Slide(.picture(path: $0), style: entry.item.style)) }
            case .list: entry.list?.forEachSlide(broken, body) ?? true
            }
        }
    }

    /// The places of the entries in one time through: each as often as its weight says, evenly spread.
    var places: [Int] {
        if entries.allSatisfy({ $0.item.weight == 1 }) { return Array(entries.indices) }
        var places: [(position: Double, index: Int)] = []
        for (index, entry) in entries.enumerated() {
            let weight = entry.item.weight
            for turn in 0..<weight { places.append(((Double(turn) + 0.5) / Double(weight), index)) }
        }
        return places.sorted { ($0.position, $0.index) < ($1.position, $1.index) }.map(\.index)
    }
}

private struct CycleBuilder {
    var cycle: Cycle
    let broken: Set<String>
    private var time: Int64 = 0
    /// Slides, those that are broken too.
    private var count = 0
    private var isFull: Bool { count >= CycleMaker.mostSlides || time >= CycleMaker.longest }

    init(cycle: Cycle, broken: Set<String>) {
        self.cycle = cycle
        self.broken = broken
    }

    /// - Parameter occurrence: how many times the list has been gone through before, since the stretch began.
    mutating func append(_ list: Eligible, occurrence: Int) {
        let places = list.order.arranged(list.places, occurrence)
        // How often each item was met in this cycle tells how often it was in all: what a shuffled list counts by.
        var met: [Int: Int] = [:]
        for index in places where !isFull {
            let entry = list.entries[index]
            let times = entry.item.repeats
            let before = occurrence &* (times * entry.item.weight) &+ met[index, default: 0]
            for turn in 0..<times where !isFull { append(entry, occurrence: before &+ turn) }
            if times * entry.item.weight > 1 { met[index, default: 0] += times }
        }
    }

    private mutating func append(_ entry: Eligible.Entry, occurrence: Int) {
        let item = entry.item
        switch item.content {
        case .picture(let path): append(path, item)
        case .colour(let colour): append(Slide(.colour(colour), style: item.style), item.duration)
        case .pictures(let paths, let order):
            for path in order.arranged(paths, occurrence) where !isFull { append(path, item) }
        case .list: if let list = entry.list { append(list, occurrence: occurrence) }
        }
    }

    private mutating func append(_ path: String, _ item: Item) {
        // Where it is broken, whoever comes next began with it.
        append(broken.contains(path) ? nil : Slide(.picture(path: path), style: item.style), item.duration)
    }

    private mutating func append(_ slide: Slide?, _ duration: Duration) {
        count += 1
        time += duration.nanoseconds
        guard let slide else { return }
        cycle.slides.append(slide)
        cycle.ends.append(time)
    }

    func finished() -> Cycle {
        var cycle = cycle
        if !cycle.ends.isEmpty { cycle.ends[cycle.ends.count - 1] = time }
        return cycle
    }
}

extension ItemList.Order {
    /// The elements in their order for one time through.
    fileprivate func arranged<Element>(_ elements: [Element], _ occurrence: Int) -> [Element] {
        guard case .shuffled(let seed) = self, elements.count > 2 else { return elements }
        var order = Self.shuffled(elements.count, seed, occurrence)
        // What was last the time before does not come first. Its own first two have no say in which is last.
        if Self.shuffled(elements.count, seed, occurrence &- 1).last == order.first { order.swapAt(0, 1) }
        return order.map { elements[$0] }
    }

    private static func shuffled(_ count: Int, _ seed: UInt64, _ occurrence: Int) -> [Int] {
        var numbers = RandomNumbers(seed: seed ^ (UInt64(bitPattern: Int64(occurrence)) &* 0x9E37_79B9_7F4A_7C15))
        return Array(0..<count).shuffled(using: &numbers)
    }
}

/// SplitMix64 (Steele, Lea and Flood): the same numbers on every machine.
private struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension ItemList {
    /// Without the items that an output is not meant for.
    func filtered(for output: OutputTraits) -> ItemList {
        guard hasConditions else { return self }
        var result = self
        func filtered(_ items: [Item]) -> [Item] {
            items.compactMap { item in
                guard item.conditions.isEmpty || item.conditions.contains(where: { $0.holds(for: output) }) else {
                    return nil
                }
                guard case .list(let inner) = item.content else { return item }
                var item = item
                item.content = .list(inner.filtered(for: output))
                return item
            }
        }
        result.items = filtered(items)
        result.otherwise = filtered(otherwise)
        return result
    }

    private var hasConditions: Bool {
        (items + otherwise).contains { item in
            if !item.conditions.isEmpty { return true }
            if case .list(let inner) = item.content { return inner.hasConditions }
            return false
        }
    }

    /// The numbers of all schedules that items refer to.
    var schedules: Set<Int> {
        var result: Set<Int> = []
        for item in items + otherwise {
            result.formUnion(item.schedules)
            if case .list(let inner) = item.content { result.formUnion(inner.schedules) }
        }
        return result
    }

    var hasColours: Bool {
        (items + otherwise).contains { item in
            switch item.content {
            case .colour: true
            case .list(let inner): inner.hasColours
            case .picture, .pictures: false
            }
        }
    }

    func collectPictures(_ paths: inout Set<String>) {
        for item in items + otherwise {
            switch item.content {
            case .picture(let path): paths.insert(path)
            case .pictures(let list, _): paths.formUnion(list)
            case .list(let inner): inner.collectPictures(&paths)
            case .colour: break
            }
        }
    }
}
