import ArgumentParser
import Configuration
import DisplayPlanning
import Glibc
import KioskEngine
import Playlist

/// What is to be done, of what the command line and the configuration say: options win, for all screens, and what
/// neither says has a default.
struct Choices {
    let playlist: PlaylistPath
    /// What plays unattended where that cannot.
    let fallback: String?
    let devices: [String]
    /// What slides are like of which a playlist says nothing.
    let defaults: PlaylistDefaults
    let settings: EngineSettings
    /// Where the configuration names playlists: `config.yaml:1:11`.
    let places: [PlaylistPath: String]

    init(_ options: Vitrine.Run, _ configuration: Configuration) throws {
        let standard = options.unattended ? ConfigurationFile.standardMedia : nil
        guard
            let playlist = options.playlist.map({ PlaylistPath($0) }) ?? configuration.playlist
                ?? configuration.wishes.playlists.first ?? standard.map({ PlaylistPath($0) })
        else {
            throw ValidationError(
                "Say what to play: a folder of pictures, as an argument or in the configuration. 'vitrine --help' has "
                    + "examples.")
        }
        self.playlist = playlist
        fallback = configuration.fallback
        let file = options.config ?? ConfigurationFile.standardPath
        places = configuration.places.mapValues { "\(file):\($0)" }
        devices = options.device.isEmpty ? configuration.devices : options.device
        defaults = try Self.defaults(options.content, configuration)
        var settings = EngineSettings(
            wishes: Self.wishes(options, configuration.wishes), cacheSize: options.cacheSize?.bytes ?? .standardCache)
        if let time = configuration.settleTime { settings.settleTime = time }
        self.settings = settings
    }

    private static func wishes(_ options: Vitrine.Run, _ wishes: Wishes) -> Wishes {
        func overridden(_ wish: OutputWish) -> OutputWish {
            var wish = wish
            if let mode = options.mode { wish.mode = mode }
            if let overscan = options.content.overscan { wish.overscan = overscan }
            if let orientation = options.content.rotate { wish.orientation = orientation }
            return wish
        }
        var result = wishes
        result.rules = wishes.rules.map { Wishes.Rule($0.match, overridden($0.wish)) }
        result.otherwise = overridden(wishes.otherwise)
        return result
    }

    func safeContent(_ log: Log) -> SafeContent { SafeContent(fallback: fallback, defaults: defaults, log: log) }

    /// The playlists that screens show, each once: the one of all and those of single ones.
    var playlists: Set<PlaylistPath> {
        Set([playlist] + settings.wishes.playlists)
    }

    /// What slides are like.
    static func defaults(_ content: ContentOptions, _ configuration: Configuration?) throws -> PlaylistDefaults {
        let duration = content.duration?.value ?? configuration?.duration ?? .seconds(8)
        let wanted = content.transition?.value ?? configuration?.transition
        // The default does not stand in the way of short slides.
        let transition = wanted ?? min(.seconds(1), duration)
        guard transition <= duration else {
            throw ValidationError(
                "A transition of \(TimeLength(transition)) is longer than the \(TimeLength(duration)) that its slide shows."
            )
        }
        var look = Look()
        look.fit = content.fit ?? configuration?.fit ?? .contain
        return PlaylistDefaults(
            duration: duration, look: look,
            transition: transition == .zero ? .cut : Transition(.crossFade, duration: transition))
    }
}

extension Int {
    /// An eighth of the machine's memory, in bytes: sysconf(3).
    fileprivate static var standardCache: Int {
        Swift.max(64 << 20, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 8)
    }
}
