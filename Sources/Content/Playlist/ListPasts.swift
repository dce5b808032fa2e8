public import DisplayModel
public import Timing

/// What the lists of a playlist came to before the present. To follow it from ``Timeline/origin`` may take a while, so it
/// is done once for all screens whose lists are alike, on whatever thread.
public struct ListPasts: Sendable {
    private var known: [(list: ItemList, past: History.Past)] = []

    public init() {}

    /// - Parameters:
    ///   - outputs: which screens show it, as far as they are known. Others whose lists have no conditions go by it too.
    ///   - now: the present.
    public init(of playlist: Playlist, on outputs: [OutputTraits], until now: WallTime) {
        // From the start of the show there is nothing to be followed yet.
        guard playlist.sync == .wallClock else { return }
        for zone in playlist.zones {
            for output in [nil] + outputs.map(Optional.some) {
                if let output, !zone.conditions.allSatisfy({ $0.contains { $0.holds(for: output) } }) { continue }
                let timeline = Timeline(zone.content, schedules: playlist.schedules, on: output)
                if timeline.isKnown(to: self) { continue }
                if let past = timeline.past(until: now) { known.append((past.0, past.1)) }
            }
        }
    }

    func past(of list: ItemList) -> History.Past? { known.first { $0.list == list }?.past }
}

extension Timeline {
    fileprivate func isKnown(to pasts: ListPasts) -> Bool { pasts.past(of: list) != nil }
}
