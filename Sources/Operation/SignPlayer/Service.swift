import CLinux
import DisplayModel
import DisplayPlanning
import Glibc
import KioskEngine
public import LinuxSystem
import Playlist
import ScreenKeeping
import SeatSession
public import StatusFile
import Supervision
import Timing

/// The program as a part of a machine that nobody attends: what it reports to its supervisor, and what it remembers from
/// one start to the next.
///
/// Each part is there as far as the supervisor asks for it: `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` (systemd and others),
/// `$RUNTIME_DIRECTORY` for files that live until the machine is switched off, `$STATE_DIRECTORY` for those that outlive it.
public final class Service {
    private let manager: ServiceManager?
    let folder: RuntimeFolder
    private let log: Log
    private let status: StatusKeeper
    /// Display devices that stay open over a crash.
    let devices: KeptDevices
    private var history = StartHistory()
    private var monitoring: Monitoring?
    private var isReady = false
    private var startsAfresh = false
    /// Whether somebody else has the screens, on another virtual terminal; at first, whether they had when the previous
    /// process ended. Whoever has them when this process ends unexpectedly is not disturbed by the next one.
    var isAway: Bool {
        didSet { if isAway != oldValue { folder.setMark("away", isAway) } }
    }

    /// What the service reports on, from the moment that something plays.
    struct Monitored {
        let engine: Engine
        let session: any SeatSession
        let followers: [PlaylistFollower]
        let outputs: OutputConfigurations
        /// What a show of this name is, in the place of a playlist.
        let mode: (PlaylistPath, String) -> RunningStatus.Playlist.Mode
        /// What is wrong with what plays in the place of playlists, as lines for people.
        let fallbackProblems: () -> [String]
        /// Called once the service is ready.
        let onReady: () -> Void
    }

    private struct Monitoring {
        let monitored: Monitored
        let timer: EventLoop.Deadline
        /// When the start counts as good.
        let trial: EventLoop.Deadline
        let readyLimit: MonotonicTime
    }

    /// - Parameters:
    ///   - version: of the program.
    ///   - environment: the value of an environment variable.
    public init(
        version: String, environment: (String) -> String? = Service.ownEnvironment, _ log: Log
    ) throws(SystemError) {
        self.log = log
        manager = try ServiceManager(environment: environment, process: getpid())
        devices = KeptDevices(manager, KeptDescriptors(environment: environment, process: getpid()), log)
        folder = RuntimeFolder(environment: environment, log)
        isAway = folder.hasMark("away")
        status = StatusKeeper(
            version: version, in: folder, former: FormerScreens(environment: environment, log), log)
    }

    /// The value of one of this process's variables.
    public static func ownEnvironment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    // MARK: Starts

    /// Begins a start that nobody watches. Waits if the last ones failed.
    /// - Returns: whether the playlist is to be left alone.
    public func begin() -> Bool { begin { sleep($0) } }

    /// - Parameter pause: waits for so many seconds.
    func begin(pause: (UInt32) -> Void) -> Bool {
        history = StartHistory(folder.text("starts"))
        let advice = history.begin(at: Self.secondsSinceBoot)
        devices.continuesPrevious = !advice.suspectsPlaylist
        folder.write("starts", history.text)
        if advice.wait > .zero {
            log(.warning, "the last \(advice.failures) starts failed; waiting \(advice.wait.inSeconds.whole) s")
            manager?.notify(.needsTime(advice.wait + .seconds(90)), .status("waiting, because the last starts failed"))
            pause(UInt32(advice.wait.components.seconds))
        }
        if advice.suspectsPlaylist {
            log(
                .error,
                "the playlist is left alone for \(Self.suspicion.inSeconds.whole / 60) minutes: "
                    + "\(advice.failures) starts with it failed")
            status.suspicion = .init(starts: advice.failures, end: EventLoop.now + Self.suspicion)
        }
        return advice.suspectsPlaylist
    }

    /// How long a playlist is left alone that may have ended the program several times.
    static let suspicion = Duration.seconds(600)
    /// For so long a screen that is wanted and stays dark keeps the program from being ready.
    private static let patience = Duration.seconds(30)
    /// How long the program must have run for its start to count as good.
    private static let trial = Duration.seconds(60)

