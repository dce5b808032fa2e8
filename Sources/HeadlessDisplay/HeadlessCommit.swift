import DisplayModel

/// How commits are carried out, once they are found to be allowed.
extension HeadlessDevice {
    /// Carries a modeset out. The kernel waits for flips that are under way first, and for the first vblank after; here
    /// the vblanks start anew at once, so that all of it has happened when this returns.
    func set(_ next: Routing, _ update: DisplayUpdate) {
        let (now, serial) = (now, nextSerial())
        let lit = Set(update.lit.map(\.route.crtc)).sorted()
        for crtc in Set(lit).union(update.dark.map(\.crtc)).sorted() {
            if let flip = pending.removeValue(forKey: crtc) {
                complete(crtc, flip.scanout, flip.sequence, now, serial: flip.serial)
            }
            awaited[crtc] = lit.contains(crtc) ? serial : nil
        }
        let counted = grids
        routing = next
        for dark in update.dark { grids[dark.crtc] = nil }
        for crtc in lit {
            guard let scanout = next.scanouts[crtc] else { continue }
            brokenLinks.subtract(next.connectors(on: crtc))
            // After the flip that was waited for, whose vblank was the next.
            let sequence = counted[crtc].map { $0.next(after: now).sequence &+ 1 } ?? 0
            grids[crtc] = VblankGrid(origin: now, firstSequence: sequence, refresh: scanout.mode.refresh)
            complete(crtc, scanout, sequence, now, serial: serial)
        }
    }

    func flip(_ update: DisplayUpdate) throws(Refusal) {
        try routing.checkFlip(update, topology, shapes)
        for lit in update.lit where pending[lit.route.crtc] != nil {
            violations.append("CRTC \(lit.route.crtc) got a second flip while one was under way")
            throw Refusal(
                code: DisplayError.Code.busy, object: "CRTC \(lit.route.crtc)", reason: "a flip is under way already")
        }
        let (now, serial) = (now, nextSerial())
        for lit in update.lit {
            let crtc = lit.route.crtc
            guard var scanout = routing.scanouts[crtc], let grid = grids[crtc] else { continue }
            (scanout.framebuffer, scanout.source, scanout.destination) = (lit.framebuffer, lit.source, lit.destination)
            let vblank = grid.next(after: now)
            let due = sequenceCounting == .everyVblank ? vblank.time : now
            pending[crtc] = PendingFlip(scanout: scanout, sequence: vblank.sequence, due: due, serial: serial)
            awaited[crtc] = serial
        }
    }

    /// The kernel switches CRTCs off whose framebuffer goes (`drm_framebuffer_remove`).
    func bufferWasFreed(_ framebuffer: FramebufferID) {
        settle()
        buffers[framebuffer] = nil
        shapes[framebuffer] = nil
        guard !isRemoved else { return }
        for crtc in crtcIDs {
            guard
                routing.scanouts[crtc]?.framebuffer == framebuffer
                    || pending[crtc]?.scanout.framebuffer == framebuffer
            else { continue }
            violations.append("framebuffer \(framebuffer) was freed while CRTC \(crtc) scanned it out")
            for connector in routing.connectors(on: crtc) { routing.feeds[connector] = nil }
            routing.scanouts[crtc] = nil
            grids[crtc] = nil
            pending[crtc] = nil
        }
    }
}
