import Glibc
import Timing

/// Tells when files or folders change, once they have settled.
///
/// Every folder and symbolic link on the way to a path is watched too, so that what the path names may be missing, be
/// replaced, moved away or mounted over. Built on `inotify(7)` and `/proc/thread-self/mountinfo`; causes no wake-ups
/// while nothing changes. What another machine changes on a network's file system, inotify does not tell.
///
/// It belongs to the loop's thread.
public final class FileWatch {
    public struct Settings: Sendable {
        /// For so long nothing has to happen before a change is told.
        public var settleTime: Duration = .milliseconds(500)
        /// While changes go on without a pause, they are told at least this often.
        public var longestWait: Duration = .seconds(10)
        /// How often the paths are looked at for which the kernel has no watches.
        public var pollInterval: Duration = .seconds(5)

        public init() {}
    }

    /// What is known of a followed path.
    private struct State {
        enum Seen: Hashable {
            case never
            case missing
            case present(FileSignature)
        }

        var seen = Seen.never
        /// The path without links; nil while it leads nowhere.
        var place: String?
        var uses: [(watch: Int32, use: WatchTable.Use)] = []

        var current: Seen { place.flatMap(FileSignature.init(of:)).map(Seen.present) ?? .missing }
    }

    private let loop: EventLoop
    private let settings: Settings
    private let onChange: (Set<String>) -> Void
    private let onTrouble: (String) -> Void
    private let openSource: () throws(SystemError) -> any WatchSource
    private let mounts: OwnedDescriptor
    private var mountWatch: EventLoop.Watch?
    private var eventWatch: EventLoop.Watch?
    private var timer: EventLoop.Deadline?

    /// Nil until something is followed, and while there is no inotify.
    private var table: WatchTable?
    private var followed: [Followee: State] = [:]
    /// Whose trail has to be walked again.
    private var stale: Set<Followee> = []
    /// For whom there are not enough watches.
    private var polled: Set<Followee> = []
    private var nextPoll: MonotonicTime?
    private var settling: Settling
    private var troubles: [String] = []
    private var toldTroubles: Set<Int32> = []

    /// So many trails are walked in one turn of the loop: about two milliseconds.
    private static let trailsInOneTurn = 64

    /// - Parameters:
    ///   - onChange: called with the paths that changed, as they were given to ``follow(_:folders:)``.
    ///   - onTrouble: called with a sentence for people, once for each kind of trouble.
    public convenience init(
        on loop: EventLoop, settings: Settings = .init(), onChange: @escaping (Set<String>) -> Void,
        onTrouble: @escaping (String) -> Void
    ) throws(SystemError) {
        try self.init(
            on: loop, settings: settings, openSource: { () throws(SystemError) in try Inotify() }, onChange: onChange,
            onTrouble: onTrouble)
    }

    init(
        on loop: EventLoop, settings: Settings, openSource: @escaping () throws(SystemError) -> any WatchSource,
        onChange: @escaping (Set<String>) -> Void, onTrouble: @escaping (String) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.settings = settings
        self.openSource = openSource
        self.onChange = onChange
        self.onTrouble = onTrouble
        settling = Settling(settleTime: settings.settleTime, longestWait: settings.longestWait)
        mounts = try OwnedDescriptor(opening: "/proc/thread-self/mountinfo", O_RDONLY)
        timer = loop.makeTimer { [weak self] in self?.advance() }
        // A mount that comes over a folder is no event of that folder.
        mountWatch = try loop.watch(mounts.rawValue, for: .change) { [weak self] in
            guard let self else { return }
            stale = Set(followed.keys)
            advance()
        }
    }

    deinit {
        mountWatch?.cancel()
        eventWatch?.cancel()
        timer?.clear()
    }

    /// Follows exactly these paths from now on: changes after this call are told. The paths may be absolute or relative
    /// to the working folder, and need not exist.
    /// - Parameters:
    ///   - files: told when what they name is written, replaced, created, deleted or gets other attributes.
    ///   - folders: told when entries directly in them do. Entries that are hidden or not finished by their names
    ///     (`.x`, `x~`, `x.part`, `x.tmp`, `x.crdownload`) do not count.
    public func follow(_ files: Set<String>, folders: Set<String>) {
        let wanted = Set(files.map { Followee(path: $0, kind: .file) })
            .union(folders.map { Followee(path: $0, kind: .folder) })
        for (followee, state) in followed where !wanted.contains(followee) {
            release(state.uses, by: followee)
            followed[followee] = nil
            stale.remove(followee)
            polled.remove(followee)
            if !files.contains(followee.path), !folders.contains(followee.path) { settling.forget(followee.path) }
        }
        let new = wanted.filter { followed[$0] == nil }
        for followee in new { followed[followee] = State() }
        walk(new, at: EventLoop.now)
        schedule(at: EventLoop.now)
        tellTroubles()
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
        walk(Set(stale.prefix(Self.trailsInOneTurn)), at: now)
        let settled = settling.take(at: now)
        for path in settled {
            for followee in [Followee(path: path, kind: .file), Followee(path: path, kind: .folder)] {
                guard let state = followed[followee] else { continue }
                followed[followee]?.seen = state.current
            }
        }
        schedule(at: now)
        tellTroubles()
        if !settled.isEmpty { onChange(settled) }
    }

