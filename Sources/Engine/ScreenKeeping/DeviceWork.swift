public import DisplayModel
public import Timing

/// A call of the kernel, or of a driver's libraries, that takes long and is made on another thread.
public enum SlowCall: Hashable, Sendable {
    case survey(ProbeEffort)
    case modeset
    case makingRenderer

    /// Whether it needs the locks of the device's modesetting, so that calls of this kind wait for one another anyhow.
    public var needsLocks: Bool { self != .makingRenderer }
}

/// What a keeper has under way on its device: a survey or a modeset, one at a time. Both hold locks in the kernel that
/// the next one would wait for. Flips of screens that are lit need none of them, and go on.
struct DeviceWork {
    enum Call {
        case survey((Result<DeviceSnapshot, DisplayError>, MonotonicTime) -> Void)
        case modeset(ModesetJob, (DisplayError?, MonotonicTime) -> Void)
    }

    private var call: Call?
    /// When it counts as slow. Nil while nothing is under way, and once that was told.
    private(set) var limit: MonotonicTime?
    /// When the last modeset ended.
    private var lastModeset = MonotonicTime.zero
    /// The survey that is to be made next, unless nothing is to be looked at.
    private(set) var wanted: ProbeEffort?
    /// Whether the last thing was a modeset that was refused: then a survey that is wanted comes before the next try, so
    /// that neither waits for ever.
    var isSurveysTurn = false
    /// Whether the last of them was slow, as was told.
    private var isKnownToBeSlow = false
    /// Until when a screen whose first frame is ready waits for others, to be lit with them.
    private(set) var gathersUntil: MonotonicTime?

    /// How long it may take before that is told. Nothing else can be done about it.
    static let longest = Duration.seconds(10)
    /// How long screens wait for one another to be lit by one modeset. Two would take longer, and be seen.
    private static let gathering = Duration.milliseconds(150)

    var isBusy: Bool { call != nil }
    var isSettingModes: Bool { if case .modeset = call { true } else { false } }

    mutating func want(_ effort: ProbeEffort) { wanted = wanted == .probe ? .probe : effort }

    mutating func takeWanted() -> ProbeEffort? {
        guard !isBusy else { return nil }
        defer { wanted = nil }
        return wanted
    }

    mutating func begin(_ call: Call, _ now: MonotonicTime) {
        self.call = call
        limit = now + Self.longest
        isSurveysTurn = false
    }

    mutating func end(_ now: MonotonicTime) -> Call? {
        if isSettingModes { lastModeset = now }
        if limit != nil { isKnownToBeSlow = false }
        defer { (call, limit) = (nil, nil) }
        return call
    }

    /// - Returns: whether a screen that is ready to be lit waits for others, which are not.
    mutating func gathers(_ now: MonotonicTime) -> Bool {
        let end = gathersUntil ?? now + Self.gathering
        gathersUntil = end
        return now < end
    }

    mutating func gathered() { gathersUntil = nil }

    /// - Returns: once, what is slow.
    mutating func takeSlowness(_ now: MonotonicTime) -> String? {
        guard let limit, limit <= now else { return nil }
        self.limit = nil
        guard !isKnownToBeSlow else { return nil }
        isKnownToBeSlow = true
        let seconds = Int(Self.longest.inSeconds)
        return isSettingModes
            ? "the kernel has been setting a mode for \(seconds) s; screens that are lit go on"
            : "a monitor has not answered for \(seconds) s; screens that are lit go on with what is known"
    }

    /// When a flip counts as lost. While modes are set the kernel may hold back others' flips, or their events.
    func deadline(of flip: MonotonicTime, after limit: Duration) -> MonotonicTime? {
        isSettingModes ? nil : max(flip, lastModeset) + limit
    }
}

extension ScreenKeeper {
    /// Takes a snapshot, on another thread where that takes long.
    func survey(
        _ effort: ProbeEffort, now: MonotonicTime,
        then: @escaping (Result<DeviceSnapshot, DisplayError>, MonotonicTime) -> Void
    ) {
        guard let surveyor = device.surveyor else {
            do throws(DisplayError) { then(.success(try device.snapshot(effort)), now) } catch {
                then(.failure(error), now)
            }
            return
        }
        work.begin(.survey(then), now)
        surroundings.runElsewhere(.survey(effort)) { [jobs] in
            do throws(DisplayError) { jobs.surveyed(.success(try surveyor(effort))) } catch {
                jobs.surveyed(.failure(error))
            }
        }
    }

    /// Carries out a modeset, on another thread where that takes long.
    func setModes(
        _ update: DisplayUpdate, now: MonotonicTime, then: @escaping (DisplayError?, MonotonicTime) -> Void
    ) {
        do throws(DisplayError) {
            if let job = try device.modesetJob(update) {
                work.begin(.modeset(job, then), now)
                surroundings.runElsewhere(.modeset) { [jobs, carryOut = job.carryOut] in
                    jobs.setModes(carryOut())
                }
                return
            }
            try device.commit(update, .modeset)
        } catch { return then(error, now) }
        then(nil, clock())
    }

    /// A job on another thread has ended.
    public func jobEnded(now: MonotonicTime) {
        let results = jobs.take()
        if results.survey != nil || results.modeset != nil {
            switch work.end(now) {
            case .survey(let then): if let result = results.survey { then(result, now) }
            case .modeset(let job, let then):
                let error = results.modeset ?? nil
                job.conclude(error)
                then(error, now)
            case nil: break
            }
        }
        if let renderer = results.renderer { rendererMade(renderer, now: now) }
    }

    /// Waits for a modeset that is under way: nothing is submitted afterwards.
    func finishModeset() {
        guard work.isSettingModes else { return }
        surroundings.finishCalls()
        jobEnded(now: clock())
    }
}
