import ArgumentParser
import Configuration
import DisplayPlanning
import Glibc
import Playlist
import StrictYAML

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
            guard PlaylistReader.isPlaylist(path) else { return checkMedia(path) }
            switch PlaylistFiles.onDisk.read(path, PlaylistReader.longestText) {
            case .failure(let error):
                print("\(path): error: \(error.reason)")
                return ExitStatus.noInput
            case .success(let text):
                return PlaylistReader.looksLikePlaylist(text) ? checkPlaylist(path) : checkConfiguration(text, path)
            }
        }

        private func checkConfiguration(_ text: [UInt8], _ path: String) -> Int32 {
            let outcome = ConfigurationFile.read(text, path)
            for issue in outcome.issues { print(issue.description(in: path)) }
            guard let configuration = outcome.configuration else { return ExitStatus.badData }
            let count = configuration.wishes.rules.count
            print("\(path): good: a configuration of \(count) output\(count == 1 ? "" : "s")")
            // What it names is looked at too, unless it is to be looked at anyway.
            let wishes = configuration.wishes
            let named =
                [configuration.playlist, wishes.otherwise.playlist] + wishes.rules.map(\.wish.playlist)
                + wishes.spans.map(\.playlist)
            return Set(named.compactMap(\.self).flatMap(\.candidates)).subtracting(files).sorted().map(check).max() ?? EXIT_SUCCESS
        }

        private func checkPlaylist(_ path: String) -> Int32 {
            let outcome = PlaylistFile.reader().read(path)
            for issue in outcome.issues { print(issue) }
            guard let playlist = outcome.playlist else { return ExitStatus.badData }
            let (zones, pictures) = (playlist.zones.count, playlist.pictures.count)
            print(
                "\(path): good: a playlist of \(zones) zone\(zones == 1 ? "" : "s"), "
                    + "\(pictures) picture\(pictures == 1 ? "" : "s")")
            return EXIT_SUCCESS
        }

        private func checkMedia(_ path: String) -> Int32 {
            do throws(MediaFolder.Problem) {
                let folder = try MediaFolder(path: path)
                for file in folder.ignored { print("\(file.path): warning: passed over: \(file.reason)") }
                let count = folder.pictures.count
                print("\(path): good: \(count) picture\(count == 1 ? "" : "s")")
                return EXIT_SUCCESS
            } catch {
                // It begins with the path, as people expect of an error; here the word comes between.
                print("\(path): error:\("\(error)".dropFirst(path.count + 1))")
                if case .unreadable = error { return ExitStatus.noInput }
                return ExitStatus.badData
            }
        }
    }
}
