import DisplayModel
import DisplayPlanning
import Media
import PlaylistReading
import Presentation
import Rendering
import ScreenKeeping
import Timing

/// What the screens of one device show: their presenters, and the media that the device's renderer holds.
final class DeviceContents: ScreenContents {
    private let director: ContentDirector
    private let store: MediaStore
    private let cacheSize: Int
    /// Of the device's GPU, for other processes.
    private let renderNode: String?
    private let report: (EngineEvent) -> Void
    private let onEnd: (DeviceContents) -> Void
    private(set) var presenters: [ScreenPresenter] = []
    /// In the renderer that draws.
    private(set) var media: ResidentMedia
    /// In the renderer that is to take over.
    private var next: ResidentMedia?
    /// Media that the renderer had no room for, as was reported.
    private var refused: Set<String> = []
    /// The context was lost while a transition was added.
    private var lossByTransition: RenderingError?

    /// How much is uploaded between two frames while something moves on the device, and at once while nothing does.
    private static let uploadBesideFlips = 256 << 10
    private static let uploadAtRest = 2 << 20

    init(
        _ director: ContentDirector, store: MediaStore, cacheSize: Int, renderNode: String?,
        report: @escaping (EngineEvent) -> Void,
        onEnd: @escaping (DeviceContents) -> Void
    ) {
        self.director = director
        self.store = store
        self.cacheSize = cacheSize
        self.renderNode = renderNode
        self.report = report
        self.onEnd = onEnd
        media = ResidentMedia(store, budget: cacheSize)
    }

    /// The device is closed: its screens' places are kept.
    func end(now: MonotonicTime) {
        for presenter in presenters { director.park(presenter, in: media, now: now) }
        presenters = []
        onEnd(self)
    }

    // MARK: ScreenContents

    func expect(_ screens: [ScreenDescription], at instant: MonotonicTime, now: MonotonicTime) {
        media.demand(screens.flatMap { director.demands(of: $0, at: instant) }, by: self, now: now)
    }

    func makeContent(for screen: ScreenDescription, now: MonotonicTime) throws(DisplayError) -> any ScreenContent {
        try director.makePresenter(for: screen, from: media)
    }

    func attach(_ content: any ScreenContent, now: MonotonicTime, canFlip: @escaping () -> Bool) {
        guard let presenter = content as? ScreenPresenter else { return }
        director.attach(presenter, now: now)
        presenters.append(presenter)
        presenter.attach(now: now, canFlip: canFlip)
    }

    func park(_ content: any ScreenContent, now: MonotonicTime) {
        guard let presenter = content as? ScreenPresenter else { return }
        presenters.removeAll { $0 === presenter }
        director.park(presenter, in: media, now: now)
    }

    func useRenderer(_ renderer: any FrameRenderer, now: MonotonicTime) {
        if let next, next.renderer === renderer {
            for presenter in presenters { presenter.use(next, now: now) }
            media = next
            (self.next, lossByTransition, refused) = (nil, nil, [])
            return
        }
        media.renderer = renderer
        for show in director.programme.playing { addTransitions(of: show, to: renderer) }
    }

    func prepare(_ renderer: any FrameRenderer, now: MonotonicTime) {
        let media = ResidentMedia(store, budget: cacheSize)
        media.renderer = renderer
        for show in director.programme.playing { addTransitions(of: show, to: renderer) }
        for presenter in presenters { presenter.prepare(in: media, now: now) }
        next = media
    }

    func isPrepared(now: MonotonicTime) -> Bool {
        guard let next else { return true }
        return presenters.allSatisfy { $0.isPrepared(in: next, now: now) }
    }

    func useNextRenderer(for content: any ScreenContent, now: MonotonicTime) {
        guard let next, let presenter = content as? ScreenPresenter else { return }
        presenter.use(next, now: now)
    }

    func cancelPreparation() { next = nil }

    /// Makes a show's own transitions known to the renderers.
    func addTransitions(of show: Show) {
        for renderer in [media.renderer, next?.renderer].compactMap(\.self) { addTransitions(of: show, to: renderer) }
    }

    /// Begins to try a show's own transitions, before it takes over.
    func tryTransitions(of show: Show) {
        guard media.renderer?.runsShaders != false else { return }
        for (path, source) in show.shaders {
            _ = director.shaders.verdict(on: .init(path: path, source: source, renderNode: renderNode))
        }
    }

    private func addTransitions(of show: Show, to renderer: any FrameRenderer) {
        for (path, source) in show.shaders {
            guard renderer.runsShaders else {
                // There is nothing to try: that it is cross-faded is reported when it is first drawn.
                try? renderer.addTransition("\(path)", source: source)
                continue
            }
            // A cross-fade takes its place until it has passed, and for good where it has not.
            let trial = ShaderQueue.Trial(path: path, source: source, renderNode: renderNode)
            if director.shaders.verdict(on: trial) == .passed {
                add(trial, to: renderer)
            } else {
                renderer.withholdTransition("\(path)")
            }
        }
    }

    /// A shader has passed.
    func add(_ trial: ShaderQueue.Trial) {
        guard trial.renderNode == renderNode else { return }
        for renderer in [media.renderer, next?.renderer].compactMap(\.self) { add(trial, to: renderer) }
    }

    private func add(_ trial: ShaderQueue.Trial, to renderer: any FrameRenderer) {
        do throws(RenderingError) {
            try renderer.addTransition("\(trial.path)", source: trial.source)
            director.shaders.used(trial, fault: nil)
        } catch {
            guard !error.isContextLost else {
                // The next renderer gets it again.
                if renderer === media.renderer { lossByTransition = error }
                return
            }
            director.shaders.used(trial, fault: error.reason)
            report(.warning(about: "\(trial.path)", text: error.reason + ShaderVerdict.consequence))
        }
    }

    // MARK: Power

    /// Which of the device's screens are to be off.
    /// - Parameter screens: those whose schedule has them off.
    func power(of screens: @autoclosure () -> [ScreenDescription], now: MonotonicTime) -> (ScreenPower, MonotonicTime?)
    {
        director.power(of: screens(), now: now)
    }

    // MARK: Turning

    /// Uploads what was decoded, a piece at a time.
    /// - Returns: whether something became ready that a screen may wait for.
    func upload(besideFlips isFlipping: Bool, now: MonotonicTime) -> Bool {
        let size = isFlipping ? Self.uploadBesideFlips : Self.uploadAtRest
        var hasArrived = false
        for media in [media, next].compactMap(\.self) where media.hasUploads && media.upload(atMost: size, now: now) {
            hasArrived = true
        }
        for (medium, error) in media.takeRefusals() {
            let name = medium.path.map { "\($0)" } ?? "\(medium)"
            guard refused.insert(name).inserted else { continue }
            let text = "the GPU has no room for it, so it is left out for now (\(error))"
            report(.warning(about: name, text: text))
        }
        if hasArrived {
            for presenter in presenters { presenter.mediaChanged(now: now) }
        }
        return hasArrived
    }

    var hasUploads: Bool { media.hasUploads || next?.hasUploads == true }
    /// The renderer's context was lost while something was made ready in it.
    var lostContext: RenderingError? { media.lostContext ?? lossByTransition }

    /// Tries again what the renderer had no room for.
    func retryUploads(now: MonotonicTime) {
        for media in [media, next].compactMap(\.self) { media.retry(now: now) }
    }

    var nextRetry: MonotonicTime? { [media.nextRetry, next?.nextRetry].compactMap(\.self).min() }
}
