import CDRM
import DisplayModel
import LinuxSystem

/// Carries updates out on a card, and remembers what they have made of it.
final class Committer {
    private let card: Card
    private let reader: ResourceReader
    private let census: Census

    /// What is committed, as far as this program knows: read before each modeset, then kept up to date by its commits.
    private var committed = KernelState(values: [:])
    /// The CRTCs that this program has set a mode on since it is DRM master. Only they can be flipped.
    private var enabled: Set<CRTCID> = []
    /// The blob of the mode that each of them runs.
    private var modeBlobs: [CRTCID: ModeBlob] = [:]
    /// The commit whose page flip is to be reported for a CRTC. Events of others are the kernel's by-products: it also
    /// reports CRTCs that were switched off.
    private var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64

    /// Called with each commit as one line, with its outcome.
    var onTrace: ((String) -> Void)?

    /// - Parameter serial: no smaller than the number of any commit that was made through this open file before.
    init(_ card: Card, _ reader: ResourceReader, census: Census, after serial: UInt64) {
        (self.card, self.reader, self.census, lastSerial) = (card, reader, census, serial)
    }

    /// DRM master is given up: what was committed is not on screen any more, and is not reported.
    func forget() {
        enabled = []
        awaited = [:]
    }

    /// Whether an event is the one that a CRTC's last commit promised. Each is reported once.
    func isAwaited(_ event: VblankEvent) -> Bool {
        guard awaited[event.crtc] == event.serial else { return false }
        awaited[event.crtc] = nil
        return true
    }

