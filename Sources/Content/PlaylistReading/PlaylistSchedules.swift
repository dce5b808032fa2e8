import Playlist
import Scheduling
import StrictYAML
import TextLayout

/// When items, zones and whole files show.
extension PlaylistParser {
    /// The schedules of an item, a zone or a file, by number.
    func schedules(_ fields: inout FieldReader) -> [Int] { schedules(alternatives(&fields, "schedule")) }

    /// Mappings, and names.
    func schedules(_ nodes: [YAMLNode]) -> [Int] {
        nodes.flatMap { node -> [Int] in
            guard case .scalar(let name, _) = node.kind, node.typeName != "nothing" else {
                return [schedule(node)].compactMap(\.self).map(reading.schedules.number)
            }
            if let numbers = scope.named[name] { return numbers }
            let names = scope.named.keys.sorted()
            diagnosis.error(
                node.position,
                "there is no schedule called '\(name)'; "
                    + (ForeignWords.schedule(name) ?? Spelling.suggestion(for: name, in: names)
                        ?? "a schedule is a mapping such as {days: mon-fri, times: '11:30-14:00'}, or the name of one of the "
                        + "file's 'schedules'" + (names.isEmpty ? "" : ": " + names.joined(separator: ", "))))
            return []
        }
    }

    /// The schedules that a file gives names, for itself and for the files that it includes.
    func namedSchedules(_ fields: inout FieldReader) -> [String: [Int]] {
        guard let node = fields.node("schedules"), var names = FieldReader(node, "schedules", diagnosis) else {
            return [:]
        }
        var result: [String: [Int]] = [:]
        for name in names.names {
            if name.isEmpty {
                diagnosis.error(node.position, "a schedule has a name here, such as 'lunch: {days: mon-fri}'")
            }
            result[name] = alternatives(&names, name).compactMap { schedule($0) }.map(reading.schedules.number)
        }
        return result
    }

    private func schedule(_ node: YAMLNode) -> Schedule? {
        guard case .mapping = node.kind, var fields = FieldReader(node, "a schedule", diagnosis) else {
            diagnosis.error(
                node.position,
                "a schedule is a mapping such as {days: mon-fri, times: '11:30-14:00'}, not \(node.typeName)")
            return nil
        }
        var schedule = Schedule(zone: timeZone(&fields) ?? scope.timeZone)
        let days = values(
            &fields, "days", "a weekday such as mon, or some such as 'mon, wed', mon-fri, weekdays or weekend",
            hint: Weekday.hint
        ) { Weekday.days(text: $0) }
        schedule.days = days.isEmpty ? nil : days.reduce(into: []) { $0.formUnion($1) }
        schedule.times = values(
            &fields, "times", "a time of day such as 11:30-14:00, or 22:00-2:00 over midnight", hint: DailyWindow.hint
        ) { DailyWindow(text: $0) }
        let dates = dates(&fields, "dates")
        schedule.dates = dates.days
        schedule.moments = dates.moments
        schedule.recurrence = recurrence(&fields)
        let exceptions = self.dates(&fields, "except")
        schedule.exceptions = exceptions.days ?? CalendarDays()
        schedule.gaps = exceptions.moments
        if fields.names.allSatisfy({ $0 == "timezone" }) {
            diagnosis.error(node.position, "a schedule says 'days', 'times', 'dates', 'rrule' or 'except'")
        }
        fields.finish { ForeignWords.key($0, in: .schedule) }
        return schedule
    }

    // MARK: Dates

    private static let expectedDates =
        "a date that there is, such as 2026-12-24 or 12-24, a range such as 2026-12-01..2026-12-24 or "
        + "2026-06-01T18:00..2026-06-14T06:00, or the path of a file of holidays (.ics)"

    /// Days and moments: dates, ranges, files of holidays, and, as exceptions, rules.
    private func dates(
        _ fields: inout FieldReader, _ name: String
    ) -> (days: CalendarDays?, moments: [MomentRange]) {
        var days = CalendarDays()
        var moments: [MomentRange] = []
        var hasDays = false
        for node in oneOrMore(&fields, name, Self.expectedDates) {
            var further: CalendarDays?
            if name == "except", case .mapping = node.kind {
                further = recurringDays(node)
            } else if case .scalar(let text, _) = node.kind, text.lowercased().hasSuffix(".ics") {
                // Without the file there are no such days, rather than all days.
                let days = looksAtFiles ? reading.holidays(resolved(text), diagnosis, node) : nil
                further = days ?? CalendarDays()
            } else {
                let expected =
                    Self.expectedDates + (name == "except" ? ", or a mapping of 'rrule' and 'start'" : "")
                let expression = FieldReader.value(node, name, expected, diagnosis, hint: DateRange.hint) {
                    DateExpression(text: $0)
                }
                switch expression {
                case .days(let range): further = CalendarDays([range])
                case .yearly(let range): further = CalendarDays(yearly: [range])
                case .moments(let range): moments.append(range)
                case nil: break
                }
            }
            guard let further else { continue }
            days.formUnion(further)
            hasDays = true
        }
        return (hasDays ? days : nil, moments)
    }

