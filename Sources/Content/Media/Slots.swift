/// The number of a slot: unique among all media of a store.
public struct SlotNumber: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A claim to one writing of a slot. The slot is free again when the last holder lets go.
public final class SlotLease {
    private let onReturn: () -> Void

    init(onReturn: @escaping () -> Void) {
        self.onReturn = onReturn
    }

    deinit { onReturn() }
}

/// The slots of one medium: a fixed number, each lent to the provider for writing and, through the samples, to whoever
/// reads them. Without a free slot the provider waits.
public final class SlotPool {
    private var free: [SlotNumber]
    private var versions: [SlotNumber: UInt64] = [:]
    /// Called when a slot is free that was not.
    private let onReturn: () -> Void

    init(_ numbers: [SlotNumber], onReturn: @escaping () -> Void) {
        free = numbers.reversed()
        self.onReturn = onReturn
    }

    public var freeCount: Int { free.count }

    /// A slot to write into, with the version that its sample is to carry, and the lease that the sample is made with.
    /// Nil while every slot is being read.
    public func take() -> (slot: SlotNumber, version: UInt64, lease: SlotLease)? {
        guard let slot = free.popLast() else { return nil }
        let version = (versions[slot] ?? 0) + 1
        versions[slot] = version
        let lease = SlotLease { [weak self] in
            self?.free.insert(slot, at: 0)
            self?.onReturn()
        }
        return (slot, version, lease)
    }
}
