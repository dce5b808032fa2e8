import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// How a screen is lit.
struct ScreenLighting {
    /// Whether it is lit without others, since the device has refused to light it together with them.
    var isAlone = false
    /// Whether its CRTCs are switched off first.
    var isToCycle = false
}

/// Lighting the screens whose first frame is ready: all of a device with one modeset, since drivers that change a clock or
/// share bandwidth make every screen dark for each; one by one, the lowest mode first, where that is refused.
extension ScreenKeeper {
    func lightScreens(_ now: MonotonicTime) {
        // Where a modeset takes no time, one that was refused for all is made for each at once.
        for _ in 0...screens.count where !work.isBusy && !fate.isOver && !fate.isPaused && !renderers.isLost {
            if let screen = screens.first(where: { $0.lighting.isToCycle && isDue($0, now) }) {
                cycle(screen, now)
                continue
            }
            let lit = drawFirstFrames(now)
            guard !lit.isEmpty else { return }
            light(lit, now)
        }
    }

    private func isDue(_ screen: KeptScreen, _ now: MonotonicTime) -> Bool {
        switch screen.phase {
        case .preparing: true
        case .dark(let retry, _): retry <= now
        case .setting, .lit: false
        }
    }

    private typealias FirstFrame = (screen: KeptScreen, buffer: Int)

    private func drawFirstFrames(_ now: MonotonicTime) -> [FirstFrame] {
        let due = screens.filter { isDue($0, now) }
        let together = due.filter { !$0.lighting.isAlone }
        let ready = together.filter { !$0.isPreparing(now) || $0.content.firstFrame(now: now, mayWait: true) != nil }
        if !ready.isEmpty, ready.count < together.count, work.gathers(now) { return [] }
        work.gathered()
        let drawn = ready.compactMap { drawFirstFrame($0, now) }
        guard drawn.isEmpty else { return drawn }
        for screen in due.filter(\.lighting.isAlone).sorted(by: { $0.pixelRate < $1.pixelRate }) {
            if let first = drawFirstFrame(screen, now) { return [first] }
        }
        return []
    }

    /// Nil where its content is not ready, or nothing can be drawn.
    private func drawFirstFrame(_ screen: KeptScreen, _ now: MonotonicTime) -> FirstFrame? {
        if renderers.isHandingOver { goOver(screen, now) }
        guard let buffer = screen.flips.drawable,
            let frame = screen.content.firstFrame(now: now, mayWait: screen.isPreparing(now))
        else { return nil }
        do {
            let begun = clock()
            _ = try screen.draw(frame, into: buffer)
            _ = screen.content.drawn(took: clock() - begun, now: now)
            reportSubstitutions()
            return (screen, buffer)
        } catch {
            undrawn(screen, error, now)
            return nil
        }
    }

    private func light(_ frames: [FirstFrame], _ now: MonotonicTime) {
        for (screen, _) in frames { screen.beginModeset() }
        let update = DisplayUpdate(enabled: frames.flatMap { $0.screen.update(showing: $0.buffer).enabled })
        setModes(update, now: now) { [unowned self] error, now in
            work.isSurveysTurn = error != nil
            if let error, error.recovery == .nextCandidate, frames.count > 1 {
                for (screen, _) in frames {
                    screen.lighting.isAlone = true
                    screen.wait(until: now, reason: "\(error.operation): \(error.reason)", isBlank: false)
                }
                return
            }
            for (screen, buffer) in frames { modesetEnded(screen, showing: buffer, error, now: now) }
        }
    }

    /// The outcome of a modeset, which may come later than its commit.
    private func modesetEnded(_ screen: KeptScreen, showing buffer: Int, _ error: DisplayError?, now: MonotonicTime) {
        if let error { return refused(screen, .modeset, error, now) }
        screen.committed(buffer, at: now)
        screen.accepted()
        screen.becameLit()
        screen.lighting = ScreenLighting()
        linkCheck.wasLit(now)
        screen.content.queued(at: now, lights: true)
        for crtc in screen.crtcs { retired[crtc] = nil }
        if screen.reportLit() {
            let placement = screen.description.placement
            let isWhole = placement.visible == Rectangle(placement.output)
            report(
                .lit(
                    screen: screen.name, mode: screen.mode,
                    placement: isWhole ? "" : ", picture within \(placement.visible)"))
        }
        defer { screen.early = [] }
        for case .pageFlip(let crtc, let sequence, let time) in screen.early {
            flipped(screen, crtc, sequence, time, now)
        }
    }

    /// Switches the screen's CRTCs off, for a modeset to switch them on again.
    private func cycle(_ screen: KeptScreen, _ now: MonotonicTime) {
        screen.lighting.isToCycle = false
        survey(.known, now: now) { [unowned self] result, now in
            guard !isAway else { return }
            do throws(DisplayError) {
                let state = try result.get()
                let disabled = screen.crtcs.filter { state.crtc($0)?.isActive == true }.map {
                    DisplayUpdate.Disabled(crtc: $0, connectors: state.connectors(on: $0))
                }
                guard !disabled.isEmpty else { return }
                setModes(DisplayUpdate(disabled: disabled), now: now) { [unowned self] error, _ in
                    if let error { failed(error) }
                }
            } catch {
                failed(error)
            }
        }
    }
}

extension KeptScreen {
    /// Pixels a second, of all parts.
    var pixelRate: Double { parts.map { Double($0.mode.size.area) * $0.mode.refresh.hertz }.reduce(0, +) }
}
