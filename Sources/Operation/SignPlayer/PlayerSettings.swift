public import KioskEngine
public import Playlist
public import PlaylistReading
public import Rendering
import ScreenKeeping

/// What a player plays, and how.
public struct PlayerSettings {
    /// Of all screens that have none of their own.
    public var playlist: PlaylistPath
    /// Where the configuration names playlists, for messages: `config.yaml:1:11`.
    public var places: [PlaylistPath: String]
    /// What slides are like where a playlist says nothing.
    public var defaults: PlaylistDefaults
    public var engine: EngineSettings
    public var renderer = RendererChoice.auto
    /// A named pipe through which a test asks for faults.
    public var testOrders: String?
    /// What every screen shows in place of all playlists.
    public var inPlace: InPlace?

    /// What needs no playlist.
    public enum InPlace: Hashable, Sendable {
        /// Which screen it is.
        case identity
        /// What a screen is set up by.
        case testCard
    }

    public init(
        playlist: PlaylistPath, places: [PlaylistPath: String] = [:], defaults: PlaylistDefaults,
        engine: EngineSettings, testOrders: String? = nil
    ) {
        self.playlist = playlist
        self.places = places
        self.defaults = defaults
        self.engine = engine
        self.testOrders = testOrders
    }

    /// What needs no playlist, on every screen.
    public init(showing inPlace: InPlace, engine: EngineSettings) {
        self.init(
            playlist: "nothing",
            defaults: PlaylistDefaults(duration: .seconds(8), look: Look(), transition: .cut), engine: engine)
        self.inPlace = inPlace
    }

    /// The playlists that screens show, each once: the one of all and those of single ones.
    public var playlists: Set<PlaylistPath> { inPlace == nil ? Set([playlist] + engine.content.playlists) : [] }
}
