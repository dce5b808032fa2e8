import ArgumentParser
import Configuration
import DisplayModel
import DisplayPlanning
import Glibc
import KioskEngine
import Paths
import Playlist
import PlaylistReading
import Rendering
import ScreenKeeping
import SignPlayer

/// The settings that follow from the command line and the configuration. Options override the configuration, for all
/// screens; what neither sets has a default.
struct Choices {
    let player: PlayerSettings
    /// What plays unattended where a playlist cannot.
    let fallback: FilePath?
    /// Whether the built-in picture carries the machine's name and address.
    let labelsFallback: Bool
    let devices: [String]
    /// What is wrong with the configuration where its settings do not count, a line each.
    var ignored: [String]?
    /// What they follow from, beside the command line.
    let configuration: Configuration

    init(_ options: Vitrine.Run, _ configuration: Configuration) throws {
        let standard = options.expert.unattended ? ConfigurationFile.standardMedia : nil
        guard
            let playlist = options.asked.path ?? configuration.playlist
                ?? configuration.content.playlists.first ?? standard.map({ PlaylistPath($0) })
                ?? (options.screens.testCard ? "nothing" : nil)
        else {
            throw ValidationError(
                "Say what to play: a folder of pictures, as an argument or in the configuration. 'vitrine --help' has "
                    + "examples.")
        }
        self.configuration = configuration
        fallback = configuration.fallback
        labelsFallback = configuration.labelsFallback ?? true
        let file = options.screens.config ?? ConfigurationFile.standardPath
        let places = configuration.places.mapValues { "\(file):\($0)" }
        devices = options.screens.device.isEmpty ? configuration.devices : options.screens.device
        var settings = EngineSettings(
            configurations: Self.outputs(
                configuration.outputs, mode: options.screens.mode, overscan: options.content.overscan,
                orientation: options.content.rotate), content: configuration.content,
            cacheSize: options.expert.cacheSize?.bytes ?? .standardCache
        )
        settings.power = configuration.power
        if let time = configuration.settleTime { settings.keeper.settleTime = time }
        var player =
            options.screens.testCard
            ? PlayerSettings(showing: .testCard, engine: settings)
            : PlayerSettings(
                playlist: playlist, places: places, defaults: try Self.defaults(options.content, configuration),
                engine: settings, testOrders: options.test.testOrders)
        player.renderer = options.expert.renderer.renderer ?? configuration.renderer ?? .auto
        self.player = player
    }

    /// What each screen does, by the configuration and the options.
    static func outputs(
        _ outputs: OutputConfigurations, mode: ModePolicy?, overscan: Overscan? = nil, orientation: Orientation? = nil
    ) -> OutputConfigurations {
        func overridden(_ output: OutputConfiguration) -> OutputConfiguration {
            var output = output
            if let mode { output.mode = mode }
            if let overscan { output.overscan = overscan }
            if let orientation { output.orientation = orientation }
            return output
        }
        var result = outputs
        result.rules = outputs.rules.map { OutputConfigurations.Rule($0.match, overridden($0.configuration)) }
        result.otherwise = overridden(outputs.otherwise)
        return result
    }

    /// What holds where playlists say nothing.
    static func defaults(_ content: ContentOptions, _ configuration: Configuration?) throws -> PlaylistDefaults {
        let duration = content.duration?.value ?? configuration?.duration ?? .seconds(8)
        let transition = (content.transition ?? configuration?.transition ?? .kind(.crossFade))
            .transition(within: duration)
        guard transition.duration <= duration else {
            throw ValidationError(
                "A transition of \(TimeLength(transition.duration)) is longer than the \(TimeLength(duration)) that its "
                    + "slide shows.")
        }
        var look = Look()
        look.fit = content.fit ?? configuration?.fit ?? .contain
        var defaults = PlaylistDefaults(duration: duration, look: look, transition: transition)
        defaults.sync = content.sync ?? configuration?.sync ?? .wallClock
        return defaults
    }
}

extension Int {
    /// An eighth of the machine's memory, in bytes: sysconf(3).
    fileprivate static var standardCache: Int {
        Swift.max(64 << 20, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 8)
    }
}
