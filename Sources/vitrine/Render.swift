import ArgumentParser
import DisplayModel
import GLESRendering
import HeadlessDisplay
import KioskEngine
import LinuxEvents
import MediaDecoding
import Playlist
import SlideComposition

extension Vitrine {
    /// Draws one frame into a file.
    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write what a screen shows at a moment of the show as a PNG.",
            discussion: """
                Drawn by the same code as on a screen, without display hardware, and without playing up to there:

                  vitrine render /srv/signage --size 1920x1080 --offset 12.5s -o frame.png
                """)

        @Argument(help: "A folder of pictures (PNG, JPEG, WebP, played by name), or one picture.")
        var playlist: String

        @Option(help: ArgumentHelp("The screen's size in pixels.", valueName: "WxH"))
        var size = Size(width: 1920, height: 1080)

        @Option(help: "The time since the show began.")
        var offset = TimeLength(.zero)

        @Option(name: .shortAndLong, help: ArgumentHelp("The PNG to write; - for standard output.", valueName: "file"))
        var output: String

        @OptionGroup(title: "Content")
        var content: ContentOptions

        func run() throws {
            let log = Log(level: .warning)
            do {
                let folder = try MediaFolder(path: playlist)
                let (duration, transition) = try Choices.timing(content, nil)
                let show = Show(pictures: folder.pictures, duration: duration, transition: transition)
                let device = try HeadlessDevice([HeadlessConnector()])
                let export = FrameExport(
                    device: device, renderer: try unsafe GLESRenderer(device.nativeDisplay),
                    decoder: try DecoderClient(now: EventLoop.now))
                let (pixels, skipped) = try export.frame(
                    of: show, fit: content.fit ?? .contain,
                    placement: (content.overscan ?? .none).placement(on: size, orientation: content.rotate ?? .normal),
                    at: offset.value)
                for picture in skipped { log(.warning, "\(picture.reason); skipped") }
                if show.isAllBroken { log(.warning, "\(playlist): no picture can be shown; the frame is black") }
                try PNGFile.write(pixels, size: size, to: output)
            } catch let error as MediaFolder.Problem {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.noInput)
            } catch let error as PNGFile.Failure {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.cannotCreate)
            } catch {
                log(.error, "\(error)")
                throw ExitCode(ExitStatus.software)
            }
        }
    }
}
