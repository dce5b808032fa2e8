import DisplayModel
import DisplayPlanning
import EDID
import SlideComposition
import Timing

/// Making the device's state and the outputs what they should be: look, plan, switch off, light (`Lighting.swift`), and
/// try again where something was refused.
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
        guard !isPaused else { return }
        reconcile(.known, now: now)
    }

    /// Makes the device's state and the outputs what they should be.
    private func reconcile(_ effort: ProbeEffort, now: MonotonicTime) {
        do throws(DisplayError) {
            learn(try device.snapshot(effort), now)
        } catch {
            failed(error)
            if lost == nil { retryLater(now) }
            return
        }
        for output in outputs where output.phase == .lit && output.isLinkBroken(in: snapshot) {
            _ = strike(output, now)
        }
        apply(makePlan(), now: clock())
        if reconcileAt == nil {
            retries = 0
            workedAgain()
        }
    }

    /// Takes in a snapshot: what silent monitors said before is filled in, and they are asked again, ever more rarely.
    func learn(_ seen: DeviceSnapshot, _ now: MonotonicTime) {
        let before = silent
        (snapshot, silent) = memory.complete(seen)
        if !silent.isSubset(of: before) { silentTries = 0 }
        askAgainAt =
            silent.isEmpty || silentTries >= Self.mostSilentTries
            ? nil : now + .milliseconds(500) * (1 << silentTries)
        silentTries += 1
        // A monitor that is gone takes along what was learned with it.
        for connector in experience.unusable.keys where seen.connector(connector)?.status != .connected {
            experience.unusable[connector] = nil
            strikes[connector] = nil
        }
    }

    /// Half a second, then twice as long each time: over a minute in all.
    private static let mostSilentTries = 8

    func makePlan() -> DevicePlan {
        experience.routes = Dictionary(
            uniqueKeysWithValues: outputs.flatMap(\.parts).map { ($0.route.connector, $0.route) })
        return DevicePlan(snapshot, wishes: settings.wishes, experience: experience)
    }

    func apply(_ plan: DevicePlan, now: MonotonicTime) {
        tellConnections()
        dark = plan.dark
        // What stays as it is goes on without a blink; anything else about an output makes a new one.
        let layouts = layouts(plan.outputs, modes: plan.outputs.map { modes(of: $0) })
        var kept: [Output] = []
        var wanted: [OutputPlan] = []
        for (plan, layout) in zip(plan.outputs, layouts) {
            if let output = outputs.first(where: { $0.fulfils(plan, layout.placement, in: snapshot) }) {
                kept.append(output)
            } else {
                wanted.append(plan)
            }
        }
        let isRoomier = outputs.count > kept.count + wanted.count
        for output in outputs where !kept.contains(where: { $0 === output }) { leave(output, now) }
        outputs = kept
        switchOff(keeping: plan, now: now)
        // A coalesced unplug and replug looks like nothing, but the kernel may have switched the pipe off.
        for output in kept where output.phase == .lit && !output.isIntact(in: snapshot) {
            report(.trace(about: "\(output.screen)", text: "the kernel's state is not what was set; setting it again"))
            relight(output, now)
        }
        if !wanted.isEmpty {
            light(wanted, now: now)
        } else if isRoomier {
            raise(plan.outputs, now: now)
        }
        sortOutputs()
        for (connector, reason) in plan.dark where reason.isWanted { refuse(connector, "\(reason)") }
    }

    /// The modes that an output with this plan has now; those of the first rung where there is none.
    private func modes(of plan: OutputPlan) -> [Mode] {
        outputs.first { $0.plan.parts == plan.parts }?.parts.map(\.mode) ?? plan.rungs[0]
    }

    /// Where the content goes on each screen of a plan. A mirror follows the screen that it mirrors.
    func layouts(_ plans: [OutputPlan], modes: [[Mode]]) -> [ScreenLayout] {
        let alone = zip(plans, modes).map { ScreenLayout($0, modes: $1, mirroring: nil, in: snapshot) }
        let own = plans.indices.map { index in
            guard let span = plans[index].wish.place?.span else { return alone[index] }
            let screens = zip(plans, alone).filter { $0.0.wish.place?.span == span }.map { (plan: $0.0, layout: $0.1) }
            return ScreenLayout(
                plans[index], modes: modes[index], mirroring: nil, wall: SpannedWall(span, screens, in: snapshot),
                in: snapshot)
        }
        return plans.indices.map { index in
            guard let match = plans[index].wish.mirror,
                let source = plans.indices.first(where: { source in
                    // A mirror of a mirror would have nobody to follow.
                    source != index && plans[source].wish.mirror == nil
                        && match.fits(connector: plans[source].name, monitor: plans[source].monitor)
                })
            else { return own[index] }
            return ScreenLayout(
                plans[index], modes: modes[index], mirroring: own[source], in: snapshot)
        }
    }

    /// Counts a failure of an output's mode that no test foretold: a modeset refused, or a link that broke. The second
    /// one within a minute means that a lower mode may do better.
    /// - Returns: whether the mode is given up, so that the next plan is made without it.
    func strike(_ output: Output, _ now: MonotonicTime) -> Bool {
        let connector = output.connector
        if let last = strikes[connector], last.mode == output.mode, now - last.at < .seconds(60) {
            strikes[connector] = nil
        } else {
            strikes[connector] = (output.mode, now)
            return false
        }
        if output.parts.count > 1, let group = output.parts[0].connector.tile?.group {
            experience.brokenTileGroups.insert(group)
        } else {
            experience.unusable[connector, default: []].append(output.mode)
        }
        return true
    }

    func sortOutputs() {
        let order = snapshot.connectors.map(\.id)
        outputs.sort { (order.firstIndex(of: $0.connector) ?? 0) < (order.firstIndex(of: $1.connector) ?? 0) }
    }

    /// An output ends. Its buffers stay for as long as one may be on screen.
    func leave(_ output: Output, _ now: MonotonicTime) {
        park(output, now)
        if output.wasCommitted {
            for crtc in output.crtcs { retired[crtc] = output }
        }
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
            verdicts[id] = nil
        }
        for connector in snapshot.connectors {
            if let screen = now[connector.id], connected[connector.id] != screen { report(.connected(screen: screen)) }
        }
        connected = now
    }

    func screen(_ connector: ConnectorSnapshot) -> EngineEvent.Screen {
        EngineEvent.Screen(
            connector: connector.name,
            monitor: connector.edid.flatMap { EDID(bytes: $0).identity.description })
    }

    func refuse(_ connector: ConnectorID, _ reason: String) {
        guard refused[connector] != reason, let screen = connected[connector] else { return }
        refused[connector] = reason
        report(.dark(screen: screen, reason: reason))
    }

    /// Switches off the CRTCs that are on and not in the plan: those of monitors that went, and those that another
    /// program left showing its last picture.
    private func switchOff(keeping plan: DevicePlan, now: MonotonicTime) {
        for crtc in snapshot.crtcs where !crtc.isActive { retired[crtc.id] = nil }
        let wanted = Set(plan.outputs.flatMap(\.parts).map(\.route.crtc))
        let dark = snapshot.crtcs.filter { $0.isActive && !wanted.contains($0.id) }.map { crtc in
            DisplayUpdate.Dark(crtc: crtc.id, connectors: snapshot.connectors(on: crtc.id))
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

    /// Plans once more after something was refused: soon at first, then every few seconds.
    func retryLater(_ now: MonotonicTime) {
        let delay = min(.seconds(5), Duration.milliseconds(250) * (1 << min(retries, 5)))
        retries += 1
        reconcileAt = min(reconcileAt ?? .distantFuture, now + delay)
    }

    // MARK: Status

    /// Each connector: wanted or not, lit or not, and why.
    var status: [ScreenStatus] {
        snapshot.connectors.compactMap { connector in
            let screen = connected[connector.id] ?? screen(connector)
            let verdict = verdicts[connector.id] ?? []
            if let output = outputs.first(where: { $0.plan.connectors.contains(connector.id) }) {
                return ScreenStatus(screen: screen, state: state(of: output), verdict: verdict)
            }
            guard let reason = dark[connector.id], !reason.isWanted else {
                let reason = refused[connector.id] ?? dark[connector.id]?.description ?? "it is being looked at"
                return ScreenStatus(
                    screen: screen, state: .dark(reason: reason, nextTry: reconcileAt), verdict: verdict)
            }
            return ScreenStatus(screen: screen, state: .notWanted(reason: "\(reason)"))
        }
    }

    private func state(of output: Output) -> ScreenStatus.State {
        switch output.phase {
        case .lit: .lit(mode: output.mode, visible: output.placement.visible)
        case .preparing(let time): .dark(reason: "its first picture is being made", nextTry: time)
        case .dark(let time, let reason): .dark(reason: reason, nextTry: time)
        }
    }
}
