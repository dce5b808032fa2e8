import DisplayModel
import DisplayPlanning
import Playlist
import SlideComposition
import Timing

/// The frame loop of an output. There is no loop to see: each page flip leads to the next frame, and a picture that
/// does not change leads to nothing.
extension DeviceController {
    /// A frame came on screen.
    func flipped(_ output: Output, _ stamp: MonotonicTime, _ now: MonotonicTime) {
        guard output.flips.flipped() else { return }
        output.frames += 1
        let time = output.clock.flipped(stamp: stamp, received: now)
        guard let arrival = output.arriving, arrival != output.announced else { return }
        let path = show.pictures[arrival.slide]
        if arrival.slide != output.announced?.slide || arrival.began != output.announced?.began {
            let due = show.instant(of: arrival.began) ?? time
            report(.shown(screen: output.screen, path: path, due: due, flipped: time))
        }
        if arrival.isSettled { report(.settled(screen: output.screen, path: path)) }
        output.announced = arrival
    }

    /// Gives up on a flip that does not come.
    func checkFlip(_ output: Output, _ now: MonotonicTime) {
        guard let pending = output.flips.pending, now >= pending.since + settings.flipLimit else { return }
        output.flips.gaveUpWaiting()
        report(
            .warning(
                about: "\(output.screen)",
                text: "no page flip for \(settings.flipLimit.inSeconds) s after a commit; setting the mode again"))
        relight(output, now)
    }

    /// Has an output's mode set again, with a new frame.
    func relight(_ output: Output, _ now: MonotonicTime) {
        output.phase = .preparing(until: now)
        output.committed = nil
        output.drawn = nil
    }

    /// Brings an output's next frame on its way, if it is time.
    func present(_ output: Output, _ now: MonotonicTime) {
        guard let buffer = output.flips.drawable else { return }
        switch output.phase {
        case .lit:
            if let drawn = output.drawn {
                if drawn.commitAt <= now { commit(drawn, output, now) }
            } else if output.nextFrame <= now {
                flip(output, into: buffer, now)
            }
        case .preparing(let limit):
            if now >= limit || isFirstPictureReady(output, now) { modeset(output, into: buffer, now) }
        case .dark(let retry, _):
            if now >= retry { modeset(output, into: buffer, now) }
        }
    }

    private func isFirstPictureReady(_ output: Output, _ now: MonotonicTime) -> Bool {
        guard let moment = show.slideshow.moment(at: show.elapsed(at: now)) else { return true }
        return library.ready(key(moment.slide, output.placement)) != nil
    }

    /// The frame that an output should show from a vblank on. It will be on screen for a whole period, so it is the
    /// one of that period's middle: a change comes at the vblank that is nearest to it.
    private func compose(_ output: Output, for vblank: MonotonicTime) -> SlidePlayer.Composition {
        let period = output.clock.period
        output.composedFor = show.elapsed(at: vblank + period / 2)
        return output.player.compose(
            at: output.composedFor, of: show.slideshow, in: output.placement, tolerance: period * 2
        ) { slide in
            library.ready(key(slide, output.placement))
        }
    }

    private func flip(_ output: Output, into buffer: Int, _ now: MonotonicTime) {
        // In a moving picture each frame goes out as soon as it is drawn; planning for a slow one would skip refreshes.
        let isMoving = output.arriving?.isSettled == false
        let vblank = output.clock.nextPresentation(from: now, drawing: isMoving ? .zero : output.cost.estimate)
        let composition = compose(output, for: vblank)
        if composition.frame == output.committed {
            schedule(output, composition, now)
            return
        }
        do {
            let fence = try draw(composition.frame, output, buffer, now)
            // Drawn sooner than expected, it would be shown one refresh or more before its time.
            let drawn = Output.DrawnFrame(
                composition: composition, buffer: buffer, fence: fence,
                commitAt: vblank - output.clock.period * 7 / 8)
            let done = clock()
            if !isMoving, drawn.commitAt - output.clock.period / 8 > done {
                output.drawn = drawn
            } else {
                commit(drawn, output, done)
            }
        } catch {
            refused(output, error, now)
        }
    }

