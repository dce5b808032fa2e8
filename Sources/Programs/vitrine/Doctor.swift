import ArgumentParser
import Dispatch
import Doctor
import Glibc
import LinuxSystem
import MachineInspection
import Paths
import SignPlayer
import StatusFile
import Timing

extension Vitrine {
    /// Reports what is right and wrong with the machine.
    struct Doctor: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is right and wrong with this machine, and what to do about it.",
            discussion: """
                Checks display devices, permissions, which program drives the screens, the seat, connectors and monitors, the \
                running Vitrine's status, the service, the playlist, clock, disks, memory and temperature. It changes \
                nothing, works as any user and sees more as root. Exit code 1: problems were found.

                  sudo vitrine doctor
                  sudo vitrine doctor --bundle report.json

                A bundle contains the findings and the facts behind them, the display devices with the EDIDs of their \
                monitors (which have serial numbers), the text of the configuration and of playlists, and the last lines \
                of the service's journal. No pictures, and no text that the service may not read. \
                'vitrine doctor --from report.json' prints its page, \
                'vitrine --list-connectors --from report.json' lists its devices, 'vitrine --backend headless --from \
                report.json PLAYLIST' plays on them.
                """)

        @Argument(help: "The playlists to check. By default those that the configuration names.", completion: .file())
        var playlist: [FilePath] = []

        @Option(
            help: ArgumentHelp(
                "The configuration to check. (default: \(ConfigurationFile.standardPath), if it exists)",
                valueName: "file"),
            completion: .file())
        var config: FilePath?

        @Flag(help: "As JSON, by docs/doctor.schema.json.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "Also write everything into one file, to attach to a report; - is standard output.",
                valueName: "file"),
            completion: .file())
        var bundle: String?

        @Option(
            help: ArgumentHelp(
                "Print the page of another machine, from its bundle; - is standard input.", valueName: "bundle"))
        var from: String?

        @Option(help: .hidden)
        var readDevice: String?

        mutating func validate() throws {
            playlist = FilePath.distinguished(playlist)
            if from != nil, !playlist.isEmpty || config != nil || json || bundle != nil {
                throw ValidationError("--from prints a recorded page; it goes with no other option.")
            }
        }

        func run() throws {
            let log = Log(level: .info)
            if let from { return try replay(from, log) }
            if let readDevice {
                try DeviceReading.answer(readDevice, log)
                return
            }
            let inspector = MachineInspector(version: Vitrine.configuration.version, readDevice: DeviceReading.ask)
            let playing = inspector.statusBytes.flatMap { RunningStatus($0) }?.playingPaths ?? []
            let content = ContentInspection(
                playlists: playlist, configuration: config, playing: playing.map { FilePath($0) },
                as: inspector.serviceIdentity)
            var facts = inspector.facts(folders: ["/", "/var/lib/vitrine"] + content.playlists + ["/run"])
            facts.content = content.facts
            if content.isUnanswered { facts.unanswered.append("playlist") }
            facts.decoderFault = PictureTrial.decoderFault()
            if content.hasVideo { facts.videoDecoderFault = FilmTrial.decoderFault() }
            let report = DoctorReport(facts)
            if let bundle {
                try write(report.bundle(attachments(inspector, content)), to: bundle, log)
            }
            if bundle != "-" { try StandardOutput.write(json ? report.json : page(report), log) }
            if report.problemCount > 0 { throw ExitCode(EXIT_FAILURE) }
        }

        private func page(_ report: DoctorReport) -> String { report.text(width: Terminal.width, hasColor: hasColor) }

        private func replay(_ file: String, _ log: Log) throws {
            let path = file == "-" ? "/dev/stdin" : file
            let bytes: [UInt8]
            do { bytes = try RecordingFile.bytes(of: path) } catch {
                log(.error, "\(path): \(error)")
                throw ExitCode(ExitStatus.noInput)
            }
            guard let page = DoctorPage(recorded: bytes) else {
                log(.error, "\(path): not a report of 'vitrine doctor --bundle'")
                throw ExitCode(ExitStatus.badData)
            }
            // The commands are to be typed there, by anybody.
            try StandardOutput.write(page.text(width: Terminal.width, hasColor: hasColor, needsSudo: true), log)
            if page.problemCount > 0 { throw ExitCode(EXIT_FAILURE) }
        }

        /// https://no-color.org has the variable.
        private var hasColor: Bool {
            unsafe isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
        }

        // MARK: - The bundle

        private func attachments(_ inspector: MachineInspector, _ content: ContentInspection) -> BundleAttachments {
            BundleAttachments(
                taken: WallTime.now.utcText, status: inspector.statusBytes, files: content.texts,
                journal: inspector.journal)
        }

        private func write(_ text: String, to path: String, _ log: Log) throws {
            if path == "-" {
                try StandardOutput.write(text, log)
                return
            }
            do throws(SystemError) {
                // For its owner alone: it tells much about the machine.
                // A link that somebody has put there leads nowhere.
                try WholeFile.replace(
                    FilePath(path), with: Array(text.utf8), permissions: 0o600, isDurable: true, followsLinks: false)
            } catch {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.cannotCreate)
            }
            log(.info, "\(path): written; check what it says before you pass it on")
        }
    }
}
