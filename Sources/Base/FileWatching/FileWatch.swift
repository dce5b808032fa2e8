import Glibc
public import LinuxSystem
public import Paths
import Timing

/// Reports changes of files and folders, once they have settled.
///
/// Every folder and symbolic link on the way to a path is watched too, so that what the path names may be missing, be
/// replaced, moved away or mounted over. Built on `inotify(7)` and `/proc/thread-self/mountinfo`; causes no wake-ups
/// while nothing changes. Where the kernel does not tell, on network file systems and for want of watches, it looks from
/// time to time, ever more rarely the longer that takes.
///
/// It belongs to the loop's thread.
public final class FileWatch {
    /// What is known about a followed path.
    private struct State {
        enum Seen: Hashable {
            case never
            case missing
            case present(FileSignature)
            /// What is in a folder that is looked at from time to time.
            case entries(Int)
        }

        var seen = Seen.never
        /// The path without links; nil while it leads nowhere.
        var place: FilePath?
        var uses: [(watch: Int32, use: WatchTable.Use)] = []

        /// Whether the kernel does not tell of changes of a folder's entries.
        var isSilentFolder = false

        var current: Seen {
            guard let place, let signature = FileSignature(of: place) else { return .missing }
            if isSilentFolder, let entries = FileSignature.entries(of: place) { return .entries(entries) }
            return .present(signature)
        }
    }

    private let loop: EventLoop
    private let settings: Settings
    private let handlers: Handlers
    private var troubles: WatchTroubles
    private let kernel: Kernel
    private let mounts: OwnedDescriptor
    private var wakeUps = WakeUps()

    /// Nil until something is followed, and while there is no inotify.
    private var table: WatchTable?
    private var followed: [WatchedPath: State] = [:]
    /// Whose trail has to be walked again.
    private var stale: Set<WatchedPath> = []
    /// For whom there are not enough watches.
    private var polled: Set<WatchedPath> = []
    private var nextPoll: MonotonicTime?
    private var pollPause = Duration.zero
    /// Whether trails are walked.
    private var isLooking = false {
        didSet { if isLooking != oldValue { handlers.onLooking(isLooking) } }
    }
    private var debouncer: Debouncer

    /// What has the loop call.
    private struct WakeUps {
        /// A mount that comes over a folder is no event of that folder.
        var mounts: EventLoop.Watch?
        var events: EventLoop.Watch?
        var timer: EventLoop.Deadline?
    }

    /// So many trails are walked in one turn of the loop: about two milliseconds.
    private static let trailsInOneTurn = 64

    /// - Parameters:
    ///   - onChange: called with the paths that changed, as they were given to ``follow(_:folders:)``.
    ///   - onLooking: called before paths are looked at, and after that. Where they are on a disk or share that does not
    ///     answer, the second call does not come.
    ///   - onTrouble: called with a sentence for people, once for each kind of trouble.
    public convenience init(
        on loop: EventLoop, settings: Settings = .init(), onChange: @escaping (Set<FilePath>) -> Void,
        onLooking: @escaping (Bool) -> Void = { _ in }, onTrouble: @escaping (String) -> Void
    ) throws(SystemError) {
        let handlers = Handlers(onChange: onChange, onLooking: onLooking, onTrouble: onTrouble)
        try self.init(on: loop, settings: settings, kernel: Kernel(), handlers)
    }

    init(on loop: EventLoop, settings: Settings, kernel: Kernel, _ handlers: Handlers) throws(SystemError) {
        self.loop = loop
        self.settings = settings
        self.kernel = kernel
        self.handlers = handlers
        troubles = WatchTroubles(pollInterval: settings.pollInterval)
        debouncer = Debouncer(settleTime: settings.settleTime, longestWait: settings.longestWait)
        pollPause = settings.pollInterval
        mounts = try OwnedDescriptor(opening: "/proc/thread-self/mountinfo", O_RDONLY)
        wakeUps.timer = loop.makeTimer { [weak self] in self?.advance() }
        wakeUps.mounts = try loop.watch(mounts.rawValue, for: .change) { [weak self] in
            guard let self else { return }
            stale = Set(followed.keys)
            advance()
        }
    }

