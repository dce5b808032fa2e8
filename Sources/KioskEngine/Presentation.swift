import DisplayModel
import DisplayPlanning
import Playlist
import SlideComposition
import Timing

/// The frame loop of an output. There is no loop to see: each page flip leads to the next frame, and a picture that
/// does not change leads to nothing.
extension DeviceController {
    /// A frame came on screen, on one of the output's CRTCs.
    func flipped(
        _ output: Output, _ crtc: CRTCID, sequence: UInt32, _ stamp: MonotonicTime, _ now: MonotonicTime
    ) {
        guard output.flips.flipped(crtc) else { return }
        output.frames += 1
        output.owesProof = false
        let time = output.clock.flipped(stamp: stamp, sequence: sequence, received: now)
        for (index, arrival) in output.arriving.enumerated() {
            let announced = output.announced.indices.contains(index) ? output.announced[index] : nil
            guard let arrival, arrival != announced else { continue }
            let zone = output.scene.zones.count > 1 ? output.scene.zones[index].zone.name ?? "zone \(index + 1)" : nil
            if arrival.slide != announced?.slide || arrival.began != announced?.began {
                let due = output.show.instant(of: arrival.began) ?? time
                report(.shown(screen: output.screen, zone: zone, slide: "\(arrival.slide)", due: due, flipped: time))
            }
            if arrival.isSettled { report(.settled(screen: output.screen, zone: zone, slide: "\(arrival.slide)")) }
        }
        output.announced = output.arriving
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
            if output.owesProof { repeatFrame(output, now) }
        case .preparing(let limit):
            if now >= limit || isFirstPictureReady(output, now) { modeset(output, into: buffer, now) }
        case .dark(let retry, _):
            if now >= retry { modeset(output, into: buffer, now) }
        }
    }

    private func isFirstPictureReady(_ output: Output, _ now: MonotonicTime) -> Bool {
        output.scene.needs(at: output.show.time(at: now), ahead: 0).allSatisfy {
            library.ready(output.show.revised($0.picture)) != nil
        }
    }

    /// The frame that an output should show from a vblank on. It will be on screen for a whole period, so it is the
    /// one of that period's middle: a change comes at the vblank that is nearest to it.
    private func compose(_ output: Output, for vblank: MonotonicTime) -> ScenePlayer.Composition {
        let period = output.clock.period
        output.composedFor = output.show.time(at: vblank + period / 2)
        guard let group = output.plan.wish.group else {
            return output.scene.compose(at: output.composedFor, tolerance: period * 2) { slide, layout, _ in
                ready(slide, layout, of: output.show)
            }
        }
        // A group changes together: a slide that is to come and is not ready for one of it comes to none.
        let peers = outputs.filter { $0 !== output && $0.plan.wish.group == group && $0.show === output.show }
        let visible = output.visible
        return output.scene.compose(at: output.composedFor, tolerance: period * 2) { slide, layout, zone in
            let isReady =
                visible.contains(slide)
                || peers.allSatisfy { peer in
                    let zones = peer.scene.zones
                    return !zones.indices.contains(zone) || ready(slide, zones[zone].layout, of: output.show) != nil
                }
            return isReady ? ready(slide, layout, of: output.show) : nil
        }
    }

    private func flip(_ output: Output, into buffer: Int, _ now: MonotonicTime) {
        // In a moving picture each frame goes out as soon as it is drawn; planning for a slow one would skip refreshes.
        let isMoving = output.isMoving
        let vblank = output.clock.nextPresentation(from: now, drawing: isMoving ? .zero : output.cost.estimate)
        if let earliest = earliestBegin(output), earliest > now {
            output.nextFrame = earliest
            return
        }
        let composition = compose(output, for: vblank)
        if composition.frame == output.committed {
            schedule(output, composition, now)
            return
        }
        do {
            let fences = try draw(composition.frame, output, buffer, now)
            // Drawn sooner than expected, it would be shown one refresh or more before its time.
            let drawn = Output.DrawnFrame(
                composition: composition, buffer: buffer, fences: fences,
                commitAt: vblank - output.clock.period * 7 / 8)
            let done = clock()
            if !isMoving, drawn.commitAt - output.clock.period / 8 > done {
                output.drawn = drawn
            } else {
                commit(drawn, output, done)
            }
        } catch {
            undrawn(output, error, now)
        }
    }

    /// Before when no frame is begun, where something else than flips sets the pace: each nth vblank was wished for, or the
    /// device does not wait for vblanks at all.
    private func earliestBegin(_ output: Output) -> MonotonicTime? {
        let interval = output.plan.wish.frameInterval
        guard let last = output.clock.lastFlip, interval > 1 || !output.clock.isPacedByDevice else { return nil }
        // A device with vblanks takes the frame in the refresh before its own; one without shows it at once.
        let period = output.clock.period
        return output.clock.isPacedByDevice ? last + period * (interval - 1) + period / 8 : last + period * interval
    }

    private func commit(_ drawn: Output.DrawnFrame, _ output: Output, _ now: MonotonicTime) {
        output.drawn = nil
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(lit: output.lit(showing: drawn.buffer, fences: drawn.fences)), .flip)
        } catch {
            return refused(output, .flip, error, now)
        }
        // While a picture moves, the flip event is what calls for the next frame.
        accepted(output, drawn.composition, drawn.buffer, now)
    }

    /// Flips to the buffer that is on screen already: proof that the kernel still takes frames and shows them.
    private func repeatFrame(_ output: Output, _ now: MonotonicTime) {
        guard output.phase == .lit, output.flips.pending == nil, output.drawn == nil, let buffer = output.flips.current
        else { return }
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(lit: output.lit(showing: buffer)), .flip)
        } catch {
            return refused(output, .flip, error, now)
        }
        output.flips.committed(buffer, on: output.crtcs, at: now)
    }

    /// Lights the output with a finished frame.
    private func modeset(_ output: Output, into buffer: Int, _ now: MonotonicTime) {
        var composition = compose(output, for: now)
        do { _ = try draw(composition.frame, output, buffer, now) } catch { return undrawn(output, error, now) }
        do throws(DisplayError) {
            try device.commit(DisplayUpdate(lit: output.lit(showing: buffer)), .modeset)
        } catch {
            return refused(output, .modeset, error, now)
        }
        let done = clock()
        let step = output.show.begin(at: done)
        output.scene.shift(by: step)
        for zone in composition.zones.indices { composition.zones[zone].began += step }
        accepted(output, composition, buffer, done)
        output.phase = .lit
        for crtc in output.crtcs { retired[crtc] = nil }
        guard !output.isToldLit else { return }
        output.isToldLit = true
        output.toldDark = nil
        let visible = output.placement.visible
        let note = visible == Rectangle(output.placement.output) ? "" : ", picture within \(visible)"
        report(.lit(screen: output.screen, mode: output.mode, placement: note))
        if !composition.showsSomething, composition.isMissing {
            report(.warning(about: "\(output.screen)", text: "lit black: its first picture is still being decoded"))
        }
    }

    /// Draws a frame on every part of the output.
    /// - Returns: for each part a fence, where drawing is not finished yet and the kernel is to wait.
    private func draw(
        _ frame: FrameDescription, _ output: Output, _ buffer: Int, _ now: MonotonicTime
    ) throws(RenderingError) -> [Int32?] {
        guard let renderer else { throw RenderingError(operation: "draw", reason: "there is no renderer") }
        let before = clock()
        var fences: [Int32?] = []
        for part in output.parts {
            var frame = frame
            frame.place(on: part.placement)
            fences.append(try renderer.draw(frame, into: part.swapChain.buffers[buffer]))
        }
        output.cost.record(clock() - before)
        return fences
    }

    private func accepted(
        _ output: Output, _ composition: ScenePlayer.Composition, _ buffer: Int, _ now: MonotonicTime
    ) {
        output.flips.committed(buffer, on: output.crtcs, at: now)
        output.committed = composition.frame
        output.nextFrame = .zero
        output.isWaitingForPicture = composition.isMissing
        output.isMoving = composition.isMoving
        output.refusals = 0
        let arrivals = composition.zones.map { zone in
            zone.slide.map { Output.Arrival(slide: $0, began: zone.began, isSettled: zone.isSettled) }
        }
        // Another slide comes, or the one that left is not needed any more.
        if arrivals != output.arriving || output.isWaitingForPicture { need(output, now) }
        output.arriving = arrivals
        for zone in composition.zones {
            guard let skipped = zone.skipped, output.toldSkipped.insert(skipped).inserted else { continue }
            let text = "\(skipped) was not ready in its time and is skipped; a smaller file is decoded faster"
            report(.warning(about: "\(output.screen)", text: text))
        }
        output.visible = Set(composition.zones.flatMap(\.content.slides))
    }

    /// Nothing to draw: sleep until shortly before something changes.
    private func schedule(_ output: Output, _ composition: ScenePlayer.Composition, _ now: MonotonicTime) {
        output.isWaitingForPicture = composition.isMissing
        if output.isWaitingForPicture { need(output, now) }
        guard let change = composition.nextChange.flatMap(output.show.instant(of:)) else {
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
        guard !output.isRehearsed, output.phase == .lit, output.drawn == nil, let buffer = output.flips.drawable,
            let frame = output.scene.rehearsal(at: output.show.time(at: now), ready: { ready($0, $1, of: output.show) })
        else { return }
        output.isRehearsed = true
        // What goes wrong now goes wrong again, and is told, when the frame counts.
        for _ in 0..<2 { _ = try? draw(frame, output, buffer, now) }
    }
}
