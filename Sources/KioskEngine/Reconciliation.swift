import DisplayModel
import DisplayPlanning
import EDID
import SlideComposition
import Timing

/// Making the device's state and the outputs what they should be: look, plan, switch off, light, and try again where
/// something was refused.
extension DeviceController {
    /// Has the monitors asked, on another thread where that takes long: the other screens go on meanwhile.
    func look(now: MonotonicTime) {
        guard probeLimit == nil else { return }
        guard let prober = device.prober else { return reconcile(.probe, now: now) }
        probeLimit = now + Self.longestProbe
        // What goes wrong while asking is seen again, and told, when the snapshot is taken.
        runElsewhere { try? prober() }
    }

    static let longestProbe = Duration.seconds(10)

    /// The monitors have answered.
    func probed(now: MonotonicTime) {
        guard probeLimit != nil else { return }
        probeLimit = nil
        reconcile(.known, now: now)
    }

    /// Makes the device's state and the outputs what they should be.
    private func reconcile(_ effort: ProbeEffort, now: MonotonicTime) {
        do throws(DisplayError) {
            snapshot = try device.snapshot(effort)
        } catch {
            failed(error)
            if lost == nil { retryLater(now) }
            return
        }
        apply(DevicePlan(snapshot, wishes: settings.wishes, current: routes), now: clock())
        if reconcileAt == nil { retries = 0 }
    }

    private var routes: [ConnectorID: Route] {
        Dictionary(uniqueKeysWithValues: outputs.map { ($0.connector.id, $0.route) })
    }

    func apply(_ plan: DevicePlan, now: MonotonicTime) {
        tellConnections()
        // What stays as it is goes on without a blink; anything else about an output makes a new one.
        let kept = outputs.filter { output in
            plan.outputs.contains { wanted in
                wanted.connector == output.connector.id && wanted.route == output.route
                    && wanted.ladder.rungs.contains { $0.hasTimings(of: output.mode) }
                    && isSameMonitor(output)
            }
        }
        let leaving = outputs.filter { output in !kept.contains { $0 === output } }
        for output in leaving {
            library.want([], for: ObjectIdentifier(output), now: now)
            // One that was never committed hides nothing that may be on screen.
            if output.flips.current != nil || output.flips.pending != nil { retired[output.route.crtc] = output }
        }
        outputs = kept
        switchOff(keeping: plan, now: now)
        // A coalesced unplug and replug looks like nothing, but the kernel may have switched the pipe off.
        for output in kept where output.phase == .lit && !output.isIntact(in: snapshot) {
            report(.trace(about: "\(output.screen)", text: "the kernel's state is not what was set; setting it again"))
            relight(output, now)
        }
        let isNew = { (wanted: OutputPlan) in !kept.contains { $0.connector.id == wanted.connector } }
        light(plan.outputs.filter(isNew), now: now)
        let order = snapshot.connectors.map(\.id)
        outputs.sort { (order.firstIndex(of: $0.connector.id) ?? 0) < (order.firstIndex(of: $1.connector.id) ?? 0) }
        for (connector, reason) in plan.dark where reason.isWorthTelling {
            refuse(connector, "\(reason)")
        }
    }

    private func isSameMonitor(_ output: Output) -> Bool {
        guard let connector = snapshot.connector(output.connector.id) else { return false }
        return connector.edid == output.connector.edid && connector.modes == output.connector.modes
    }

    /// Tells of monitors that came and went.
    private func tellConnections() {
        var now: [ConnectorID: EngineEvent.Screen] = [:]
        for connector in snapshot.connectors
        where connector.status == .connected && !connector.isNonDesktop && connector.type != .writeback {
            now[connector.id] = screen(connector)
        }
        for (id, screen) in connected where now[id] != screen {
            report(.disconnected(screen: screen))
            refused[id] = nil
        }
        for connector in snapshot.connectors {
            if let screen = now[connector.id], connected[connector.id] != screen { report(.connected(screen: screen)) }
        }
        connected = now
    }

    private func screen(_ connector: ConnectorSnapshot) -> EngineEvent.Screen {
        EngineEvent.Screen(
            connector: connector.name,
            monitor: connector.edid.flatMap { EDID(bytes: $0).identity.description })
    }

