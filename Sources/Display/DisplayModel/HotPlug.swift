/// What a hot-plug event says of where something was plugged in or out.
public enum HotPlug: Hashable, Sendable {
    case at(ConnectorID)
    /// Somewhere on the device.
    case somewhere
}
