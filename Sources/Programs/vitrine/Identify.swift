import ArgumentParser
import Configuration
import Glibc
import JSONCoding
import KioskEngine
import LinuxSystem
import MachineInspection
import MediaDecoding
import Paths
import SignPlayer
import StatusFile
import TextLayout
import Timing

extension Vitrine {
    /// Shows on each screen which one it is.
    struct Identify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show on each screen which one it is: connector, monitor, mode, host name and addresses.",
            discussion: """
                While a sign plays as a service it is asked to, and goes on below; that needs root, or the sign's own user: \
                'sudo vitrine identify'. Where none plays, the screens are driven until the time is over.
                """)

        @OptionGroup(title: "Identify")
        var request: RequestOptions

        struct RequestOptions: ParsableArguments {
            @Option(
                name: .customLong("for"),
                help: ArgumentHelp("For how long, at most an hour; 0s ends it at once.", valueName: "time"))
            var length = TimeLength(.seconds(30))

            @Option(
                help: ArgumentHelp(
                    "The status.json of the sign that is asked. (default: \(MachineInspector.statusPath))",
                    discussion: "A sign that another supervisor runs writes it into its $RUNTIME_DIRECTORY.",
                    valueName: "file"),
                completion: .file())
            var file: String?
        }

        @OptionGroup(title: "Where no sign plays")
        var screens: ScreenOptions

        @OptionGroup(title: "For experts")
        var session: SessionOptions

        @OptionGroup(title: "For tests")
        var headless: HeadlessOptions

        private var length: TimeLength { request.length }

        mutating func validate() throws {
            guard length.value >= .zero, length.value <= IdentifyRequest.longest else {
                throw ValidationError("--for must be from 0s to 60min.")
            }
        }

        func run() throws {
            let log = Log(level: session.logLevel)
            let path = FilePath(request.file ?? MachineInspector.statusPath)
            if headless.backend == .kms, let sign = Self.sign(path) { return try ask(sign, at: path, log) }
            guard length.value > .zero else {
                log(.error, "no sign plays as a service: \(path) says of none")
                throw ExitCode(ExitStatus.unavailable)
            }
            try Player.reportingErrors(of: session, to: log) { try play(log) }
        }

        // MARK: By a sign

        /// Far longer than any.
        private static let mostBytes = 1 << 20
        /// How long a sign may take to answer. It looks at the file within a refresh or so.
        private static let patience = Duration.seconds(5)

        /// What a sign says of itself that plays now.
        private static func sign(_ path: FilePath) -> RunningStatus? {
            guard let bytes = try? WholeFile.read(path, limit: mostBytes), let status = RunningStatus(bytes),
                let process = status.process, status.ended == nil, unsafe access("/proc/\(process)", F_OK) == 0
            else { return nil }
            return status
        }

        private func ask(_ sign: RunningStatus, at path: FilePath, _ log: Log) throws {
            let file = path.folder.appending(FilePath(IdentifyRequest.fileName))
            let request = IdentifyRequest(until: EventLoop.now + length.value)
            do throws(SystemError) {
                try WholeFile.replace(
                    file, with: Array(request.json.text().utf8), permissions: 0o644, isDurable: false,
                    followsLinks: false)
            } catch {
                let remedy = error.code == EACCES ? "; ask as root: sudo vitrine identify" : ""
                log(.error, "\(error)\(remedy)")
                throw ExitCode(error.code == EACCES ? ExitStatus.noPermission : ExitStatus.cannotCreate)
            }
            guard isTaken(file) else {
                _ = unsafe file.withCString { unsafe unlink($0) }
                log(
                    .error,
                    "the sign does not answer (process \(sign.process ?? 0)); 'vitrine status' says what it does, and "
                        + "'sudo systemctl restart vitrine' starts it anew")
                throw ExitCode(ExitStatus.unavailable)
            }
            // Those that their schedule has off are lit for it.
            let lit = sign.devices.flatMap(\.screens).filter { $0.state == .lit || $0.state == .off }
            let names = lit.map { $0.connector + ($0.monitor.map { " (\($0))" } ?? "") }
            if length.value == .zero { return try StandardOutput.write("ended\n", log) }
            try StandardOutput.write(
                names.isEmpty
                    ? "no screen is lit; each that is lit within \(length) says which one it is\n"
                    : "for \(length) on \(count(names.count, "screen")):\n" + names.map { "  \($0)\n" }.joined(), log)
            if sign.session?.isActive == false {
                log(.warning, "another program has the screens now, so nothing is seen of it")
            }
        }

        /// Waits until the sign has removed the file.
        private func isTaken(_ file: FilePath) -> Bool {
            let limit = EventLoop.now + Self.patience
            while unsafe file.withCString({ unsafe access($0, F_OK) }) == 0 {
                guard EventLoop.now < limit else { return false }
                usleep(20_000)
            }
            return true
        }

        // MARK: By itself

        private func play(_ log: Log) throws {
            try ProgramSignals.prepare(isUnattended: false)
            let ending = ProgramSignals.ending(isUnattended: false)
            let starting = try StartSignals(ending)
            let configuration = try ConfigurationFile.load(screens.config, log)
            let outputs = Choices.outputs(configuration.outputs, mode: screens.mode)
            let loop = try EventLoop()
            let player = Player(
                loop: loop, playlists: [:],
                settings: PlayerSettings(
                    showing: .identity, engine: EngineSettings(configurations: outputs)),
                decoder: try DecoderClient(settings: .init(), now: EventLoop.now),
                service: try Service(version: Vitrine.configuration.version, environment: { _ in nil }, log),
                fallback: nil, log: log)
            let limit = loop.makeTimer { loop.stop() }
            limit.set(EventLoop.now + length.value)
            starting.stop()
            let signals = try SignalSource(ending, on: loop) { _ in loop.stop() }
            log.sayHowToStop()
            try player.play(
                devices: screens.device.isEmpty ? configuration.devices : screens.device, session, headless, log)
            withExtendedLifetime((signals, limit)) {}
        }
    }
}
