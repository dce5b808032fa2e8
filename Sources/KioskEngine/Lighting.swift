import DisplayModel
import DisplayPlanning
import EDID
import SlideComposition
import Timing

/// Making outputs: at the best modes that the device accepts for all of them together, and at lower ones rather than
/// with one of them dark.
extension DeviceController {
    /// One screen in a combination that is tested: an output as it is, or what one would become.
    private struct Entrant {
        var plan: OutputPlan
        var rungs: [[Mode]]
        /// What there is of it now.
        var output: Output?
    }

    /// Makes outputs for screens that are to be lit. They are lit when their first frame is ready.
    ///
    /// First the screens that are lit stay as they are. Where nothing is accepted beside them, all are looked at
    /// together, so that a lit one may go down for the new one's sake; where that brings nothing either, as many are lit
    /// as can be.
    func light(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer, lost == nil else { return }
        for plan in plans {
            if let text = plan.shortfall { report(.warning(about: plan.name, text: text)) }
        }
        let kept = outputs.map { Entrant(plan: $0.plan, rungs: [$0.parts.map(\.mode)], output: $0) }
        let new = plans.map { Entrant(plan: $0, rungs: $0.rungs) }
        var refusal: DisplayError?
        if search(kept + new, renderer, now, &refusal) { return }
        guard lost == nil else { return }
        if refusal?.recovery == .nextCandidate {
            if !kept.isEmpty, search(makePlan().outputs.map(entrant), renderer, now, &refusal) { return }
            if plans.count > 1 {
                for plan in plans { light([plan], now: now) }
                return
            }
        }
        for plan in plans {
            if plan.parts.count > 1, refusal?.recovery == .nextCandidate, let tile = tile(of: plan) {
                experience.brokenTileGroups.insert(tile.group)
            }
            refuse(plan.connector, refusal.map { "\($0.operation): \($0.reason)" } ?? "it has no modes")
        }
        retryLater(now)
    }

    /// A screen went, so that there may be room for better modes on those that stay: tries what is above.
    func raise(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer, lost == nil else { return }
        let entrants = plans.map(entrant)
        guard entrants.contains(where: { entrant in entrant.output?.isBelow(entrant.plan) == true }) else { return }
        var refusal: DisplayError?
        _ = search(entrants, renderer, now, &refusal)
    }

    private func entrant(_ plan: OutputPlan) -> Entrant {
        Entrant(plan: plan, rungs: plan.rungs, output: outputs.first { $0.plan.parts == plan.parts })
    }

    private func tile(of plan: OutputPlan) -> ConnectorSnapshot.Tile? { snapshot.connector(plan.connector)?.tile }

    /// Tests combinations from the best one down, and makes the first that is accepted the outputs.
    /// - Returns: whether one was.
    private func search(
        _ entrants: [Entrant], _ renderer: any FrameRenderer, _ now: MonotonicTime, _ refusal: inout DisplayError?
    ) -> Bool {
        guard !entrants.isEmpty else { return true }
        let levels = entrants.flatMap(\.plan.parts).map { formats($0.route.plane, renderer).count }.max() ?? 1
        var search = OutputSearch(entrants.map { ($0.plan.name, $0.rungs) }, formatLevels: levels)
        while true {
            do throws(DisplayError) {
                let candidate = search.candidate
                let layouts = layouts(entrants.map(\.plan), modes: candidate.modes)
                var made: [Output] = []
                for (index, entrant) in entrants.enumerated() {
                    if let output = entrant.output,
                        zip(output.parts, candidate.modes[index]).allSatisfy({ $0.mode.hasTimings(of: $1) }),
                        output.placement == layouts[index].placement
                    {
                        made.append(output)
                    } else {
                        made.append(
                            try make(
                                entrant.plan, candidate.modes[index], layouts[index], candidate.formatLevel, renderer,
                                now))
                    }
                }
                let update = DisplayUpdate(lit: made.flatMap { $0.lit(showing: $0.flips.current ?? 0) })
                try device.commit(update, .test)
                adopt(made, search, layouts, now)
                return true
            } catch {
                refusal = error
                if error.recovery == .deviceGone {
                    failed(error)
                    return false
                }
                // Only a combination that is impossible gets better by another one.
                guard error.recovery == .nextCandidate, search.refused(error.reason) else {
                    for entrant in entrants where entrant.output == nil {
                        verdicts[entrant.plan.connector] = search.attempts.map(\.description)
                    }
                    return false
                }
            }
        }
    }