    private func commit(_ drawn: Output.DrawnFrame, _ output: Output, _ now: MonotonicTime) {
        output.drawn = nil
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(lit: [output.lit(showing: drawn.buffer, fence: drawn.fence)]), .flip)
        } catch {
            return refused(output, error, now)
        }
        // While a picture moves, the flip event is what calls for the next frame.
        accepted(output, drawn.composition, drawn.buffer, now)
    }

    /// Lights the output with a finished frame.
    private func modeset(_ output: Output, into buffer: Int, _ now: MonotonicTime) {
        let composition = compose(output, for: now)
        do {
            _ = try draw(composition.frame, output, buffer, now)
            try device.commit(DisplayUpdate(lit: [output.lit(showing: buffer)]), .modeset)
        } catch {
            refused(output, error, now)
            return
        }
        let done = clock()
        show.begin(at: done)
        accepted(output, composition, buffer, done)
        output.phase = .lit
        retired[output.route.crtc] = nil
        guard !output.isToldLit else { return }
        output.isToldLit = true
        let visible = output.placement.visible
        let note = visible == Rectangle(output.placement.output) ? "" : ", picture within \(visible)"
        report(.lit(screen: output.screen, mode: output.mode, placement: note))
        if composition.slide == nil, composition.missing != nil {
            report(.warning(about: "\(output.screen)", text: "lit black: its first picture is still being decoded"))
        }
    }

    private func draw(
        _ frame: FrameDescription, _ output: Output, _ buffer: Int, _ now: MonotonicTime
    ) throws(RenderingError) -> Int32? {
        guard let renderer else { throw RenderingError(operation: "draw", reason: "there is no renderer") }
        let before = clock()
        let fence = try renderer.draw(frame, into: output.swapChain.buffers[buffer])
        output.cost.record(clock() - before)
        return fence
    }

    private func accepted(
        _ output: Output, _ composition: SlidePlayer.Composition, _ buffer: Int, _ now: MonotonicTime
    ) {
        output.flips.committed(buffer, at: now)
        output.committed = composition.frame
        output.nextFrame = .zero
        output.isWaitingForPicture = composition.missing != nil
        output.refusals = 0
        let arrival = composition.slide.map {
            Output.Arrival(slide: $0, began: composition.began, isSettled: !composition.isMoving)
        }
        // Another slide comes, or the one that left is not needed any more.
        if arrival != output.arriving || output.isWaitingForPicture { need(output, now) }
        output.arriving = arrival
    }

    /// Nothing to draw: sleep until shortly before something changes.
    private func schedule(_ output: Output, _ composition: SlidePlayer.Composition, _ now: MonotonicTime) {
        output.isWaitingForPicture = composition.missing != nil
        if output.isWaitingForPicture { need(output, now) }
        guard let change = composition.nextChange.flatMap(show.instant(of:)) else {
            output.nextFrame = .distantFuture
            return
        }
        let period = output.clock.period
        let vblank = output.clock.vblank(atOrAfter: max(change - period / 2, now))
        // Early enough for a slow frame; one that is done too soon is held back.
        let begin = vblank - period / 2 - output.cost.estimate * 3 / 2
        output.nextFrame = max(begin, now + period / 8)
    }

    /// Draws a frame of the first transition into the buffer that is not on screen, and leaves it at that: drivers
    /// compile shaders when they are first used, which takes several frames, and the cost of a frame is known then.
    func rehearse(_ output: Output, _ now: MonotonicTime) {
        guard !output.isRehearsed, output.phase == .lit, output.drawn == nil, show.slideshow.transition > .zero,
            let buffer = output.flips.drawable,
            let moment = show.slideshow.moment(at: show.elapsed(at: now)), let upcoming = moment.upcoming,
            let from = library.ready(key(moment.slide, output.placement)),
            let to = library.ready(key(upcoming.slide, output.placement))
        else { return }
        output.isRehearsed = true
        let frame = FrameDescription.crossFade(from: from, to: to, progress: 0.5, in: output.placement)
        // What goes wrong now goes wrong again, and is told, when the frame counts.
        for _ in 0..<2 { _ = try? draw(frame, output, buffer, now) }
    }

    /// A frame could not be drawn or committed. Nothing is queued, and no event will come.
    private func refused(_ output: Output, _ error: any Error, _ now: MonotonicTime) {
        output.refusals += 1
        guard let error = error as? DisplayError else {
            report(.warning(about: "\(output.screen)", text: "\(error)"))
            if (error as? RenderingError)?.isContextLost == true {
                return failed(
                    DisplayError(
                        operation: "draw", object: device.path, code: DisplayError.Code.noDevice, reason: "\(error)"))
            }
            output.phase = .dark(until: now + .seconds(1), reason: "\(error)")
            return
        }
        switch error.recovery {
        case .deviceGone:
            failed(error)
        case .retryNextFrame where output.refusals < 60:
            // The same frame once more; the reason is told only if it lasts.
            if output.phase == .lit {
                output.nextFrame = now + output.clock.period
            } else {
                output.phase = .dark(until: now + output.clock.period, reason: error.reason)
            }
        case .waitForSession where output.refusals < 10:
            // A seat takes DRM master away a moment before it says so. The reason is told only if it lasts.
            output.phase = .dark(until: now + .milliseconds(100), reason: "")
        case .retryNextFrame, .waitForSession, .nextCandidate:
            if case .dark(_, error.reason) = output.phase {
            } else {
                output.isToldLit = false
                report(.dark(screen: output.screen, reason: "\(error.operation): \(error.reason)"))
            }
            output.phase = .dark(until: now + .seconds(1), reason: error.reason)
            output.committed = nil
            output.drawn = nil
        }
    }
}
