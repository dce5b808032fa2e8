import DisplayModel
import Paths

extension ItemList {
    /// Without the items that an output is not meant for.
    func filtered(for output: OutputTraits) -> ItemList { filtered { $0.holds(for: output) } }

    /// Without the items of whose conditions none holds.
    private func filtered(_ holds: (OutputCondition) -> Bool) -> ItemList {
        guard !conditions.isEmpty else { return self }
        var result = self
        func filtered(_ items: [Item]) -> [Item] {
            items.compactMap { item in
                guard item.conditions.isEmpty || item.conditions.contains(where: holds) else { return nil }
                guard case .list(let inner) = item.content else { return item }
                var item = item
                item.content = .list(inner.filtered(holds))
                return item
            }
        }
        result.items = filtered(items)
        result.otherwise = filtered(otherwise)
        return result
    }

    /// What outputs of any kind would have of it: one list for each set of conditions that may hold. Of many conditions
    /// none, since the sets would be too many.
    var variants: [ItemList] {
        let conditions = Array(conditions)
        guard conditions.count <= 3 else { return [] }
        return (0..<1 << conditions.count).map { set in
            filtered { condition in
                conditions.firstIndex(of: condition).map { set >> $0 & 1 == 1 } ?? false
            }
        }
    }

    private var conditions: Set<OutputCondition> {
        var result: Set<OutputCondition> = []
        for item in items + otherwise {
            result.formUnion(item.conditions)
            if case .list(let inner) = item.content { result.formUnion(inner.conditions) }
        }
        return result
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

    var hasMadeSlides: Bool {
        (items + otherwise).contains { item in
            switch item.content {
            case .color, .text: true
            case .list(let inner): inner.hasMadeSlides
            case .picture, .pictures, .video: false
            }
        }
    }

    var texts: [(text: SlideText, look: Look)] {
        (items + otherwise).flatMap { (item) -> [(text: SlideText, look: Look)] in
            switch item.content {
            case .text(let text): [(text: text, look: item.style.look)]
            case .list(let inner): inner.texts
            case .picture, .pictures, .video, .color: []
            }
        }
    }

    func forEachStyle(_ body: (Style) -> Void) {
        for item in items + otherwise {
            body(item.style)
            if case .list(let inner) = item.content { inner.forEachStyle(body) }
        }
    }

    func collect(_ media: inout SlideMedia) {
        for item in items + otherwise {
            switch item.content {
            case .picture(let path): media.pictures.insert(path)
            case .pictures(let list, _): media.pictures.formUnion(list)
            case .video(let video): media.videos.insert(video.path)
            case .list(let inner): inner.collect(&media)
            case .color, .text: break
            }
        }
    }
}