    /// Takes a combination into use that was accepted: outputs that are replaced leave, new ones are prepared.
    private func adopt(_ made: [Output], _ search: OutputSearch, _ layouts: [ScreenLayout], _ now: MonotonicTime) {
        for output in outputs where !made.contains(where: { $0 === output }) { leave(output, now) }
        let before = outputs
        outputs = made
        sortOutputs()
        for (output, layout) in zip(made, layouts) where !before.contains(where: { $0 === output }) {
            touched.formUnion(output.crtcs)
            for connector in output.plan.connectors { refused[connector] = nil }
            verdicts[output.connector] = search.attempts.map(\.description)
            for text in layout.shortfalls { report(.warning(about: "\(output.screen)", text: text)) }
            if output.isBelow(output.plan), let last = search.attempts.last {
                let wanted = output.plan.rungs[0].map(\.description).joined(separator: "+")
                report(
                    .warning(
                        about: "\(output.screen)", text: "\(wanted) was refused (\(last.reason)); using \(output.mode)")
                )
            }
            if let old = before.first(where: { $0.connector == output.connector && $0.isToldLit }) {
                output.isToldLit = true
                report(.modeChanged(screen: output.screen, from: old.mode, to: output.mode))
            }
            need(output, now)
        }
    }

    private func formats(_ plane: PlaneID, _ renderer: any FrameRenderer) -> [[FormatSupport]] {
        let shown = snapshot.planes.first { $0.id == plane }?.formats ?? []
        return FormatChoice.levels(plane: shown, renderer: renderer.targetFormats)
    }

    private func make(
        _ plan: OutputPlan, _ modes: [Mode], _ layout: ScreenLayout, _ formatLevel: Int,
        _ renderer: any FrameRenderer, _ now: MonotonicTime
    ) throws(DisplayError) -> Output {
        var parts: [Output.Part] = []
        for (index, (part, mode)) in zip(plan.parts, modes).enumerated() {
            guard let connector = snapshot.connector(part.route.connector) else {
                throw DisplayError(
                    operation: "light", object: plan.name, code: DisplayError.Code.again,
                    reason: "the connector has just gone")
            }
            let levels = formats(part.route.plane, renderer)
            let chain = try SwapChain(
                device, renderer, size: mode.size,
                candidates: levels.isEmpty ? [] : levels[min(formatLevel, levels.count - 1)])
            parts.append(
                Output.Part(
                    connector: connector, route: part.route, mode: mode,
                    placement: part.tile.map(layout.placement.tile) ?? layout.placement,
                    settings: layout.settings[index], swapChain: chain))
        }
        let show = try show(for: plan)
        let isShowing = parts.allSatisfy { snapshot.isShowing($0.route) }
        return Output(
            screen: EngineEvent.Screen(connector: plan.name, monitor: plan.monitor?.description), plan: plan,
            parts: parts, placement: layout.placement, traits: layout.traits, show: show,
            scene: scene(of: show, plan, layout),
            phase: .preparing(until: now + (isShowing ? settings.takeOverLimit : settings.firstPictureLimit)))
    }
}

extension DeviceSnapshot {
    /// Whether a connector shows somebody's picture by the route's CRTC.
    fileprivate func isShowing(_ route: Route) -> Bool {
        connector(route.connector)?.crtc == route.crtc && crtc(route.crtc)?.isActive == true
            && planes.contains { $0.scanout?.crtc == route.crtc }
    }
}
