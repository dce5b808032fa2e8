public import DisplayModel
import Glibc
import LinuxEvents
public import MediaDecoding
import Playlist
public import SlideComposition
import Timing

/// Draws what a screen shows at one moment of a show, by the same code that plays it: nothing is played up to there.
public struct FrameExport {
    /// A picture that could not be shown, so that the moment shows another one.
    public struct Skipped: Hashable, Sendable {
        public var path: String
        public var reason: String
    }

    private let device: any DisplayDevice
    private let renderer: any FrameRenderer
    private let service: PictureService

    public init(device: any DisplayDevice, renderer: any FrameRenderer, decoder: DecoderClient) {
        self.device = device
        self.renderer = renderer
        service = PictureService(decoder)
    }

    /// - Parameters:
    ///   - placement: the screen, and where on it the content goes.
    ///   - elapsed: the time since the show began.
    /// - Returns: rows from the top, R, G, B, 255; and the pictures that were left out on the way there.
    /// - Throws: `DisplayError`, `RenderingError` or `SystemError`.
    public func frame(
        of show: Show, fit: Fit, placement: Placement, at elapsed: Duration
    ) throws -> (pixels: [UInt8], skipped: [Skipped]) {
        var skipped: [Skipped] = []
        let library = PictureLibrary(service) { path, failure in
            if show.leaveOut(path) { skipped.append(Skipped(path: path, reason: failure.message)) }
        }
        library.renderer = renderer
        let owner = ObjectIdentifier(library)
        defer { library.want([], for: owner, now: EventLoop.now) }

        // A picture that turns out broken changes what this moment shows, so it is asked for anew until all are there.
        while true {
            let now = EventLoop.now
            let moment = show.slideshow.moment(at: elapsed)
            let keys = [moment?.slide, moment?.leaving?.slide].compactMap(\.self).map { slide in
                PictureLibrary.Key(slide, of: show, fit: fit, in: placement)
            }
            library.want(keys.map { .init(key: $0, due: now) }, for: owner, now: now)
            if keys.allSatisfy({ library.ready($0) != nil }) { break }
            if library.hasUploads {
                _ = library.upload(atMost: .max)
            } else {
                waitForDecoder()
            }
        }
        var player = SlidePlayer()
        let composition = player.compose(at: elapsed, of: show.slideshow, in: placement, tolerance: .zero) { slide in
            library.ready(PictureLibrary.Key(slide, of: show, fit: fit, in: placement))
        }
        let buffer = try device.makeBuffer(size: placement.output, format: .xrgb8888, modifiers: [])
        try renderer.adopt(buffer)
        defer { renderer.forget(buffer) }
        _ = try renderer.draw(composition.frame, into: buffer)
        return (try renderer.readPixels(of: buffer), skipped)
    }

    /// The decoder has limits of its own for everything it does, so this ends.
    private func waitForDecoder() {
        let wait = service.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
        var poll = pollfd(fd: service.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        service.advance(now: EventLoop.now)
    }
}
