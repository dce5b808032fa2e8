import DisplayModel
import DisplayPlanning
import EDID
import Timing

/// Where the content goes on each screen of a plan.
extension ScreenKeeper {
    /// The layout of each plan, in the given modes of its parts. A mirror follows the screen that it mirrors. Screens that
    /// are off have their places as if they were lit.
    func layouts(_ plans: [OutputPlan], modes: [[Mode]]) -> [ScreenLayout] {
        let asleep = power.asleep.filter { off in !plans.contains { $0.connector == off.connector } }
        guard asleep.isEmpty else {
            return Array(
                layouts(plans + asleep, modes: modes + asleep.map { $0.candidates[0] }).prefix(plans.count))
        }
        let alone = zip(plans, modes).map { ScreenLayout($0, modes: $1, mirroring: nil, in: snapshot) }
        let own = plans.indices.map { index in
            guard let wall = plans[index].configuration.place?.wall else { return alone[index] }
            let screens = zip(plans, alone).filter { $0.0.configuration.place?.wall == wall }
                .map { (plan: $0.0, layout: $0.1) }
                .sorted { isBefore($0.plan.configuration.place, $1.plan.configuration.place) }
            return ScreenLayout(
                plans[index], modes: modes[index], mirroring: nil,
                wall: VideoWallLayout(wall, screens, in: snapshot), in: snapshot)
        }
        return plans.indices.map { index in
            guard let match = plans[index].configuration.mirror,
                let source = plans.indices.first(where: { source in
                    // A mirror of a mirror would have nobody to follow.
                    source != index && plans[source].configuration.mirror == nil
                        && match.fits(connector: plans[source].name, monitor: plans[source].monitor)
                })
            else { return own[index] }
            return ScreenLayout(plans[index], modes: modes[index], mirroring: own[source], in: snapshot)
        }
    }

    /// Row by row from the top, each from the left.
    private func isBefore(_ a: VideoWall.Place?, _ b: VideoWall.Place?) -> Bool {
        guard let a, let b else { return false }
        return (a.row, a.column) < (b.row, b.column)
    }

    /// A planned screen as its content sees it.
    func describe(_ plan: OutputPlan, _ layout: ScreenLayout, mode: Mode) -> ScreenDescription {
        ScreenDescription(
            name: ScreenName(connector: plan.name, monitor: plan.monitor?.description), monitor: plan.monitor,
            traits: layout.traits, placement: layout.placement, mode: mode,
            frameInterval: plan.configuration.frameInterval, configuration: plan.configuration)
    }
}
