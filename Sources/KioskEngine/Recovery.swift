import DisplayModel
import DisplayPlanning
import SlideComposition
import Timing

/// What is done when a frame cannot be drawn, a commit is refused, or a page flip does not come. Each way out has a
/// limit, and a next step after it.
extension DeviceController {
    /// A frame could not be drawn. Nothing is queued, and no event will come.
    func undrawn(_ output: Output, _ error: RenderingError, _ now: MonotonicTime) {
        if error.isContextLost { return needsReopening = "\(error)" }
        tellDark(output, "\(error)")
        output.phase = .dark(until: now + .seconds(1), reason: "\(error)")
    }

    private func tellDark(_ output: Output, _ reason: String) {
        guard output.toldDark != reason else { return }
        output.toldDark = reason
        output.isToldLit = false
        report(.dark(screen: output.screen, reason: reason))
    }

    /// A commit was refused. Nothing is queued, and no event will come.
    func refused(_ output: Output, _ kind: CommitKind, _ error: DisplayError, _ now: MonotonicTime) {
        output.refusals += 1
        output.drawn = nil
        switch error.recovery {
        case .deviceGone:
            failed(error)
        case .retryNextFrame where output.refusals % Self.patience != 0:
            // The same frame once more; the reason is told only if it lasts.
            if output.phase == .lit {
                output.nextFrame = now + output.clock.period
            } else {
                output.phase = .dark(until: now + output.clock.period, reason: error.reason)
            }
        case .retryNextFrame:
            goDark(output, error, now)
            recover(
                output, after: .refusal, "\(error.operation) refused \(output.refusals) times: \(error.reason)", now)
        case .waitForSession where output.refusals < Self.silence:
            // A seat takes DRM master away a moment before it says so.
            output.phase = .dark(until: now + .milliseconds(100), reason: error.reason)
        case .waitForSession:
            goDark(output, error, now)
        case .nextCandidate where kind == .flip:
            // Something is not as it was thought to be: only a modeset sets it right.
            recover(output, after: .refusal, "\(error.operation): \(error.reason)", now)
        case .nextCandidate:
            goDark(output, error, now)
            if strike(output, now) {
                leave(output, now)
                outputs.removeAll { $0 === output }
                refused[output.connector] = "\(error.operation): \(error.reason)"
            }
            retryLater(now)
        }
    }

    /// How many refusals in a row count as one failure: a second at 60 Hz.
    private static let patience = 60

    /// How many refusals for want of DRM master are nothing to tell, a tenth of a second apart.
    private static let silence = 10

    /// Until the next try there is nothing to be seen.
    private func goDark(_ output: Output, _ error: DisplayError, _ now: MonotonicTime) {
        let reason = "\(error.operation): \(error.reason)"
        tellDark(output, reason)
        output.phase = .dark(until: now + .seconds(1), reason: reason)
        output.committed = nil
    }

    /// Has an output's mode set again, with a new frame.
    func relight(_ output: Output, _ now: MonotonicTime) {
        output.phase = .preparing(until: now)
        output.committed = nil
        output.drawn = nil
    }

    /// Gives up on a flip that does not come.
    func checkFlip(_ output: Output, _ now: MonotonicTime) {
        guard let pending = output.flips.pending, now >= pending.since + settings.flipLimit else { return }
        output.flips.gaveUpWaiting()
        recover(output, after: .silence, "no page flip for \(settings.flipLimit.inSeconds) s after a commit", now)
    }

    private enum Trouble {
        /// An event did not come.
        case silence
        /// A commit was not taken.
        case refusal
    }

    /// Does the next thing that may help.
    private func recover(_ output: Output, after trouble: Trouble, _ reason: String, _ now: MonotonicTime) {
        let step = output.watchdog.missed(at: now)
        report(.recovering(screen: output.screen, step: step, reason: reason))
        switch step {
        case .verify:
            guard trouble == .silence, output.phase == .lit, let state = try? device.snapshot(.known),
                output.isIntact(in: state)
            else {
                return relight(output, now)
            }
            // Only the event was lost. What is on screen is known well enough to go on.
            output.nextFrame = .zero
        case .rearm:
            relight(output, now)
        case .cycle:
            cycle(output, now)
        case .reopen:
            needsReopening = "\(output.screen): \(reason)"
        }
    }

    /// Switches the output's CRTCs off, for a modeset to switch them on again.
    private func cycle(_ output: Output, _ now: MonotonicTime) {
        do throws(DisplayError) {
            let state = try device.snapshot(.known)
            let dark = output.crtcs.filter { state.crtc($0)?.isActive == true }.map {
                DisplayUpdate.Dark(crtc: $0, connectors: state.connectors(on: $0))
            }
            if !dark.isEmpty { try device.commit(DisplayUpdate(dark: dark), .modeset) }
        } catch {
            failed(error)
        }
        relight(output, now)
    }
}
