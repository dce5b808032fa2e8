import DisplayModel
import DisplayPlanning
import GLESRendering
import Glibc
import HeadlessDisplay
import KMSDisplay
import KioskEngine
import LinuxEvents
import MediaDecoding
import Playlist
import SeatSession
import SlideComposition
import Timing
import UdevMonitor

/// Joins an engine with the displays it is to play on.
struct Player {
    let loop: EventLoop
    /// As they were read. One that cannot be played has no playlist.
    let playlists: [PlaylistPath: PlaylistReader.Outcome]
    let choices: Choices
    let decoder: DecoderClient
    let service: Service
    /// Nil where somebody attends to the program, who wants to know at once what cannot be played.
    let safety: Safety?
    let log: Log

    /// What keeps the screens lit whatever the playlists are like.
    struct Safety {
        let content: SafeContent
        /// Whether the playlists may be what ended the last starts: then they are left alone at first.
        let isPlaylistDoubtful: Bool
    }

    private func makeEngine(
        makeRenderer: @escaping (any DisplayDevice) throws -> any FrameRenderer = {
            try unsafe GLESRenderer($0.nativeDisplay)
        },
        onEvent: @escaping (EngineEvent) -> Void = { _ in }
    ) throws -> Engine {
        let (clock, now) = (WallClock.current, EventLoop.now)
        let shows = playlists.compactMapValues { outcome -> Show? in
            guard safety?.isPlaylistDoubtful != true, let playlist = outcome.playlist else {
                return safety?.content.show()
            }
            return Show(playlist, from: outcome.path ?? "", shaders: outcome.shaders, clock: clock, now: now)
        }
        let engine = try Engine(
            loop: loop, programme: Programme(main: choices.playlist, shows), settings: choices.settings,
            decoder: decoder, makeRenderer: makeRenderer
        ) { event in
            log(event)
            onEvent(event)
            service.happened(event)
            if case .playlistReplaced(let path) = event, safety?.content.isName(path) == false { service.trust() }
        }
        if let safety { engine.substitute = { _, broken in safety.content.show(after: broken) } }
        return engine
    }

    /// Follows the playlists' files, and the clocks that they go by, for as long as what it returns lives.
    private func follow(_ engine: Engine) throws -> Following {
        let clocks = try ClockWatch(on: loop) { change in
            log(.info, "\(change)")
            engine.clockSet(.current)
            if case .resumed = change { engine.systemResumed() }
        }
        let followers = try playlists.map { path, outcome in
            try PlaylistFollower(
                path, defaults: choices.defaults, outcome: outcome, engine: engine, loop: loop,
                makeReader: PlaylistFile.reader
            ) { log($0) }
        }
        return Following(
            clocks: clocks, followers: followers, secondChances: safety.map { secondChances($0, engine, followers) })
    }

    private struct Following {
        let clocks: ClockWatch
        let followers: [PlaylistFollower]
        /// Of playlists in whose place something safe plays.
        let secondChances: EventLoop.Deadline?
    }

    /// Reads playlists again in whose place something safe plays: what kept them from being shown may be over without
    /// any of their files having changed. Ever more rarely, but those that are doubtful for their length of time first.
    private func secondChances(
        _ safety: Safety, _ engine: Engine, _ followers: [PlaylistFollower]
    ) -> EventLoop.Deadline {
        var wait = safety.isPlaylistDoubtful ? Service.doubt : .seconds(60)
        weak var timer: EventLoop.Deadline?
        let deadline = loop.makeTimer {
            let unplayed = engine.playing.filter { safety.content.isName($0.name) }.map(\.path)
            for follower in followers where unplayed.contains(follower.path) { follower.readAgain() }
            wait = unplayed.isEmpty ? .seconds(60) : min(wait * 2, .seconds(3600))
            timer?.set(EventLoop.now + wait)
        }
        timer = deadline
        deadline.set(EventLoop.now + wait)
        return deadline
    }

    private func attend(_ engine: Engine, _ session: any SeatSession, _ following: Following) {
        service.attend(
            .init(
                engine: engine, session: session, followers: following.followers,
                onReady: {
                    guard let safety, !safety.isPlaylistDoubtful else { return }
                    for follower in following.followers { follower.readAgain() }
                }), on: loop, isTrusted: safety?.isPlaylistDoubtful != true)
    }

