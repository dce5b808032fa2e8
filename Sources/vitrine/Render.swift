import ArgumentParser
import DisplayModel
import Glibc
import Scheduling
import TimelineReport
import Timing

extension Vitrine {
    /// Draws or tells what a screen shows, without playing it.
    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Draw what a screen shows at any moment as a PNG, or tell what plays from when to when.",
            discussion: """
                Drawn by the same code as on a screen, without display hardware, and without playing up to there; \
                docs/render.md has more:

                  vitrine render /srv/signage --size 1920x1080 --offset 12.5s -o frame.png
                  vitrine render menu.yaml --at 2026-12-24T18:00 -o frame.png
                  vitrine render --config /etc/vitrine/config.yaml --for HDMI-A-1 --at 12:00 -o frame.png
                  vitrine render menu.yaml --at 12:00 --frames 50 --every 40ms -o frames/
                  vitrine render menu.yaml --at 2026-12-24T00:00 --sheet -o day.png
                  vitrine render menu.yaml --timeline
                """)

        @Argument(help: "A playlist (.yaml, .json), a folder of pictures, or one picture.")
        var playlist: String?

        @Option(
            help: ArgumentHelp(
                "The moment: 2026-12-24T18:00, with seconds and the distance from UTC or without; 18:00 is today. (default: now)",
                discussion: "A playlist that counts from its start (sync: start, and every folder) begins then.",
                valueName: "instant"),
            transform: Self.instant)
        var at: Instant?

        @Option(help: "How long after that.")
        var offset = TimeLength(.zero)

        @Option(help: ArgumentHelp("The screen's size in pixels. (default: 1920x1080)", valueName: "WxH"))
        var size: Size?

        @Option(
            help: ArgumentHelp(
                "The configuration that says what the screen is to do. Goes with --for.", valueName: "file"))
        var config: String?

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "The screen's connector, for the configuration and for conditions.", valueName: "connector"))
        var connector: String?

        @Option(help: ArgumentHelp("Draw so many frames, --every TIME one, into numbered files.", valueName: "count"))
        var frames: Int?

        @Option(help: ArgumentHelp("The time from frame to frame.", valueName: "time"))
        var every: TimeLength?

        @Flag(help: "Draw a contact sheet: one picture of all that shows in a day.")
        var sheet = false

        @Option(help: ArgumentHelp("With --sheet: how many thumbnails in a row. (default: 6)", valueName: "count"))
        var columns: Int?

        @Flag(help: "Tell what plays from when to when in a day.")
        var timeline = false

        @Flag(help: "With --timeline: as JSON, by docs/timeline.schema.json.")
        var json = false

        @Option(
            help: ArgumentHelp("With --sheet and --timeline: of how long a time. (default: 24h)", valueName: "time"))
        var forTime: TimeLength?

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp(
                "The PNG to write; - for standard output. With --frames a name to number, or a folder.",
                valueName: "file"))
        var output: String?

        @OptionGroup(title: "Content")
        var content: ContentOptions

        private static func instant(_ text: String) throws -> Instant {
            guard let instant = Instant(text: text) else { throw ValidationError("It is not \(Instant.teaching).") }
            return instant
        }

        mutating func validate() throws {
            if playlist == nil, config == nil {
                throw ValidationError(
                    "Say what to draw: a playlist, a folder or a picture, or --config FILE --for CONNECTOR.")
            }
            if config != nil, connector == nil {
                throw ValidationError("--config goes with --for CONNECTOR, which says for which of its screens.")
            }
            let kinds = [("--frames", frames != nil), ("--sheet", sheet), ("--timeline", timeline)].filter(\.1).map(\.0)
            if kinds.count > 1 { throw ValidationError("\(kinds[0]) and \(kinds[1]) exclude each other.") }
            if (frames == nil) != (every == nil) {
                throw ValidationError("--frames COUNT and --every TIME go together: '--frames 50 --every 40ms'.")
            }
            if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames is from 1 to 1000000.") }
            if let every, every.value <= .zero { throw ValidationError("--every is longer than nothing.") }
            if columns != nil, !sheet { throw ValidationError("--columns goes with --sheet.") }
            if let columns, !(1...100).contains(columns) { throw ValidationError("--columns is from 1 to 100.") }
            if json, !timeline { throw ValidationError("--json goes with --timeline.") }
            if let forTime {
                guard sheet || timeline else { throw ValidationError("--for-time goes with --sheet and --timeline.") }
                guard forTime.value >= .seconds(1) else { throw ValidationError("--for-time is a second at least.") }
            }
            if timeline, output != nil { throw ValidationError("--timeline goes to standard output; redirect it.") }
            if !timeline, output == nil {
                throw ValidationError("Say where to write the picture: '-o frame.png', or '-o -' for standard output.")
            }
            if frames != nil, output == "-" {
                throw ValidationError("--frames writes several files; '-o frame.png' makes frame-0001.png and so on.")
            }
        }

        func run() throws {
            let log = Log(level: .warning)
            do {
                let scene = try RenderedScene(self, log)
                if timeline { return try tell(scene, log) }
                let drawing = try SceneDrawing(scene, log)
                if let frames, let every {
                    try drawing.writeRange(of: frames, every: every.value, to: output ?? "")
                } else if sheet {
                    try drawing.writeSheet(of: forTime?.value ?? .day, columns: columns ?? 6, to: output ?? "")
                } else {
                    try drawing.write(at: scene.time, to: output ?? "")
                }
                drawing.tellSkipped()
            } catch let error as FileProblem {
                for line in error.lines { log(.error, line) }
                throw ExitCode(error.status)
            } catch let error as PNGFile.Failure {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.cannotCreate)
            } catch let error as ValidationError {
                throw error
            } catch let error as ExitCode {
                throw error
            } catch {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.software)
            }
        }

        private func tell(_ scene: RenderedScene, _ log: Log) throws {
            let report = scene.timeline(for: forTime?.value ?? .day)
            try StandardOutput.write(json ? report.json : report.text, log)
        }
    }
}

extension Duration {
    fileprivate static let day = Duration.seconds(86400)
}
