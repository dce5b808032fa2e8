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
        if kind == .modeset, !device.testsCommits, error.mayFitOtherwise {
            goDark(screen, error, now)
            return learnRefusal(of: screen, error, now)
        }
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
        guard isOverdue(screen, now) else { return }
        screen.abandonPendingFlip()
        recover(screen, after: .silence, "no page flip for \(settings.flipLimit.inSeconds) s after a commit", now)
    }

    func isOverdue(_ screen: KeptScreen, _ now: MonotonicTime) -> Bool {
        guard let pending = screen.flips.pending,
            let deadline = work.deadline(of: pending.since, after: settings.flipLimit)
        else { return false }
        return deadline <= now
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
            guard trouble == .silence, screen.phase == .lit else { return screen.relight(now: now) }
            verify(screen, now)
        case .rearm:
            screen.relight(now: now)
        case .cycle:
            screen.lighting.isToCycle = true
            screen.relight(now: now)
        case .reopen:
            fate.reopen("\(screen.name): \(reason)")
        }
    }

    /// Looks at screens that could not be looked at when an event did not come.
    func verifyScreens(_ now: MonotonicTime) {
        for screen in screens where screen.trouble.isToBeVerified && !work.isBusy {
            if screen.phase == .lit, screen.flips.pending == nil { verify(screen, now) }
        }
    }

    /// Sets the mode again unless the kernel shows what it was told to.
    private func verify(_ screen: KeptScreen, _ now: MonotonicTime) {
        guard !work.isBusy else {
            screen.trouble.isToBeVerified = true
            return screen.content.wakeUp()
        }
        screen.trouble.isToBeVerified = false
        screen.trouble.isBeingVerified = true
        survey(.known, now: now) { [unowned self] result, now in
            screen.trouble.isBeingVerified = false
            guard !isAway, screen.phase == .lit, screens.contains(where: { $0 === screen }) else { return }
            guard let state = try? result.get(), screen.isIntact(in: state) else { return screen.relight(now: now) }
            screen.becameIntact()
            // Only the event was lost. What is on screen is known well enough to go on.
            screen.content.wakeUp()
        }
    }
}
