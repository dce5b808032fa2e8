public import DisplayModel
import Glibc
import LinuxSystem
import Media
public import MediaDecoding
import Overlays
import Playlist
public import Presentation
public import Rendering
import SlideComposition
public import Timing

/// Draws what a screen shows at any moments of a show, by the same code that plays it: nothing is played up to there.
///
/// Pictures stay at hand between frames as far as there is room, so a range costs little more than drawing it.
public final class FrameExport {
    /// A picture that could not be shown, so that others show in its time.
    public struct Skipped: Hashable, Sendable {
        public var path: String
        public var reason: String
        /// What is done without it.
        public var consequence: String
    }

    private final class LeftOut {
        var pictures: [Skipped] = []
    }

    private let show: Show
    private let scene: Scene
    private let placement: Placement
    private let buffer: any ScanoutBuffer
    private let renderer: any FrameRenderer
    private let service: PictureService
    private let store: MediaStore
    private let media: ResidentMedia
    private let leftOut = LeftOut()
    private let overlays: [any ScreenOverlay]

    /// - Parameters:
    ///   - placement: the screen, and where on it the content goes.
    ///   - traits: what conditions are told about the screen.
    ///   - overlays: what lies over it, from below to above.
    ///   - cacheSize: how many bytes of pixels to keep beyond those that a frame needs.
    /// - Throws: `DisplayError` or `RenderingError`.
    public init(
        of show: Show, placement: Placement, traits: OutputTraits, under overlays: [any ScreenOverlay] = [],
        device: any DisplayDevice, renderer: any FrameRenderer, decoder: DecoderClient, cacheSize: Int = 0
    ) throws {
        self.show = show
        self.placement = placement
        self.overlays = overlays
        self.renderer = renderer
        service = PictureService(decoder)
        store = MediaStore([PictureProvider(service, PictureRevisions()), TextProvider.atOnce()]) {
            [leftOut] medium, failure in
            guard let path = medium.specification(as: PictureSpec.self)?.path, show.leaveOut(path, failure)
            else { return }
            let isSlide = show.slideFailures[path] != nil
            leftOut.pictures.append(
                Skipped(
                    path: "\(path)", reason: failure.message,
                    consequence: isSlide ? "skipped" : show.consequence(of: path) ?? "skipped"))
        }
        media = ResidentMedia(store, budget: cacheSize)
        scene = show.scene(for: traits)
        for (name, source) in show.shaders { try renderer.addTransition("\(name)", source: source) }
        buffer = try device.makeBuffer(size: placement.output, format: .xrgb8888, modifiers: [])
        try renderer.adopt(buffer)
        media.renderer = renderer
    }

    deinit {
        renderer.forget(buffer)
    }

    /// The pictures that were left out so far.
    public var skipped: [Skipped] { leftOut.pictures }

    /// - Parameter instant: the moment, as the show's clock counts.
    /// - Returns: rows from the top, R, G, B, 255.
    /// - Throws: `RenderingError`.
    public func frame(at instant: MonotonicTime) throws -> [UInt8] {
        let time = show.time(at: instant)
        // A new one each time: it remembers what it showed, and what shows is to follow from the moment alone.
        var player = ScenePlayer(scene, in: placement)
        // A picture that turns out broken changes what this moment shows, so it is asked for anew until all are there.
        // Of some screen at 60 Hz.
        let refresh = Refresh(vblank: instant, period: .seconds(1) / 60)
        var layers: [OverlayLayer] = []
        while true {
            let now = EventLoop.now
            let needs = player.needs(at: time, ahead: 0)
            let demands = needs.map { MediaDemand(Medium($0.picture), due: now) }
            media.demand(demands + overlays.flatMap { $0.demands(from: now) }, by: self, now: now)
            layers = overlays.map { $0.layer(at: refresh, from: media) }
            let isComplete = layers.allSatisfy { !$0.isMissing }
            if isComplete, needs.allSatisfy({ ready($0.picture, at: instant) != nil }) { break }
            if media.hasUploads { _ = media.upload(atMost: .max, now: now) } else { waitForDecoder() }
            if let error = media.lostContext ?? media.takeRefusals().first?.1 { throw error }
        }
        let composition = player.compose(at: time, tolerance: .zero) { slide, layout, _ in
            guard let spec = layout.spec(for: slide) else { return ReadySlide(slide) }
            return ready(spec, at: instant).map { ReadySlide(slide, picture: $0) }
        }
        var frame = composition.frame
        frame.commands += layers.flatMap(\.commands)
        _ = try renderer.draw(frame, into: buffer, damage: .whole)
        return try renderer.readPixels(of: buffer)
    }

    private func ready(_ picture: PictureSpec, at instant: MonotonicTime) -> ReadyPicture? {
        guard case .ready(let ready) = media.readiness(of: Medium(picture), at: instant) else { return nil }
        return ready
    }

    /// The decoder has limits of its own for everything it does, so this ends.
    private func waitForDecoder() {
        let wait = service.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
        var poll = pollfd(fd: service.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        store.advance(now: EventLoop.now)
    }
}
