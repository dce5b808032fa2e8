import ArgumentParser
import Glibc
import LinuxSystem
import MachineInspection
import Paths
import SignPlayer
import StatusFile

extension Vitrine {
    /// Prints what the running player says of itself.
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is on each screen now, since when, and what comes next.",
            discussion: """
                Reads status.json, which a player that runs as a service keeps up to date. Exit code 0: it plays and has no \
                problems; 1: it has problems, which are printed; 69: no player runs; 65: the file cannot be understood.
                """)

        @Flag(help: "Print the file as it is, by docs/status.schema.json.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "The player's file. (default: \(MachineInspector.statusPath))",
                discussion: "A player that another supervisor runs writes it into its $RUNTIME_DIRECTORY.",
                valueName: "file"),
            completion: .file())
        var file: String?

        /// Far longer than any.
        private static let mostBytes = 1 << 20

        func run() throws {
            let log = Log(level: .info)
            let path = file ?? MachineInspector.statusPath
            let bytes: [UInt8]
            do throws(FileReadingError) { bytes = try WholeFile.read(FilePath(path), limit: Self.mostBytes) } catch {
                log(.error, "no player runs as a service: \(path): \(error); 'sudo vitrine doctor' says why")
                throw ExitCode(ExitStatus.unavailable)
            }
            guard let status = RunningStatus(bytes), let process = status.process else {
                log(.error, "\(path): not a player's status")
                throw ExitCode(ExitStatus.badData)
            }
            if let ended = status.ended {
                log(.error, "no player runs: process \(process) ended at \(ended), as it was asked to")
                throw ExitCode(ExitStatus.unavailable)
            }
            guard unsafe access("/proc/\(process)", F_OK) == 0 else {
                log(.error, "no player runs: process \(process) was killed or crashed; 'sudo vitrine doctor' says more")
                throw ExitCode(ExitStatus.unavailable)
            }
            try StandardOutput.write(
                json ? String(decoding: bytes, as: UTF8.self) : status.text(width: Terminal.width), log)
            if !status.problems.isEmpty || status.session?.isActive == false { throw ExitCode(EXIT_FAILURE) }
        }
    }
}
