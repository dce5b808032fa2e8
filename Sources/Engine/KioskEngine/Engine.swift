public import DisplayModel
import DisplayPlanning
public import LinuxSystem
public import MediaDecoding
import Overlays
import Paths
public import Playlist
public import Rendering
import ScreenKeeping
public import Timing

/// Plays one show on the screens of every display device that it is given, on an event loop's thread.
public final class Engine {
    /// Opens a device to drive it. Called again while it cannot be had: soon at first, then once a second.
    public typealias OpenDevice = () throws(DisplayError) -> any DisplayDevice

    private let loop: EventLoop
    /// Where the frames of films come from.
    let filmProvider: VideoProvider
    let director: ContentDirector
    private let settings: EngineSettings
    private let makeRenderer: (any DisplayDevice) throws -> any FrameRenderer
    private let report: (EngineEvent) -> Void

    private(set) var slots: [DeviceSlot] = []
    private(set) var watches = Watches()
    private let jobs: DeviceJobs
    private var isPaused = false
    private var heartbeat: Heartbeat?

    /// What shows in the place of a playlist of which nothing can be shown, or of a fallback of which nothing can be
    /// shown either. Nil leaves the screens as they are.
    public var fallback: ((_ path: PlaylistPath, _ broken: Show) -> Show?)? {
        get { fallbacks.choose }
        set { fallbacks.choose = newValue }
    }
    private var fallbacks = Fallbacks()

    /// Called when page flips do not come on a device whatever was tried, and no other device has a lit screen: then the
    /// program should end with a failure, for its supervisor to start it afresh.
    public var onExhaustion: ((String) -> Void)?

    public init(
        loop: EventLoop, programme: Programme, settings: EngineSettings, clock: WallClock = .current,
        decoder: DecoderClient, films: VideoStreams, drawers: TextDrawers,
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer, tryShader: @escaping ShaderTrial,
        report: @escaping (EngineEvent) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.settings = settings
        self.makeRenderer = makeRenderer
        self.report = report
        let revisions = PictureRevisions()
        let filmProvider = VideoProvider(films, revisions)
        self.filmProvider = filmProvider
        let texts = try TextProvider.inBackground()
        let words = WordsProvider(drawers)
        words.onRemark = { report(.warning(about: "text", text: $0)) }
        director = ContentDirector(
            programme, settings.content,
            providers: [
                PictureProvider(PictureService(decoder), revisions),
                filmProvider, words, texts,
            ],
            revisions: revisions, power: PowerTimes(settings.power, clock: clock),
            cacheSize: settings.cacheSize, shaders: try ShaderQueue(tryShader), report: report)
        jobs = try DeviceJobs()
        watches.timer = loop.makeTimer { [unowned self] in advance() }
        watches.decoder = try loop.watch(decoder.descriptor) { [unowned self] in advance() }
        watches.films = try loop.watch(films.descriptor) { [unowned self] in advance() }
        watches.drawers = try loop.watch(drawers.descriptor) { [unowned self] in advance() }
        watches.texts = try texts.descriptor.map { descriptor throws(SystemError) in
            try loop.watch(descriptor) { [unowned self] in advance() }
        }
        watches.shaders = try loop.watch(director.shaders.ended.rawDescriptor) { [unowned self] in
            director.takeShaders()
            advance()
        }
        let change = try ClockChange()
        watches.clockChange = change
        watches.clock = try loop.watch(change.descriptor) { [unowned self] in takeClock() }
        watches.jobs = try loop.watch(jobs.ended.rawDescriptor) { [unowned self] in
            for id in jobs.ended.take() { slot(id)?.jobEnded(now: EventLoop.now) }
            advance()
        }
    }

    // MARK: Devices

