public import DisplayPlanning

/// How everything is shown, for all screens.
public struct EngineSettings: Hashable, Sendable {
    public var wishes: Wishes
    /// How many bytes of decoded pictures each device keeps beyond those that show now and next.
    public var cacheSize: Int
    /// How long to wait after a hot-plug event for more of them, before the monitors are asked: plugs bounce.
    public var settleTime: Duration
    /// How long a newly connected screen may stay dark while its first picture is made, before it is lit without.
    public var firstPictureLimit: Duration
    /// The same where the screen shows something already: a boot splash, or what a former life of the program has left.
    public var takeOverLimit: Duration
    /// How long a flip may take before something is wrong. Far above any refresh period.
    public var flipLimit: Duration

    public init(
        wishes: Wishes = Wishes(), cacheSize: Int = 128 << 20, settleTime: Duration = .milliseconds(150),
        firstPictureLimit: Duration = .milliseconds(1500), takeOverLimit: Duration = .seconds(10),
        flipLimit: Duration = .seconds(1)
    ) {
        self.wishes = wishes
        self.cacheSize = cacheSize
        self.settleTime = settleTime
        self.firstPictureLimit = firstPictureLimit
        self.takeOverLimit = takeOverLimit
        self.flipLimit = flipLimit
    }
}
