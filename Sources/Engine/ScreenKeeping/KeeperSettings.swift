public import DisplayPlanning

/// How a device's screens are kept lit.
public struct KeeperSettings: Hashable, Sendable {
    public var configurations: OutputConfigurations
    /// How long after a hot-plug event others belong to it: plugs bounce. The first is acted upon at once; those that follow
    /// are gathered until none came for as long as this. Monitors that went, and those that come without an EDID, are
    /// waited for until then.
    public var settleTime: Duration
    /// How long a newly connected screen may stay dark while its first frame is made, before it is lit without.
    public var firstFrameLimit: Duration
    /// The same where the screen shows something already: a boot splash, or what a previous process has left.
    public var takeOverLimit: Duration
    /// How long a flip may take before something is wrong. Far above any refresh period.
    public var flipLimit: Duration

    public init(
        configurations: OutputConfigurations = OutputConfigurations(), settleTime: Duration = .milliseconds(150),
        firstFrameLimit: Duration = .milliseconds(1500), takeOverLimit: Duration = .seconds(10),
        flipLimit: Duration = .seconds(1)
    ) {
        self.configurations = configurations
        self.settleTime = settleTime
        self.firstFrameLimit = firstFrameLimit
        self.takeOverLimit = takeOverLimit
        self.flipLimit = flipLimit
    }
}