    deinit {
        wakeUps.mounts?.cancel()
        wakeUps.events?.cancel()
        wakeUps.timer?.clear()
    }

    /// Follows exactly these paths from now on: changes after this call are reported. The paths may be absolute or relative
    /// to the working folder, and need not exist.
    /// - Parameters:
    ///   - files: reported when what they name is written, replaced, created, deleted or gets other attributes.
    ///   - folders: reported when entries directly in them change like that. Entries that are hidden or not finished by their names
    ///     (`.x`, `x~`, `x.part`, `x.tmp`, `x.crdownload`) do not count.
    public func follow(_ files: Set<FilePath>, folders: Set<FilePath>) {
        let wanted = Set(files.map { WatchedPath(path: $0, kind: .file) })
            .union(folders.map { WatchedPath(path: $0, kind: .folder) })
        for (watchedPath, state) in followed where !wanted.contains(watchedPath) {
            release(state.uses, by: watchedPath)
            followed[watchedPath] = nil
            stale.remove(watchedPath)
            polled.remove(watchedPath)
            let isWanted = files.contains(watchedPath.path) || folders.contains(watchedPath.path)
            if !isWanted { debouncer.forget(watchedPath.path) }
        }
        let new = wanted.filter { followed[$0] == nil }
        for watchedPath in new { followed[watchedPath] = State() }
        // A share may not answer at the very first look.
        isLooking = !new.isEmpty
        walk(new, at: EventLoop.now)
        isLooking = !stale.isEmpty
        schedule(at: EventLoop.now)
        reportTroubles()
    }

    // MARK: Turns

    private func readEvents() {
        // Each at its own time: the quiet begins when the last one has been handled.
        table?.source.readEvents { take($0, at: EventLoop.now) }
        advance()
    }

    /// Does what is due now, and sets the timer for what comes next.
    private func advance() {
        let now = EventLoop.now
        if let nextPoll, nextPoll <= now {
            stale.formUnion(polled)
            self.nextPoll = nil
        }
        isLooking = !stale.isEmpty
        walk(Set(stale.prefix(Self.trailsInOneTurn)), at: now)
        isLooking = !stale.isEmpty
        let restraint = min((EventLoop.now - now) * settings.pollRestraint, settings.longestPollPause)
        pollPause = max(settings.pollInterval, restraint)
        let settled = debouncer.take(at: now)
        for path in settled {
            for watchedPath in [WatchedPath(path: path, kind: .file), WatchedPath(path: path, kind: .folder)] {
                guard let state = followed[watchedPath] else { continue }
                followed[watchedPath]?.seen = state.current
            }
        }
        schedule(at: now)
        reportTroubles()
        if !settled.isEmpty { handlers.onChange(settled) }
    }

    private func schedule(at now: MonotonicTime) {
        nextPoll = polled.isEmpty ? nil : nextPoll ?? now + pollPause
        let next = [stale.isEmpty ? nil : now, nextPoll, debouncer.nextDeadline].compactMap(\.self).min()
        if let next { wakeUps.timer?.set(next) } else { wakeUps.timer?.clear() }
    }

    // MARK: Events

    private func take(_ event: WatchEvent, at now: MonotonicTime) {
        if event.mask.contains(.queueOverflow) {
            stale = Set(followed.keys)
            note(.complete, of: stale, at: now)
            return
        }
        guard let node = table?[event.watch] else { return }
        if event.mask.contains(.ignored) {
            stale.formUnion(node.allUsers)
            table?.drop(event.watch)
            return
        }
        let change: Debouncer.Change =
            event.mask.contains(.modify) ? .writing : event.mask.contains(.attributes) ? .touched : .complete
        if let name = event.name {
            if event.mask.isDisjoint(with: .content) {
                stale.formUnion(node.users(.passing(name)))
                stale.formUnion(node.users(.last(name)))
            }
            note(change, of: node.users(.last(name)), at: now)
            if !Self.isUnfinished(name) { note(change, of: node.users(.entries), at: now) }
        } else if event.mask.isDisjoint(with: .content) {
            stale.formUnion(node.allUsers)
            if change == .touched { note(change, of: node.users(.itself), at: now) }
        } else {
            note(change, of: node.users(.itself), at: now)
        }
    }

