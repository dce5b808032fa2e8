import ArgumentParser
import DisplayModel
import Glibc
import JSONWriting
import KMSDisplay
import KioskEngine
import LinuxEvents
import Playlist
import SeatSession
import StatusReport
import Supervision
import Timing

/// The program as a part of a machine that nobody attends: what it tells whoever supervises it, and what it remembers from
/// one start to the next.
///
/// Each part is there as far as the supervisor asks for it: `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` (systemd and others),
/// `$RUNTIME_DIRECTORY` for files that live until the machine is switched off.
final class Service {
    private let manager: ServiceManager?
    private let kept: KeptDescriptors
    /// Names of the open files that the manager keeps.
    private var keptNames: Set<String> = []
    private let folder: String?
    private let log: Log
    private let started = UTCTime.now
    private var history = StartHistory()
    /// What to look at, from the moment that something plays.
    private var subject: Subject?
    private var timer: EventLoop.Deadline?
    private var proof: EventLoop.Deadline?
    /// Whether nothing of a former life is gone on with: it may be what ended that.
    private var isFresh = false
    private var isReady = false
    private var startsAfresh = false
    private var readyLimit = MonotonicTime.distantFuture
    private var told: (status: String, file: String) = ("", "")
    /// Whether somebody else has the screens, on another virtual terminal; at first, whether they had when the former life
    /// ended. Whoever has them when this life ends unasked is not disturbed by the next one.
    var isAway: Bool {
        didSet {
            guard isAway != oldValue, let folder else { return }
            if isAway { write("away", "") } else { unsafe unlink("\(folder)/away") }
        }
    }

    struct Subject {
        let engine: Engine
        let session: any SeatSession
        let followers: [PlaylistFollower]
        /// Called once all is on its way.
        let onReady: () -> Void
    }

