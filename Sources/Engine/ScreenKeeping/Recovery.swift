import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// What is done when a frame cannot be drawn, a commit is refused, or a page flip does not come. Each way out has a
/// limit, and a next step after it.
extension ScreenKeeper {
    /// How many refusals in a row count as one failure: a second at 60 Hz.
    private static let patience = 60
    /// How many refusals for want of DRM master are not reported, a tenth of a second apart.
    private static let unreportedRefusals = 10
    private static let masterRetry = Duration.milliseconds(100)
    private static let darkRetry = Duration.seconds(1)

    /// How many frames in a row may fail to be drawn before another renderer is to draw them.
    private static let drawingPatience = 3

    /// A frame could not be drawn. Nothing is queued, and no event will come.
    func undrawn(_ screen: KeptScreen, _ error: RenderingError, _ now: MonotonicTime) {
        if error.isContextLost {
            screen.content.dropped()
            return rendererLost("\(error)", now: now)
        }
        reportDark(screen, "\(error)")
        screen.wait(until: now + Self.darkRetry, reason: "\(error)", isBlank: false)
        let failures = screen.undrawnOnce()
        if failures % Self.drawingPatience == 0 {
            rendererLost("\(screen.name) could not be drawn \(failures) times: \(error)", now: now)
        }
    }

    private func reportDark(_ screen: KeptScreen, _ reason: String) {
        if screen.reportDark(reason) { report(.dark(screen: screen.name, reason: reason)) }
    }

    /// A commit was refused. Nothing is queued, and no event will come.
    func refused(_ screen: KeptScreen, _ kind: CommitKind, _ error: DisplayError, _ now: MonotonicTime) {
        let refusals = screen.refusedOnce()
        let isLit = screen.phase == .lit
        switch error.recovery {
        case .deviceGone:
            failed(error)
        case .retryNextFrame where refusals % Self.patience != 0:
            // The same frame once more; the reason is reported only if it lasts.
            if isLit {
                screen.releaseHeld()
                screen.content.dropped()
                screen.content.retry(after: now, because: error.reason)
            } else {
                screen.wait(
                    until: now + screen.mode.refresh.period, reason: error.reason, isBlank: false)
            }
        case .retryNextFrame:
            goDark(screen, error, now)
            recover(screen, after: .refusal, "\(error.operation) refused \(refusals) times: \(error.reason)", now)
        case .waitForSession where refusals < Self.unreportedRefusals:
            // A seat takes DRM master away a moment before it says so.
            screen.wait(until: now + Self.masterRetry, reason: error.reason, isBlank: false)
        case .waitForSession:
            goDark(screen, error, now)
        case .nextCandidate where kind == .flip:
            screen.releaseHeld()
            screen.content.dropped()
            // Something is not as it was thought to be: only a modeset sets it right.
            recover(screen, after: .refusal, "\(error.operation): \(error.reason)", now)
        case .nextCandidate:
            goDark(screen, error, now)
            if memory.recordModeFailure(screen, now) {
                leave(screen, now)
                screens.removeAll { $0 === screen }
                _ = memory.refuse(screen.connector, "\(error.operation): \(error.reason)")
            }
            reconsideration.retryLater(now)
        }
    }

    /// Until the next try there is nothing to be seen.
    private func goDark(_ screen: KeptScreen, _ error: DisplayError, _ now: MonotonicTime) {
        let reason = "\(error.operation): \(error.reason)"
        reportDark(screen, reason)
        screen.wait(until: now + Self.darkRetry, reason: reason, isBlank: true)
    }

    /// Gives up on a flip that does not come.
    func checkFlip(_ screen: KeptScreen, _ now: MonotonicTime) {
        guard let pending = screen.flips.pending, now >= pending.since + settings.flipLimit else { return }
        screen.abandonPendingFlip()
        recover(screen, after: .silence, "no page flip for \(settings.flipLimit.inSeconds) s after a commit", now)
    }

    private enum Trouble {
        /// An event did not come.
        case silence
        /// A commit was not taken.
        case refusal
    }

    /// Does the next thing that may help.
    private func recover(_ screen: KeptScreen, after trouble: Trouble, _ reason: String, _ now: MonotonicTime) {
        let step = screen.nextStep(at: now)
        report(.recovering(screen: screen.name, step: step, reason: reason))
        switch step {
        case .verify:
            guard trouble == .silence, screen.phase == .lit, let state = try? device.snapshot(.known),
                screen.isIntact(in: state)
            else {
                return screen.relight(now: now)
            }
            screen.becameIntact()
            // Only the event was lost. What is on screen is known well enough to go on.
            screen.content.wakeUp()
        case .rearm:
            screen.relight(now: now)
        case .cycle:
            cycle(screen, now)
        case .reopen:
            fate.reopen("\(screen.name): \(reason)")
        }
    }

    /// Switches the screen's CRTCs off, for a modeset to switch them on again.
    private func cycle(_ screen: KeptScreen, _ now: MonotonicTime) {
        do throws(DisplayError) {
            let state = try device.snapshot(.known)
            let disabled = screen.crtcs.filter { state.crtc($0)?.isActive == true }.map {
                DisplayUpdate.Disabled(crtc: $0, connectors: state.connectors(on: $0))
            }
            if !disabled.isEmpty { try device.commit(DisplayUpdate(disabled: disabled), .modeset) }
        } catch {
            failed(error)
        }
        screen.relight(now: now)
    }
}
