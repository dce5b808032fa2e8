public import DisplayModel
public import Timing

/// What the lists of a playlist came to before the present. To follow it from ``Timeline/origin`` may take a while, so it
/// is done once for all screens whose lists are alike, on whatever thread.
public struct ListPasts: Sendable {
    private var known: [(list: ItemList, past: History.Past)] = []

    public init() {}

    /// - Parameters:
    ///   - outputs: which screens show it, as far as they are known. For others it holds where the conditions are few.
    ///   - now: the present.
    public init(of playlist: Playlist, on outputs: [OutputTraits], until now: WallTime) {
        // From the start of the show there is nothing to be followed yet.
        guard playlist.sync == .wallClock else { return }
        for zone in playlist.zones {
            let fitting = outputs.filter { output in
                zone.conditions.allSatisfy { $0.contains { $0.holds(for: output) } }
            }
            for list in fitting.map({ zone.content.filtered(for: $0) }) + zone.content.variants {
                let timeline = Timeline(list, schedules: playlist.schedules)
                if timeline.isKnown(to: self) { continue }
                if let past = timeline.past(until: now) { self.known.append((past.0, past.1)) }
            }
        }
    }

    func past(of list: ItemList) -> History.Past? { known.first { $0.list == list }?.past }
}

extension Timeline {
    fileprivate func isKnown(to pasts: ListPasts) -> Bool { pasts.past(of: list) != nil }
}
