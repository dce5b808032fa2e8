import CDRM
import DisplayModel
import Glibc
import LinuxSystem

/// Carries updates out on a card without atomic modesetting, and remembers what they have made of it.
final class LegacyCommitter {
    private let card: Card
    private let reader: ResourceReader

    /// What feeds each CRTC that this program has set a mode on since it is DRM master. Only they can be flipped.
    private var feeds: [CRTCID: [ConnectorID]] = [:]
    /// The commit whose page flip is to be reported for a CRTC.
    private var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64
    /// The gamma tables that were found, of CRTCs whose pictures they change.
    private var foundGamma: [CRTCID: GammaTable] = [:]
    /// The framebuffers that this program made. Whatever else is shown is another program's picture, given back.
    var ownFramebuffers: Set<FramebufferID> = []

    /// Called with each commit as one line, with its outcome.
    var onTrace: ((String) -> Void)?

    /// - Parameter serial: no smaller than the number of any commit that was made through this open file before.
    init(_ card: Card, _ reader: ResourceReader, after serial: UInt64) {
        (self.card, self.reader, lastSerial) = (card, reader, serial)
    }

    /// DRM master is given up: what was committed is not on screen any more, and is not reported.
    func forget() {
        feeds = [:]
        awaited = [:]
    }

    /// Whether an event is the one that a CRTC's last commit promised. Each is reported once.
    func isAwaited(_ event: VblankEvent) -> Bool {
        guard awaited[event.crtc] == event.serial else { return false }
        awaited[event.crtc] = nil
        return true
    }

    func commit(_ update: DisplayUpdate, _ kind: CommitKind, on device: DeviceSnapshot) throws(DisplayError) {
        if let contradiction = update.contradiction {
            throw .refused(kind, name(update), contradiction.reason)
        }
        if let refusal = LegacyPlan.refusal(of: update, on: device) { throw .refused(kind, name(update), refusal) }
        if kind.change == .flip { try checkFlip(update, kind) }
        guard !kind.isTest else { return }
        do throws(SystemError) {
            switch kind.change {
            case .modeset: try modeset(update, device)
            case .flip: try flip(update)
            }
        } catch {
            onTrace?("\(operation(kind)): \(describe(update)): \(error.reason)")
            let cause = card.isPresent ? error : SystemError(error.operation, code: DisplayError.Code.noDevice)
            var refusal = DisplayError.committing(kind, name(update), cause)
            refusal.operation = operation(kind)
            throw refusal
        }
        onTrace?("\(operation(kind)): \(describe(update)): done")
    }

