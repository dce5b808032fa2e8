import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// The frame loop of a screen. There is no loop to see: each page flip leads to the next frame, and a picture that does
/// not change leads to nothing.
extension ScreenKeeper {
    /// Brings a screen's next frame on its way, if it is time.
    func present(_ screen: KeptScreen, _ now: MonotonicTime) {
        if renderers.isHandingOver { goOver(screen, now) }
        guard screen.phase == .lit, !screen.trouble.isBeingVerified, let buffer = screen.flips.drawable else { return }
        if let held = screen.held {
            if held.commitAt <= now { flip(held, screen, now) }
        } else if !renderers.isLost, let frame = screen.content.nextFrame(now: now) {
            drawAndFlip(frame, screen, into: buffer, now)
        }
        if screen.trouble.owesProof { repeatFrame(screen, now) }
    }

    private func drawAndFlip(_ frame: FrameDescription, _ screen: KeptScreen, into buffer: Int, _ now: MonotonicTime) {
        do {
            let begun = clock()
            let fences = try screen.draw(frame, into: buffer)
            let done = clock()
            reportSubstitutions()
            let commitAt = screen.content.drawn(took: done - begun, now: done)
            let drawn = KeptScreen.DrawnFrame(buffer: buffer, fences: fences, commitAt: commitAt ?? done)
            if commitAt != nil { screen.hold(drawn) } else { flip(drawn, screen, done) }
        } catch {
            undrawn(screen, error, now)
        }
    }

    func reportSubstitutions() {
        for lacking in renderers.current?.takeSubstitutions() ?? [] {
            report(.warning(about: lacking.name, text: "\(lacking.reason); a cross-fade is drawn instead"))
        }
    }

    private func flip(_ frame: KeptScreen.DrawnFrame, _ screen: KeptScreen, _ now: MonotonicTime) {
        screen.releaseHeld()
        do throws(DisplayError) {
            try device.commit(screen.update(showing: frame.buffer, fences: frame.fences), .flip)
        } catch {
            return refused(screen, .flip, error, now)
        }
        screen.committed(frame.buffer, at: now)
        screen.accepted()
        // While a picture moves, the flip event is what calls for the next frame.
        screen.content.queued(at: now, lights: false)
    }

    /// Flips to the buffer that is on screen already: proof that the kernel still takes frames and shows them.
    private func repeatFrame(_ screen: KeptScreen, _ now: MonotonicTime) {
        guard screen.phase == .lit, !screen.trouble.isBeingVerified, screen.flips.pending == nil, screen.held == nil,
            let buffer = screen.flips.current
        else { return }
        do throws(DisplayError) {
            try device.commit(screen.update(showing: buffer), .flip)
        } catch {
            return refused(screen, .flip, error, now)
        }
        screen.committed(buffer, at: now)
    }

    /// Whether the device would take a flip of the screen now.
    func canFlip(_ screen: KeptScreen) -> Bool {
        guard screen.phase == .lit, let buffer = screen.flips.current ?? screen.flips.pending?.buffer else {
            return false
        }
        return (try? device.commit(screen.update(showing: buffer), .test(.flip))) != nil
    }

    /// Draws a frame of the next change into the buffer that is not on screen, and leaves it at that: drivers compile
    /// shaders when they are first used, which takes several frames, and the cost of a frame is known then.
    func rehearse(_ screen: KeptScreen, _ now: MonotonicTime) {
        guard screen.phase == .lit, screen.held == nil, !renderers.isLost, let buffer = screen.flips.drawable,
            let frame = screen.content.rehearsal(now: now)
        else { return }
        for _ in 0..<2 {
            let begun = clock()
            // What goes wrong now goes wrong again, and is reported, when the frame counts.
            guard (try? screen.draw(frame, into: buffer)) != nil else { return }
            screen.content.rehearsed(took: clock() - begun)
        }
    }
}
