import Playlist
import Scheduling
import StrictYAML
import Timing

// Items that may miss the times at which they may play.

extension PlaylistParser {
    /// How far ahead windows are looked at: a week with its neighbours.
    private static let reach = 8 * 86400

    /// Warns of items that take turns with others, and may play for so short a time that it may not be their turn.
    ///
    /// What comes into play is next if all others have had a turn since its last one. So an item misses windows if these are
    /// shorter than the others' turns and follow one another sooner, and if one slide of the others takes as long.
    func warnOfShortWindows(_ list: ItemList, _ read: ReadItems) {
        let inTurn = list.items.filter { $0.rate == .turns }
        let groups = Dictionary(grouping: inTurn.filter(\.schedules.isEmpty), by: \.priority).mapValues { items in
            (
                round: items.reduce(0) { $0 + $1.turnLength * Double($1.weight) },
                longest: items.map(\.longestSlide).max() ?? 0
            )
        }
        guard !groups.isEmpty else { return }
        var known: [[Int]: (shortest: Double, soonest: Double)?] = [:]
        for (item, node) in zip(read.items, read.nodes) where !item.schedules.isEmpty && item.rate == .turns {
            guard let others = groups[item.priority] else { continue }
            let windows = known[item.schedules] ?? windows(of: item.schedules)
            known[item.schedules] = windows
            let round = others.round / Double(item.weight)
            guard let windows,
                windows.shortest < others.longest || windows.shortest < round && windows.soonest < round
            else { continue }
            let reason =
                windows.shortest < others.longest
                ? "one of the others shows for \(inWords(others.longest))" : "the others take \(inWords(round))"
            diagnosis.warning(
                node.position,
                "this item may play for \(inWords(windows.shortest)) at a time, and \(reason), so at times it does not show; "
                    + "with a higher 'priority' it shows at once, and alone")
        }
    }

    /// The shortest time in which one of some schedules is in force, and the shortest from the beginning of one such time to
    /// that of the next, in seconds. Nil where none begins and ends soon.
    private func windows(of schedules: [Int]) -> (shortest: Double, soonest: Double)? {
        let now = reading.reader.now.seconds
        let range = now..<now + Self.reach
        var merged: [Range<Int>] = []
        for window in schedules.flatMap({ reading.schedules.all[$0].intervals(in: range) }).sorted(by: {
            $0.lowerBound < $1.lowerBound
        }) {
            if let last = merged.last, window.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, window.upperBound)
            } else {
                merged.append(window)
            }
        }
        // What has begun, or ends later, may be longer.
        let whole = merged.filter { $0.lowerBound > range.lowerBound && $0.upperBound < range.upperBound }
        guard let shortest = whole.map(\.count).min() else { return nil }
        let distances = zip(merged, merged.dropFirst()).map { $1.lowerBound - $0.lowerBound }
        return (Double(shortest), distances.min().map(Double.init) ?? .infinity)
    }

    private func inWords(_ seconds: Double) -> String {
        if seconds < 120 { return "\(Int(seconds.rounded(.up))) s" }
        return seconds < 7200 ? "\(Int(seconds / 60)) min" : "\(Int(seconds / 3600)) h"
    }
}

extension Item {
    /// Of what surely plays of it, in seconds.
    fileprivate var turnLength: Double {
        switch content {
        case .picture, .video, .color, .text: duration.inSeconds * Double(repeats)
        case .pictures(let paths, _): duration.inSeconds * Double(paths.count * repeats)
        case .list(let list):
            list.items.filter { $0.schedules.isEmpty && $0.rate == .turns }
                .reduce(0) { $0 + $1.turnLength * Double($1.weight) } * Double(repeats)
        }
    }

    /// In seconds.
    fileprivate var longestSlide: Double {
        switch content {
        case .picture, .video, .color, .text: duration.inSeconds
        case .pictures(let paths, _): paths.isEmpty ? 0 : duration.inSeconds
        case .list(let list): list.items.filter(\.schedules.isEmpty).map(\.longestSlide).max() ?? 0
        }
    }
}