    private func checkFlip(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        guard update.disabled.isEmpty else {
            throw .refused(kind, name(update), "switching a CRTC off takes a modeset")
        }
        for output in update.enabled where feeds[output.crtc]?.contains(output.connector) != true {
            let connector = reader.name(of: output.connector)
            guard card.isMaster else {
                throw .committing(kind, connector, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
            }
            throw .refused(kind, connector, "no modeset has enabled it; that comes first")
        }
    }

    // MARK: Modesets

    /// Sets one CRTC after the other. Where one is refused those before it are put back.
    private func modeset(_ update: DisplayUpdate, _ device: DeviceSnapshot) throws(SystemError) {
        waitForFences(update)
        var before: [LegacyPlan.Configuration] = []
        do throws(SystemError) {
            try setProperties(update)
            for wanted in LegacyPlan.configurations(update) {
                before.append(try configuration(of: wanted.crtc, in: device))
                try clear(wanted.crtc, device)
                try apply(wanted, in: device)
            }
        } catch {
            for former in before.reversed() {
                try? card.set(former)
                (feeds[former.crtc], awaited[former.crtc]) = (nil, nil)
            }
            throw error
        }
    }

    private func configuration(
        of crtc: CRTCID, in device: DeviceSnapshot
    ) throws(SystemError) -> LegacyPlan.Configuration {
        var picture = try card.picture(of: crtc)
        picture?.connectors = device.connectors.filter { $0.crtc == crtc }.map(\.id)
        return LegacyPlan.Configuration(crtc: crtc, picture: picture)
    }

    /// What a previous owner has left on top of the picture.
    private func clear(_ crtc: CRTCID, _ device: DeviceSnapshot) throws(SystemError) {
        card.hideCursor(on: crtc)
        for plane in device.planes where plane.kind == .overlay && plane.scanout?.crtc == crtc {
            try card.switchOff(plane.id)
        }
    }

    private func apply(_ wanted: LegacyPlan.Configuration, in device: DeviceSnapshot) throws(SystemError) {
        let crtc = wanted.crtc
        (feeds[crtc], awaited[crtc]) = (nil, nil)
        guard let picture = wanted.picture else {
            setPower(Self.dpmsOff, of: device.connectors.filter { $0.crtc == crtc }.map(\.id))
            try card.set(wanted)
            return giveBackGamma(crtc)
        }
        try card.set(wanted)
        // Some drivers keep the connector's own switch, which a console may have turned off.
        setPower(Self.dpmsOn, of: picture.connectors)
        if ownFramebuffers.contains(picture.framebuffer) { neutraliseGamma(crtc) } else { giveBackGamma(crtc) }
        lastSerial += 1
        try reportingFlip(crtc, to: picture.framebuffer)
        (feeds[crtc], awaited[crtc]) = (picture.connectors, lastSerial)
        for other in feeds.keys where other != crtc {
            feeds[other]?.removeAll { picture.connectors.contains($0) }
            if feeds[other]?.isEmpty == true { (feeds[other], awaited[other]) = (nil, nil) }
        }
    }

    /// A modeset reports nothing, so a flip to the same framebuffer follows it. A flip from before may still be under way.
    private func reportingFlip(_ crtc: CRTCID, to framebuffer: FramebufferID) throws(SystemError) {
        for _ in 0..<Self.flipTries {
            do throws(SystemError) {
                return try card.flip(crtc, to: framebuffer, serial: lastSerial)
            } catch {
                guard error.code == DisplayError.Code.busy else { throw error }
                usleep(Self.flipPause)
            }
        }
        try card.flip(crtc, to: framebuffer, serial: lastSerial)
    }

    /// Together longer than two refreshes at 24 Hz.
    private static let (flipTries, flipPause): (Int, UInt32) = (25, 4000)

    /// A property that the driver does not take leaves the picture a little different, which is better than none.
    private func setProperties(_ update: DisplayUpdate) throws(SystemError) {
        let state: KernelState
        do { state = try reader.kernelState() } catch {
            throw SystemError("drmModeObjectGetProperties", card.path, code: error.code)
        }
        for wanted in LegacyPlan.properties(update, from: state) {
            guard let property = reader.propertyID(wanted.property, of: wanted.object) else { continue }
            do throws(SystemError) {
                try card.set(property, of: wanted.object, to: wanted.value)
                onTrace?("set property: \(name(wanted.object)) \(wanted.property.rawValue)=\(wanted.value): done")
            } catch {
                onTrace?(
                    "set property: \(name(wanted.object)) \(wanted.property.rawValue)=\(wanted.value): \(error.reason)")
            }
        }
    }

    private func setPower(_ value: UInt64, of connectors: [ConnectorID]) {
        for connector in connectors {
            guard let property = reader.propertyID(.power, of: .connector(connector)) else { continue }
            try? card.set(property, of: .connector(connector), to: value)
        }
    }

    /// `DRM_MODE_DPMS_ON` and `DRM_MODE_DPMS_OFF`
    private static let (dpmsOn, dpmsOff): (UInt64, UInt64) = (0, 3)

    // MARK: Gamma

    private func neutraliseGamma(_ crtc: CRTCID) {
        guard let found = card.gamma(of: crtc), !found.isNeutral else { return }
        if foundGamma[crtc] == nil { foundGamma[crtc] = found }
        try? card.setGamma(GammaTable(linear: found.red.count), of: crtc)
    }

    private func giveBackGamma(_ crtc: CRTCID) {
        if let found = foundGamma[crtc] { try? card.setGamma(found, of: crtc) }
    }

    // MARK: Flips

    private func flip(_ update: DisplayUpdate) throws(SystemError) {
        waitForFences(update)
        lastSerial += 1
        var flipped: [CRTCID] = []
        do throws(SystemError) {
            for crtc in update.enabledCRTCs {
                guard let layer = update.layers(on: crtc).first else { continue }
                try card.flip(crtc, to: layer.framebuffer, serial: lastSerial)
                flipped.append(crtc)
                awaited[crtc] = lastSerial
            }
        } catch {
            // Those before it are under way and cannot be called back; nobody hears of them.
            for crtc in flipped { awaited[crtc] = nil }
            throw error
        }
    }

    /// A frame that is not drawn yet would be shown half.
    private func waitForFences(_ update: DisplayUpdate) {
        for fence in Set(update.enabled.flatMap(\.layers).compactMap(\.acquireFence)) where !card.waitForFence(fence) {
            onTrace?("a frame was not drawn within a second")
        }
    }

    // MARK: Names

    private func operation(_ kind: CommitKind) -> String {
        kind.change == .modeset ? "legacy modeset" : "page flip"
    }

    private func name(_ update: DisplayUpdate) -> String {
        let connectors = update.enabled.map(\.connector) + update.disabled.flatMap(\.connectors)
        return connectors.isEmpty ? card.path : connectors.map { reader.name(of: $0) }.joined(separator: ", ")
    }

    private func name(_ object: KMSObject) -> String {
        switch object {
        case .connector(let id): reader.name(of: id)
        case .crtc(let id): "crtc-\(id)"
        case .plane(let id): "plane-\(id)"
        }
    }

    /// `crtc-36 1024x768@60 framebuffer 42 on HDMI-A-1; crtc-37 off`
    private func describe(_ update: DisplayUpdate) -> String {
        LegacyPlan.configurations(update).map { configuration in
            guard let picture = configuration.picture else { return "crtc-\(configuration.crtc) off" }
            let connectors = picture.connectors.map { reader.name(of: $0) }.joined(separator: "+")
            return "crtc-\(configuration.crtc) \(picture.mode) framebuffer \(picture.framebuffer) on \(connectors)"
        }.joined(separator: "; ")
    }
}
