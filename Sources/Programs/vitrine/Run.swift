import ArgumentParser
import Configuration
import Glibc
import LinuxSystem
import MediaDecoding
import Paths
import Playlist
import PlaylistReading
import SeatSession
import SignPlayer
import StatusFile
import TextLayout
import Timing

extension Vitrine {
    /// Plays until it is stopped.
    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play on every screen (the default), or list the connectors.",
            discussion: """
                Follows screens as they are plugged in and out, and waits for one if there is none. SIGTERM, SIGHUP and \
                SIGINT (Ctrl-C) end it: the screens are given back as they were found. SIGUSR1 prints the state of each \
                connector: lit or not, and why. If no page flips come and nothing helps, it exits with status 74, so that \
                its supervisor restarts it.

                A service runs it with --unattended: then no file makes it end or leaves a screen dark. While a playlist \
                cannot be played, the configuration's 'fallback' or a built-in picture plays. When the configuration \
                changes, the program ends to be restarted with it. After three failed starts it does not play the playlist \
                for ten minutes. On a virtual terminal no key does anything, and SIGINT is ignored. SIGHUP \
                ends it to be restarted, with the picture left on the screens. It reports to systemd \
                when the first frame is on a screen, and page flips feed the watchdog.
                """)

        @OptionGroup
        var asked: PlaylistArguments

        @OptionGroup(title: "Screens")
        var screens: ScreenOptions

        @OptionGroup(title: "Content")
        var content: ContentOptions

        @OptionGroup(title: "What is plugged in")
        var listing: ListingOptions

        @OptionGroup(title: "For services and experts")
        var expert: ExpertOptions

        @OptionGroup(title: "For tests")
        var test: TestOptions

        mutating func validate() throws {
            let (hasRecording, headless) = (listing.from != nil, test.headless)
            let isHeadless = headless.backend == .headless
            if listing.json && !listing.listConnectors { throw ValidationError("--json goes with --list-connectors.") }
            if hasRecording && !listing.listConnectors && !isHeadless {
                throw ValidationError("--from goes with --list-connectors and with --backend headless.")
            }
            if hasRecording && headless.outputs != nil {
                throw ValidationError("--from and --outputs exclude each other.")
            }
            if hasRecording && !screens.device.isEmpty {
                throw ValidationError("--from and --device exclude each other.")
            }
            if screens.testCard, asked.path != nil { throw ValidationError("--test-card goes without a playlist.") }
            if listing.listConnectors { return }
            if !isHeadless {
                if headless.outputs != nil { throw ValidationError("--outputs goes with --backend headless.") }
                if headless.saveFrames != nil { throw ValidationError("--save-frames goes with --backend headless.") }
            } else if !screens.device.isEmpty {
                throw ValidationError("--device goes with --backend kms.")
            } else if expert.session.seat != .auto {
                throw ValidationError("--seat goes with --backend kms.")
            }
        }

        func run() throws {
            let log = Log(level: expert.session.logLevel)
            if listing.listConnectors {
                try ConnectorListing(
                    devices: screens.device, recording: listing.from, isJSON: listing.json, log: log
                ).run()
                return
            }
            try Player.reportingErrors(of: expert.session, to: log) { try play(log) }
        }

        private var unattended: Bool { expert.unattended }

        private func play(_ log: Log) throws {
            try ProgramSignals.prepare(isUnattended: unattended)
            let ending = ProgramSignals.ending(isUnattended: unattended)
            let starting = try StartSignals(ending)
            let service = try Service(version: Vitrine.configuration.version, log)
            let suspectsPlaylists = unattended && service.begin()
            // Its libraries take long to load: meanwhile the files are read and the screens are looked at.
            var decoding = expert.decoder.settings
            // Without it colours show, and what is wrong is reported; the screens stay this program's.
            decoding.mayStartLater = unattended
            let decoder = try DecoderClient(settings: decoding, now: EventLoop.now)
            decoder.onNotice = { log($0) }
            let known = ConfigurationFile.text(screens.config)
            let (choices, playlists) = try load(log)
            let file = screens.config ?? ConfigurationFile.standardPath
            service.configuration = .init(
                path: "\(file)", mode: choices.ignored == nil ? .current : .none, problems: choices.ignored ?? [])
            let loop = try EventLoop()
            let fallback = FallbackContent(
                choices.fallback, isLabelled: choices.labelsFallback, defaults: choices.player.defaults,
                suspectsPlaylists: suspectsPlaylists, log: log)
            let player = Player(
                loop: loop, playlists: playlists, settings: choices.player, decoder: decoder, service: service,
                fallback: unattended ? fallback : nil, lastGood: unattended ? LastGoodPlaylists(log) : nil, log: log)

            var limit: EventLoop.Deadline?
            if let runningTime = test.runningTime {
                limit = loop.makeTimer { loop.stop() }
                limit?.set(EventLoop.now + runningTime.value)
            }
            let changes = unattended ? try followConfiguration(service, choices, known: known, on: loop, log) : nil
            starting.stop()
            let signals = try SignalSource(ending, on: loop) { signal in
                if unattended && signal == SIGHUP { service.startAfresh(on: loop) } else { loop.stop() }
            }
            if !unattended {
                for (path, outcome) in playlists.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                    let media = outcome.playlist?.media ?? SlideMedia()
                    log(.info, "plays \(outcome.path ?? path) (\(media.summary))")
                }
                log.sayHowToStop()
            }
            try player.play(
                devices: choices.devices, expert.session, test.headless, recording: listing.from, log)
            service.end()
            withExtendedLifetime((signals, limit, changes)) {}
        }

        private func load(_ log: Log) throws -> (Choices, [PlaylistPath: PlaylistReader.Outcome]) {
            var swapped: FileProblem? { SwappedFiles.fault(playlists: asked.playlist, configuration: screens.config) }
            do {
                let choices = try choices(log)
                let playlists = try PlaylistLoading.load(choices.player, isUnattended: unattended, log)
                let isBroken = choices.ignored != nil || playlists.values.contains { $0.playlist == nil }
                if isBroken, let swapped { log(swapped) }
                return (choices, playlists)
            } catch let error as FileProblem {
                throw swapped ?? error
            }
        }

        /// Reads the configuration. Unattended, one with mistakes is reported and ignored.
        private func choices(_ log: Log) throws -> Choices {
            do {
                return try Choices(self, try ConfigurationFile.load(screens.config, isAttended: !unattended, log))
            } catch let
                error where unattended
            {
                log(error)
                log(.error, "the configuration is ignored until its mistakes are corrected")
                var choices = try Choices(self, Configuration())
                choices.ignored = FileProblem.lines(of: error)
                return choices
            }
        }

        /// Ends the program, to be restarted, when the configuration has changed and has no mistakes.
        /// - Parameter known: its text as it was read.
        private func followConfiguration(
            _ service: Service, _ choices: Choices, known: [UInt8]?, on loop: EventLoop, _ log: Log
        ) throws -> ConfigurationFollower<Configuration> {
            try ConfigurationFollower(
                screens.config ?? ConfigurationFile.standardPath, known: known,
                current: choices.ignored == nil ? choices.configuration : nil,
                others: choices.configuration.scheduleFiles, on: loop, log,
                reader: .init(
                    text: { [screens] in ConfigurationFile.text(screens.config) },
                    load: { [screens] in try ConfigurationFile.load(screens.config, log) }),
                check: { _ = try Choices(self, $0) },
                .init(
                    onChange: { service.startAfresh(on: loop) },
                    onMistakes: { service.configuration?.isBroken(by: $0) },
                    onDelay: { service.configurationDelay = $0 }))
        }
    }
}
