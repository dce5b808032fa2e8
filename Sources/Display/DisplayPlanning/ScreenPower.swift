public import Timing

/// Which screens are off by their schedule at present, and which of them are lit nevertheless.
public struct ScreenPower: Hashable, Sendable {
    /// The power schedules that keep their screens off, by ``OutputConfiguration/power``.
    public var off: [Int: Off] = [:]
    /// The screens, by the names of their connectors, that a message lights while their schedule has them off.
    public var woken: Set<String> = []
    /// The power schedules that will light their screens in a few seconds, and when.
    public var soon: [Int: MonotonicTime] = [:]

    /// What is to be said of a screen that is off.
    public struct Off: Hashable, Sendable {
        /// When it is lit again. Nil for more than ten years.
        public var until: WallTime?
        /// `off until 07:00, by schedule`
        public var reason: String

        public init(until: WallTime?, reason: String) {
            self.until = until
            self.reason = reason
        }
    }

    public init() {}

    /// Nil for a screen that is to be lit.
    func off(_ configuration: OutputConfiguration, connector: String) -> Off? {
        guard let rule = configuration.power, !woken.contains(connector) else { return nil }
        return off[rule]
    }

    /// Whether the same screens are to be lit.
    public func lights(asMuchAs other: ScreenPower) -> Bool { off == other.off && woken == other.woken }
}