    private func refuse(_ connector: ConnectorID, _ reason: String) {
        guard refused[connector] != reason, let screen = connected[connector] else { return }
        refused[connector] = reason
        report(.dark(screen: screen, reason: reason))
    }

    /// Switches off the CRTCs that are on and not in the plan: those of monitors that went, and those that another
    /// program left showing its last picture.
    private func switchOff(keeping plan: DevicePlan, now: MonotonicTime) {
        for crtc in snapshot.crtcs where !crtc.isActive { retired[crtc.id] = nil }
        let wanted = Set(plan.outputs.map(\.route.crtc))
        let dark = snapshot.crtcs.filter { $0.isActive && !wanted.contains($0.id) }.map { crtc in
            DisplayUpdate.Dark(
                crtc: crtc.id, connectors: snapshot.connectors.filter { $0.crtc == crtc.id }.map(\.id))
        }
        guard !dark.isEmpty else { return }
        touched.formUnion(dark.map(\.crtc))
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(dark: dark), .modeset)
            for change in dark { retired[change.crtc] = nil }
        } catch {
            failed(error)
            retryLater(now)
        }
    }

    /// Makes outputs for connectors that are to be lit, at the best modes that the device accepts for all of them
    /// together. Where it accepts no modes for all, as many are lit as can be. They are lit when their first frame is
    /// ready.
    private func light(_ plans: [OutputPlan], now: MonotonicTime) {
        guard let renderer, !plans.isEmpty, lost == nil else { return }
        for plan in plans {
            if let text = plan.ladder.shortfall { report(.warning(about: plan.name, text: text)) }
        }
        var search = ModeSearch(plans.map(\.ladder.rungs))
        var refusal: DisplayError?
        repeat {
            do throws(DisplayError) {
                let made = try make(zip(plans, search.candidate).map { ($0, $1) }, renderer, now)
                let update = DisplayUpdate(
                    lit: (outputs.filter { $0.phase == .lit } + made).map { $0.lit(showing: $0.flips.current ?? 0) })
                try device.commit(update, .test)
                tellLowered(made, plans, refusal)
                outputs += made
                touched.formUnion(made.map(\.route.crtc))
                for output in made {
                    refused[output.connector.id] = nil
                    need(output, now)
                }
                return
            } catch {
                if error.recovery == .deviceGone { return failed(error) }
                refusal = error
                // Only a combination that is impossible gets better by another one.
                if error.recovery != .nextCandidate { break }
            }
        } while search.stepDown()
        if plans.count > 1, refusal?.recovery == .nextCandidate {
            for plan in plans { light([plan], now: now) }
            return
        }
        for plan in plans {
            refuse(plan.connector, refusal.map { "\($0.operation): \($0.reason)" } ?? "it has no modes")
        }
        retryLater(now)
    }

    private func tellLowered(_ made: [Output], _ plans: [OutputPlan], _ refusal: DisplayError?) {
        guard let refusal else { return }
        for (output, plan) in zip(made, plans) where output.mode != plan.ladder.rungs[0] {
            report(
                .warning(
                    about: "\(output.screen)",
                    text: "\(plan.ladder.rungs[0]) was refused (\(refusal.reason)); using \(output.mode)"))
        }
    }

    /// Plans once more after something was refused: soon at first, then every few seconds.
    private func retryLater(_ now: MonotonicTime) {
        let delay = min(.seconds(5), Duration.milliseconds(250) * (1 << min(retries, 5)))
        retries += 1
        reconcileAt = min(reconcileAt ?? .distantFuture, now + delay)
    }

    private func make(
        _ choices: [(plan: OutputPlan, mode: Mode)], _ renderer: any FrameRenderer, _ now: MonotonicTime
    ) throws(DisplayError) -> [Output] {
        var made: [Output] = []
        for (plan, mode) in choices {
            guard let connector = snapshot.connector(plan.connector),
                let plane = snapshot.planes.first(where: { $0.id == plan.route.plane })
            else { continue }
            let chain = try SwapChain(
                device, renderer, size: mode.size,
                candidates: FormatChoice.candidates(plane: plane.formats, renderer: renderer.targetFormats))
            made.append(
                Output(
                    screen: screen(connector), connector: connector, route: plan.route, mode: mode,
                    placement: plan.wish.placement(on: mode.size), swapChain: chain,
                    phase: .preparing(until: now + settings.firstPictureLimit)))
        }
        return made
    }
}
