public import Playlist
public import Timing

/// What a lit screen shows now, for people.
public struct ScreenShowing: Hashable, Sendable {
    /// `HDMI-A-1`
    public var connector: String
    /// The playlist that it is to show; what plays may be a fallback in its place.
    public var playlist: PlaylistPath
    /// From below to above.
    public var zones: [ZoneShowing]
}

/// What shows in one zone of a screen.
public struct ZoneShowing: Hashable, Sendable {
    /// Nil for one without a name, such as the whole screen.
    public var name: String?
    /// The file, or the colour. Nil while nothing is scheduled, or nothing of it is ready.
    public var slide: String?
    /// When that came on the screen.
    public var since: WallTime
    /// Whether nothing is scheduled. What showed before may still be fading out.
    public var isUnscheduled: Bool
    /// Of a film that plays: how.
    public var video: VideoPlayback?
    /// What comes after it. Nil where nothing ever does.
    public var next: Next?

    public struct Next: Hashable, Sendable {
        /// Nil where nothing is scheduled then.
        public var slide: String?
        public var at: WallTime
    }
}