    private func schedule(at now: MonotonicTime) {
        nextPoll = polled.isEmpty ? nil : nextPoll ?? now + settings.pollInterval
        let next = [stale.isEmpty ? nil : now, nextPoll, settling.nextDeadline].compactMap(\.self).min()
        if let next { timer?.set(next) } else { timer?.clear() }
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
        let change: Settling.Change =
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

    private func note(_ change: Settling.Change, of followees: Set<Followee>, at now: MonotonicTime) {
        for followee in followees { settling.note(change, of: followee.path, at: now) }
    }

    /// Names of what nobody wants to see, or not yet.
    private static func isUnfinished(_ name: String) -> Bool {
        name.hasPrefix(".") || ["~", ".part", ".tmp", ".crdownload"].contains { name.hasSuffix($0) }
    }

    // MARK: Trails

    private func walk(_ followees: Set<Followee>, at now: MonotonicTime) {
        stale.subtract(followees)
        if !followees.isEmpty { openTable() }
        for followee in followees { walk(followee, at: now) }
        if let moved = table?.endRound() { stale.formUnion(moved) }
    }

    private func openTable() {
        guard table == nil else { return }
        do throws(SystemError) {
            let source = try openSource()
            eventWatch = try loop.watch(source.rawDescriptor) { [weak self] in self?.readEvents() }
            table = WatchTable(source: source)
        } catch {
            report(error)
        }
    }

    /// Watches the way to one path anew and compares what it leads to with what it led to before.
    private func walk(_ followee: Followee, at now: MonotonicTime) {
        guard var state = followed[followee] else { return }
        release(state.uses, by: followee)
        state.uses = []
        var isWatched = table != nil

        func arm(_ path: String, isDirectory: Bool) -> Int32? {
            switch table?.arm(path, isDirectory: isDirectory) {
            case .watched(let watch): return watch
            case .vanished, nil: return nil
            // One that may not be read is of no use either; its folder tells when that changes.
            case .refused(let error) where error.code == EACCES && !isDirectory: return nil
            case .refused(let error):
                report(error)
                isWatched = false
                return nil
            }
        }
        func use(_ watch: Int32?, _ use: WatchTable.Use) {
            guard let watch else { return }
            table?.note(use, of: watch, by: followee)
            state.uses.append((watch, use))
        }

        let trail = PathTrail(followee.path) { directory, name in
            _ = arm(directory, isDirectory: true)
            let path = directory == "/" ? "/" + name : directory + "/" + name
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
            if followee.kind == .folder { use(watch, .entries) }
            state.place = place
        case .nowhere:
            state.place = nil
        }

        let before = state.seen
        state.seen = state.current
        if before != .never, before != state.seen { settling.note(.touched, of: followee.path, at: now) }
        if isWatched { polled.remove(followee) } else { polled.insert(followee) }
        followed[followee] = state
    }

    private func release(_ uses: [(watch: Int32, use: WatchTable.Use)], by followee: Followee) {
        for (watch, use) in uses { table?.release(use, of: watch, by: followee) }
    }

    // MARK: Trouble

    private func report(_ error: SystemError) {
        guard toldTroubles.insert(error.code).inserted else { return }
        let remedy =
            switch error.code {
            case ENOSPC: "; raise the limit of watches, the sysctl fs.inotify.max_user_watches"
            case EMFILE: "; raise the limit of instances, the sysctl fs.inotify.max_user_instances"
            case ENOSYS: "; this kernel has no inotify, nor its sysctl fs.inotify.max_user_instances"
            default: ""
            }
        troubles.append(
            "changes are looked for every \(settings.pollInterval.inSeconds) s, for want of a watch: \(error)\(remedy)")
    }

    private func tellTroubles() {
        let untold = troubles
        troubles = []
        for trouble in untold { onTrouble(trouble) }
    }
}
