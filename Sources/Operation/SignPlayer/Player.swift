import Dispatch
import DisplayModel
import KioskEngine
public import LinuxSystem
import MachineInspection
public import MediaDecoding
import Paths
public import Playlist
public import PlaylistReading
import Rendering
import ScreenKeeping
import SeatSession
import SlideComposition
import StatusFile
import Timing

/// Plays playlists on the screens of display devices, and follows both.
public struct Player {
    let loop: EventLoop
    /// As they were read. One that cannot be played has no playlist.
    let playlists: [PlaylistPath: PlaylistReader.Outcome]
    let settings: PlayerSettings
    let decoder: DecoderClient
    let service: Service
    /// What plays where a playlist cannot. Nil if somebody attends to the program and wants to know at once what cannot be
    /// played.
    let fallback: FallbackContent?
    private let lastGood: LastGoodPlaylists?
    let log: Log
    private let testOrders: TestOrders?

    /// - Parameters:
    ///   - playlists: as they were read. One that cannot be played has no playlist.
    ///   - fallback: nil where somebody attends to the program.
    ///   - lastGood: the playlists as they could be played last; nil where somebody attends.
    public init(
        loop: EventLoop, playlists: [PlaylistPath: PlaylistReader.Outcome], settings: PlayerSettings,
        decoder: DecoderClient, service: Service, fallback: FallbackContent?,
        lastGood: LastGoodPlaylists? = nil, log: Log
    ) {
        self.loop = loop
        self.playlists = playlists
        self.settings = settings
        self.decoder = decoder
        self.service = service
        self.fallback = fallback
        self.lastGood = lastGood
        self.log = log
        testOrders = settings.testOrders.map { _ in TestOrders() }
    }

    func makeEngine(
        makeRenderer: ((any DisplayDevice) throws -> any FrameRenderer)? = nil,
        onEvent: @escaping (EngineEvent) -> Void = { _ in }
    ) throws -> Engine {
        let maker = rendererMaker
        let (clock, now) = (WallClock.current, EventLoop.now)
        if playlists.values.contains(where: { $0.playlist == nil }) || fallback?.suspectsPlaylists == true {
            fallback?.read()
        }
        var shows: [PlaylistPath: Show] = [:]
        for (path, outcome) in playlists {
            guard fallback?.suspectsPlaylists != true else {
                shows[path] = fallback?.show()
                continue
            }
            if let playlist = outcome.playlist {
                shows[path] = Show(
                    playlist, from: outcome.path?.description ?? "", shaders: outcome.shaders, clock: clock, now: now)
            } else {
                shows[path] = lastGoodShow(of: path, clock, now) ?? fallback?.show()
            }
        }
        if settings.inPlace != nil { shows[settings.playlist] = .plain(clock: clock, now: now) }
        var filmSettings = VideoStream.Settings()
        filmSettings.allowsUnconfined = decoder.allowsUnconfined
        let films = try VideoStreams(settings: filmSettings)
        films.onNotice = { [log] in log($0) }
        var drawing = DecoderClient.Settings()
        drawing.allowsUnconfined = decoder.allowsUnconfined
        let drawers = try TextDrawers(settings: drawing)
        drawers.onNotice = { [log] in log($0) }
        let engine = try Engine(
            loop: loop, programme: Programme(main: settings.playlist, shows), settings: settings.engine,
            decoder: decoder, films: films, drawers: drawers,
            makeRenderer: { [testOrders] device in
                let renderer = try makeRenderer.map { try $0(device) } ?? maker.make(for: device)
                return testOrders?.losable(renderer) ?? renderer
            },
            tryShader: { ShaderTrials.shared.verdict(on: $0, $1, renderNode: $2, .background) }
        ) { event in
            log(event)
            onEvent(event)
            service.happened(event)
            if case .playlistReplaced(let path) = event, fallback?.isName(path) == false { service.trust() }
        }
        if let fallback { engine.fallback = { _, broken in fallback.show(after: broken) } }
        return engine
    }

    /// By what is to be played at the start.
    var rendererMaker: RendererMaker {
        RendererMaker(
            settings.renderer, needsShaders: playlists.values.contains { !$0.shaders.isEmpty }, log: log)
    }

    /// The playlist as it could be played last, where it cannot be now.
    private func lastGoodShow(of path: PlaylistPath, _ clock: WallClock, _ now: MonotonicTime) -> Show? {
        guard let lastGood else { return nil }
        let kept = answer(within: .seconds(5)) { [defaults = settings.defaults] in lastGood.outcome(of: path, defaults)
        }
        guard let outcome = kept ?? nil, let playlist = outcome.playlist else { return nil }
        log(.warning, "\(path): plays as it was when it could be played last, until it can be again")
        return Show(
            playlist, from: Self.lastGoodName(of: "\(path)"), shaders: outcome.shaders, clock: clock, now: now)
    }

    /// The name of a show of a playlist as it was.
    static func lastGoodName(of name: String) -> String { "\(name), as it was" }

