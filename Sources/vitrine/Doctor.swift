import ArgumentParser
import Dispatch
import Doctor
import Glibc
import MachineInspection

extension Vitrine {
    /// Says what is right and wrong with the machine.
    struct Doctor: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is right and wrong with this machine, and what to do about it.",
            discussion: """
                Looks at display devices, permissions, who drives the screens, the seat, connectors and monitors, what the \
                running Vitrine says, the service, the playlist, clock, disks, memory and temperature. It disturbs nothing, \
                works as any user and sees more as root. Exit code 1: problems were found.

                  sudo vitrine doctor
                  sudo vitrine doctor --bundle report.json

                A bundle has the findings and what they were made from, the display devices with the EDIDs of their \
                monitors (which have serial numbers), the text of the configuration and of playlists, and the last lines \
                of the service's journal. No pictures, no passwords. 'vitrine --list-connectors --from report.json' lists \
                its devices, 'vitrine --backend headless --from report.json PLAYLIST' plays on them.
                """)

        @Argument(help: "What is to be played. By default what the configuration names.")
        var playlist: String?

        @Option(
            help: ArgumentHelp(
                "The configuration to go by. (default: \(ConfigurationFile.standardPath), if it is there)",
                valueName: "file"))
        var config: String?

        @Flag(help: "As JSON, by docs/doctor.schema.json.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "Write all of it into one file, to attach to a report; - is standard output.",
                valueName: "file"))
        var bundle: String?

        @Option(help: .hidden)
        var readDevice: String?

        func run() throws {
            let log = Log(level: .info)
            if let readDevice {
                try DeviceReading.answer(readDevice, log)
                return
            }
            let inspector = MachineInspector(version: Vitrine.configuration.version, readDevice: DeviceReading.ask)
            let playing = inspector.statusBytes.flatMap(RunningStatus.init)?.playingPaths ?? []
            let content = ContentInspection(playlist: playlist, configuration: config, playing: playing)
            var facts = inspector.facts(folders: ["/", "/var/lib/vitrine"] + content.playlists + ["/run"])
            facts.content = content.facts
            if content.isUnanswered { facts.unanswered.append("playlist") }
            let report = DoctorReport(facts)
            if let bundle {
                try write(report.bundle(attachments(inspector, content)), to: bundle, log)
            }
            if bundle != "-" { try StandardOutput.write(json ? report.json : report.text(hasColour: hasColour), log) }
            if report.problemCount > 0 { throw ExitCode(EXIT_FAILURE) }
        }

        /// https://no-color.org has the variable.
        private var hasColour: Bool {
            unsafe isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
        }

        // MARK: - The bundle

        private func attachments(_ inspector: MachineInspector, _ content: ContentInspection) -> BundleAttachments {
            BundleAttachments(
                taken: now, status: inspector.statusBytes, files: content.texts, journal: inspector.journal)
        }

        private var now: String {
            var seconds = time(nil)
            var parts = unsafe tm()
            var text = [CChar](repeating: 0, count: 32)
            unsafe gmtime_r(&seconds, &parts)
            let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        private func write(_ text: String, to path: String, _ log: Log) throws {
            if path == "-" {
                try StandardOutput.write(text, log)
                return
            }
            do { try TextFile.write(text, to: path) } catch {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.cannotCreate)
            }
            log(.info, "\(path): written; look into it before you pass it on")
        }
    }
}
