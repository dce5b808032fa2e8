import DisplayModel
import DisplayPlanning
import Media
import MediaDecoding
import Overlays
import Playlist
import Presentation
import ScreenKeeping
import SlideComposition
import Timing

/// What all screens show: the programme, the media, the groups of screens and the places of screens that left. It
/// belongs to the engine, and outlives devices that are reopened.
final class ContentDirector {
    let programme: Programme
    let store: MediaStore
    let shaders: ShaderQueue
    private let assignments: ContentAssignments
    private let cacheSize: Int
    /// Of the pictures' files, shared by all shows.
    let revisions: PictureRevisions
    private let report: (EngineEvent) -> Void
    private var sources: [ObjectIdentifier: PlaylistSource] = [:]
    private var groups: [String: ScreenGroup] = [:]
    private var parked = ParkedPlaces()
    private var devices: [DeviceContents] = []
    private(set) var overlays = OverlayState()
    private(set) var power: PowerTimes
    private var lastViewer: UInt64 = 0
    /// How many times a picture had been left out when the screens were told.
    private var knownBroken = 0

    init(
        _ programme: Programme, _ assignments: ContentAssignments, providers: [any MediaProvider],
        revisions: PictureRevisions = PictureRevisions(), power: PowerTimes, cacheSize: Int, shaders: ShaderQueue,
        report: @escaping (EngineEvent) -> Void
    ) {
        self.programme = programme
        self.assignments = assignments
        self.cacheSize = cacheSize
        self.revisions = revisions
        self.power = power
        self.shaders = shaders
        self.report = report
        store = MediaStore(providers) { medium, failure in
            if let path = medium.path {
                programme.leaveOut(path, failure, report)
            } else {
                report(.warning(about: "media", text: failure.message))
            }
        }
    }

    // MARK: Devices

    /// Contents for the screens of a device.
    func makeContents(renderNode: String?) -> DeviceContents {
        let contents = DeviceContents(
            self, store: store, cacheSize: cacheSize, renderNode: renderNode, report: report,
            onEnd: { [weak self] contents in
                self?.devices.removeAll { $0 === contents }
            })
        devices.append(contents)
        return contents
    }

    private var presenters: [ScreenPresenter] { devices.flatMap(\.presenters) }

    // MARK: Sources and viewers

    /// The one source of a show.
    func source(of show: Show) -> PlaylistSource {
        if let source = sources[ObjectIdentifier(show)] { return source }
        show.pictureRevisions = revisions
        let source = PlaylistSource(show, report: report)
        sources[ObjectIdentifier(show)] = source
        return source
    }

    /// A presenter for a screen that may be lit. It has a place in its source from ``attach(_:)`` on.
    func makePresenter(
        for screen: ScreenDescription, from media: ResidentMedia
    ) throws(DisplayError) -> ScreenPresenter {
        guard let show = programme.show(for: assignments[screen]) else {
            throw DisplayError(
                operation: "light", object: screen.name.connector, code: DisplayError.Code.again,
                reason: "there is no playlist yet")
        }
        lastViewer += 1
        return ScreenPresenter(
            Viewer(number: lastViewer), on: screen, showing: source(of: show), from: media, group: group(of: screen)
        ) { [report] event in report(EngineEvent(event)) }
    }

    /// Gives a screen its place: where it was when it left, if it was here before.
    func attach(_ presenter: ScreenPresenter, now: MonotonicTime) {
        putOverlays(on: presenter, now: now)
        guard let source = presenter.source as? PlaylistSource else { return }
        let screen = presenter.screen
        let place = parked[ParkedPlaces.Key(connector: screen.name.connector, monitor: screen.monitor)]
        source.join(presenter.viewer, on: screen, resuming: place.flatMap { $0.show === source.show ? $0.scene : nil })
    }

    /// What a screen that is not lit yet will need first.
    func demands(of screen: ScreenDescription, at instant: MonotonicTime) -> [MediaDemand] {
        guard let show = programme.show(for: assignments[screen]) else { return [] }
        return source(of: show).demands(
            of: ScenePlayer(show.scene(for: screen.traits), in: screen.placement), from: instant)
    }

    private func group(of screen: ScreenDescription) -> ScreenGroup? {
        guard let name = assignments[screen].group else { return nil }
        if let group = groups[name] { return group }
        let group = ScreenGroup(name: "group \(name)") { [report] text in report(.warning(about: "group", text: text)) }
        groups[name] = group
        return group
    }

    /// Keeps what a leaving screen showed, for its return.
    func park(_ presenter: ScreenPresenter, in media: ResidentMedia, now: MonotonicTime) {
        (presenter.incoming as? PlaylistSource)?.leave(presenter.viewer)
        let instant = max(now, presenter.latestInstant)
        if let source = presenter.source as? PlaylistSource, let scene = source.leave(presenter.viewer) {
            let key = ParkedPlaces.Key(connector: presenter.screen.name.connector, monitor: presenter.screen.monitor)
            let demands = source.demands(of: scene, from: instant)
            parked.park(scene, of: source.show, as: key, needing: demands, in: media, now: now)
        }
        presenter.end(now: now)
    }

