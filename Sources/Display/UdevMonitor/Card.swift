public import DisplayModel

/// A card that is there, as udev describes it.
public struct Card: Hashable, Sendable {
    public var id: DeviceID
    /// `/dev/dri/card0`
    public var path: String
    /// The seat it belongs to: `seat0` unless a rule says otherwise.
    public var seat: String
    /// Whether the firmware started on it (`boot_vga` in sysfs, which PCI devices have).
    public var isBootDevice: Bool
    /// Its place in the machine, a path in sysfs, which stays the same when cards change their numbers.
    public var place: String

    public static let firstSeat = "seat0"

    public init(id: DeviceID, path: String, seat: String = firstSeat, isBootDevice: Bool, place: String) {
        self.id = id
        self.path = path
        self.seat = seat
        self.isBootDevice = isBootDevice
        self.place = place
    }
}

extension [Card] {
    /// The cards in an order that is the same at every boot: the one the firmware started on first, the others by
    /// their places.
    public func inStableOrder() -> [Card] {
        sorted { a, b in
            if a.isBootDevice != b.isBootDevice { return a.isBootDevice }
            return a.place == b.place ? a.id < b.id : a.place < b.place
        }
    }
}