    private func note(_ change: Debouncer.Change, of watchedPaths: Set<WatchedPath>, at now: MonotonicTime) {
        for watchedPath in watchedPaths { debouncer.note(change, of: watchedPath.path, at: now) }
    }

    /// Names of what nobody wants to see, or not yet.
    private static func isUnfinished(_ name: FilePath) -> Bool {
        name.isHidden || ["~", ".part", ".tmp", ".crdownload"].contains { name.hasSuffix($0) }
    }

    // MARK: Trails

    private func walk(_ watchedPaths: Set<WatchedPath>, at now: MonotonicTime) {
        stale.subtract(watchedPaths)
        if !watchedPaths.isEmpty { openTable() }
        for watchedPath in watchedPaths { walk(watchedPath, at: now) }
        if let moved = table?.endRound() { stale.formUnion(moved) }
    }

    private func openTable() {
        guard table == nil else { return }
        do throws(SystemError) {
            let source = try kernel.openSource()
            wakeUps.events = try loop.watch(source.rawDescriptor) { [weak self] in self?.readEvents() }
            table = WatchTable(source: source)
        } catch {
            troubles.note(error)
        }
    }

    /// Watches the way to one path anew and compares what it leads to with what it led to before.
    private func walk(_ watchedPath: WatchedPath, at now: MonotonicTime) {
        guard var state = followed[watchedPath] else { return }
        release(state.uses, by: watchedPath)
        state.uses = []
        var isWatched = table != nil

        func arm(_ path: FilePath, isDirectory: Bool) -> Int32? {
            switch table?.arm(path, isDirectory: isDirectory) {
            case .watched(let watch): return watch
            case .vanished, nil: return nil
            // One that may not be read is of no use either; its folder tells when that changes.
            case .refused(let error) where error.code == EACCES && !isDirectory: return nil
            case .refused(let error):
                troubles.note(error)
                isWatched = false
                return nil
            }
        }
        func use(_ watch: Int32?, _ use: WatchTable.Use) {
            guard let watch else { return }
            table?.note(use, of: watch, by: watchedPath)
            state.uses.append((watch, use))
        }

        let trail = PathTrail(watchedPath.path) { directory, name in
            _ = arm(directory, isDirectory: true)
            let path = directory.appending(name)
            return table?.entry(at: path) ?? PathTrail.Entry(at: path)
        }
        for step in trail.steps {
            let watch = arm(step.directory, isDirectory: true)
            use(watch, step.role == .last ? .last(step.name) : .passing(step.name))
            if step.role == .last, trail.end == .nowhere { use(watch, .awaited) }
        }
        switch trail.end {
        case .reached(let place, let entry):
            let watch = arm(place, isDirectory: entry == .directory)
            use(watch, .itself)
            if watchedPath.kind == .folder { use(watch, .entries) }
            state.place = place
            let isSilent = kernel.isSilent(place)
            state.isSilentFolder = isSilent && watchedPath.kind == .folder
            if isSilent { isWatched = false }
        case .nowhere:
            state.place = nil
            if let folder = trail.steps.last?.directory, kernel.isSilent(folder) { isWatched = false }
        }

        let before = state.seen
        state.seen = state.current
        if before != .never, before != state.seen { debouncer.note(.touched, of: watchedPath.path, at: now) }
        if isWatched { polled.remove(watchedPath) } else { polled.insert(watchedPath) }
        followed[watchedPath] = state
    }

    private func release(_ uses: [(watch: Int32, use: WatchTable.Use)], by watchedPath: WatchedPath) {
        for (watch, use) in uses { table?.release(use, of: watch, by: watchedPath) }
    }

    // MARK: Trouble

    private func reportTroubles() {
        for trouble in troubles.take() { handlers.onTrouble(trouble) }
    }
}