    /// Takes a device into use, now or as soon as it can be had.
    public func deviceAppeared(_ id: DeviceID, path: String, open: @escaping OpenDevice) {
        guard slot(id) == nil else { return connectorsChanged(id) }
        let slot = DeviceSlot(
            id: id, path: path,
            surroundings: .init(
                open: open, makePlayer: { [unowned self] in makePlayer($0, id, seen: $1, original: $2) },
                runElsewhere: { [jobs] call, job in jobs.run(call, for: id, job) },
                onChange: { [unowned self] player in try watch(id, player) }, report: report))
        slots.append(slot)
        if isPaused { slot.pause() }
        slot.start(now: EventLoop.now)
        advance()
    }

    /// A device is gone from the system; everything that belongs to it is closed.
    public func deviceVanished(_ id: DeviceID) {
        guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
        let slot = slots.remove(at: index)
        if slot.player != nil { report(.deviceLost(path: slot.path, reason: "removed")) }
        slot.release(now: EventLoop.now)
        advance()
    }

    /// Connectors of a device changed, or of any device where none is named.
    /// - Parameter hotPlug: nil where it was something else.
    public func connectorsChanged(_ id: DeviceID? = nil, _ hotPlug: HotPlug? = .somewhere) {
        for slot in slots where id == nil || slot.id == id {
            slot.connectorsChanged(hotPlug, now: EventLoop.now)
        }
        advance()
    }

    // MARK: Playlists

    /// Has another show take the place of the one of a playlist, as soon as its first pictures are ready on all screens
    /// that show it. Where none of them can be shown the old one plays on.
    public func replaceShow(of path: PlaylistPath, with show: Show) {
        fallbacks.forget(path)
        put(show, for: path)
        advance()
    }

    private func put(_ show: Show, for path: PlaylistPath) {
        let now = EventLoop.now
        if let waiting = director.programme.incoming[path]?.show {
            director.withdraw(waiting, now: now)
        }
        director.programme.offer(show, for: path, until: now + Self.takeOverLimit)
        director.prepare(show, for: path, now: now)
    }

    /// Whether a playlist is what plays already, down to its files, or is just about to.
    /// - Parameters:
    ///   - new: which would take its place.
    ///   - isRetry: whether files that could not be shown are to be tried again, even if they are as they were.
    public func shows(_ new: Show, for path: PlaylistPath, isRetry: Bool) -> Bool {
        guard let show = director.programme.incoming[path]?.show ?? director.programme[path] else { return false }
        return show.name == new.name && show.shaders == new.shaders && show.isSame(as: new.playlist, isRetry: isRetry)
    }

    /// The screens that show a playlist.
    func outputs(showing path: PlaylistPath) -> [OutputTraits] { director.programme[path]?.outputs ?? [] }

    /// The pictures that were to be shown of a playlist.
    func picturesSeen(of path: PlaylistPath) -> Set<FilePath> {
        [director.programme[path], director.programme.incoming[path]?.show].compactMap(\.?.picturesSeen)
            .reduce([]) { $0.union($1) }
    }

    /// Takes in what pictures' files are like now.
    func note(_ files: [FilePath: FileRevision?]) { director.revisions.note(files) }

    /// How long the first pictures of a new playlist are waited for.
    private static let takeOverLimit = Duration.seconds(30)

    /// Offers fallbacks for playlists of which nothing can be shown.
    private func offerFallbacks() {
        for path in director.programme.broken where director.programme.incoming[path] == nil {
            if let show = fallbacks.next(for: path, playing: director.programme[path]) { put(show, for: path) }
        }
    }

    /// Lets shows take over whose first pictures are ready, and drops those that cannot.
    /// - Returns: whether there was one.
    private func takeOver() -> Bool {
        let now = EventLoop.now
        var hasHappened = false
        for (path, next) in director.programme.incoming {
            let old = director.programme[path]
            if next.show.isAllBroken {
                if old?.isAllBroken == true { fallbacks.broke(next.show, for: path) }
                director.programme.withdraw(path)
                director.withdraw(next.show, now: now)
                report(.playlistKept(path: next.show.name, reason: "none of its pictures can be shown"))
                hasHappened = true
            } else if now >= next.limit || director.isPrepared(next.show, now: now) {
                director.programme.takeOver(path)
                fallbacks.forget(path)
                director.takeOver(next.show, from: old, now: now)
                report(.playlistReplaced(path: next.show.name))
                hasHappened = true
            }
        }
        return hasHappened
    }