    private func recurringDays(_ node: YAMLNode) -> CalendarDays? {
        guard var fields = FieldReader(node, "except", diagnosis) else { return nil }
        let recurrence = recurrence(&fields)
        if fields.names.isEmpty {
            diagnosis.error(node.position, "an exception by a rule has 'rrule' and 'start'")
        }
        fields.finish()
        return recurrence.map { CalendarDays(recurring: [RecurringDays($0)]) }
    }

    private func recurrence(_ fields: inout FieldReader) -> Recurrence? {
        let start = fields.value("start", "a date that there is, such as 2026-12-01", hint: DateRange.hint) {
            CivilDate(text: $0)
        }
        if let node = fields.node(alias: "from") {
            diagnosis.error(
                node.position,
                fields.node("rrule") == nil
                    ? "there is no key 'from' here; a range is written 'dates: 2026-12-01..'"
                    : "there is no key 'from' here; the day that an rrule is counted from is its 'start'")
        }
        guard let node = fields.node("rrule") else {
            if let node = fields.node("start") {
                diagnosis.error(node.position, "'start' goes with 'rrule'; a range is written 'dates: 2026-12-01..'")
            }
            return nil
        }
        let text = FieldReader.value(node, "rrule", "a rule such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", diagnosis) { $0 }
        guard let text else { return nil }
        guard let start else {
            if fields.node("start") == nil, fields.node(alias: "from") == nil {
                diagnosis.error(
                    node.position, "an rrule is counted from a day: add 'start', such as 'start: 2026-01-01'")
            }
            return nil
        }
        do throws(RecurrenceError) { return try Recurrence(rule: text, from: start) } catch {
            diagnosis.error(node.position, "rrule: \(error)")
            return nil
        }
    }

    // MARK: One or more

    /// The value of a field, or those of a list of which one is enough.
    func alternatives(_ fields: inout FieldReader, _ name: String) -> [YAMLNode] {
        guard let node = fields.node(name) else { return [] }
        guard case .sequence(let nodes) = node.kind else { return [node] }
        if nodes.isEmpty { diagnosis.error(node.position, "\(name) is a mapping or a list of some, not an empty list") }
        return nodes
    }

    /// The nodes of a field that is one value or a list of them.
    private func oneOrMore(_ fields: inout FieldReader, _ name: String, _ expected: String) -> [YAMLNode] {
        guard let node = fields.node(name) else { return [] }
        guard case .sequence(let nodes) = node.kind else { return [node] }
        if nodes.isEmpty { diagnosis.error(node.position, "\(name) is \(expected), not an empty list") }
        return nodes
    }

    /// A field that is one value or a list of them.
    func values<Value>(
        _ fields: inout FieldReader, _ name: String, _ expected: String, hint: (String) -> String? = { _ in nil },
        _ make: (_ node: YAMLNode, _ text: String) -> Value?
    ) -> [Value] {
        oneOrMore(&fields, name, expected).compactMap { node in
            FieldReader.value(node, name, expected, diagnosis, hint: hint) { make(node, $0) }
        }
    }

    func values<Value>(
        _ fields: inout FieldReader, _ name: String, _ expected: String, hint: (String) -> String? = { _ in nil },
        _ make: (String) -> Value?
    ) -> [Value] {
        values(&fields, name, expected, hint: hint) { make($1) }
    }

    // MARK: What never plays

    static let over = "its schedule is over, or there is no such day"

    /// Says of items that can never play.
    func warnOfIdleItems(_ list: ItemList, _ read: ReadItems, otherwise: TextPosition? = nil) {
        // With an item that has errors, who knows.
        guard read.isComplete else { return }
        // Items that always may play, on every output, hide all of lower priority.
        let certain = zip(read.items, read.nodes).filter { $0.alwaysPlays && !$1.isOptional }.map(\.0.priority).max()
        for (item, node) in zip(read.items, read.nodes) {
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

    func areOver(_ schedules: [Int]) -> Bool { !schedules.isEmpty && schedules.allSatisfy(reading.schedules.isOver) }
}

extension YAMLNode {
    /// Whether it may be missing: it is there now, for a message that is over some time.
    fileprivate var isOptional: Bool {
        guard case .mapping(let pairs) = kind else { return false }
        return pairs.contains { pair in
            guard case .scalar("optional", _) = pair.key.kind else { return false }
            return pair.value.truth == true
        }
    }
}

extension Item {
    /// Whether there is something of it to show at all times on all outputs.
    fileprivate var alwaysPlays: Bool {
        guard schedules.isEmpty, conditions.isEmpty else { return false }
        if case .every = rate { return false }
        switch content {
        case .picture, .video, .color, .text: return true
        // A folder that is full now may be empty on another day.
        case .pictures: return false
        case .list(let list): return (list.items + list.otherwise).contains(where: \.alwaysPlays)
        }
    }
}
