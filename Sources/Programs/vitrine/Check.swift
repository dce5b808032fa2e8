import ArgumentParser
import Glibc
import LinuxSystem
import MediaDecoding
import Paths
import Playlist
import SignPlayer
import TextLayout
import Timing

extension Vitrine {
    /// Reports what is wrong with files before they are used.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check playlists, configurations and folders: every problem at once, each with its place.",
            discussion: """
                Prints 'FILE:LINE:COLUMN: error: …' for each problem, errors first, or that the file is good. What is an \
                error here is one for 'vitrine FILE'; with a warning it plays. Exit code 65: errors were found; 66: a file \
                is missing or cannot be read.

                  vitrine check /etc/vitrine/config.yaml /srv/signage/menu.yaml
                """)

        @Argument(
            help: ArgumentHelp(
                "Playlists and configurations (.yaml, .yml, .json), folders or pictures.", valueName: "file"),
            completion: .file())
        var files: [FilePath]

        @Flag(
            help: ArgumentHelp(
                "Decode each picture, as when it is shown, and a second of each video, to see whether this machine keeps up.",
                discussion:
                    "It takes about as long as showing them all. Without it only their first bytes are looked at."))
        var decode = false

        @Option(
            help: ArgumentHelp(
                "For how long to look ahead for pictures that do not show: 7d, 24h; 0s for not at all.",
                discussion: "They are scheduled for later, or their list is longer.", valueName: "time"))
        var horizon = TimeLength(.seconds(7 * 86400))

        mutating func validate() { files = FilePath.distinguished(files) }

        func run() throws {
            let log = Log(level: .info)
            let status = try files.map { try check($0, log) }.max() ?? EXIT_SUCCESS
            if status != EXIT_SUCCESS { throw ExitCode(status) }
        }

        private func check(_ path: FilePath, _ log: Log) throws -> Int32 {
            let outcome = FileCheck(path)
            let broken = decode ? try failures(outcome.pictures, log) : []
            let texts = try outcome.playlist.map { try remarks(on: $0, log) } ?? []
            let videos = VideoReport(outcome.playlist?.videos.sorted() ?? [], decodes: decode)
            let warnings = outcome.warnings + texts + broken + videos.warnings
            for line in outcome.errors + warnings + outcome.notices + videos.notices { print(line.escaped) }
            if let good = outcome.good { print("\(good)\(suffix(outcome.pictures.count, broken.count))".escaped) }
            if let playlist = outcome.playlist, let line = unshown(playlist) { print("\(path): \(line)".escaped) }
            // What it names is looked at too, unless it is to be looked at anyway.
            let named = Set(outcome.playlists.flatMap(FileCheck.present)).subtracting(files)
            return ([outcome.status] + (try named.sorted().map { try check($0, log) })).max() ?? EXIT_SUCCESS
        }

        /// What of a playlist does not show soon. That may be meant, so it is no warning.
        private func unshown(_ playlist: Playlist) -> String? {
            guard horizon.value > .zero else { return nil }
            guard let pictures = playlist.picturesNotShown(from: .now, for: horizon.value) else {
                return "too many turns within \(horizon) to say what does not show; try a shorter --horizon"
            }
            guard !pictures.isEmpty else { return nil }
            let names = pictures.sorted().prefix(10).map(\.description).joined(separator: ", ")
            let rest = pictures.count > 10 ? " and \(count(pictures.count - 10, "more picture"))" : ""
            return "not shown within \(horizon): \(names)\(rest)"
        }

        /// Whether the pictures were decoded.
        private func suffix(_ pictures: Int, _ broken: Int) -> String {
            if pictures == 0 { return "" }
            guard decode else { return "; not decoded, which --decode does" }
            return broken == 0 ? ", all decoded" : "; \(pictures - broken) of \(count(pictures, "file")) can be decoded"
        }

        private func remarks(on playlist: Playlist, _ log: Log) throws -> [String] {
            do throws(DecodingFailure) { return try TextTrial.remarks(on: playlist, now: .now) } catch {
                log(.error, error.message)
                throw ExitCode(ExitStatus.software)
            }
        }

        private func failures(_ pictures: [FilePath], _ log: Log) throws -> [String] {
            let progress = Progress("picture", of: pictures.count)
            do throws(DecodingFailure) {
                return try PictureTrial.failures(of: pictures) { progress.report($0) }.sorted { $0.key < $1.key }
                    .map { "\($0): warning: passed over: \($1)" }
            } catch {
                log(.error, error.message)
                throw ExitCode(ExitStatus.software)
            }
        }
    }
}
