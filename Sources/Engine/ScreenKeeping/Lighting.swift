import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// Making screens: at the best modes that the device accepts for all of them together, and at lower ones rather than
/// with one of them dark.
extension ScreenKeeper {
    /// One screen in a combination that is tested: one as it is, or what one would become.
    private struct Entrant {
        var plan: OutputPlan
        var candidates: [[Mode]]
        /// What there is of it now.
        var screen: KeptScreen?
        /// Whether the screen stays as it is.
        var isFixed = false
    }

    /// Makes screens for what is to be lit. They are lit when their first frame is ready.
    ///
    /// First the screens that are lit stay as they are. Where nothing is accepted beside them, all are looked at
    /// together, so that a lit one may go down for the new one's sake; where that brings nothing either, as many are lit
    /// as can be.
    func light(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer = renderers.current, lost == nil else { return }
        // With the next renderer there will be buffers again.
        guard !renderers.isBeingReplaced else { return reconsideration.retryLater(now) }
        for plan in plans {
            if let text = plan.shortfall { report(.warning(about: plan.name, text: text)) }
        }
        let kept = screens.map { Entrant(plan: $0.plan, candidates: [$0.parts.map(\.mode)], screen: $0, isFixed: true) }
        let new = plans.map { Entrant(plan: $0, candidates: $0.candidates) }
        var refusal: DisplayError?
        if search(kept + new, renderer, now, &refusal) { return }
        guard lost == nil else { return }
        guard !renderers.isLost else { return }
        if refusal?.mayFitOtherwise == true {
            if !kept.isEmpty, !memory.refusedCombinations.isExhausted,
                search(makePlan().outputs.map(entrant), renderer, now, &refusal)
            {
                return
            }
            guard !renderers.isLost else { return }
            if plans.count > 1 {
                for plan in plans { light([plan], now: now) }
                return
            }
        }
        giveUpTrying(now: now)
        for plan in plans {
            if plan.parts.count > 1, refusal?.recovery == .nextCandidate, let tile = tile(of: plan) {
                memory.tilesRefused(tile.group)
            }
            refuse(plan.connector, refusal.map { "\($0.operation): \($0.reason)" } ?? "it has no modes")
        }
        reconsideration.retryLater(now)
    }

    /// A screen went, so that there may be room for better modes on those that stay: tries what is above.
    func raise(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer = renderers.current, lost == nil, !renderers.isBeingReplaced else { return }
        let entrants = plans.map(entrant)
        guard entrants.contains(where: { entrant in entrant.screen?.isBelow(entrant.plan) == true }) else { return }
        var refusal: DisplayError?
        _ = search(entrants, renderer, now, &refusal)
    }

    private func entrant(_ plan: OutputPlan) -> Entrant {
        Entrant(plan: plan, candidates: plan.candidates, screen: screens.first { $0.plan.parts == plan.parts })
    }

    private func tile(of plan: OutputPlan) -> ConnectorSnapshot.Tile? { snapshot.connector(plan.connector)?.tile }

    /// Tests combinations from the best one down, and makes the first that is accepted the screens.
    /// - Returns: whether one was.
    private func search(
        _ entrants: [Entrant], _ renderer: any FrameRenderer, _ now: MonotonicTime, _ refusal: inout DisplayError?
    ) -> Bool {
        guard !entrants.isEmpty else { return true }
        let levels = entrants.flatMap { entrant in
            entrant.plan.parts.flatMap { part in
                FormatChoice.levels(
                    plane: formats(of: part.route.plane, entrant.plan), renderer: renderer.targetFormats)
            }
        }
        var search = OutputSearch(entrants.map { ($0.plan.name, $0.candidates) }, levels: levels)
        while true {
            do throws(SwapChain.Failure) {
                let candidate = search.candidate
                let layouts = layouts(entrants.map(\.plan), modes: candidate.modes)
                var made: [KeptScreen] = []
                for (index, entrant) in entrants.enumerated() {
                    if let screen = entrant.screen,
                        zip(screen.parts, candidate.modes[index]).allSatisfy({ $0.mode.hasTimings(of: $1) }),
                        screen.description.placement == layouts[index].placement,
                        entrant.isFixed || !screen.hasFewerColours || candidate.format == .narrow
                    {
                        made.append(screen)
                    } else {
                        made.append(
                            try make(
                                entrant.plan, candidate.modes[index], layouts[index], candidate.format, renderer,
                                now))
                    }
                }
                try SwapChain.Failure.refusing { () throws(DisplayError) in try test(made) }
                adopt(made, search, layouts, now)
                return true
            } catch let failure {
                let error: DisplayError
                switch failure {
                case .impossible(let impossible): error = impossible
                case .contextLost(let loss):
                    // It says nothing about the modes: they are tried again with the next renderer.
                    rendererLost("\(loss)", now: now)
                    reconsideration.retryLater(now)
                    return false
                }
                refusal = error
                if error.recovery == .deviceGone {
                    failed(error)
                    return false
                }
                // Only a combination that is impossible gets better by another one.
                guard error.mayFitOtherwise,
                    search.refused(error.reason, forWantOfMemory: error.code == DisplayError.Code.noMemory)
                else {
                    for entrant in entrants where entrant.screen == nil {
                        memory.rejected(entrant.plan.connector, search.attempts.map(\.description))
                    }
                    return false
                }
            }
        }
    }

