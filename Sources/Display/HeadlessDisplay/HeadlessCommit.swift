public import DisplayModel
import Timing

/// How commits are checked and carried out.
extension HeadlessDevice {
    public func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        if kind.change == .modeset { takeLocks(for: kind.isTest ? .zero : hardware.modesetTime) }
        try begin(.commit(kind), Self.name(of: kind))
        guard isMaster else {
            throw DisplayError(
                operation: Self.name(of: kind), object: path, code: DisplayError.Code.accessDenied,
                reason: "another program is master of the device")
        }
        if let contradiction = update.contradiction {
            let object = name(of: contradiction.object)
            if !kind.isTest {
                record.violations.append("an update contradicts itself: \(object): \(contradiction.reason)")
            }
            throw DisplayError(
                operation: Self.name(of: kind), object: object, code: DisplayError.Code.invalid,
                reason: contradiction.reason)
        }
        do throws(Refusal) {
            switch kind {
            case .test where !hardware.isAtomic: try checkLayers(update)
            case .test(.modeset): try checkLimits(pipeline.routing.applying(update, rules))
            case .test(.flip): try checkLimits(pipeline.routing.flipping(update, rules))
            case .modeset:
                if !hardware.isAtomic { try checkLayers(update) }
                let next = try pipeline.routing.applying(update, rules)
                try checkLimits(next)
                set(next, update)
            case .flip: try flip(update)
            }
        } catch {
            throw DisplayError(
                operation: Self.name(of: kind), object: error.object, code: error.code, reason: error.reason)
        }
        if !kind.isTest {
            for crtc in update.enabledCRTCs where !rules.isStackedAsListed(update.layers(on: crtc)) {
                record.violations.append("the layers of CRTC \(crtc) are not stacked as they are listed")
            }
        }
        rearm()
    }

    var rules: LayerRules {
        var topology = topology
        topology.planes = planes
        return LayerRules(topology: topology, framebuffers: framebufferTable.shapes, canScale: hardware.canScale)
    }

    /// What is known of a device without atomic modesetting before anything is tried.
    private func checkLayers(_ update: DisplayUpdate) throws(Refusal) {
        for crtc in update.enabledCRTCs where update.layers(on: crtc).count != 1 {
            throw .invalid("CRTC \(crtc)", "without atomic modesetting it shows one layer")
        }
    }

    private func checkLimits(_ next: Routing) throws(Refusal) {
        let needed = next.scanouts.values.map { Double($0.mode.size.area) * $0.mode.refresh.hertz }.reduce(0, +)
        if let bandwidth = hardware.bandwidth, needed > bandwidth {
            throw Refusal(
                code: DisplayError.Code.noSpace, object: path,
                reason: "\(Int(needed)) pixels a second are more than the \(Int(bandwidth)) that it can send")
        }
        let layers = next.scanouts.values.map(\.layers.count).reduce(0, +)
        if let limit = hardware.layerLimit, layers > limit {
            throw Refusal(
                code: DisplayError.Code.noSpace, object: path,
                reason: "\(layers) layers are more than the \(limit) that it can have on")
        }
    }

    private func name(of object: DisplayUpdate.Contradiction.Object) -> String {
        switch object {
        case .connector(let id): topology.name(id)
        case .crtc(let id): "CRTC \(id)"
        case .plane(let id): "plane \(id)"
        }
    }

    private static func name(of kind: CommitKind) -> String {
        switch kind {
        case .modeset: "atomic modeset"
        case .flip: "page flip"
        case .test(.modeset): "atomic test"
        case .test(.flip): "page flip test"
        }
    }

    /// Carries out a modeset. The kernel first waits for pending flips, and then for the first vblank in the new mode. Here
    /// the vblanks start at once, so that all of it has happened when this returns.
    private func set(_ next: Routing, _ update: DisplayUpdate) {
        let (now, serial) = (now, pipeline.events.nextSerial())
        let enabled = update.enabledCRTCs.sorted()
        for crtc in Set(enabled).union(update.disabled.map(\.crtc)).sorted() {
            if let flip = pipeline.pipes[crtc]?.pending {
                pipeline.pipes[crtc]?.pending = nil
                complete(crtc, flip.scanout, flip.sequence, now, serial: flip.serial)
            }
            pipeline.events.awaited[crtc] = enabled.contains(crtc) ? serial : nil
        }
        let before = pipeline.pipes
        pipeline.routing = next
        for off in update.disabled { pipeline.pipes[off.crtc] = nil }
        for crtc in enabled {
            guard let scanout = next.scanouts[crtc] else { continue }
            for index in connectors.indices where pipeline.routing.feeds[connectors[index].id] == crtc {
                connectors[index].isLinkBroken = false
            }
            // The vblank after that of the pending flip.
            let sequence = before[crtc].map { $0.grid.next(after: now).sequence &+ 1 } ?? 0
            pipeline.pipes[crtc] = Pipeline.Pipe(
                grid: VblankGrid(origin: now, firstSequence: sequence, refresh: scanout.mode.refresh))
            complete(crtc, scanout, sequence, now, serial: serial)
        }
    }

    /// Queues a flip for the next vblanks.
    private func flip(_ update: DisplayUpdate) throws(Refusal) {
        let next = try pipeline.routing.flipping(update, rules)
        try checkLimits(next)
        for crtc in update.enabledCRTCs where pipeline.pipes[crtc]?.pending != nil {
            record.violations.append("CRTC \(crtc) got a second flip while one was pending")
            throw Refusal(code: DisplayError.Code.busy, object: "CRTC \(crtc)", reason: "a flip is pending already")
        }
        let (now, serial) = (now, pipeline.events.nextSerial())
        for crtc in update.enabledCRTCs {
            guard let scanout = next.scanouts[crtc], let grid = pipeline.pipes[crtc]?.grid else { continue }
            let vblank = grid.next(after: now)
            let due = hardware.vblanks == .none ? now : vblank.time
            pipeline.pipes[crtc]?.pending = Pipeline.PendingFlip(
                scanout: scanout, sequence: vblank.sequence, due: due, serial: serial)
            pipeline.events.awaited[crtc] = serial
        }
    }

    /// The kernel switches planes off whose framebuffer goes, and with a primary plane its CRTC
    /// (`drm_framebuffer_remove`).
    func bufferWasFreed(_ framebuffer: FramebufferID) {
        settle()
        framebufferTable.remove(framebuffer)
        guard !isRemoved else { return }
        for crtc in crtcIDs {
            let layers =
                (pipeline.routing.scanouts[crtc]?.layers ?? []) + (pipeline.pipes[crtc]?.pending?.scanout.layers ?? [])
            let planes = layers.filter { $0.framebuffer == framebuffer }.compactMap { topology.plane($0.plane) }
            guard !planes.isEmpty else { continue }
            record.violations.append("framebuffer \(framebuffer) was freed while CRTC \(crtc) scanned it out")
            if planes.contains(where: { $0.kind == .primary }) {
                for connector in pipeline.routing.connectors(on: crtc) { pipeline.routing.feeds[connector] = nil }
                pipeline.routing.scanouts[crtc] = nil
                pipeline.pipes[crtc] = nil
            } else {
                pipeline.routing.scanouts[crtc]?.layers.removeAll { $0.framebuffer == framebuffer }
                pipeline.pipes[crtc]?.pending?.scanout.layers.removeAll { $0.framebuffer == framebuffer }
            }
        }
    }
}
