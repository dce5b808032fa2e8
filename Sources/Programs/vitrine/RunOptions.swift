import ArgumentParser
import DisplayPlanning
import LinuxSystem
import MediaDecoding
import Paths
import Playlist
import Rendering
import SeatSession
import SignPlayer
import Timing

/// What each screen does.
struct ScreenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration: the playlist, and what each screen does. docs/configuration.md describes it.",
            discussion: "Without it \(ConfigurationFile.standardPath) is read if it exists. Options override it.",
            valueName: "file"),
        completion: .file())
    var config: FilePath?

    @Option(
        help: ArgumentHelp(
            "The mode to set: preferred, highest, lowest, current, or WxH[@HZ] such as 1920x1080@59.94.",
            valueName: "policy"),
        completion: .modes, transform: ModePolicy.argument)
    var mode: ModePolicy?

    @Flag(
        help: ArgumentHelp(
            "Show the test card in place of a playlist: edges at 0, 2.5, 5 and 10 %, colours, greys, a moving bar.",
            discussion: "docs/test-card.md says what to look for."))
    var testCard = false

    @Option(
        help: ArgumentHelp("Use only this display device; may be repeated.", valueName: "path"),
        completion: .displayDevices)
    var device: [String] = []
}

/// The listing of connectors, and where its devices come from.
struct ListingOptions: ParsableArguments {
    @Flag(help: "List devices, connectors, modes and monitors, then exit. Changes nothing on the screens.")
    var listConnectors = false

    @Flag(help: "With --list-connectors: as JSON, by docs/list-connectors.schema.json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Devices that 'vitrine doctor --bundle' or 'drm_info -j' recorded, not this machine's; - is standard input.",
            discussion: "With --list-connectors, or as the screens of --backend headless.",
            valueName: "file"),
        completion: .file())
    var from: String?
}

/// How the program works, for services and for those who know why.
struct ExpertOptions: ParsableArguments {
    @Flag(help: "For services: no file makes it end or leaves a screen dark.")
    var unattended = false

    @OptionGroup
    var session: SessionOptions

    @Option(
        help: ArgumentHelp(
            "How much memory to use for decoded pictures, beyond those that show now and next: 256M, 1G.",
            discussion: "For each display device. The default is an eighth of the machine's memory.",
            valueName: "size"))
    var cacheSize: MemorySize?

    @OptionGroup
    var renderer: RendererOptions

    @OptionGroup
    var decoder: DecoderOptions
}

/// What draws.
struct RendererOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What draws: gles (OpenGL ES), cpu (the processor, without GL), or auto.",
            discussion: "auto is gles, but cpu where GL would draw with the processor itself or cannot be had. "
                + "Playlists' own transitions need gles; with cpu they are cross-fades.",
            valueName: "kind"))
    var renderer: RendererChoice?
}

/// How the program gets its screens, and what it reports of them.
struct SessionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How to get access to the screens: libseat (seatd or logind), vt (a virtual terminal), none, or auto.",
            discussion: "auto takes the first that is available. With none nobody can switch to another terminal.",
            valueName: "kind"))
    var seat = SeatPreference.auto

    @Flag(
        help: ArgumentHelp(
            "Drive devices without atomic modesetting, as drivers are that have none: for tests, and where it is broken.",
            discussion: "Nothing is tested then before it is tried, and screens change one after the other."))
    var noAtomic = false

    @Option(help: "What to report: trace (every commit), debug, info, warning or error.")
    var logLevel = LogLevel.info
}

/// How pictures are decoded.
struct DecoderOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Decode pictures also where the kernel has no seccomp filters (CONFIG_SECCOMP_FILTER).",
            discussion: "A file that breaks into the decoder then has the rights of this program."))
    var unconfinedDecoder = false

    var settings: DecoderClient.Settings {
        var settings = DecoderClient.Settings()
        settings.allowsUnconfined = unconfinedDecoder
        return settings
    }
}

/// Screens that are not there.
struct HeadlessOptions: ParsableArguments {
    @Option(help: "kms drives real screens, headless draws to memory.")
    var backend = Backend.kms

    @Option(help: ArgumentHelp("The headless screens: 1920x1080@60,1280x720.", valueName: "list"))
    var outputs: String?

    @Option(
        help: ArgumentHelp(
            "Headless: write what each screen shows into this folder, a PNG for each new slide.",
            valueName: "folder"),
        completion: .directory)
    var saveFrames: String?
}

/// What only tests need.
struct TestOptions: ParsableArguments {
    @OptionGroup
    var headless: HeadlessOptions

    @Option(name: .customLong("for"), help: ArgumentHelp("Stop after this time.", valueName: "time"))
    var runningTime: TimeLength?

    /// A named pipe for tests: words that have renderers replaced, contexts lost and devices reopened.
    @Option(help: .hidden)
    var testOrders: String?
}

extension Player {
    /// Plays on the screens that the options name, until the loop is stopped.
    /// - Parameters:
    ///   - devices: the paths of those to use; empty for all.
    ///   - recording: whose devices are the headless screens.
    func play(
        devices: [String], _ session: SessionOptions, _ headless: HeadlessOptions, recording: String? = nil, _ log: Log
    ) throws {
        switch headless.backend {
        case .kms: try playOnKMS(devices: devices, seat: session.seat, hidesAtomic: session.noAtomic)
        case .headless:
            let screens = recording.map { HeadlessScreens.recording($0) } ?? .list(headless.outputs ?? "1920x1080@60")
            try playHeadless(try screens.devices(log), saveFrames: headless.saveFrames)
        }
    }

    /// Runs what plays. Whatever ends it with an error is reported, and is the exit code.
    static func reportingErrors(of session: SessionOptions, to log: Log, _ play: () throws -> Void) throws {
        do {
            try play()
        } catch let error as FileProblem {
            log(error)
            throw ExitCode(error.status)
        } catch let error as SystemError {
            log(.error, "\(error)")
            throw ExitCode(ExitStatus.osError)
        } catch let error as SeatRefusal {
            log(.error, "--seat \(session.seat.rawValue): \(error)")
            throw ExitCode(ExitStatus.unavailable)
        } catch let error as Player.Exhaustion {
            log(.error, "\(error)")
            throw ExitCode(ExitStatus.ioError)
        } catch let error as DecodingFailure {
            log(.error, "\(error.message)")
            throw ExitCode(ExitStatus.software)
        }
    }
}
