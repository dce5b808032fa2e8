/// What content may depend on: the output that it is shown on.
public struct OutputTraits: Hashable, Sendable {
    /// The connector's name on its device: `HDMI-A-1`.
    public var connector: String
    /// The monitor's name, maker (three letters) and serial number, as its EDID has them.
    public var monitor, maker, serial: String?
    /// The space that content is laid out in, upright as the viewer sees it.
    public var size: Size

    public init(connector: String, monitor: String? = nil, maker: String? = nil, serial: String? = nil, size: Size) {
        self.connector = connector
        self.monitor = monitor
        self.maker = maker
        self.serial = serial
        self.size = size
    }
}