    /// What the screens of a device show now.
    func showing(on device: DeviceContents, now: MonotonicTime) -> [ScreenShowing] {
        device.presenters.filter(\.isLit).map { presenter in
            let source = presenter.source as? PlaylistSource
            return ScreenShowing(
                connector: presenter.screen.name.connector,
                playlist: assignments[presenter.screen].playlist ?? programme.main,
                zones: source?.showing(to: presenter.viewer, at: now) ?? [])
        }
    }

    // MARK: Shows that take the place of others

    /// Makes the media ready that another show begins with, on the screens that show the old one.
    func prepare(_ show: Show, for path: PlaylistPath, now: MonotonicTime) {
        for device in devices { device.tryTransitions(of: show) }
        guard let old = programme[path] else { return }
        let next = source(of: show)
        for presenter in presenters where (presenter.source as? PlaylistSource)?.show === old {
            next.join(presenter.viewer, on: presenter.screen, resuming: nil)
            presenter.prepare(next, now: now)
        }
    }

    /// Whether everything is there that a show begins with, or will never be.
    func isPrepared(_ show: Show, now: MonotonicTime) -> Bool {
        presenters.allSatisfy {
            ($0.incoming as? PlaylistSource)?.show === show ? $0.isPrepared(now: now) : true
        }
    }

    /// A show takes the place of another one, between two frames.
    func takeOver(_ show: Show, from old: Show?, now: MonotonicTime) {
        let next = source(of: show)
        let before = old.map { source(of: $0) }
        for device in devices { device.addTransitions(of: show) }
        for presenter in presenters where presenter.source === before {
            if presenter.incoming !== next { next.join(presenter.viewer, on: presenter.screen, resuming: nil) }
            if presenter.isLit { show.begin(after: old, at: now) }
            next.takeOver(presenter.viewer, from: before)
            before?.leave(presenter.viewer)
            presenter.takeOver(next, now: now)
            putOverlays(on: presenter, now: now)
        }
        if let old { sources[ObjectIdentifier(old)] = nil }
    }

    /// Shaders were tried: those that passed are used from now on.
    func takeShaders() {
        let (passed, warnings) = shaders.take()
        for warning in warnings { report(warning) }
        let shows = programme.playing
        for trial in passed where shows.contains(where: { $0.shaders[trial.path] == trial.source }) {
            for device in devices { device.add(trial) }
        }
    }

    /// The show that was to take over does not.
    func withdraw(_ show: Show, now: MonotonicTime) {
        let source = source(of: show)
        for presenter in presenters where presenter.incoming === source {
            source.leave(presenter.viewer)
            presenter.withdraw(now: now)
        }
        sources[ObjectIdentifier(show)] = nil
    }

    /// The wall clock was set, or stood still while the machine was suspended.
    func clockSet(_ clock: WallClock, now: MonotonicTime) {
        power.set(clock)
        for show in programme.all {
            let step = show.set(clock)
            source(of: show).clockSet(step: step)
            parked.shift(show, by: step)
        }
        for presenter in presenters { presenter.sourceChanged(now: now) }
    }

    // MARK: Overlays

    /// Changes what lies over the content, on every screen.
    func changeOverlays(now: MonotonicTime, _ change: (inout OverlayState) -> Void) {
        let before = overlays
        change(&overlays)
        if overlays != before { putOverlays(now: now) }
    }

    private func putOverlays(now: MonotonicTime) {
        for presenter in presenters { putOverlays(on: presenter, now: now) }
    }

    private func putOverlays(on presenter: ScreenPresenter, now: MonotonicTime) {
        let isLabelled = (presenter.source as? PlaylistSource)?.show.isLabelled == true
        presenter.put(overlays.overlays(for: presenter.screen, isLabelled: isLabelled), now: now)
    }

    // MARK: Power

    /// Which screens are to be off, and when that may change although nothing happens.
    /// - Parameter screens: those whose schedule has them off.
    func power(
        of screens: @autoclosure () -> [ScreenDescription], now: MonotonicTime
    ) -> (ScreenPower, MonotonicTime?) {
        // Who sets screens up has to see them.
        guard !power.isEmpty, overlays.identifiesUntil == nil, !overlays.showsTestCard else {
            return (ScreenPower(), nil)
        }
        power.advance(now: now)
        guard power.mayWake else { return (power.power, nil) }
        var (result, next) = (power.power, MonotonicTime?.none)
        for screen in screens() {
            guard let least = power.wakePriority(of: screen.configuration),
                let show = programme.show(for: assignments[screen])
            else { continue }
            let time = power.clock.time(at: now)
            for zone in show.scene(for: screen.traits).zones {
                let (priority, until) = zone.timeline.priority(at: time)
                if let priority, priority >= least { result.woken.insert(screen.name.connector) }
                if let until { next = min(next ?? .distantFuture, power.clock.instant(of: until)) }
            }
        }
        return (result, next)
    }

    // MARK: Turning

    func advance(now: MonotonicTime) {
        power.advance(now: now)
        store.advance(now: now)
        store.prune(before: now)
        parked.advance(now: now)
        if overlays.advance(now: now) { putOverlays(now: now) }
        guard knownBroken != programme.brokenCount else { return }
        // Who waited for a picture that will not come waits for another one now.
        knownBroken = programme.brokenCount
        for presenter in presenters { presenter.sourceChanged(now: now) }
    }

    var nextDeadline: MonotonicTime? {
        [store.nextDeadline, parked.nextDeadline, overlays.nextDeadline, power.nextDeadline].compactMap(\.self).min()
    }
}
