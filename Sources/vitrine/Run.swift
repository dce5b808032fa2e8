import ArgumentParser
import Configuration
import DisplayPlanning
import Glibc
import KioskEngine
import LinuxEvents
import MediaDecoding
import Playlist
import SeatSession
import Timing

extension Vitrine {
    /// Plays until it is told to stop.
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play on every screen (the default), or list the connectors.",
            discussion: """
                Follows screens as they are plugged in and out, and waits where there is none. SIGTERM and SIGINT end it: \
                the screens are given back as they were found. SIGUSR1 asks for the state of each connector: lit or not, \
                and why. Where page flips do not come whatever is tried, it ends with 74 for its supervisor to start it \
                afresh.

                A service runs it --unattended: then no file makes it end or leaves a screen dark. What cannot be played is \
                replaced by the configuration's 'fallback' or a built-in picture until it can be, a changed configuration is \
                taken by ending for a fresh start, and after three starts that failed the playlist is left alone for ten \
                minutes. systemd is told when the first frame is on a screen, and its watchdog is fed by page flips.
                """)

        @Argument(
            help:
                "A playlist (.yaml, .json; docs/playlists.md), a folder of pictures (PNG, JPEG, WebP), or one picture.")
        var playlist: String?

        @Option(
            help: ArgumentHelp(
                "What each screen is to do, and the playlist; docs/configuration.md has the format.",
                discussion: "Without it \(ConfigurationFile.standardPath) is read if it is there. Options win over it.",
                valueName: "file"))
        var config: String?

        @Flag(help: "List devices, connectors, modes and monitors, then exit. Disturbs nothing.")
        var listConnectors = false

        @Flag(help: "With --list-connectors: as JSON, by docs/list-connectors.schema.json.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "Devices that 'vitrine doctor --bundle' or 'drm_info -j' recorded, not this machine's; - is standard input.",
                discussion: "With --list-connectors, or as the screens of --backend headless.",
                valueName: "file"))
        var from: String?

        @Option(
            help: ArgumentHelp(
                "Which mode to set: preferred, highest, lowest, current, or WxH[@HZ] such as 1920x1080@59.94.",
                valueName: "policy"))
        var mode: ModePolicy?

        @Option(help: ArgumentHelp("Use only this display device; may be repeated.", valueName: "path"))
        var device: [String] = []

        @Option(
            help: ArgumentHelp(
                "How to come by the screens: libseat (seatd or logind), vt (a virtual terminal), none, or auto.",
                discussion: "auto takes the first that can be had. With none nobody can switch away.",
                valueName: "kind"))
        var seat = SeatPreference.auto

        @Flag(help: "Never end, nor stay dark, because of a file; for services.")
        var unattended = false

        @Option(help: "kms drives real screens, headless pretends.")
        var backend = Backend.kms

        @Option(help: ArgumentHelp("The headless screens: 1920x1080@60,1280x720.", valueName: "list"))
        var outputs: String?

        @Option(
            help: ArgumentHelp(
                "Headless: write what each screen shows into this folder, a PNG for each new slide.",
                valueName: "folder"))
        var saveFrames: String?

        @Option(
            help: ArgumentHelp(
                "How much memory decoded pictures may take beyond those that show now and next: 256M, 1G.",
                discussion: "Of each display device. The default is an eighth of the machine's memory.",
                valueName: "size"))
        var cacheSize: MemorySize?

        @Option(name: .customLong("for"), help: ArgumentHelp("Stop after this time.", valueName: "time"))
        var runningTime: TimeLength?

        @Option(help: "What to report: trace (every commit), debug, info, warning or error.")
        var logLevel = LogLevel.info

        @OptionGroup(title: "Content")
        var content: ContentOptions

        mutating func validate() throws {
            if json && !listConnectors { throw ValidationError("--json goes with --list-connectors.") }
            if from != nil && !listConnectors && backend != .headless {
                throw ValidationError("--from goes with --list-connectors and with --backend headless.")
            }
            if from != nil && outputs != nil { throw ValidationError("--from and --outputs exclude each other.") }
            if from != nil && !device.isEmpty { throw ValidationError("--from and --device exclude each other.") }
            if listConnectors { return }
            if backend == .kms {
                if outputs != nil { throw ValidationError("--outputs goes with --backend headless.") }
                if saveFrames != nil { throw ValidationError("--save-frames goes with --backend headless.") }
            } else if !device.isEmpty {
                throw ValidationError("--device goes with --backend kms.")
            } else if seat != .auto {
                throw ValidationError("--seat goes with --backend kms.")
            }
        }

        func run() throws {
            let log = Log(level: logLevel)
            if listConnectors {
                try ConnectorListing(devices: device, recording: from, isJSON: json, log: log).run()
                return
            }
            do {
                try play(log)
            } catch let error as FileProblem {
                for line in error.lines { log(.error, line) }
                throw ExitCode(error.status)
            } catch let error as SystemError {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.osError)
            } catch let error as SeatRefusal {
                log(.error, "--seat \(seat.rawValue): \(error)")
                throw ExitCode(ExitStatus.unavailable)
            } catch let error as Player.Exhaustion {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.ioError)
            } catch let error as DecodingFailure {
                log(.error, "\(error.message)")
                throw ExitCode(ExitStatus.software)
            }
        }

        private func play(_ log: Log) throws {
            let service = try Service(log)
            let isDoubtful = unattended && service.begin()
            let known = ConfigurationFile.text(config)
            let choices = try choices(log)
            let playlists = try PlaylistFile.load(choices, isUnattended: unattended, log)
            let loop = try EventLoop()
            let signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { _ in loop.stop() }
            let decoder = try DecoderClient(now: EventLoop.now)
            let player = Player(
                loop: loop, playlists: playlists, choices: choices, decoder: decoder, service: service,
                safety: unattended ? .init(content: choices.safeContent(log), isPlaylistDoubtful: isDoubtful) : nil,
                log: log)

            var limit: EventLoop.Deadline?
            if let runningTime {
                limit = loop.makeTimer { loop.stop() }
                limit?.set(EventLoop.now + runningTime.value)
            }
            let changes = unattended ? try followConfiguration(service, known: known, on: loop, log) : nil
            switch backend {
            case .kms: try player.playOnKMS(devices: choices.devices, seat: seat)
            case .headless:
                let screens = from.map { HeadlessScreens.recording($0) } ?? .list(outputs ?? "1920x1080@60")
                try player.playHeadless(screens, saveFrames: saveFrames)
            }
            service.end()
            withExtendedLifetime((signals, limit, changes)) {}
        }

        /// Reads the configuration. Unattended, one that is no good is told of and left aside.
        private func choices(_ log: Log) throws -> Choices {
            do { return try Choices(self, try ConfigurationFile.load(config, log)) } catch let error where unattended {
                Self.tell(error, log)
                log(.error, "the configuration is left aside until it is good")
                return try Choices(self, Configuration())
            }
        }

        /// Ends the program, to be started afresh, when the configuration is another one and good.
        /// - Parameter known: its text as it was read.
        private func followConfiguration(
            _ service: Service, known: [UInt8]?, on loop: EventLoop, _ log: Log
        ) throws -> (FileWatch, EventLoop.Deadline) {
            let path = config ?? ConfigurationFile.standardPath
            var known = known
            func look() {
                let text = ConfigurationFile.text(config)
                guard text != known else { return }
                known = text
                do {
                    _ = try Choices(self, try ConfigurationFile.load(config, log))
                    log(.info, "\(path): changed; starting afresh with it")
                    service.startAfresh(on: loop)
                } catch {
                    Self.tell(error, log)
                    log(.error, "\(path): changed, but the configuration stays as it was")
                }
            }
            let watch = try FileWatch(
                on: loop, onChange: { _ in look() }, onTrouble: { log(.warning, "\(path): \($0)") })
            watch.follow([path], folders: [])
            // It may have changed since it was read.
            let first = loop.makeTimer(look)
            first.set(EventLoop.now)
            return (watch, first)
        }

        private static func tell(_ error: any Error, _ log: Log) {
            guard let problem = error as? FileProblem else { return log(.error, "\(error)") }
            for line in problem.lines { log(.error, line) }
        }
    }
}
