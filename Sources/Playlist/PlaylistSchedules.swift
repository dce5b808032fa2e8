import DisplayModel
import Scheduling
import StrictYAML

/// When and where items and zones show: fields that both have.
extension PlaylistParser {
    // MARK: Schedules

    /// The schedules of an item or a zone, by number.
    func schedules(_ fields: inout FieldReader) -> [Int] {
        alternatives(&fields, "schedule").compactMap { schedule($0) }.map(reading.number)
    }

    private func schedule(_ node: YAMLNode) -> Schedule? {
        guard case .mapping = node.kind, var fields = FieldReader(node, "a schedule", diagnosis) else {
            diagnosis.error(
                node.position,
                "a schedule is a mapping such as {days: mon-fri, times: '11:30-14:00'}, not \(node.typeName)")
            return nil
        }
        var schedule = Schedule(zone: timeZone(&fields) ?? timeZone)
        let days = values(
            &fields, "days", "a weekday such as mon, or some such as 'mon, wed' or mon-fri", hint: Weekday.hint
        ) { Self.days($0) }
        schedule.days = days.isEmpty ? nil : Set(days.joined())
        schedule.times = values(
            &fields, "times", "a time of day such as 11:30-14:00, or 22:00-2:00 over midnight", hint: DailyWindow.hint
        ) { DailyWindow(text: $0) }
        schedule.dates = values(
            &fields, "dates", "a date that there is, such as 2026-12-24, or a range such as 2026-12-01..2026-12-24",
            hint: DateRange.hint
        ) { DateRange(text: $0) }
        schedule.recurrence = recurrence(&fields)
        if fields.names.allSatisfy({ $0 == "timezone" }) {
            diagnosis.error(node.position, "a schedule says 'days', 'times', 'dates' or 'rrule'")
        }
        fields.finish()
        return schedule
    }

    private func recurrence(_ fields: inout FieldReader) -> Recurrence? {
        let start = fields.value("from", "a date that there is, such as 2026-12-01", hint: DateRange.hint) {
            CivilDate(text: $0)
        }
        guard let node = fields.node("rrule") else {
            if let node = fields.node("from") {
                diagnosis.error(node.position, "'from' goes with 'rrule'; a range is written 'dates: 2026-12-01..'")
            }
            return nil
        }
        let text = FieldReader.value(node, "rrule", "a rule such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", diagnosis) { $0 }
        guard let text else { return nil }
        guard let start else {
            if fields.node("from") == nil {
                diagnosis.error(node.position, "an rrule is counted from a day: add 'from', such as 'from: 2026-01-01'")
            }
            return nil
        }
        do throws(RecurrenceError) { return try Recurrence(rule: text, from: start) } catch {
            diagnosis.error(node.position, "rrule: \(error)")
            return nil
        }
    }

    /// Reads `mon`, `mon-fri` and `mon, wed, fri`.
    private static func days(_ text: String) -> [Weekday]? {
        var days: [Weekday] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                .map { Weekday(text: $0.filter { $0 != " " }) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            let length = (last.rawValue - first.rawValue + 7) % 7
            days += (0...length).compactMap { Weekday(rawValue: (first.rawValue + $0) % 7) }
        }
        return days
    }

    // MARK: Conditions

    /// For which outputs something is: nil for all.
    func conditions(_ fields: inout FieldReader) -> [OutputCondition]? {
        guard fields.node("when") != nil else { return nil }
        return alternatives(&fields, "when").compactMap { condition($0) }
    }

