import DisplayModel
import Glibc
import JSONCoding
import KioskEngine
import LinuxSystem
import Playlist
import PlaylistReading
import ScreenKeeping
import SeatSession
import StatusFile
import Timing

/// What `status.json` says, from what plays and what is remembered; and what was said last.
final class StatusKeeper {
    private let folder: RuntimeFolder
    private let log: Log
    private let version: String
    private let started = WallTime.now.utcText
    /// What the configuration's file comes to.
    var configuration: RunningStatus.Configuration?
    /// Why it is not known whether that file has changed. Nil where it is.
    var configurationDelay: String?
    /// Since the playlists may be what ended the program. Nil where nothing speaks against them.
    var suspicion: Suspicion?
    private var screens: ScreenMemory
    /// The same over a reboot; nil where nothing is kept.
    private let former: FormerScreens?
    private var reported = Reported()

    /// Why and for how long playlists are left alone.
    struct Suspicion {
        /// How many starts in a row failed.
        var starts: Int
        var end: MonotonicTime
    }

    private struct Reported {
        var summary = ""
        var file = ""
        var unplugged: Set<String> = []
    }

    init(version: String, in folder: RuntimeFolder, former: FormerScreens?, _ log: Log) {
        self.version = version
        self.folder = folder
        self.log = log
        self.former = former
        screens = ScreenMemory(RunningStatus(Array(folder.text("status.json").utf8)), former: former?.read())
    }

    /// - Parameter devices: each with what its lit screens show.
    func status(of monitored: Service.Monitored, _ devices: [(DeviceStatus, [ScreenShowing])]) -> RunningStatus {
        var status = RunningStatus(
            version: version, process: Int(getpid()), started: started,
            session: .init(kind: monitored.session.name, isActive: monitored.session.isActive),
            devices: devices.map { .init($0, showing: $1) }, playlists: playlists(monitored))
        status.configuration = configuration
        if let configurationDelay { status.configuration?.problems.append(configurationDelay) }
        screens.complete(&status.devices, monitored.outputs, now: .now)
        former?.keep(screens.expected)
        return status
    }

    private func playlists(_ monitored: Service.Monitored) -> [RunningStatus.Playlist] {
        monitored.engine.playing.map { path, name in
            let follower = monitored.followers.first { $0.path == path }
            let failures = monitored.engine.failures(of: path).sorted { $0.key < $1.key }
            let mode = monitored.mode(path, name)
            var playlist = RunningStatus.Playlist(
                path: "\(path)", isSeveralPaths: path.meaning == .allInTurn,
                playing: mode == .lastGood ? "\(path)" : name, mode: mode,
                problems: (follower?.problems ?? [])
                    + ([.builtIn, .fallback].contains(mode) ? monitored.fallbackProblems() : []),
                skipped: failures.map { .init(path: "\($0)", sentence: $1) })
            let shaders = monitored.engine.refusedShaders(of: path).sorted { $0.key < $1.key }
            playlist.shaders = shaders.map { .init(path: "\($0)", reason: $1) }
            if mode != .playlist { playlist.suspect = suspected }
            return playlist
        }
    }

    /// Nil once the time is over.
    private var suspected: RunningStatus.Playlist.Suspicion? {
        guard let suspicion, suspicion.end > EventLoop.now else { return nil }
        // By whole minutes: the clock may be set meanwhile, and the file is not to change for less.
        let end = WallClock.current.time(at: suspicion.end).seconds
        return .init(starts: suspicion.starts, until: WallTime(seconds: end - end % 60).localText)
    }

    /// Writes the file if it says something else than before.
    /// - Returns: the summary, if it is another one.
    func write(_ status: RunningStatus) -> String? {
        let file = status.json.text()
        if file != reported.file { folder.write("status.json", file) }
        reported.file = file
        // One that was lit before is reported when it goes.
        let unplugged = status.devices.flatMap(\.screens).filter { $0.expected == .configured }.map(\.connector)
        for connector in unplugged where !reported.unplugged.contains(connector) {
            log(.warning, "\(connector): configured, and no monitor is connected")
        }
        reported.unplugged = Set(unplugged)
        let summary = status.summary
        defer { reported.summary = summary }
        return summary == reported.summary ? nil : summary
    }

    /// Nothing more is to be said: what is kept for the next start is written.
    func finish() { former?.finish() }

    /// The program ends as it was asked to: whoever reads the status later is to know that nothing went wrong.
    func sayEnded() {
        guard var status = RunningStatus(Array(reported.file.utf8)) else { return }
        status.ended = WallTime.now.utcText
        folder.write("status.json", status.json.text())
    }
}
