import ArgumentParser
import Glibc

extension Vitrine {
    /// Says what is wrong with files, before they are used.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check playlists, configurations and folders: every problem at once, each with its place.",
            discussion: """
                Prints 'FILE:LINE:COLUMN: error: …' for each problem, or that the file is good. Exit code 65: errors were \
                found; 66: a file is not there or cannot be read.

                  vitrine check /etc/vitrine/config.yaml /srv/signage/menu.yaml
                """)

        @Argument(
            help: ArgumentHelp(
                "Playlists and configurations (.yaml, .yml, .json), folders or pictures.", valueName: "file"))
        var files: [String]

        func run() throws {
            let status = files.map(check).max() ?? EXIT_SUCCESS
            if status != EXIT_SUCCESS { throw ExitCode(status) }
        }

        private func check(_ path: String) -> Int32 {
            let outcome = FileCheck(path)
            for line in outcome.lines { print(line) }
            // What it names is looked at too, unless it is to be looked at anyway.
            let named = Set(outcome.playlists.flatMap(FileCheck.present)).subtracting(files)
            return ([outcome.status] + named.sorted().map(check)).max() ?? EXIT_SUCCESS
        }
    }
}
