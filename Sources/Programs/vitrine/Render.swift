import ArgumentParser
import DisplayModel
import Glibc
import PNGWriting
import Paths
import Rendering
import Scheduling
import SignPlayer
import TimelineReport
import Timing

extension Vitrine {
    /// Draws or prints what a screen shows, without playing it.
    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Draw what a screen shows at any moment as a PNG, or print what plays from when to when.",
            discussion: """
                Uses the code that draws on screens. Needs no display hardware, and does not play up to that moment. \
                docs/render.md describes it:

                  vitrine render /srv/signage --size 1920x1080 --offset 12.5s -o frame.png
                  vitrine render menu.yaml --at 2026-12-24T18:00 -o frame.png
                  vitrine render --config config.yaml --output-name HDMI-A-1 -o frame.png
                  vitrine render menu.yaml --at 12:00 --frames 50 --every 40ms -o frames/
                  vitrine render menu.yaml --at 2026-12-24T00:00 --sheet -o day.png
                  vitrine render menu.yaml --timeline
                """)

        @OptionGroup
        var asked: PlaylistArguments

        @Flag(help: "Draw the test card in place of a playlist, as 'vitrine --test-card' shows it.")
        var testCard = false

        @Option(
            help: ArgumentHelp(
                "The moment: 2026-12-24T18:00, optionally with seconds and the offset from UTC; 2026-12-24 is the beginning of that day, 18:00 is today. (default: now)",
                discussion: "A playlist that counts from its start (--sync start) begins then.",
                valueName: "instant"),
            transform: Self.instant)
        var at: Instant?

        @Option(help: "How long after that moment.")
        var offset = TimeLength(.zero)

        @Option(
            help: ArgumentHelp("The screen's size in pixels. (default: 1920x1080)", valueName: "WxH"),
            transform: Size.argument)
        var size: Size?

        @Option(
            help: ArgumentHelp(
                "The configuration that says what the screen does. Requires --output-name.", valueName: "file"),
            completion: .file())
        var config: FilePath?

        @Option(
            name: .customLong("output-name"),
            help: ArgumentHelp(
                "The screen's connector, for the configuration and for conditions.", valueName: "connector"),
            completion: .connectors)
        var connector: String?

        @Option(
            help: ArgumentHelp(
                "Draw this many frames, one every --every TIME, into numbered files.", valueName: "count"))
        var frames: Int?

        @Option(help: ArgumentHelp("The time from frame to frame.", valueName: "time"))
        var every: TimeLength?

        @Flag(help: "Draw a contact sheet: one picture of all that shows in a day.")
        var sheet = false

        @Option(help: ArgumentHelp("With --sheet: thumbnails in a row. (default: 6)", valueName: "count"))
        var columns: Int?

        @Option(
            help: ArgumentHelp(
                "With --sheet: how wide each thumbnail is, in pixels, up to the screen's own width. (default: 192 for its longer side)",
                valueName: "px"))
        var thumbnailWidth: Int?

        @Flag(help: "Print what plays from when to when in a day.")
        var timeline = false

        @Flag(help: "With --timeline: as JSON, by docs/timeline.schema.json.")
        var json = false

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "With --sheet and --timeline: how long a period to cover. (default: 24h)", valueName: "time"),
            transform: Self.period)
        var period: TimeLength?

        /// As ``period`` was called.
        @Option(help: .hidden)
        var forTime: String?

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp(
                "The PNG to write; - for standard output. With --frames a name that gets numbers, or a folder.",
                valueName: "file"),
            completion: .file())
        var output: String?

        @OptionGroup(title: "Content")
        var content: ContentOptions

        @OptionGroup(title: "For experts")
        var decoder: DecoderOptions

        @OptionGroup(title: "For experts")
        var renderer: RendererOptions

        /// A PNG under another name would mislead programs, and on a terminal it is of use to nobody.
        private static func checkOutput(_ output: String) throws {
            if output == "-", isatty(STDOUT_FILENO) != 0 {
                throw ValidationError("A PNG is nothing for a terminal; redirect it, or write '-o frame.png'.")
            }
            let ending = FilePath(output).ending
            guard ["jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "svg", "mp4"].contains(ending) else {
                return
            }
            throw ValidationError("The picture is a PNG, not '.\(ending ?? "")'; write '-o frame.png'.")
        }

        private static func instant(_ text: String) throws -> Instant {
            guard let instant = Instant(text: text) else {
                throw ValidationError("'\(text)' is not \(Instant.expected).")
            }
            return instant
        }

        private static func period(_ text: String) throws -> TimeLength {
            guard let length = TimeLength(argument: text) else {
                throw ValidationError(
                    "'\(text)' is not a length of time such as 24h. --output-name names the screen's connector.")
            }
            return length
        }

        mutating func validate() throws {
            if forTime != nil { throw ValidationError("--for-time is called --for: '--for \(forTime ?? "24h")'.") }
            if testCard {
                if asked.path != nil { throw ValidationError("--test-card goes without a playlist.") }
                if sheet || timeline { throw ValidationError("The test card has no slides to list.") }
            }
            if asked.path == nil, config == nil, !testCard {
                throw ValidationError(
                    "Say what to draw: a playlist, a folder or a picture, or --config FILE --output-name CONNECTOR.")
            }
            if config != nil, connector == nil {
                throw ValidationError(
                    "--config goes with --output-name CONNECTOR, which says for which of its screens.")
            }
            let kinds = [("--frames", frames != nil), ("--sheet", sheet), ("--timeline", timeline)].filter(\.1).map(\.0)
            if kinds.count > 1 { throw ValidationError("\(kinds[0]) and \(kinds[1]) exclude each other.") }
            if (frames == nil) != (every == nil) {
                throw ValidationError("--frames COUNT and --every TIME go together: '--frames 50 --every 40ms'.")
            }
            if let frames, !(1...1_000_000).contains(frames) {
                throw ValidationError("--frames must be from 1 to 1000000.")
            }
            if let every, every.value <= .zero { throw ValidationError("--every must be greater than zero.") }
            if columns != nil, !sheet { throw ValidationError("--columns goes with --sheet.") }
            if let columns, !(1...100).contains(columns) { throw ValidationError("--columns must be from 1 to 100.") }
            if let thumbnailWidth {
                guard sheet else { throw ValidationError("--thumbnail-width goes with --sheet.") }
                guard (32...8192).contains(thumbnailWidth) else {
                    throw ValidationError("--thumbnail-width must be from 32 to 8192.")
                }
            }
            if json, !timeline { throw ValidationError("--json goes with --timeline.") }
            if let period {
                guard sheet || timeline else { throw ValidationError("--for goes with --sheet and --timeline.") }
                guard period.value >= .seconds(1) else { throw ValidationError("--for must be at least 1s.") }
            }
            if timeline, output != nil { throw ValidationError("--timeline goes to standard output; redirect it.") }
            if !timeline, output == nil {
                throw ValidationError("Say where to write the picture: '-o frame.png', or '-o -' for standard output.")
            }
            if let output { try Self.checkOutput(output) }
            if frames != nil, output == "-" {
                throw ValidationError("--frames writes several files; '-o frame.png' makes frame-0001.png and so on.")
            }
        }

        func run() throws {
            let log = Log(level: .warning)
            do {
                let scene = try RenderedScene(self, log)
                if timeline { return try printTimeline(of: scene, log) }
                let drawing = try SceneDrawing(scene, decoder.settings, renderer.renderer ?? .gles, log)
                if let darkness = scene.darkness(for: drawnLength) { log(.warning, darkness) }
                if let frames, let every {
                    try drawing.writeRange(of: frames, every: every.value, to: output ?? "")
                } else if sheet {
                    try drawing.writeSheet(
                        of: period?.value ?? .day, columns: columns ?? 6, thumbnailWidth: thumbnailWidth,
                        to: output ?? "")
                } else {
                    try drawing.write(at: scene.time, to: output ?? "")
                }
                drawing.tellSkipped()
            } catch let error as FileProblem {
                log(error)
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

        /// From the first to the last moment that is drawn.
        private var drawnLength: Duration {
            if let frames, let every { return every.value * (frames - 1) }
            return sheet ? (period?.value ?? .day) - .nanosecond : .zero
        }

        private func printTimeline(of scene: RenderedScene, _ log: Log) throws {
            let report = scene.timeline(for: period?.value ?? .day)
            try StandardOutput.write(json ? report.json : report.text, log)
        }
    }
}

extension Duration {
    fileprivate static let day = Duration.seconds(86400)
    /// What times are counted in.
    static let nanosecond = Duration.nanoseconds(1)
}
