public import ScreenKeeping
public import Timing

/// Something that happened to what a screen shows.
public enum ContentEvent: Sendable {
    /// Something came on screen, at the time of its first flip; it was due at the other.
    case shown(screen: ScreenName, place: String?, title: String, due: MonotonicTime, flipped: MonotonicTime)
    /// Its transition is over: it shows alone.
    case settled(screen: ScreenName, place: String?, title: String)
    case warning(about: String, text: String)
    case trace(about: String, text: String)
}