    /// The start has succeeded.
    private func startSucceeded() {
        history.succeeded()
        folder.write("starts", history.text)
    }

    // MARK: Running

    /// Reports on what plays from now on.
    /// - Parameter isTrusted: whether the playlist plays, and not a fallback in its place.
    func startMonitoring(_ monitored: Monitored, on loop: EventLoop, isTrusted: Bool) {
        let timer = loop.makeTimer { [unowned self] in look() }
        timer.set(EventLoop.now)
        monitoring = Monitoring(
            monitored: monitored, timer: timer, trial: loop.makeTimer { [unowned self] in startSucceeded() },
            readyLimit: EventLoop.now + Self.patience)
        if isTrusted { trust() }
    }

    /// The playlist plays: if it does so for a while, it is not what ended the program.
    func trust() { monitoring?.trial.setNoLater(than: EventLoop.now + Self.trial) }

    /// How often the status says anew how a video plays.
    private static let videoInterval = Duration.seconds(10)

    /// Something happened.
    func happened(_ event: EngineEvent) {
        if case .trace = event { return }
        reportSoon()
    }

    private func look() {
        guard let monitoring else { return }
        let monitored = monitoring.monitored
        let showing = monitored.engine.status.map { device in
            (device, monitored.engine.showing(onDevice: device.path))
        }
        let status = status.status(of: monitored, showing)
        if let summary = self.status.write(status) { manager?.notify(.status(summary)) }
        let change = showing.flatMap(\.1).compactMap(\.nextChange).min()
        if let change {
            monitoring.timer.setNoLater(than: EventLoop.now + max(.seconds(1), change - .now) + .reportDelay)
        }
        // While a video plays, its frames are counted on.
        if showing.contains(where: { $0.1.contains { $0.zones.contains { $0.video != nil } } }) {
            monitoring.timer.setNoLater(than: EventLoop.now + Self.videoInterval)
        }
        if let suspicion = self.status.suspicion, suspicion.end > EventLoop.now {
            monitoring.timer.setNoLater(than: suspicion.end + .reportDelay)
        }
        guard !isReady else { return }
        // A screen that cannot be lit is reported; starting afresh for it would help nobody.
        if monitored.engine.hasFrameOnScreen || !status.hasWantedScreen || EventLoop.now >= monitoring.readyLimit {
            isReady = manager?.notify(.ready) ?? true
            if isReady { becameReady(monitored) }
        }
        if !isReady {
            // A flip is no event that is reported.
            monitoring.timer.setNoLater(than: EventLoop.now + .milliseconds(100))
        }
    }

    private func becameReady(_ monitored: Monitored) {
        log(.debug, "ready")
        // What changed after it was read and before it was followed.
        monitored.onReady()
        // Not earlier: until it is ready a service has its time to start, which the first proof would end.
        if let manager, let limit = manager.watchdog {
            // A third leaves time for a screen that is slow to answer.
            monitored.engine.prove(every: limit / 3) { manager.notify(.alive) }
        }
    }

    // MARK: Status

    /// What the configuration's file comes to.
    public var configuration: RunningStatus.Configuration? {
        get { status.configuration }
        set {
            status.configuration = newValue
            reportSoon()
        }
    }

    /// Why it is not known whether the configuration's file has changed. Nil where it is.
    public var configurationDelay: String? {
        get { status.configurationDelay }
        set {
            status.configurationDelay = newValue
            reportSoon()
        }
    }

    /// Something is to be reported. Of several things at once the last state is.
    func reportSoon() { monitoring?.timer.setNoLater(than: EventLoop.now + .milliseconds(50)) }

    /// The program is about to end as it was asked to.
    public func end() {
        manager?.notify(.stopping)
        if isReady { startSucceeded() }
        status.finish()
        if !startsAfresh {
            isAway = false
            status.sayEnded()
        }
        monitoring = nil
    }

    /// Ends the program for its supervisor to start it afresh, where possible with the picture left on the screens.
    public func startAfresh(on loop: EventLoop) {
        startsAfresh = true
        guard !devices.isEmpty else { return loop.stop() }
        end()
        // No more than this: whatever else lets go of its own now takes the picture off the screens.
        exit(EXIT_SUCCESS)
    }

    private static var secondsSinceBoot: Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }
}

extension Double {
    fileprivate var whole: Int { Int(rounded()) }
}
