import DisplayModel
import Glibc
import HeadlessDisplay
import KioskEngine
import LinuxSystem
import MediaDecoding
import PNGWriting
import Playlist
import Rendering
import SignPlayer
import SlideComposition
import TextDrawing
import TextLayout
import TimelineReport
import Timing

/// Draws a scene's frames into files, all of them with one renderer and one decoder process.
struct SceneDrawing {
    private let scene: RenderedScene
    private let export: FrameExport
    private let log: Log

    init(_ scene: RenderedScene, _ decoding: DecoderClient.Settings, _ renderer: RendererChoice, _ log: Log) throws {
        self.scene = scene
        self.log = log
        let device = try HeadlessDevice([HeadlessConnector()])
        var decoding = decoding
        decoding.isInBackground = false
        let decoder = try DecoderClient(settings: decoding, now: EventLoop.now)
        decoder.onNotice = { log($0) }
        export = try FrameExport(
            of: scene.show, placement: scene.placement, traits: scene.traits, under: scene.overlays, device: device,
            renderer: try RendererMaker(renderer, needsShaders: !scene.show.shaders.isEmpty, log: log).make(
                for: device),
            decoder: decoder, cacheSize: 256 << 20)
    }

    private func pixels(at time: WallTime) throws -> [UInt8] {
        try export.frame(at: RenderedScene.clock.instant(of: time))
    }

    /// Reports the pictures that could not be shown, and the texts that do not look as they were meant to.
    func tellSkipped() {
        for remark in export.remarks { log(.warning, remark) }
        for picture in export.skipped { log(.warning, "\(picture.reason); \(picture.consequence)") }
    }

    /// Black is no picture of a playlist of which nothing can be shown.
    /// - Throws: `FileProblem`
    private func requireSomething() throws {
        guard scene.show.isAllBroken else { return }
        tellSkipped()
        throw FileProblem(
            lines: ["\(scene.path): error: no picture can be shown, so nothing is drawn"], status: ExitStatus.badData)
    }

    // MARK: Frames

    func write(at time: WallTime, to path: String) throws {
        let pixels = try pixels(at: time)
        try requireSomething()
        try PNGFile.write(pixels, size: scene.placement.output, to: path)
    }

    /// Draws frames into files with numbers from 1 in their names.
    func writeRange(of count: Int, every step: Duration, to path: String) throws {
        let names = try NumberedFiles(path, count: count)
        let progress = Progress("frame", of: count)
        for number in 1...count {
            progress.report(number)
            try write(at: scene.time + step * (number - 1), to: names[number])
        }
    }

    // MARK: Contact sheets

    /// A longer sheet is cut off, with a warning: nobody could read it.
    private static let mostRows = 500
    private static let thumbnailSide = 192

    /// Of all thumbnails together: 256 MiB.
    private static let mostPixels = 64 << 20

    /// How large a thumbnail is: no larger than the screen, as somebody sees it who looks at it.
    private func thumbnailSize(width: Int?) -> Size {
        let upright =
            scene.placement.orientation.isTransposing ? scene.placement.output.transposed : scene.placement.output
        let (part, whole) =
            width.map { ($0, upright.width) } ?? (Self.thumbnailSide, max(upright.width, upright.height))
        func reduced(_ length: Int) -> Int { max(1, min(length, length * part / whole)) }
        return Size(width: reduced(upright.width), height: reduced(upright.height))
    }

    func writeSheet(of length: Duration, columns: Int, thumbnailWidth: Int?, to path: String) throws {
        let thumbnail = thumbnailSize(width: thumbnailWidth)
        var sheet = ContactSheet(thumbnail: thumbnail, columns: columns, zone: scene.zone)

        let zones = scene.show.scene(for: scene.traits).zones.map(\.timeline)
        let (first, end) = (scene.time, scene.time + length)
        var begin = first
        var rows = 0
        let progress = Progress("hour", of: max(1, Int(length.inSeconds / 3600)))
        while begin < end {
            guard rows < Self.mostRows, rows == 0 || sheet.area(adding: 1) <= Self.mostPixels else {
                log(
                    .warning,
                    "\(path): the sheet ends after \(count(rows, "row")); --for, --columns and --thumbnail-width make it smaller"
                )
                break
            }
            progress.report(Int((begin - first).inSeconds / 3600))
            let next = min(end, zones.compactMap { $0.period(at: begin).ends }.min() ?? end)
            sheet.append(try row(from: begin, until: next, zones, columns: columns, thumbnail))
            begin = next
            rows += 1
        }
        try requireSomething()
        let bitmap = sheet.bitmap
        try PNGFile.write(bitmap.pixels, size: bitmap.size, to: path)
    }

    /// What shows in a time in which no schedule changes: the first moments of it, as many as there is room for.
    private func row(
        from begin: WallTime, until end: WallTime, _ zones: [Timeline], columns: Int, _ size: Size
    ) throws -> ContactSheet.Row {
        // After the longest round of a zone everything was seen, though maybe not beside everything else.
        let round =
            zones.map { zone in
                let period = zone.period(at: begin)
                // What comes between slides came at least once, too.
                return period.between.reduce(period.round.reduce(.zero) { $0 + $1.length }) {
                    max($0, $1.interval * 2)
                }
            }.max() ?? .zero
        let limit = min(end, begin + round)
        var thumbnails: [ContactSheet.Thumbnail] = []
        var seen: Set<[Slide?]> = []
        var more = 0
        var time = begin
        var count = 0
        repeat {
            count += 1
            var turns = zones.map { $0.turn(at: time) }
            func next() -> WallTime { turns.compactMap(\.ends).min() ?? end }
            if thumbnails.count < columns, !seen.contains(turns.map(\.slide)) {
                var drawn: Bitmap?
                var skipped = -1
                // A picture that turns out broken gives its time to others, so that another moment is to be drawn.
                while export.skipped.count != skipped {
                    skipped = export.skipped.count
                    turns = zones.map { $0.turn(at: time) }
                    let moment = settled(turns, from: time, until: min(next(), end))
                    drawn = Bitmap(scene.placement.output, pixels: try pixels(at: moment))
                }
                if let drawn, seen.insert(turns.map(\.slide)).inserted {
                    thumbnails.append(thumbnail(of: drawn, at: time, size))
                }
            } else if seen.insert(turns.map(\.slide)).inserted {
                more += 1
            }
            time = next()
        } while time < limit && count < 100_000
        return ContactSheet.Row(
            begins: WallTime(seconds: begin.nearestSecond), ends: WallTime(seconds: end.nearestSecond),
            thumbnails: ContactSheet.distinct(thumbnails), more: more)
    }

    private func thumbnail(of frame: Bitmap, at time: WallTime, _ size: Size) -> ContactSheet.Thumbnail {
        let orientation = scene.placement.orientation
        let panel = orientation.isTransposing ? size.transposed : size
        return ContactSheet.Thumbnail(
            time: WallTime(seconds: time.nearestSecond), picture: frame.reduced(to: panel).upright(turned: orientation))
    }

    /// A moment at which the slides that come are there, their transitions over.
    private func settled(_ turns: [Turn], from begin: WallTime, until end: WallTime) -> WallTime {
        let transitions = turns.compactMap { turn -> WallTime? in
            guard let slide = turn.slide else { return nil }
            let length = turn.ends.map { $0 - turn.began }
            let transition = slide.style.transition
            return turn.began + transition.duration(within: length ?? transition.duration)
        }
        let over = max(begin, transitions.max() ?? begin)
        return over < end ? over + (end - over) / 2 : end - .nanoseconds(1)
    }
}
