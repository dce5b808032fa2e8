public import DisplayModel
import Glibc
import LinuxEvents
public import MediaDecoding
public import Playlist
public import SlideComposition
public import Timing

/// Draws what a screen shows at any moments of a show, by the same code that plays it: nothing is played up to there.
///
/// Pictures stay at hand between frames as far as there is room, so a range costs little more than drawing it.
public final class FrameExport {
    /// A picture that could not be shown, so that others show in its time.
    public struct Skipped: Hashable, Sendable {
        public var path: String
        public var reason: String
    }

    /// The pictures that were left out so far.
    public private(set) var skipped: [Skipped] = []

    private let show: Show
    private let scene: Scene
    private let placement: Placement
    private let buffer: any ScanoutBuffer
    private let renderer: any FrameRenderer
    private let service: PictureService
    private let cacheSize: Int
    private lazy var library = PictureLibrary(service, budget: cacheSize) { [unowned self] path, failure in
        if show.leaveOut(path) { skipped.append(Skipped(path: path, reason: failure.message)) }
    }

    /// - Parameters:
    ///   - placement: the screen, and where on it the content goes.
    ///   - traits: what conditions are told about the screen.
    ///   - cacheSize: how many bytes of pixels to keep beyond those that a frame needs.
    /// - Throws: `DisplayError` or `RenderingError`.
    public init(
        of show: Show, placement: Placement, traits: OutputTraits, device: any DisplayDevice,
        renderer: any FrameRenderer, decoder: DecoderClient, cacheSize: Int = 0
    ) throws {
        self.show = show
        self.placement = placement
        self.renderer = renderer
        self.cacheSize = cacheSize
        service = PictureService(decoder)
        scene = show.scene(for: traits)
        for (name, source) in show.shaders { try renderer.addTransition(name, source: source) }
        buffer = try device.makeBuffer(size: placement.output, format: .xrgb8888, modifiers: [])
        try renderer.adopt(buffer)
        library.renderer = renderer
    }

    deinit {
        renderer.forget(buffer)
    }

    /// - Parameter instant: the moment, as the show's clock counts.
    /// - Returns: rows from the top, R, G, B, 255.
    /// - Throws: `RenderingError`.
    public func frame(at instant: MonotonicTime) throws -> [UInt8] {
        let time = show.time(at: instant)
        // A new one each time: it remembers what it showed, and what shows is to follow from the moment alone.
        var player = ScenePlayer(scene, in: placement)
        // A picture that turns out broken changes what this moment shows, so it is asked for anew until all are there.
        while true {
            let now = EventLoop.now
            let needs = player.needs(at: time, ahead: 0)
            library.want(
                needs.map { .init(picture: $0.picture, due: now) }, for: ObjectIdentifier(self), now: now)
            if needs.allSatisfy({ library.ready($0.picture) != nil }) { break }
            if library.hasUploads {
                _ = library.upload(atMost: .max)
            } else {
                waitForDecoder()
            }
        }
        let composition = player.compose(at: time, tolerance: .zero) { slide, layout, _ in
            guard let spec = layout.spec(for: slide) else { return ReadySlide(slide) }
            return library.ready(spec).map { ReadySlide(slide, picture: $0) }
        }
        _ = try renderer.draw(composition.frame, into: buffer)
        return try renderer.readPixels(of: buffer)
    }

    /// The decoder has limits of its own for everything it does, so this ends.
    private func waitForDecoder() {
        let wait = service.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
        var poll = pollfd(fd: service.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        service.advance(now: EventLoop.now)
    }
}
