import DisplayModel
import Glibc
import KioskEngine
import LinuxSystem
import MediaDecoding
import Playlist
import Rendering
import SlideComposition
import Timing

/// Draws texts only to see whether they look as they are meant to.
enum TextTrial {
    /// More would take long, and say the same.
    private static let most = 200
    /// The screen that a playlist is tried on which names no canvas.
    private static let usual = Size(width: 1920, height: 1080)

    /// What is to be said of a playlist's texts, each in a line that begins with where it is written.
    static func remarks(on playlist: Playlist, now: WallTime) throws(DecodingFailure) -> [String] {
        let texts = playlist.texts.prefix(most)
        guard !texts.isEmpty else { return [] }
        var settings = DecoderClient.Settings()
        settings.isInBackground = false
        let drawers: TextDrawers
        do throws(SystemError) { drawers = try TextDrawers(settings: settings) } catch {
            throw DecodingFailure(.decoderUnavailable, "texts cannot be drawn: \(error)")
        }
        let size = playlist.canvas ?? usual
        var lines: [String] = []
        for (text, zone, look) in texts {
            let layout = SlideLayout(
                zone.area, of: zone.frame, canvas: playlist.canvas, in: Placement(output: size))
            let slide = Slide(.text(text), style: Style(look))
            guard case .text(let spec) = layout.medium(for: slide) else { continue }
            let request = PictureRequest(spec, saying: spec.words ?? text.words(at: now, spec.values).text)
            let id = try drawers.submit(request, text.fonts, due: EventLoop.now, now: EventLoop.now)
            let place = "\(text.place.file):\(text.place.line):\(text.place.column)"
            let outcome = outcome(of: id, drawers)
            let remark: String
            switch outcome.result {
            case .success: remark = outcome.remark
            case .failure(let failure): remark = failure.message
            }
            guard !remark.isEmpty else { continue }
            let line = "\(place): warning: the text \(text.title): \(remark) (on a screen of \(size))"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    /// The process has limits of its own for everything it does, so this ends.
    private static func outcome(of id: TextDrawers.ID, _ drawers: TextDrawers) -> DecodingOutcome {
        while true {
            if let found = drawers.advance(now: EventLoop.now).first(where: { $0.0 == id }) { return found.1 }
            let wait = drawers.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
            var poll = pollfd(fd: drawers.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        }
    }
}