    /// Takes a combination into use that was accepted: screens that are replaced leave, new ones are prepared.
    private func adopt(
        _ made: [KeptScreen], _ search: OutputSearch, _ layouts: [ScreenLayout], _ now: MonotonicTime
    ) {
        let before = screens
        for screen in before where !made.contains(where: { $0 === screen }) { leave(screen, now) }
        screens = made
        sortScreens()
        for (screen, layout) in zip(made, layouts) where !before.contains(where: { $0 === screen }) {
            memory.used(screen.crtcs)
            memory.accepted(screen.plan.connectors, after: search.attempts.map(\.description))
            for text in layout.shortfalls { report(.warning(about: "\(screen.name)", text: text)) }
            if screen.hasFewerColours {
                let reason = search.attempts.last.map { " (\($0.reason))" } ?? ""
                report(
                    .warning(
                        about: "\(screen.name)",
                        text: "shown in 16-bit colour, since the device refuses every mode in 24-bit colour\(reason)"))
            } else if screen.isBelow(screen.plan), let last = search.attempts.last {
                let wanted = screen.plan.candidates[0].map(\.description).joined(separator: "+")
                report(
                    .warning(
                        about: "\(screen.name)", text: "\(wanted) was refused (\(last.reason)); using \(screen.mode)"))
            }
            if let old = before.first(where: { $0.connector == screen.connector && $0.reported.isLit }) {
                _ = screen.reportLit()
                report(.modeChanged(screen: screen.name, from: old.mode, to: screen.mode))
            }
            contents.attach(screen.content, now: now) { [weak self, weak screen] in
                screen.map { self?.canFlip($0) ?? false } ?? false
            }
        }
    }

    private func formats(of plane: PlaneID, _ plan: OutputPlan) -> [FormatSupport] {
        let formats = snapshot.planes.first { $0.id == plane }?.formats ?? []
        guard !plan.configuration.usesModifiers else { return formats }
        return formats.map { FormatSupport(format: $0.format, modifiers: []) }
    }

    /// The best buffers for one part of a screen.
    func makeChain(
        _ plan: OutputPlan, _ plane: PlaneID, size: Size, _ format: FormatLevel, _ renderer: any FrameRenderer
    ) throws(SwapChain.Failure) -> SwapChain {
        try SwapChain(
            device, renderer, size: size,
            candidates: FormatChoice.candidates(
                format, plane: formats(of: plane, plan), renderer: renderer.targetFormats))
    }

    private func make(
        _ plan: OutputPlan, _ modes: [Mode], _ layout: ScreenLayout, _ format: FormatLevel,
        _ renderer: any FrameRenderer, _ now: MonotonicTime
    ) throws(SwapChain.Failure) -> KeptScreen {
        var parts: [KeptScreen.Part] = []
        for (index, (part, mode)) in zip(plan.parts, modes).enumerated() {
            guard let connector = snapshot.connector(part.route.connector) else {
                throw .impossible(
                    DisplayError(
                        operation: "light", object: plan.name, code: DisplayError.Code.again,
                        reason: "the connector has just gone"))
            }
            let chain = try makeChain(plan, part.route.plane, size: mode.size, format, renderer)
            parts.append(
                KeptScreen.Part(
                    connector: connector, route: part.route, mode: mode,
                    placement: part.tile.map(layout.placement.tile) ?? layout.placement,
                    settings: layout.settings[index], swapChain: chain))
        }
        let description = describe(plan, layout, mode: modes[0])
        let content = try SwapChain.Failure.refusing { () throws(DisplayError) in
            try contents.makeContent(for: description, now: now)
        }
        let isShowing = parts.allSatisfy { snapshot.isShowing($0.route) }
        let limit = isShowing ? settings.takeOverLimit : settings.firstFrameLimit
        return KeptScreen(
            description, plan: plan, parts: parts, format: format, content: content,
            phase: .preparing(until: now + limit))
    }
}