    func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        if let contradiction = update.contradiction {
            throw .refused(kind, name(of: contradiction.object), contradiction.reason)
        }
        switch kind.change {
        case .modeset: try modeset(update, kind)
        case .flip: try flip(update, kind)
        }
    }

    private func modeset(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        let blobs = try makeModeBlobs(update)
        var state = try reader.kernelState()
        let plan = CommitPlan.modeset(update, from: state, modeBlobs: blobs.mapValues(\.id))
        // The plan names the blobs by number only; without this they could be destroyed before it is submitted.
        defer { withExtendedLifetime(blobs) {} }
        if kind.isTest {
            return try submit(
                plan.clearing + plan.assignments, update, kind,
                flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET)
        }
        try submit(plan.clearing, update, kind, flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
        // The kernel refuses to promise an event where nothing is enabled.
        let event = update.enabled.isEmpty ? 0 : DRM_MODE_PAGE_FLIP_EVENT
        try submit(plan.assignments, update, kind, flags: DRM_MODE_ATOMIC_ALLOW_MODESET | event)
        state.apply(plan.clearing + plan.assignments)
        committed = state
        for crtc in plan.disabled {
            enabled.remove(crtc)
            awaited[crtc] = nil
            modeBlobs[crtc] = nil
        }
        for crtc in update.enabledCRTCs {
            enabled.insert(crtc)
            awaited[crtc] = lastSerial
            modeBlobs[crtc] = blobs[crtc]
        }
    }

    private func flip(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        guard update.disabled.isEmpty else {
            throw .refused(kind, objectName(update), "switching a CRTC off takes a modeset")
        }
        for output in update.enabled {
            let feed = committed.values[.connector(output.connector)]?[.crtcID]
            if enabled.contains(output.crtc), feed == UInt64(output.crtc.rawValue) { continue }
            let connector = reader.name(of: output.connector)
            guard card.isMaster else {
                throw .committing(kind, connector, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
            }
            throw .refused(kind, connector, "no modeset has enabled it; that comes first")
        }
        guard !kind.isTest else {
            return try submit(
                CommitPlan.flip(update, from: committed).assignments, update, kind, flags: DRM_MODE_ATOMIC_TEST_ONLY)
        }
        let damage = try makeDamageBlobs(update)
        defer { withExtendedLifetime(damage) {} }
        let plan = CommitPlan.flip(update, from: committed, damageBlobs: damage.mapValues(\.id))
        try submit(plan.assignments, update, kind, flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT)
        committed.apply(plan.assignments)
        for crtc in update.enabledCRTCs { awaited[crtc] = lastSerial }
    }

    /// The blobs of the modes that an update sets: those in use where the mode stays, new ones else.
    private func makeModeBlobs(_ update: DisplayUpdate) throws(DisplayError) -> [CRTCID: ModeBlob] {
        var blobs: [CRTCID: ModeBlob] = [:]
        for output in update.enabled where blobs[output.crtc] == nil {
            if let current = modeBlobs[output.crtc], current.mode == output.mode {
                blobs[output.crtc] = current
                continue
            }
            do { blobs[output.crtc] = try ModeBlob(output.mode, on: card, census: census) } catch {
                throw DisplayError(
                    error, operation: "create mode \(output.mode)", object: reader.name(of: output.connector))
            }
        }
        return blobs
    }

    /// The blobs of what layers say has changed, for planes that can make use of it.
    private func makeDamageBlobs(_ update: DisplayUpdate) throws(DisplayError) -> [PlaneID: PropertyBlob] {
        var blobs: [PlaneID: PropertyBlob] = [:]
        for layer in update.enabled.lazy.flatMap(\.layers) {
            guard let damage = layer.damage, !damage.isEmpty, blobs[layer.plane] == nil,
                reader.propertyID(.damageClips, of: .plane(layer.plane)) != nil
            else { continue }
            do { blobs[layer.plane] = try PropertyBlob(damage: damage, on: card, census: census) } catch {
                throw DisplayError(error, operation: "create damage", object: name(of: KMSObject.plane(layer.plane)))
            }
        }
        return blobs
    }

    private func submit(
        _ assignments: [AtomicAssignment], _ update: DisplayUpdate, _ kind: CommitKind, flags: Int32
    ) throws(DisplayError) {
        guard !assignments.isEmpty else { return }
        do {
            let request = try AtomicRequest()
            for assignment in assignments {
                guard let property = reader.propertyID(assignment.property, of: assignment.object) else {
                    throw DisplayError.refused(
                        kind, name(of: assignment.object), "it has no property \(assignment.property.rawValue)")
                }
                try request.set(property, of: assignment.object.rawValue, to: assignment.value)
            }
            lastSerial += 1
            try request.commit(to: card, flags: flags, serial: lastSerial)
            onTrace?("\(kind.operation): \(describe(assignments)): done")
        } catch let error as SystemError {
            onTrace?("\(kind.operation): \(describe(assignments)): \(error.reason)")
            let cause = card.isPresent ? error : SystemError(error.operation, code: DisplayError.Code.noDevice)
            throw DisplayError.committing(kind, objectName(update), cause)
        } catch let error as DisplayError {
            throw error
        } catch {
            throw DisplayError.refused(kind, objectName(update), "\(error)")
        }
    }

    // MARK: Names

    /// The connectors that an update is about; the device where it names none.
    private func objectName(_ update: DisplayUpdate) -> String {
        let connectors = update.enabled.map(\.connector) + update.disabled.flatMap(\.connectors)
        return connectors.isEmpty ? card.path : connectors.map { reader.name(of: $0) }.joined(separator: ", ")
    }

    private func name(of object: DisplayUpdate.Contradiction.Object) -> String {
        switch object {
        case .connector(let id): name(of: KMSObject.connector(id))
        case .crtc(let id): name(of: KMSObject.crtc(id))
        case .plane(let id): name(of: KMSObject.plane(id))
        }
    }

    private func name(of object: KMSObject) -> String {
        switch object {
        case .connector(let id): reader.name(of: id)
        case .crtc(let id): "crtc-\(id)"
        case .plane(let id): "plane-\(id)"
        }
    }

    /// `HDMI-A-1 CRTC_ID=36; crtc-36 MODE_ID=58 ACTIVE=1; …`
    private func describe(_ assignments: [AtomicAssignment]) -> String {
        var text = ""
        var last: KMSObject?
        for assignment in assignments {
            if assignment.object != last { text += "\(last == nil ? "" : "; ")\(name(of: assignment.object))" }
            last = assignment.object
            text += " \(assignment.property.rawValue)=\(Int64(bitPattern: assignment.value))"
        }
        return text
    }
}