    init(_ log: Log) throws(SystemError) {
        func variable(_ name: String) -> String? {
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
        self.log = log
        manager = try ServiceManager(environment: variable, process: getpid())
        kept = KeptDescriptors(environment: variable, process: getpid())
        folder = variable("RUNTIME_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
        isAway = folder.map { unsafe access("\($0)/away", F_OK) == 0 } ?? false
    }

    // MARK: Open devices

    /// Opens a display device: goes on with it where a former life of the program has left it open, with its last picture on
    /// the screens. From now on the manager keeps it open, for the next life.
    func open(_ id: DeviceID, _ path: String, in session: any SeatSession) throws(DisplayError) -> KMSDevice {
        let name = "display-\(id.major)-\(id.minor)"
        var device: KMSDevice?
        if let file = kept.take(name), !isFresh, let file = try? session.open(path, kept: file) {
            device = try? KMSDevice(continuing: file, path: path)
            if device != nil { log(.info, "\(path): going on with the picture that is on its screens") }
        }
        // Who keeps another open file of the device is master of it.
        if device == nil { manager?.tell(.forget(name)) }
        let opened: KMSDevice
        if let device {
            opened = device
        } else {
            opened = try KMSDevice(opening: path) { path throws(SystemError) in try session.open(path) }
        }
        if session.keepsDevicesOpen, let manager {
            keptNames.insert(name)
            if !manager.keep(opened.eventDescriptor, as: name) {
                log(.warning, "\(path): the service manager does not keep it open; a crash would be seen")
            }
        }
        return opened
    }

    /// Devices that a former life has left open and this one does not use: their screens are free.
    func forgetUntaken() {
        for name in kept.closeRest() { manager?.tell(.forget(name)) }
    }

    /// The device is gone, or to be closed in earnest.
    func forget(_ id: DeviceID) {
        let name = "display-\(id.major)-\(id.minor)"
        if keptNames.remove(name) != nil { manager?.tell(.forget(name)) }
    }

    // MARK: Starts

    /// Begins a start that nobody watches: waits where the last ones came to nothing.
    /// - Returns: whether the playlist is to be left alone.
    func begin() -> Bool {
        history = StartHistory(read("starts"))
        let advice = history.begin(at: Self.secondsSinceBoot)
        isFresh = advice.isPlaylistDoubtful
        write("starts", history.text)
        if advice.wait > .zero {
            log(.warning, "the last \(advice.failures) starts came to nothing; waiting \(TimeLength(advice.wait))")
            manager?.tell(
                .needsTime(advice.wait + .seconds(90)), .status("waiting, as the last starts came to nothing"))
            usleep(UInt32(advice.wait.components.seconds) * 1_000_000)
        }
        if advice.isPlaylistDoubtful {
            log(
                .error,
                "the playlist is left alone for \(TimeLength(Self.doubt)): \(advice.failures) starts with it failed")
        }
        return advice.isPlaylistDoubtful
    }

    /// How long a playlist is left alone that may have ended the program several times.
    static let doubt = Duration.seconds(600)
    /// For so long a screen that is wanted and stays dark keeps the program from being ready.
    private static let patience = Duration.seconds(30)
    /// How long the program must have run for its start to count as good.
    private static let trial = Duration.seconds(60)

    /// The start has come to something.
    func proved() {
        history.proved()
        write("starts", history.text)
    }

    // MARK: Running

    /// Tells what comes of it from now on.
    /// - Parameter isTrusted: whether the playlist plays, and not something else in its place.
    func attend(_ subject: Subject, on loop: EventLoop, isTrusted: Bool) {
        self.subject = subject
        timer = loop.makeTimer { [unowned self] in look() }
        timer?.set(EventLoop.now)
        readyLimit = EventLoop.now + Self.patience
        proof = loop.makeTimer { [unowned self] in proved() }
        if isTrusted { trust() }
    }

    /// The playlist plays: if it does so for a while, it is not what ended the program.
    func trust() { proof?.setNoLater(than: EventLoop.now + Self.trial) }

    /// Something happened. Of several things at once the last state is told.
    func happened(_ event: EngineEvent) {
        if case .trace = event { return }
        timer?.setNoLater(than: EventLoop.now + .milliseconds(50))
    }

    private func look() {
        guard let subject else { return }
        let report = StatusReport(
            version: Vitrine.configuration.version, process: getpid(), started: started,
            session: .init(kind: subject.session.name, isActive: subject.session.isActive),
            devices: subject.engine.status, playlists: playlists(subject))
        let file = report.json.text()
        if file != told.file { write("status.json", file) }
        if report.summary != told.status { manager?.tell(.status(report.summary)) }
        told = (report.summary, file)
        guard !isReady else { return }
        let isLightOwed = report.devices.contains { $0.waiting != nil || $0.screens.contains(where: \.isWanted) }
        // A screen that cannot be lit is told of; starting afresh for it would help nobody.
        if subject.engine.hasFrameOnScreen || !isLightOwed || EventLoop.now >= readyLimit {
            isReady = manager?.tell(.ready) ?? true
            if isReady { becameReady(subject) }
        }
        if !isReady {
            // A flip is no event that is told.
            timer?.setNoLater(than: EventLoop.now + .milliseconds(100))
        }
    }

    private func becameReady(_ subject: Subject) {
        // What changed after it was read and before it was followed.
        subject.onReady()
        // Not earlier: until it is ready a service has its time to start, which the first proof would end.
        if let manager, let limit = manager.watchdog {
            // A third leaves time for a screen that is slow to answer.
            subject.engine.prove(every: limit / 3) { manager.tell(.alive) }
        }
    }

    private func playlists(_ subject: Subject) -> [StatusReport.Playlist] {
        subject.engine.playing.map { path, name in
            let follower = subject.followers.first { $0.path == path }
            return .init(path: "\(path)", playing: name, problems: follower?.problems.map(\.description) ?? [])
        }
    }

    /// The program is about to end as it was asked to.
    func end() {
        manager?.tell(.stopping)
        if isReady { proved() }
        if !startsAfresh { isAway = false }
        subject = nil
    }

    /// What the manager keeps is of no use any more: the screens are given back, or a fresh start is to be really fresh.
    func forgetAll() {
        for name in keptNames { manager?.tell(.forget(name)) }
        keptNames = []
    }

    /// Ends the program for its supervisor to start it afresh, where possible with the picture left on the screens.
    func startAfresh(on loop: EventLoop) {
        startsAfresh = true
        guard !keptNames.isEmpty else { return loop.stop() }
        end()
        // No more than this: whatever else lets go of its own now takes the picture off the screens.
        exit(EXIT_SUCCESS)
    }

    // MARK: Files

    private static var secondsSinceBoot: Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }

    private func read(_ name: String) -> String {
        guard let folder, case .success(let bytes) = ConfigurationFile.bytes(of: "\(folder)/\(name)") else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whole or not at all. What cannot be written, on a disk that is full for example, is not worth a dark screen.
    private func write(_ name: String, _ text: String) {
        guard let folder else { return }
        do throws(SystemError) {
            let (path, new) = ("\(folder)/\(name)", "\(folder)/.\(name).new")
            do {
                let file = try OwnedDescriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
                let bytes = Array(text.utf8)
                try systemCall("write", new) { unsafe Glibc.write(file.rawValue, bytes, bytes.count) }
            }
            try systemCall("rename", path) { unsafe rename(new, path) }
        } catch {
            log(.warning, "\(error)")
        }
    }
}

extension ScreenStatus {
    fileprivate var isWanted: Bool { if case .notWanted = state { false } else { true } }
}

/// The wall clock's time as other programs read it.
private enum UTCTime {
    static var now: String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
