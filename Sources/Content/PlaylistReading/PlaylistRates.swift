import Playlist
import Scheduling
import StrictYAML
import TextLayout
import Timing

/// How often items play that do not simply take turns.
extension PlaylistParser {
    /// What an item says of how often it plays, and where.
    struct ReadRate {
        var rate: Item.Rate
        var name: String
        var position: TextPosition
    }

    /// The rate of an item; nil where it takes turns, or where there are errors.
    func rate(_ fields: inout FieldReader) -> ReadRate? {
        let interval = fields.duration("every", in: .seconds(1) ... .seconds(86400 * 7))
        let offset = fields.duration("offset", in: .zero ... .seconds(86400 * 7))
        let share = fields.value("share", "a percentage of its list's time, such as 20%", hint: Length.percentage) {
            text -> Double? in
            guard text.hasSuffix("%"), let share = Length.part(text: text), share > 0 else { return nil }
            return share
        }
        let most = fields.value(
            "at-most", "a number of times an hour from 1/h to 360/h, such as 4/h",
            hint: { text in Int(text).map { "write it as '\($0)/h'" } }
        ) { text -> Int? in
            guard text.hasSuffix("/h"), let count = Int(text.dropLast(2)), (1...360).contains(count) else { return nil }
            return "\(count)/h" == text ? count : nil
        }
        if let node = fields.node("offset"), fields.node("every") == nil {
            diagnosis.error(node.position, "'offset' goes with 'every'")
        } else if let node = fields.node("offset"), let interval, let offset, offset >= interval {
            diagnosis.error(
                node.position,
                "offset is shorter than 'every': \(interval.inSeconds.short) s after a moment is the next one")
        }
        let given = ["every", "share", "at-most"].compactMap { name in fields.node(name).map { (name, $0.position) } }
        for (name, position) in given.dropFirst() {
            diagnosis.error(position, "an item has either '\(given[0].0)' or '\(name)', not both")
        }
        guard given.count == 1, let (name, position) = given.first else { return nil }
        if name != "at-most", let weight = fields.node("weight") {
            diagnosis.error(
                weight.position,
                "'weight' is of items that take turns; this one has '\(name)', so leave one of them out")
        }
        // Moments are counted from midnight, by the clocks that schedules go by.
        let midnight = Duration.seconds(-scope.timeZone.offset(at: Timeline.origin))
        let rate: Item.Rate? =
            if let interval { .every(interval, offset: midnight + (offset ?? .zero)) } else if let share {
                .share(share)
            } else { most.map { .atMost(perHour: $0, offset: midnight) } }
        return rate.map { ReadRate(rate: $0, name: name, position: position) }
    }

    /// Says what does not go with how often an item plays.
    func checkRate(_ read: ReadRate, of item: Item) {
        if case .list(let list) = item.content, list.hasRates {
            diagnosis.error(
                read.position,
                "an item in this list has 'every', 'share' or 'at-most' too; write '\(read.name)' in one of both places"
            )
        }
        guard let interval = read.rate.interval, let length = item.turnLength, length > interval else { return }
        let text =
            "\(read.name) is once in \(interval.inSeconds.short) s, but its turn takes \(length.inSeconds.short) s"
        switch item.content {
        case .picture, .video, .color, .text:
            diagnosis.error(read.position, "\(text); make the turn shorter or the interval longer")
        // With a file more in a folder the sign goes on.
        case .pictures, .list: diagnosis.warning(read.position, "\(text); it plays less often")
        }
    }

    /// Says of a list's items what they ask for together that cannot be.
    func checkRates(_ list: ItemList, _ position: TextPosition) {
        for items in [list.items, list.otherwise] where items.contains(where: { $0.rate != .turns }) {
            for (_, items) in Dictionary(grouping: items, by: \.priority).sorted(by: { $0.key > $1.key }) {
                // Those with schedules or conditions may never meet.
                let certain = items.filter { $0.schedules.isEmpty && $0.conditions.isEmpty }
                let shares = certain.reduce(0) { if case .share(let share) = $1.rate { $0 + share } else { $0 } }
                let percent = Double((shares * 10000).rounded()) / 100
                if percent > 100 {
                    diagnosis.error(position, "the shares of this list add up to \(percent.short) %; 100 % is all")
                } else if percent == 100, items.contains(where: { $0.rate == .turns }) {
                    diagnosis.warning(
                        position, "the shares of this list add up to 100 %, so its other items hardly ever play")
                }
            }
        }
        let load = list.items.reduce(0) { sum, item in
            guard case .every(let interval, _) = item.rate, item.schedules.isEmpty, item.conditions.isEmpty,
                let length = item.turnLength, length <= interval
            else { return sum }
            return sum + length.inSeconds / interval.inSeconds
        }
        if load > 0.75 {
            diagnosis.warning(
                position,
                "the items with 'every' take \(Double((load * 100).rounded()).short) % of the time, and 75 % is the most; "
                    + "they play less often")
        }
    }
}

extension Double {
    /// `120`, `99.5`
    fileprivate var short: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension ItemList {
    /// Whether an item in it, or in a list in it, does not simply take turns.
    fileprivate var hasRates: Bool {
        (items + otherwise).contains { item in
            if item.rate != .turns { return true }
            if case .list(let inner) = item.content { return inner.hasRates }
            return false
        }
    }
}

extension Item.Rate {
    /// From one turn to the next, where the clock decides.
    fileprivate var interval: Duration? {
        switch self {
        case .every(let interval, _): interval
        case .atMost(let count, _): .seconds(3600) / count
        case .turns, .share: nil
        }
    }
}

extension Item {
    /// How long its turn takes. Nil where that depends on schedules or on the output.
    fileprivate var turnLength: Duration? {
        switch content {
        case .picture, .video, .color, .text: return duration * repeats
        case .pictures(let paths, _): return duration * paths.count * repeats
        case .list(let list):
            var sum = Duration.zero
            for item in list.items {
                guard item.schedules.isEmpty, item.conditions.isEmpty, item.priority == 0, let length = item.turnLength
                else { return nil }
                sum += length * item.weight
            }
            return sum * repeats
        }
    }
}