    /// Follows the playlists' files and the clocks for as long as the returned value lives.
    func follow(_ engine: Engine) throws -> Following {
        let clocks = try ClockWatch(on: loop) { change in
            log(.info, "\(change)")
            engine.clockSet(.current)
            if case .resumed = change { engine.systemResumed() }
        }
        let followers = try playlists.map { path, outcome in
            try PlaylistFollower(
                path, defaults: settings.defaults, outcome: outcome, engine: engine, loop: loop,
                makeReader: PlaylistLoading.readers(isUnattended: fallback != nil),
                onGood: { lastGood?.keep($0, of: path) }
            ) { log($0) }
        }
        for (path, outcome) in playlists where outcome.playlist != nil { lastGood?.keep(outcome, of: path) }
        try fallback?.follow(on: loop, engine)
        engine.machine = .current
        engine.showsTestCard = settings.inPlace == .testCard
        if settings.inPlace == .identity { engine.identify(until: .distantFuture) }
        return Following(
            addresses: addresses(engine), identifying: try IdentifyRequests(in: service.folder, on: loop, engine, log),
            clocks: clocks, followers: followers, secondChances: fallback.map { secondChances($0, engine, followers) },
            testOrders: try settings.testOrders.flatMap { try testOrders?.follow($0, on: loop, engine, log) })
    }

    /// Keeps what labels say of the machine right. Without it they say what was right at the start.
    private func addresses(_ engine: Engine) -> AddressWatch? {
        do throws(SystemError) {
            return try AddressWatch(on: loop) { engine.machine = .current }
        } catch {
            log(.debug, "addresses: \(error)")
            return nil
        }
    }

    struct Following {
        let addresses: AddressWatch?
        let identifying: IdentifyRequests?
        let clocks: ClockWatch
        let followers: [PlaylistFollower]
        /// Of playlists in whose place a fallback plays.
        let secondChances: EventLoop.Deadline?
        let testOrders: TestOrders.Following?
    }

    /// How often to see whether there is reason to try again.
    private static let look = Duration.seconds(60)

    /// Reads playlists again in whose place something else plays, or of which pictures are skipped that a disk did not give:
    /// what kept them from being shown may be over without any of their files having changed. Ever more rarely, but
    /// within a minute of a disk's answering again; those that are suspect, only after the time that they are left alone.
    private func secondChances(
        _ fallback: FallbackContent, _ engine: Engine, _ followers: [PlaylistFollower]
    ) -> EventLoop.Deadline {
        var wait = fallback.suspectsPlaylists ? Service.suspicion : Self.look
        var next = EventLoop.now + wait
        var answers = decoder.lateAnswers
        weak var timer: EventLoop.Deadline?
        let deadline = loop.makeTimer { [decoder] in
            let now = EventLoop.now
            defer { timer?.set(min(next, now + Self.look)) }
            let answersAgain = decoder.lateAnswers != answers
            answers = decoder.lateAnswers
            guard now >= next || answersAgain && !fallback.suspectsPlaylists else { return }
            let unplayed = engine.playing.filter { path, name in
                fallback.isName(name) || name == Self.lastGoodName(of: "\(path)")
            }.map(\.path)
            let failing = followers.filter { engine.mayRecover($0.path) }
            for follower in followers where unplayed.contains(follower.path) { follower.readAgain() }
            for follower in failing { follower.retry() }
            wait = unplayed.isEmpty && failing.isEmpty ? Self.look : min(wait * 2, .seconds(3600))
            next = now + wait
        }
        timer = deadline
        deadline.set(min(next, EventLoop.now + Self.look))
        return deadline
    }

    func startMonitoring(_ engine: Engine, _ session: any SeatSession, _ following: Following) {
        service.startMonitoring(
            .init(
                engine: engine, session: session, followers: following.followers,
                outputs: settings.engine.keeper.configurations,
                mode: { [fallback] path, name in
                    if name == FallbackContent.builtIn { return .builtIn }
                    if fallback?.isName(name) == true { return .fallback }
                    return name == Self.lastGoodName(of: "\(path)") ? .lastGood : .playlist
                },
                fallbackProblems: { [fallback] in fallback?.problems ?? [] },
                onReady: {
                    fallback?.begin()
                    guard fallback?.suspectsPlaylists != true else { return }
                    for follower in following.followers { follower.begin() }
                }), on: loop, isTrusted: fallback?.suspectsPlaylists != true)
        // The service knows what the fallback has to say, so it must not be held by it.
        fallback?.onNews = { [weak service] in service?.reportSoon() }
    }

    /// Runs the loop until it is stopped. SIGUSR1 asks for the state of every connector meanwhile.
    /// - Parameter holdings: what the device of a path holds in the kernel.
    func run(_ engine: Engine, holdings: @escaping (String) -> String? = { _ in nil }) throws {
        var exhaustion: Exhaustion?
        engine.onExhaustion = { reason in
            exhaustion = Exhaustion(description: reason)
            loop.stop()
        }
        let request = try SignalSource([ProgramSignals.question], on: loop) { [log] _ in
            for device in engine.status {
                let lines =
                    device.waiting.map { ["\(device.path): waiting: \($0)"] }
                    ?? device.screens.map { "\(device.path): \($0)" }
                for line in lines { log.answer(line) }
                if let text = holdings(device.path) { log.answer("\(device.path): \(text)") }
            }
        }
        defer { withExtendedLifetime(request) {} }
        try loop.run()
        if let exhaustion { throw exhaustion }
    }

    /// Page flips do not come, whatever was tried. Only a restart by the supervisor is left.
    public struct Exhaustion: Error, CustomStringConvertible {
        public let description: String
    }
}

extension Show {
    /// One dark colour: the ground of what shows in place of all playlists.
    fileprivate static func plain(clock: WallClock, now: MonotonicTime) -> Show {
        let item = Item(.color(Color(red: 0.02, green: 0.03, blue: 0.04)))
        return Show(Playlist(zones: [Zone(content: ItemList([item]))], sync: .start), clock: clock, now: now)
    }
}
