import Timing

/// When things of a list have come. To a timeline each such second is a schedule that is in force from then on.
struct Arrivals {
    /// Each once, in order, since 1970.
    let seconds: [Int]

    init(of list: ItemList) {
        seconds = Set(list.arrivals.map(\.second)).sorted()
    }

    var isEmpty: Bool { seconds.isEmpty }

    /// A list whose items have schedules with numbers in place of their arrivals.
    /// - Parameter count: of the numbers that are taken.
    func scheduled(_ list: ItemList, after count: Int) -> ItemList {
        isEmpty ? list : scheduled(list, numbers: Dictionary(uniqueKeysWithValues: zip(seconds, count...)))
    }

    private func scheduled(_ list: ItemList, numbers: [Int: Int]) -> ItemList {
        func scheduled(_ items: [Item]) -> [Item] {
            items.map { item in
                var item = item
                if let number = item.arrival.flatMap({ numbers[$0.second] }) {
                    (item.schedules, item.arrival) = ([number], nil)
                }
                if case .list(let inner) = item.content {
                    item.content = .list(self.scheduled(inner, numbers: numbers))
                }
                return item
            }
        }
        var result = list
        result.items = scheduled(list.items)
        result.otherwise = scheduled(list.otherwise)
        return result
    }
}

extension ItemList {
    fileprivate var arrivals: [WallTime] {
        (items + otherwise).flatMap { item in
            let own = [item.arrival].compactMap(\.self)
            guard case .list(let inner) = item.content else { return own }
            return own + inner.arrivals
        }
    }
}

extension WallTime {
    /// The second at whose beginning it has passed.
    fileprivate var second: Int { (self + .nanoseconds(999_999_999)).seconds }
}
