import ArgumentParser
import Configuration
import DisplayPlanning
import KioskEngine
import SlideComposition

/// What is to be done, of what the command line and the configuration say: options win, for all screens, and what
/// neither says has a default.
struct Choices {
    let playlist: String
    let devices: [String]
    let duration: Duration
    let transition: Duration
    let settings: EngineSettings

    init(_ options: Vitrine.Run, _ configuration: Configuration) throws {
        guard let playlist = options.playlist ?? configuration.playlist else {
            throw ValidationError(
                "Say what to play: a folder of pictures, as an argument or in the configuration. 'vitrine --help' has "
                    + "examples.")
        }
        self.playlist = playlist
        devices = options.device.isEmpty ? configuration.devices : options.device
        (duration, transition) = try Self.timing(options.content, configuration)
        var settings = EngineSettings(
            wishes: Self.wishes(options, configuration.wishes),
            fit: options.content.fit ?? configuration.fit ?? .contain)
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
        return Wishes(
            rules: wishes.rules.map { Wishes.Rule($0.match, overridden($0.wish)) },
            otherwise: overridden(wishes.otherwise))
    }

    /// How long slides and transitions take.
    static func timing(
        _ content: ContentOptions, _ configuration: Configuration?
    ) throws -> (duration: Duration, transition: Duration) {
        let duration = content.duration?.value ?? configuration?.duration ?? .seconds(8)
        let wanted = content.transition?.value ?? configuration?.transition
        // The default does not stand in the way of short slides.
        let transition = wanted ?? min(.seconds(1), duration)
        guard transition <= duration else {
            throw ValidationError(
                "A transition of \(TimeLength(transition)) is longer than the \(TimeLength(duration)) that its slide shows."
            )
        }
        return (duration, transition)
    }
}
