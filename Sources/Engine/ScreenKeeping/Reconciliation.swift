import DisplayModel
import DisplayPlanning
import EDID
import Rendering
import Timing

/// Making the device's state and the screens what they should be: look, plan, switch off, make the screens that are to be
/// lit (`Lighting.swift`), and try again where something was refused.
extension ScreenKeeper {
    /// Looks at the device, where that is wanted and nothing else is under way, and makes the screens what they should be.
    func look(now: MonotonicTime) {
        guard let effort = work.takeWanted() else { return }
        // What happens from now on is the next survey's.
        let events = effort == .probe ? hotPlugs : HotPlugs()
        if effort == .probe { hotPlugs = HotPlugs() }
        let isSettling = reconsideration.isSettling
        survey(effort, now: now) { [unowned self] result, now in
            guard !isAway else { return }
            reconcile(with: result, after: events, isSettling: isSettling, now: now)
        }
    }

    /// Makes the screens what they should be, by what is known of the monitors.
    func planAnew(now: MonotonicTime) {
        work.want(.known)
        look(now: now)
    }

    /// Makes the device's state and the screens what they should be.
    /// - Parameter isSettling: whether the connectors may have been bouncing, so that another look follows.
    private func reconcile(
        with result: Result<DeviceSnapshot, DisplayError>, after events: HotPlugs, isSettling: Bool, now: MonotonicTime
    ) {
        let before = snapshot
        var events = events
        do throws(DisplayError) {
            let seen = try result.get()
            if isSettling {
                hotPlugs.formUnion(events.unexplained(by: seen, before: before))
                events = HotPlugs()
            }
            sight.learn(seen, isSettling: isSettling, now)
            memory.forgetMonitors(notIn: snapshot)
        } catch {
            failed(error)
            hotPlugs.formUnion(events)
            if lost == nil { reconsideration.retryLater(now) }
            return
        }
        let broken = screens.filter { $0.phase == .lit && $0.isLinkBroken(in: snapshot) }
        linkCheck.saw(broken: !broken.isEmpty)
        for screen in broken { _ = memory.recordModeFailure(screen, now) }
        for screen in screens
        where screen.phase == .lit
            && screen.scrambledConnectors.contains(where: { events.mayHaveHit($0, before: before, after: snapshot) })
        {
            report(.trace(about: "\(screen.name)", text: "hot-plug above 340 MHz; switching it off and on"))
            // Drivers take a modeset to the same mode for none.
            screen.lighting.isToCycle = true
            screen.relight(now: now)
        }
        apply(makePlan(), isSettling: isSettling, now: clock()) { [unowned self] in
            guard reconsideration.at == nil else { return }
            reconsideration.succeeded()
            fate.workedAgain()
        }
    }

    func makePlan() -> DevicePlan {
        DevicePlan(
            snapshot, configurations: settings.configurations, power: power.wanted,
            keeping: Dictionary(
                (screens.flatMap(\.parts).map(\.route) + power.asleep.flatMap(\.parts).map(\.route)).map {
                    ($0.connector, $0)
                }, uniquingKeysWith: { lit, _ in lit }),
            knownFailures: memory.knownFailures)
    }

    /// - Parameters:
    ///   - isSettling: whether another look follows at once, so that what has no room yet is not worth a word.
    ///   - ended: called when the plan is carried out, as far as it can be.
    func apply(_ plan: DevicePlan, isSettling: Bool = false, now: MonotonicTime, ended: @escaping () -> Void) {
        reportConnections()
        memory.planned(dark: plan.dark)
        power.planned(plan)
        // What stays as it is goes on without a blink; anything else about a screen makes a new one.
        let layouts = layouts(plan.outputs, modes: plan.outputs.map { modes(of: $0) })
        var kept: [KeptScreen] = []
        var wanted: [OutputPlan] = []
        for (plan, layout) in zip(plan.outputs, layouts) {
            if let screen = screens.first(where: { $0.fulfils(plan, layout.placement, in: snapshot) }) {
                kept.append(screen)
            } else {
                wanted.append(plan)
            }
        }
        // Screens that are off keep their room.
        let isRoomier =
            screens.count { screen in !plan.asleep.contains { $0.connector == screen.connector } }
            > kept.count + wanted.count
        for screen in screens where !kept.contains(where: { $0 === screen }) { leave(screen, now) }
        screens = kept
        switchOff(keeping: plan, now: now) { [unowned self] now in
            // With the session back, all is looked at anew.
            guard !isAway else { return }
            carryOut(plan, lighting: wanted, isRoomier: isRoomier, now: now)
            if !isSettling {
                for (connector, reason) in plan.dark where reason.isWanted { refuse(connector, "\(reason)") }
            }
            reportAsleep(plan)
            ended()
        }
    }