    private func condition(_ node: YAMLNode) -> OutputCondition? {
        guard case .mapping = node.kind, var fields = FieldReader(node, "when", diagnosis) else {
            diagnosis.error(
                node.position,
                "when is a mapping such as {orientation: portrait} or {width: '<= 1024'}, not \(node.typeName)")
            return nil
        }
        var condition = OutputCondition()
        let teach = "a comparison in pixels such as '<= 1024'"
        func hint(_ text: String) -> String? { text.hasSuffix("px") ? "it is in pixels anyway; leave 'px' out" : nil }
        condition.width = values(&fields, "width", teach, hint: hint) { OutputCondition.Comparison(text: $0) }
        condition.height = values(&fields, "height", teach, hint: hint) { OutputCondition.Comparison(text: $0) }
        condition.orientation = fields.choice("orientation", OutputCondition.Orientation.self)
        func pattern(_ name: String, _ teach: String) -> TextPattern? {
            fields.value(name, teach) { $0.isEmpty ? nil : TextPattern($0) }
        }
        condition.connector = pattern("connector", "a connector's name such as HDMI-A-1; * and ? stand for any letters")
        if let connector = condition.connector, let place = fields.node("connector")?.position,
            let doubt = ConnectorName(connector).doubt(spansHaveNames: true)
        {
            diagnosis.warning(place, doubt)
        }
        condition.monitor = pattern("monitor", "a monitor's name; * and ? stand for any letters")
        condition.maker = pattern("maker", "the three letters that --list-connectors shows, such as DEL")
        condition.serial = pattern("serial", "a serial number")
        if fields.names.isEmpty {
            diagnosis.error(
                node.position,
                "'when' says 'width', 'height', 'orientation', 'connector', 'monitor', 'maker' or 'serial'")
        }
        fields.finish()
        return condition
    }

    // MARK: One or more

    /// The mapping of a field, or those of a list of which one is enough.
    private func alternatives(_ fields: inout FieldReader, _ name: String) -> [YAMLNode] {
        guard let node = fields.node(name) else { return [] }
        guard case .sequence(let nodes) = node.kind else { return [node] }
        if nodes.isEmpty { diagnosis.error(node.position, "\(name) is a mapping or a list of some, not an empty list") }
        return nodes
    }

    /// A field that is one value or a list of them.
    private func values<Value>(
        _ fields: inout FieldReader, _ name: String, _ teach: String, hint: (String) -> String? = { _ in nil },
        _ make: (String) -> Value?
    ) -> [Value] {
        guard let node = fields.node(name) else { return [] }
        guard case .sequence(let nodes) = node.kind else {
            return [FieldReader.value(node, name, teach, diagnosis, hint: hint, make)].compactMap(\.self)
        }
        if nodes.isEmpty { diagnosis.error(node.position, "\(name) is \(teach), not an empty list") }
        return nodes.compactMap { FieldReader.value($0, name, teach, diagnosis, hint: hint, make) }
    }

    // MARK: What never plays

    static let over = "its schedule is over, or there is no such day"

    /// Says of items that can never play.
    func warnOfIdleItems(_ list: ItemList, _ nodes: [YAMLNode], otherwise: TextPosition? = nil) {
        // With an item that has errors, who knows.
        guard list.items.count == nodes.count else { return }
        // Items that always may play, on every output, hide all of lower priority.
        let certain = list.items.filter(\.alwaysPlays).map(\.priority).max()
        for (item, node) in zip(list.items, nodes) {
            if let certain, item.priority < certain {
                diagnosis.warning(
                    node.position,
                    "this item never plays: another one of priority \(certain) always may, and it has \(item.priority)")
            } else if areOver(item.schedules) {
                diagnosis.warning(node.position, "this item never plays again: \(Self.over)")
            }
        }
        if let otherwise, certain != nil {
            diagnosis.warning(otherwise, "what is under 'otherwise' never plays: an item of the list always may")
        }
    }

    func areOver(_ schedules: [Int]) -> Bool { !schedules.isEmpty && schedules.allSatisfy(reading.isOver) }
}

extension Item {
    /// Whether there is something of it to show at all times on all outputs.
    fileprivate var alwaysPlays: Bool {
        guard schedules.isEmpty, conditions.isEmpty else { return false }
        switch content {
        case .picture, .colour: return true
        // A folder that is full now may be empty on another day.
        case .pictures: return false
        case .list(let list): return (list.items + list.otherwise).contains(where: \.alwaysPlays)
        }
    }
}
