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

    /// Where the media come from, and what is to be waited for.
    private struct Sources {
        let service: PictureService
        let pictures: PictureProvider
        let streams: VideoStreams
        let films: VideoProvider
        let drawers: TextDrawers
        let words: WordsProvider

        init(_ decoder: DecoderClient) throws(SystemError) {
            service = PictureService(decoder)
            pictures = PictureProvider(service, PictureRevisions())
            var settings = VideoStream.Settings()
            settings.allowsUnconfined = decoder.allowsUnconfined
            settings.isInBackground = false
            streams = try VideoStreams(settings: settings)
            films = VideoProvider(streams)
            var drawing = DecoderClient.Settings()
            (drawing.allowsUnconfined, drawing.isInBackground) = (decoder.allowsUnconfined, false)
            drawers = try TextDrawers(settings: drawing)
            words = WordsProvider(drawers)
        }

        var descriptors: [Int32] { [service.descriptor, streams.descriptor, drawers.descriptor] }
        var nextDeadline: MonotonicTime? {
            [service.nextDeadline, streams.nextDeadline, drawers.nextDeadline].compactMap(\.self).min()
        }
    }

    private final class LeftOut {
        var pictures: [Skipped] = []
        var remarks: [String] = []
    }

    private let show: Show
    private let scene: Scene
    private let placement: Placement
    private let buffer: any ScanoutBuffer
    private let renderer: any FrameRenderer
    private let sources: Sources
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
        sources = try Sources(decoder)
        store = MediaStore([sources.pictures, sources.films, sources.words, TextProvider.atOnce()]) {
            [leftOut] medium, failure in
            guard let path = medium.path, show.leaveOut(path, failure) else { return }
            let isSlide = show.slideFailures[path] != nil
            leftOut.pictures.append(
                Skipped(
                    path: "\(path)", reason: failure.message,
                    consequence: isSlide ? "skipped" : show.consequence(of: path) ?? "skipped"))
        }
        sources.words.onRemark = { [leftOut] in leftOut.remarks.append($0) }
        media = ResidentMedia(store, budget: cacheSize)
        scene = show.scene(for: traits)
        for (name, source) in show.shaders { try renderer.addTransition("\(name)", source: source) }
        buffer = try renderer.makeBuffer(on: device, size: placement.output, format: .xrgb8888, modifiers: [])
        try renderer.adopt(buffer)
        media.renderer = renderer
    }

    deinit {
        renderer.forget(buffer)
    }

    /// The pictures that were left out so far.
    public var skipped: [Skipped] { leftOut.pictures }

    /// What is to be said of texts that were drawn so far, each in a sentence.
    public var remarks: [String] { leftOut.remarks }

    /// - Parameter instant: the moment, as the show's clock counts.
    /// - Returns: rows from the top, R, G, B, 255.
    /// - Throws: `RenderingError`.
    public func frame(at instant: MonotonicTime) throws -> [UInt8] {
        let time = show.time(at: instant)
        // A new one each time: it remembers what it showed, and what shows is to follow from the moment alone.
        var player = ScenePlayer(scene, in: placement)
        sources.films.setPresent(show.mediaInstant(at: instant), now: EventLoop.now)
        // A picture that turns out broken changes what this moment shows, so it is asked for anew until all are there.
        // Of some screen at 60 Hz.
        let refresh = Refresh(vblank: instant, period: .seconds(1) / 60)
        var layers: [OverlayLayer] = []
        while true {
            let now = EventLoop.now
            let needs = player.needs(at: time, ahead: 0)
            let demands = needs.map { demand($0, at: instant, now: now) }
            media.demand(demands + overlays.flatMap { $0.demands(from: now) }, by: self, now: now)
            layers = overlays.map { $0.layer(at: refresh, from: media) }
            let isComplete = layers.allSatisfy { !$0.isMissing }
            if isComplete, needs.allSatisfy({ isReady($0.medium, at: instant) }) { break }
            if media.hasUploads { _ = media.upload(atMost: .max, now: now) } else { waitForDecoders() }
            if let error = media.lostContext ?? media.takeRefusals().first?.1 { throw error }
        }
        let composition = player.compose(at: time, tolerance: .zero) { slide, layout, _ in
            guard let medium = layout.medium(for: slide) else { return ReadySlide(slide) }
            return ready(medium, at: instant).map { ReadySlide(slide, picture: $0) }
        }
        var frame = composition.frame
        frame.commands += layers.flatMap(\.commands)
        _ = try renderer.draw(frame, into: buffer, damage: .whole)
        return try renderer.readPixels(of: buffer)
    }

    private func demand(_ need: ScenePlayer.Need, at instant: MonotonicTime, now: MonotonicTime) -> MediaDemand {
        var due = now
        if let film = need.film { due = show.begin(of: film) }
        return MediaDemand(show.medium(need.medium, at: instant), due: due)
    }

    private func ready(_ medium: SlideMedium, at instant: MonotonicTime) -> ReadyPicture? {
        switch media.readiness(of: show.medium(medium, at: instant), at: show.mediaInstant(at: instant)) {
        case .ready(let picture): picture
        case .ended(let last): last
        case .notYet, .failed: nil
        }
    }

    /// Whether a medium has the very frame of an instant.
    private func isReady(_ medium: SlideMedium, at instant: MonotonicTime) -> Bool {
        ready(medium, at: instant) != nil
            && media.isSettled(show.medium(medium, at: instant), at: show.mediaInstant(at: instant))
    }

    /// The decoders have limits of their own for everything they do, so this ends.
    private func waitForDecoders() {
        let wait = sources.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
        var polls = sources.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = unsafe Glibc.poll(&polls, nfds_t(polls.count), Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        if let present = sources.films.present { store.prune(before: present) }
        store.advance(now: EventLoop.now)
    }
}