    /// Nothing is on that does not belong there: what is to be lit has the room that there is.
    private func carryOut(_ plan: DevicePlan, lighting wanted: [OutputPlan], isRoomier: Bool, now: MonotonicTime) {
        // A coalesced unplug and replug looks like nothing, but the kernel may have switched the pipe off.
        for screen in screens
        where screen.phase == .lit && sight.bouncing.isDisjoint(with: screen.plan.connectors)
            && !screen.isIntact(in: snapshot)
        {
            report(.trace(about: "\(screen.name)", text: "the kernel's state is not what was set; setting it again"))
            screen.relight(now: now)
        }
        if !wanted.isEmpty {
            light(wanted, now: now)
        } else if isRoomier {
            raise(plan.outputs, now: now)
        }
        sortScreens()
    }

    /// The modes that a screen with this plan has now; those of the first candidate where there is none.
    private func modes(of plan: OutputPlan) -> [Mode] {
        screens.first { $0.plan.parts == plan.parts }?.parts.map(\.mode) ?? plan.candidates[0]
    }

    func sortScreens() {
        let order = snapshot.connectors.map(\.id)
        screens.sort { (order.firstIndex(of: $0.connector) ?? 0) < (order.firstIndex(of: $1.connector) ?? 0) }
    }

    /// A screen ends. Its buffers stay for as long as one may be on screen.
    func leave(_ screen: KeptScreen, _ now: MonotonicTime) {
        contents.park(screen.content, now: now)
        if screen.wasCommitted {
            for crtc in screen.crtcs { retired[crtc] = screen }
        }
    }

    /// Reports monitors that came and went.
    private func reportConnections() {
        let (gone, come) = sight.updateConnected()
        if !gone.isEmpty || !come.isEmpty { memory.refusedCombinations = RefusedCombinations() }
        for (connector, name) in gone {
            report(.disconnected(screen: name))
            memory.forget(connector)
        }
        for name in come { report(.connected(screen: name)) }
    }

    /// Reports screens that their schedule has switched off.
    private func reportAsleep(_ plan: DevicePlan) {
        for output in plan.asleep {
            guard case .asleep(let off)? = plan.dark[output.connector], power.report(output.connector, off.reason)
            else { continue }
            report(.asleep(screen: ScreenName(connector: output.name, monitor: output.monitor?.description), off))
        }
    }

    func refuse(_ connector: ConnectorID, _ reason: String) {
        guard let name = sight.connected[connector], memory.refuse(connector, reason) else { return }
        report(.dark(screen: name, reason: reason))
    }

    /// Switches off the CRTCs that are on and not in the plan: those of monitors that went, and those that another
    /// program left showing its last picture.
    private func switchOff(keeping plan: DevicePlan, now: MonotonicTime, then: @escaping (MonotonicTime) -> Void) {
        for crtc in snapshot.crtcs where !crtc.isActive { retired[crtc.id] = nil }
        let wanted = Set(plan.outputs.flatMap(\.parts).map(\.route.crtc))
        let disabled = snapshot.crtcs.filter { $0.isActive && !wanted.contains($0.id) }.map { crtc in
            DisplayUpdate.Disabled(crtc: crtc.id, connectors: snapshot.connectors(on: crtc.id))
        }
        guard !disabled.isEmpty else { return then(now) }
        memory.used(disabled.map(\.crtc))
        setModes(DisplayUpdate(disabled: disabled), now: now) { [unowned self] error, now in
            if let error {
                failed(error)
                reconsideration.retryLater(now)
            } else {
                for change in disabled { retired[change.crtc] = nil }
            }
            then(now)
        }
    }

    // MARK: Status

    /// Each connector: wanted or not, lit or not, and why.
    public var status: [ScreenStatus] {
        snapshot.connectors.map { connector in
            let name = sight.name(of: connector)
            let attempts = memory.attempts(for: connector.id)
            if let screen = screens.first(where: { $0.plan.connectors.contains(connector.id) }) {
                return ScreenStatus(
                    screen: name, state: state(of: screen), rejectedAttempts: attempts,
                    shortfall: screen.phase == .lit ? screen.plan.shortfall : nil)
            }
            if memory.dark[connector.id] == .disconnected {
                let off = power.off(unplugged: connector.id)
                return ScreenStatus(screen: name, state: off.map { .asleep($0) } ?? .disconnected)
            }
            if case .asleep(let off)? = memory.dark[connector.id] {
                return ScreenStatus(screen: name, state: .asleep(off))
            }
            guard let reason = memory.reasonForDarkness(connector.id) else {
                let reason = memory.dark[connector.id].map { "\($0)" } ?? ""
                return ScreenStatus(screen: name, state: .notWanted(reason: reason))
            }
            return ScreenStatus(
                screen: name, state: .dark(reason: reason, nextTry: reconsideration.at), rejectedAttempts: attempts)
        }
    }

    private func state(of screen: KeptScreen) -> ScreenStatus.State {
        switch screen.phase {
        case .lit: .lit(mode: screen.mode, visible: screen.description.placement.visible)
        case .preparing(let time): .dark(reason: "its first frame is being prepared", nextTry: time)
        case .setting: .dark(reason: "its mode is being set", nextTry: nil)
        case .dark(let time, let reason): .dark(reason: reason, nextTry: time)
        }
    }
}
