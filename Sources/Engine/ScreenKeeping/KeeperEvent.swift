public import DisplayModel
public import DisplayPlanning

/// Something that happened to a screen or a device.
public enum KeeperEvent: Sendable {
    case deviceOpened(path: String, driver: String, renderer: String)
    case connected(screen: ScreenName)
    case disconnected(screen: ScreenName)
    /// The screen shows its content.
    case lit(screen: ScreenName, mode: Mode, placement: String)
    /// A lit screen has another mode.
    case modeChanged(screen: ScreenName, from: Mode, to: Mode)
    /// Page flips do not come; this is done about it.
    case recovering(screen: ScreenName, step: FlipWatchdog.Step, reason: String)
    /// The screen is wanted and stays dark, for now at least.
    case dark(screen: ScreenName, reason: String)
    /// The screen is off by its schedule.
    case asleep(screen: ScreenName, ScreenPower.Off)
    /// The renderer is replaced by another one. Where it was lost, with the reason.
    case rendererReplaced(path: String, renderer: String, loss: String?)
    case warning(about: String, text: String)
    /// For those who look for a fault.
    case trace(about: String, text: String)
}
