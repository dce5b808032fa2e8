import DisplayPlanning
import LinuxSystem
public import Playlist
public import Scheduling
public import Timing

/// When the screens of an output are on.
public struct PowerRule: Hashable, Sendable {
    /// They are on while one of these is in force.
    public var schedules: [Schedule]
    /// What has this priority or a higher one lights them at any time. Nil: nothing does.
    public var wakePriority: Int?

    public init(_ schedules: [Schedule], wakePriority: Int? = nil) {
        self.schedules = schedules
        self.wakePriority = wakePriority
    }
}

extension PowerRule {
    /// When a screen is off that shows a scene, in order.
    public func timesOff(from begin: WallTime, until end: WallTime, showing scene: Scene) -> [Range<WallTime>] {
        var result: [Range<WallTime>] = []
        var time = begin
        while time < end {
            let states = schedules.map { $0.state(at: time) }
            var isOff = !states.contains(where: \.isActive)
            var changes = states.compactMap(\.until)
            if isOff, let wakePriority {
                for zone in scene.zones {
                    let (priority, until) = zone.timeline.priority(at: time)
                    if let priority, priority >= wakePriority { isOff = false }
                    changes += [until].compactMap(\.self)
                }
            }
            let next = min(changes.filter { $0 > time }.min() ?? end, end)
            if isOff {
                if let last = result.last, last.upperBound == time {
                    result[result.count - 1] = last.lowerBound..<next
                } else {
                    result.append(time..<next)
                }
            }
            time = next
        }
        return result
    }
}

/// Which screens their schedules have off, as time goes by. Depends on the clock alone; while that is not set all screens
/// are on.
struct PowerTimes {
    private let rules: [PowerRule]
    private(set) var clock: WallClock
    private(set) var power = ScreenPower()
    /// When it is to be looked at again. Zero where it never was; nil where nothing changes.
    private(set) var nextDeadline: MonotonicTime? = .zero

    /// How long before a screen is lit its first frame is begun with: large pictures take seconds.
    private static let preparation = Duration.seconds(20)

    init(_ rules: [PowerRule], clock: WallClock) {
        self.rules = rules
        self.clock = clock
        if rules.isEmpty { nextDeadline = nil }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// Whether there are screens that are off and that a message may light.
    var mayWake: Bool { power.off.keys.contains { rules[$0].wakePriority != nil } }

    /// From which priority on something lights a screen that is off.
    func wakePriority(of configuration: OutputConfiguration) -> Int? {
        configuration.power.flatMap { power.off[$0] == nil ? nil : rules[$0].wakePriority }
    }

    /// The wall clock was set.
    mutating func set(_ clock: WallClock) {
        self.clock = clock
        if !rules.isEmpty { nextDeadline = .zero }
    }

    mutating func advance(now: MonotonicTime) {
        guard let due = nextDeadline, due <= now else { return }
        let time = clock.time(at: now)
        var next = ScreenPower()
        var changes: [MonotonicTime] = []
        for (number, rule) in rules.enumerated() where clock.isSet(at: now) {
            let states = rule.schedules.map { $0.state(at: time) }
            let until = states.compactMap(\.until).min()
            let change = until.map { clock.instant(of: $0) }
            if !states.contains(where: \.isActive) {
                next.off[number] = off(number, until: until, at: time)
                if let change {
                    if change - now <= Self.preparation {
                        next.soon[number] = change
                    } else {
                        changes.append(change - Self.preparation)
                    }
                }
            }
            if let change { changes.append(change) }
        }
        power = next
        nextDeadline = changes.min()
    }

    /// What was said of it before stays, so that it is said once.
    private func off(_ number: Int, until: WallTime?, at time: WallTime) -> ScreenPower.Off {
        if let before = power.off[number], before.until == until { return before }
        guard let until else { return ScreenPower.Off(until: nil, reason: "off for good, by schedule") }
        let text = until.localText.split(separator: "T", maxSplits: 1)
        let (day, clock) = (text[0], text[text.count - 1].prefix(5))
        let isNear = until - time < .seconds(86_400)
        return ScreenPower.Off(until: until, reason: "off until \(clock)\(isNear ? "" : " on \(day)"), by schedule")
    }
}
