import DisplayModel
import Paths

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

    var hasColors: Bool {
        (items + otherwise).contains { item in
            switch item.content {
            case .color: true
            case .list(let inner): inner.hasColors
            case .picture, .pictures: false
            }
        }
    }

    func forEachStyle(_ body: (Style) -> Void) {
        for item in items + otherwise {
            body(item.style)
            if case .list(let inner) = item.content { inner.forEachStyle(body) }
        }
    }

    func collectPictures(_ paths: inout Set<FilePath>) {
        for item in items + otherwise {
            switch item.content {
            case .picture(let path): paths.insert(path)
            case .pictures(let list, _): paths.formUnion(list)
            case .list(let inner): inner.collectPictures(&paths)
            case .color: break
            }
        }
    }
}
