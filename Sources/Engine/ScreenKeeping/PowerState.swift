import DisplayModel
public import DisplayPlanning
import Rendering
public import Timing

/// The screens of a device that are off by schedule.
struct PowerState {
    /// As it is to be.
    var wanted = ScreenPower()
    /// As the last plan has it. Nil before the first.
    private(set) var planned: ScreenPower?
    /// The plans of the screens that are off.
    private(set) var asleep: [OutputPlan] = []
    /// The number of the schedule of each screen that was off last, for those that are unplugged meanwhile.
    private var rules: [ConnectorID: Int] = [:]
    /// What was reported of each.
    private var reported: [ConnectorID: String] = [:]

    /// Whether the last plan has other screens lit than are to be.
    var isOutdated: Bool { planned.map { !$0.lights(asMuchAs: wanted) } ?? false }

    mutating func planned(_ plan: DevicePlan) {
        (planned, asleep) = (wanted, plan.asleep)
        for output in plan.asleep { rules[output.connector] = output.configuration.power }
        for output in plan.outputs { rules[output.connector] = nil }
        let connectors = Set(plan.asleep.map(\.connector))
        reported = reported.filter { connectors.contains($0.key) }
    }

    /// - Returns: whether the reason is news.
    mutating func report(_ connector: ConnectorID, _ reason: String) -> Bool {
        guard reported[connector] != reason else { return false }
        reported[connector] = reason
        return true
    }

    /// Nil for a connector whose screen was not off when it was there last. Monitors that are off may not answer.
    func off(unplugged connector: ConnectorID) -> ScreenPower.Off? { rules[connector].flatMap { wanted.off[$0] } }
}

extension ScreenKeeper {
    /// Has screens off or lit from now on, by their schedules.
    public func use(_ power: ScreenPower, now: MonotonicTime) {
        guard power != self.power.wanted else { return }
        let isSoon = power.soon != self.power.wanted.soon
        self.power.wanted = power
        // It begins with this, or goes on with it when the session is back.
        guard self.power.planned != nil, !isAway else { return }
        if self.power.isOutdated { planAnew(now: now) }
        if isSoon { expectScreens(now: now) }
    }

    /// The screens whose schedule has them off, those that are lit nevertheless too.
    public var screensOffBySchedule: [ScreenDescription] {
        let off = power.wanted.off
        let lit = screens.filter { screen in screen.plan.configuration.power.map { off[$0] != nil } ?? false }
        return lit.map(\.description) + descriptions(of: power.asleep)
    }

    private func descriptions(of plans: [OutputPlan]) -> [ScreenDescription] {
        let all = screens.map(\.plan) + plans
        let modes = screens.map { $0.parts.map(\.mode) } + plans.map { $0.candidates[0] }
        return zip(all, layouts(all, modes: modes)).dropFirst(screens.count).map {
            describe($0, $1, mode: $0.candidates[0][0])
        }
    }

    /// Has prepared what screens need first that will be lit soon.
    private func expectScreens(now: MonotonicTime) {
        let soon = power.wanted.soon
        let plans = power.asleep.filter { plan in plan.configuration.power.map { soon[$0] != nil } ?? false }
        contents.expect(descriptions(of: plans), at: soon.values.min() ?? now, now: now)
    }
}
