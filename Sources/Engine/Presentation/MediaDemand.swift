public import Media
public import Timing

/// A medium that somebody needs.
public struct MediaDemand: Hashable {
    public var medium: Medium
    /// When it is needed: what is due earliest is made ready first.
    public var due: MonotonicTime
    /// Whether it is shown now or next, so that it is kept whatever it takes. Others are kept while there is room.
    public var isUrgent: Bool

    public init(_ medium: Medium, due: MonotonicTime, isUrgent: Bool = true) {
        self.medium = medium
        self.due = due
        self.isUrgent = isUrgent
    }
}

/// All demands of a device, and what of them there is room for.
struct DemandBook {
    private var lists: [ObjectIdentifier: [MediaDemand]] = [:]
    /// Of all lists, the earliest due first.
    private(set) var all: [MediaDemand] = []

    /// Replaces what an owner needs.
    /// - Returns: whether that is a change.
    mutating func set(_ list: [MediaDemand], of owner: ObjectIdentifier) -> Bool {
        guard lists[owner] ?? [] != list else { return false }
        lists[owner] = list.isEmpty ? nil : list
        all = lists.values.joined().sorted { $0.due < $1.due }
        return true
    }

    /// What is urgent, and of the rest what fits beside it, the first due first.
    /// - Parameter budget: in bytes of pixels, for what is not urgent.
    func accepted(budget: Int) -> [MediaDemand] {
        var accepted = all.filter(\.isUrgent)
        var taken = Set(accepted.map(\.medium))
        var held = taken.reduce(0) { $0 + $1.frameBytes }
        for demand in all where !demand.isUrgent && !taken.contains(demand.medium) {
            guard held + demand.medium.frameBytes <= budget else { break }
            held += demand.medium.frameBytes
            taken.insert(demand.medium)
            accepted.append(demand)
        }
        return accepted
    }
}
