public import DisplayModel

/// A monitor of a headless device.
public struct HeadlessMonitor: Hashable, Sendable {
    /// Best first, as the kernel sorts them. The one marked preferred is the monitor's own.
    public var modes: [Mode]
    public var edid: [UInt8]?
    /// In millimetres.
    public var physicalSize: Size?
    /// The tile of a tiled monitor that is plugged in here.
    public var tile: ConnectorSnapshot.Tile?

    public init(
        modes: [Mode], edid: [UInt8]? = nil, physicalSize: Size? = nil, tile: ConnectorSnapshot.Tile? = nil
    ) {
        self.modes = modes
        self.edid = edid
        self.physicalSize = physicalSize
        self.tile = tile
    }

    /// A monitor with one mode, written as `1920x1080@60` or `1920x1080`, which means 60 Hz.
    public init(_ text: some StringProtocol) throws(HeadlessOutputError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let size = Size(parts[0]) else { throw HeadlessOutputError(text: String(text)) }
        let hertz = parts.count == 2 ? Double(parts[1]) : 60
        guard let hertz,
            let mode = CoordinatedTiming.mode(size, hertz: hertz, .reduced, type: [.driver, .preferred])
        else {
            throw HeadlessOutputError(text: String(text))
        }
        self.init(modes: [mode])
    }

    /// The monitors of a list such as `1920x1080@60,1280x720`.
    public static func list(_ text: some StringProtocol) throws(HeadlessOutputError) -> [HeadlessMonitor] {
        var monitors: [HeadlessMonitor] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            monitors.append(try HeadlessMonitor(part))
        }
        return monitors
    }
}

/// A text that cannot be read as an output.
public struct HeadlessOutputError: Error, Hashable, Sendable, CustomStringConvertible {
    public var text: String

    public var description: String {
        "invalid output '\(text)': write 1920x1080@60 or 1920x1080, and commas between several"
    }
}

/// A connector of a headless device.
public struct HeadlessConnector: Hashable, Sendable {
    public var monitor: HeadlessMonitor?
    /// Which of the device's CRTCs can feed it, counted from 0. Nil for all.
    public var possibleCRTCs: [Int]?
    public var type: ConnectorType

    public init(
        _ monitor: HeadlessMonitor? = nil, possibleCRTCs: [Int]? = nil, type: ConnectorType = .virtual
    ) {
        self.monitor = monitor
        self.possibleCRTCs = possibleCRTCs
        self.type = type
    }
}
