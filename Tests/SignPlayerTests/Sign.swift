import Dispatch
import DisplayModel
import DisplayPlanning
import Foundation
import Glibc
import HeadlessDisplay
import KioskEngine
import LinuxSystem
import MediaDecoding
import Paths
import Playlist
import PlaylistReading
import StatusFile
import Synchronization
import Testing
import Timing

@testable import SignPlayer

/// A player on headless screens, with a folder for its files, whose loop turns until what is waited for has come.
final class Sign {
    let folder: URL
    let loop: EventLoop
    private let log: LineLog
    private var steps: [Step] = []
    /// How long the service has waited before it began, in seconds.
    private(set) var pauses: [UInt32] = []
    private(set) var service: Service?
    private var timer: EventLoop.Deadline?
    private var device: HeadlessDevice?
    /// Of every screen.
    var configuration = OutputConfiguration()
    var power: [PowerRule] = []
    /// What plays unattended in the place of playlists; nil for the built-in picture.
    var fallback: FilePath?
    var fallbackReading = FallbackContent.Reading()

    private struct Step {
        var what: String
        var holds: () -> Bool
        var action: () throws -> Void
    }

    /// Lines may come from any thread.
    private final class LineLog: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "sign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        loop = try EventLoop()
        log = LineLog()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ name: String, _ text: String) throws {
        try WholeFile.replace(FilePath(path(name)), with: Array(text.utf8), permissions: 0o644, isDurable: false)
    }

    var lines: [String] { log.lines.withLock { $0 } }

    /// `status.json` as it is.
    var status: RunningStatus? {
        (try? WholeFile.read(FilePath(path("status.json")), limit: 1 << 20)).flatMap { RunningStatus($0) }
    }

    /// What is waited for next, and what is done then. After the last the player is stopped.
    func step(_ what: String, when holds: @escaping () -> Bool, then action: @escaping () throws -> Void = {}) {
        steps.append(Step(what: what, holds: holds, action: action))
    }

    func step(untilLogged text: String, then action: @escaping () throws -> Void = {}) {
        step(text, when: { self.lines.contains { $0.contains(text) } }, then: action)
    }

    /// Plays until the last step was taken.
    /// - Parameter others: what plays after it, as one list.
    func play(
        _ playlist: String, _ others: String..., screens: String = "640x480@60", isUnattended: Bool = false,
        saveFrames: String? = nil
    ) throws {
        let log = Log(level: .debug) { [log] line in log.lines.withLock { $0.append(line) } }
        let service = try Service(
            version: "1.2.3",
            environment: { [folder] in ["RUNTIME_DIRECTORY", "STATE_DIRECTORY"].contains($0) ? folder.path : nil }, log)
        self.service = service
        let suspectsPlaylists = isUnattended && service.begin { self.pauses.append($0) }
        let defaults = PlaylistDefaults(duration: .seconds(8))
        var engine = EngineSettings(configurations: OutputConfigurations(otherwise: configuration))
        engine.power = power
        let settings = PlayerSettings(
            playlist: PlaylistPath(allInTurn: ([playlist] + others).map { FilePath(path($0)) }), defaults: defaults,
            engine: engine)
        let fallback = FallbackContent(
            fallback, isLabelled: true, defaults: defaults, suspectsPlaylists: suspectsPlaylists, log: log,
            reading: fallbackReading)
        let lastGood = LastGoodPlaylists(environment: { [folder] in $0 == "STATE_DIRECTORY" ? folder.path : nil }, log)
        let player = Player(
            loop: loop, playlists: try PlaylistLoading.load(settings, isUnattended: isUnattended, log),
            settings: settings, decoder: try DecoderClient(now: EventLoop.now), service: service,
            fallback: isUnattended ? fallback : nil, lastGood: isUnattended ? lastGood : nil, log: log)
        let limit = EventLoop.now + .seconds(120)
        timer = loop.makeTimer { [unowned self] in look(limit) }
        timer?.set(EventLoop.now)
        let device = try HeadlessDevice(try HeadlessMonitor.list(screens).map { HeadlessConnector($0) })
        self.device = device
        try player.playHeadless([device], saveFrames: saveFrames.map(path))
        service.end()
        lastGood.finish()
    }

    /// Pulls a screen's plug, by its number from 0.
    func unplug(_ screen: Int) {
        if let device { device.unplug(device.connectorIDs[screen]) }
    }

    private func look(_ limit: MonotonicTime) {
        while let step = steps.first, step.holds() {
            steps.removeFirst()
            do { try step.action() } catch { Issue.record("\(step.what): \(error)") }
        }
        if steps.isEmpty { return loop.stop() }
        guard EventLoop.now < limit else {
            Issue.record("waited in vain: \(steps[0].what); \(lines.joined())")
            return loop.stop()
        }
        timer?.set(EventLoop.now + .milliseconds(5))
    }
}

extension Sign {
    var frames: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path("frames"))) ?? []).sorted() }
    var red: String { "items: [{colour: '#ff0000'}]" }
    var blue: String { "items: [{colour: '#0000ff'}]" }
}

/// What is on it is read by nobody until it comes back.
final class HangingShare: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    /// On a thread that may hang.
    func wait() {
        gate.wait()
        gate.signal()
    }

    func comeBack() { gate.signal() }
}