    // MARK: Proof of life

    /// Has every lit screen flip once in each interval, if only to the frame that it shows, and calls the handler when all
    /// have: proof that frames reach the screens, not only that the loop turns. A screen that does not flip gives none, until
    /// it is dark or recovered.
    public func prove(every interval: Duration, _ onProof: @escaping () -> Void) {
        heartbeat = Heartbeat(interval: interval, from: EventLoop.now, onProof: onProof)
        advance()
    }

    private func beat() {
        guard var beat = heartbeat else { return }
        beat.turn(slots, now: EventLoop.now)
        heartbeat = beat
    }

    // MARK: The session

    /// The session goes to another program. When this returns nothing is submitted any more, on any device.
    public func pause() {
        guard !isPaused else { return }
        isPaused = true
        for slot in slots { slot.pause() }
        report(.sessionPaused)
        advance()
    }

    /// The session is back, and DRM master with it: all screens are set anew.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        report(.sessionResumed)
        for slot in slots { slot.resume(now: EventLoop.now) }
        advance()
    }

    /// Gives all screens back and lets go of all devices.
    public func shutDown() {
        for slot in slots {
            slot.keeper?.shutDown()
            slot.release(now: EventLoop.now)
        }
        slots = []
        watches.cancel()
    }

    private func slot(_ id: DeviceID) -> DeviceSlot? { slots.first { $0.id == id } }

    private func makePlayer(
        _ device: any DisplayDevice, _ id: DeviceID, seen: DeviceSnapshot, original: DeviceSnapshot?
    ) -> DevicePlayer {
        let contents = director.makeContents(renderNode: device.renderNode)
        let keeper = ScreenKeeper(
            device: device, seen: seen, original: original, settings: settings.keeper, contents: contents,
            surroundings: .init(
                clock: { EventLoop.now }, report: { [report] in report(EngineEvent($0)) }, makeRenderer: makeRenderer,
                runElsewhere: { [jobs] call, job in jobs.run(call, for: id, job) },
                finishCalls: { [jobs] in jobs.finish(for: id) }))
        return DevicePlayer(keeper, contents)
    }

    /// Follows a device's events for as long as it is in use.
    private func watch(_ id: DeviceID, _ player: DevicePlayer?) throws {
        watches.devices.removeValue(forKey: id)?.cancel()
        guard let keeper = player?.keeper else { return }
        watches.devices[id] = try loop.watch(keeper.device.eventDescriptor) { [unowned self, unowned keeper] in
            keeper.eventsArrived(now: EventLoop.now)
            advance()
        }
    }

    // MARK: Turning

    /// Lets every part do what is due, and sets the timer for what comes next.
    func advance() {
        director.advance(now: EventLoop.now)
        for slot in slots { slot.advance(now: EventLoop.now) }
        offerFallbacks()
        while takeOver() {
            for slot in slots { slot.advance(now: EventLoop.now) }
            // Nothing else may happen that would lead to it.
            offerFallbacks()
        }
        beat()
        if let reason = slots.lazy.compactMap(\.exhaustion).first, !slots.contains(where: \.hasLitScreen) {
            onExhaustion?(reason)
        }
        let proof = heartbeat?.nextDeadline
        let limits = director.programme.incoming.values.map(\.limit)
        let deadlines = (slots.map(\.nextDeadline) + [director.nextDeadline, proof] + limits).compactMap(\.self)
        if let next = deadlines.min(), next != .distantFuture {
            watches.timer?.set(next)
        } else {
            watches.timer?.clear()
        }
    }
}
