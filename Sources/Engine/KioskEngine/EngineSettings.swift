public import DisplayPlanning
public import ScreenKeeping

/// How everything is shown, for all screens.
public struct EngineSettings: Hashable, Sendable {
    public var keeper: KeeperSettings
    public var content: ContentAssignments
    /// When screens are on, by ``OutputConfiguration/power``.
    public var power: [PowerRule] = []
    /// How many bytes of decoded pictures each device keeps beyond those that show now and next.
    public var cacheSize: Int

    public init(
        keeper: KeeperSettings = KeeperSettings(), content: ContentAssignments = ContentAssignments(),
        cacheSize: Int = 128 << 20
    ) {
        self.keeper = keeper
        self.content = content
        self.cacheSize = cacheSize
    }

    /// What each screen is to do; all else as usual.
    public init(
        configurations: OutputConfigurations, content: ContentAssignments = ContentAssignments(),
        cacheSize: Int = 128 << 20
    ) {
        self.init(keeper: KeeperSettings(configurations: configurations), content: content, cacheSize: cacheSize)
    }
}
