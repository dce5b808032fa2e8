import DisplayModel
import GLESRendering
import Glibc
import HeadlessDisplay
import KioskEngine
import LinuxEvents
import MediaDecoding
import Playlist
import SlideComposition
import TimelineReport
import Timing

/// Draws a scene's frames into files, all of them with one renderer and one decoder process.
struct SceneDrawing {
    private let scene: RenderedScene
    private let export: FrameExport
    private let log: Log

    init(_ scene: RenderedScene, _ log: Log) throws {
        self.scene = scene
        self.log = log
        let device = try HeadlessDevice([HeadlessConnector()])
        export = try FrameExport(
            of: scene.show, placement: scene.placement, traits: scene.traits, device: device,
            renderer: try unsafe GLESRenderer(device.nativeDisplay), decoder: try DecoderClient(now: EventLoop.now),
            cacheSize: 256 << 20)
    }

    private func pixels(at time: Duration) throws -> [UInt8] {
        try export.frame(at: RenderedScene.clock.instant(of: time))
    }

    /// Says which pictures could not be shown.
    func tellSkipped() {
        for picture in export.skipped { log(.warning, "\(picture.reason); skipped") }
        if scene.show.isAllBroken { log(.warning, "\(scene.path): no picture can be shown; what is drawn is black") }
    }

    // MARK: Frames

    func write(at time: Duration, to path: String) throws {
        try PNGFile.write(try pixels(at: time), size: scene.placement.output, to: path)
    }

    /// Draws frames into files with numbers from 1 in their names.
    func writeRange(of count: Int, every step: Duration, to path: String) throws {
        let names = try NumberedFiles(path, count: count)
        let progress = Progress("frame", of: count)
        for number in 1...count {
            progress.tell(number)
            try write(at: scene.time + step * (number - 1), to: names[number])
        }
    }

    // MARK: Contact sheets

    /// More are cut off, with a word about it: a sheet that nobody can look at.
    private static let mostRows = 500
    private static let thumbnailSide = 192

    func writeSheet(of length: Duration, columns: Int, to path: String) throws {
        let upright =
            scene.placement.orientation.isTransposing ? scene.placement.output.transposed : scene.placement.output
        let side = max(upright.width, upright.height)
        func reduced(_ length: Int) -> Int { max(1, min(length, length * Self.thumbnailSide / side)) }
        let thumbnail = Size(width: reduced(upright.width), height: reduced(upright.height))
        var sheet = ContactSheet(thumbnail: thumbnail, columns: columns, zone: scene.zone)

        let zones = scene.show.scene(for: scene.traits).zones.map(\.timeline)
        let (first, end) = (scene.time, scene.time + length)
        var begin = first
        var rows = 0
        let progress = Progress("hour", of: max(1, Int(length.inSeconds / 3600)))
        while begin < end {
            guard rows < Self.mostRows else {
                log(.warning, "\(path): the sheet ends after \(rows) changes of schedules; --for-time makes it shorter")
                break
            }
            progress.tell(Int((begin - first).inSeconds / 3600))
            let next = min(end, zones.compactMap { $0.period(at: begin).ends }.min() ?? end)
            sheet.append(try row(from: begin, until: next, zones, columns: columns, thumbnail))
            begin = next
            rows += 1
        }
        let bitmap = sheet.bitmap
        try PNGFile.write(bitmap.pixels, size: bitmap.size, to: path)
    }

    /// What shows in a time in which no schedule changes: the first moments of it, as many as there is room for.
    private func row(
        from begin: Duration, until end: Duration, _ zones: [Timeline], columns: Int, _ size: Size
    ) throws -> ContactSheet.Row {
        // After the longest round of a zone everything was seen, though maybe not beside everything else.
        let round = zones.map { $0.period(at: begin).round.reduce(.zero) { $0 + $1.length } }.max() ?? .zero
        let limit = min(end, begin + round)
        var moments: [(shown: Duration, drawn: Duration)] = []
        var count = 0
        var time = begin
        repeat {
            let turns = zones.map { $0.turn(at: time) }
            let next = turns.compactMap(\.ends).min() ?? end
            count += 1
            if moments.count < columns { moments.append((time, settled(turns, from: time, until: min(next, end)))) }
            time = next
        } while time < limit && count < 100_000
        let thumbnails = try moments.map { moment in
            let frame = Bitmap(scene.placement.output, pixels: try pixels(at: moment.drawn))
            let orientation = scene.placement.orientation
            let panel = orientation.isTransposing ? size.transposed : size
            return ContactSheet.Thumbnail(
                time: Int(moment.shown.inSeconds.rounded()),
                picture: frame.reduced(to: panel).upright(turned: orientation))
        }
        return ContactSheet.Row(
            begins: Int(begin.inSeconds.rounded()), ends: Int(end.inSeconds.rounded()),
            thumbnails: ContactSheet.distinct(thumbnails), more: count - moments.count)
    }

    /// A moment at which the slides that come are there, their transitions over.
    private func settled(_ turns: [Turn], from begin: Duration, until end: Duration) -> Duration {
        let transitions = turns.compactMap { turn -> Duration? in
            guard let slide = turn.slide else { return nil }
            let length = turn.ends.map { $0 - turn.began }
            let transition = slide.style.transition
            return turn.began + transition.duration(within: length ?? transition.duration)
        }
        let over = max(begin, transitions.max() ?? begin)
        return over < end ? over + (end - over) / 2 : end - .nanoseconds(1)
    }
}
