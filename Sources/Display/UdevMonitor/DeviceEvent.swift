public import DisplayModel

/// An event of udev about display devices.
public enum DeviceEvent: Hashable, Sendable {
    /// A card came, with its node's path.
    case added(DeviceID, path: String)
    case removed(DeviceID)
    case changed(DeviceID, DeviceChange)
    /// Events were lost, because they came faster than they were read: scan all devices again.
    case overflowed
}

/// The meaning of a `change` event, by its properties.
public enum DeviceChange: Hashable, Sendable {
    /// `HOTPLUG=1` alone: something was plugged or unplugged, look at all connectors.
    case hotPlug
    /// With `CONNECTOR`: this one was.
    case connector(ConnectorID)
    /// With `PROPERTY` too: a property of the connector got another value, `link-status` for example.
    case property(ConnectorID, property: UInt32)
    /// No hot-plug: the end of a lease, a rule's doing.
    case other
}

extension DeviceEvent {
    /// Reads an event of a seat's cards from its properties. Nil for other actions, seats and devices: connectors and
    /// render nodes have events of their own, which add nothing.
    init?(_ properties: [String: String], seat: String) {
        guard let node = properties["DEVNAME"]?.split(separator: "/").last, node.hasPrefix("card"),
            let major = properties["MAJOR"].flatMap({ UInt32($0) }),
            let minor = properties["MINOR"].flatMap({ UInt32($0) }),
            properties["ID_SEAT"] ?? Card.firstSeat == seat
        else { return nil }
        let id = DeviceID(major: major, minor: minor)
        switch properties["ACTION"] {
        case "add": self = .added(id, path: "/dev/dri/\(node)")
        case "remove": self = .removed(id)
        case "change": self = .changed(id, DeviceChange(properties))
        default: return nil
        }
    }
}

extension DeviceChange {
    init(_ properties: [String: String]) {
        guard properties["HOTPLUG"] == "1" else {
            self = .other
            return
        }
        let connector = properties["CONNECTOR"].flatMap { UInt32($0) }.map(ConnectorID.init)
        let property = properties["PROPERTY"].flatMap { UInt32($0) }
        self =
            switch (connector, property) {
            case (let connector?, let property?): .property(connector, property: property)
            case (let connector?, nil): .connector(connector)
            case (nil, _): .hotPlug
            }
    }
}