    /// Plays on the kernel's display devices until the loop is stopped, following those that come and go.
    /// - Parameters:
    ///   - paths: the devices to use; empty for all of this seat.
    ///   - preference: which session to open them through.
    func playOnKMS(devices paths: [String], seat preference: SeatPreference) throws {
        let session = try openSeatSession(preference, on: loop, comesForward: !service.isAway) { [log] in log($0) }
        // After the engine, which gives the screens back first.
        defer { session.end() }
        let monitor = try UdevMonitor()
        let engine = try makeEngine()
        defer {
            service.forgetAll()
            engine.shutDown()
        }

        var lost: SystemError?
        session.onPause = { acknowledge in
            engine.pause()
            service.isAway = true
            acknowledge()
        }
        session.onResume = {
            service.isAway = false
            engine.resume()
        }
        session.onLost = { error in
            lost = error
            loop.stop()
        }
        if session.isActive { service.isAway = false } else { engine.pause() }
        let following = try follow(engine)
        defer { withExtendedLifetime(following) {} }

        func isWanted(_ id: DeviceID) -> Bool {
            // By number: a link of /dev/dri/by-path names the same device, and may come to name another one.
            paths.isEmpty || paths.contains { DeviceID(ofNode: $0) == id }
        }
        var nodes: [DeviceID: String] = [:]
        /// What each device holds in the kernel, for as long as it is open.
        var holdings: [String: () -> String?] = [:]
        func appeared(_ id: DeviceID, _ path: String) {
            guard isWanted(id) else { return }
            nodes[id] = path
            engine.deviceAppeared(id, path: path) { () throws(DisplayError) in
                guard session.isActive else { throw .away(path) }
                let device = try service.open(id, path, in: session)
                holdings[path] = { [weak device] in
                    device.map { "holds \($0.liveObjects.buffers) buffers, \($0.liveObjects.modeBlobs) mode blobs" }
                }
                if log.level == .trace { device.onTrace = { log(.trace, "\(path): \($0)") } }
                return device
            }
        }
        func lookForDevices() throws {
            for card in try monitor.cards().inStableOrder() { appeared(card.id, card.path) }
        }
        let watch = try loop.watch(monitor.eventDescriptor) {
            do {
                for event in try monitor.read() {
                    log(.debug, "udev: \(event)")
                    switch event {
                    case .added(let id, let path): appeared(id, path)
                    case .removed(let id):
                        engine.deviceVanished(id)
                        if let path = nodes.removeValue(forKey: id) { session.close(path) }
                        service.forget(id)
                    case .changed(let id, .other): log(.debug, "\(id): a change that is no hot-plug")
                    case .changed(let id, _): engine.connectorsChanged(id)
                    case .overflowed:
                        try lookForDevices()
                        engine.connectorsChanged()
                    }
                }
            } catch {
                log(.error, "udev: \(error)")
            }
        }
        defer { watch.cancel() }

        try lookForDevices()
        service.forgetUntaken()
        if engine.deviceCount == 0 {
            let which = paths.isEmpty ? "no display device" : "no device \(paths.joined(separator: ", "))"
            log(.warning, "\(which) yet; waiting for one ('vitrine --list-connectors' shows what there is)")
        }
        attend(engine, session, following)
        try turn(engine) { path in holdings[path]?() }
        if let lost { throw lost }
    }

    /// Turns the loop until it is stopped. SIGUSR1 asks for the state of every connector meanwhile.
    /// - Parameter holdings: what the device of a path holds in the kernel.
    private func turn(_ engine: Engine, holdings: @escaping (String) -> String? = { _ in nil }) throws {
        var exhaustion: Exhaustion?
        engine.onExhaustion = { reason in
            exhaustion = Exhaustion(description: reason)
            loop.stop()
        }
        let request = try SignalSource([SIGUSR1], on: loop) { [log] _ in
            for device in engine.status {
                log.answer("\(device)")
                if let text = holdings(device.path) { log.answer("\(device.path): \(text)") }
            }
        }
        defer { withExtendedLifetime(request) {} }
        try loop.run()
        if let exhaustion { throw exhaustion }
    }

    /// Page flips do not come, whatever was tried: what is left is a fresh start, by whoever supervises the program.
    struct Exhaustion: Error, CustomStringConvertible {
        let description: String
    }
}

extension DisplayError {
    fileprivate static func away(_ path: String) -> DisplayError {
        DisplayError(
            operation: "open", object: path, code: Code.accessDenied,
            reason: "another virtual terminal or session has the screens")
    }
}

extension Player {
    /// Plays on pretended screens until the loop is stopped.
    /// - Parameter folder: where to write what the screens show; nil for nowhere.
    func playHeadless(_ screens: HeadlessScreens, saveFrames folder: String?) throws {
        let devices = try screens.devices(log)
        var renderers: [DeviceID: GLESRenderer] = [:]
        for device in devices { renderers[device.id] = try unsafe GLESRenderer(device.nativeDisplay) }
        let recorder = try folder.map { folder in
            try FrameRecorder(
                folder: folder, devices.compactMap { device in renderers[device.id].map { (device, $0) } }, log: log)
        }
        let engine = try makeEngine { [renderers] device in
            guard let renderer = renderers[device.id] else { return try unsafe GLESRenderer(device.nativeDisplay) }
            return renderer
        } onEvent: { event in
            if case .settled(let screen, _, let slide) = event { recorder?.record(screen.connector, showing: slide) }
        }
        defer { engine.shutDown() }
        let session = try openSeatSession(.none, on: loop) { [log] in log($0) }
        let following = try follow(engine)
        defer { withExtendedLifetime(following) {} }
        for device in devices {
            device.onHotplug = { [id = device.id] _ in engine.connectorsChanged(id) }
            engine.deviceAppeared(device.id, path: device.path) { device }
        }
        attend(engine, session, following)
        try turn(engine)
        recorder?.tellResult()
    }
}
